#!/usr/bin/env python3
"""Random small models: gyre and SPIN must see the same graph.

    python3 tests/differential/random_models.py --gyre build/gyre [--count N] [--seed S] [--keep DIR]
                                                [--traces | --talk] [--engines]

Model number i of seed S is always the same. States, transitions and kinds of error are compared with SPIN's textbook
search; what SPIN refuses or cannot finish is skipped. A model that differs is kept in DIR and then shrunk, statement by
statement, as far as it still differs. Last line: random: N passed, M failed, K skipped.

Two things are left out, where pan is wrong: a receive into a variable that is narrower than the message's field (when it
goes back, pan puts the truncated value into the channel), and an assert or a printf as the first statement of a d_step
(it is executed in the middle of a handshake of others). known.md has models that show them. With --traces each
model has a trace or notrace assertion, and other things are left out that pan gets wrong there. With --talk processes
mostly talk, by rendezvous: chains of handshakes.

With --engines SPIN is not asked: the abstract machine and native code must give the same report, which compares more
(depth, atomic steps, places and lengths of counterexamples) and takes a tenth of the time.
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import oracle  # noqa: E402
import run  # noqa: E402
from run import golden  # noqa: E402

INDENT = "  "
BITS = {"bit": 1, "bool": 1, "byte": 8, "short": 16, "int": 32}


class Generator:
    """One model. Values stay small and indices in range, so that most models are finite and without errors."""

    def __init__(self, rng, traces=False):
        self.rng = rng
        self.traces = traces
        self.locals = []  # scalars of the process at hand
        self.labels = []
        self.in_loop = 0
        self.in_d_step = False
        self.can_run = False
        self.jumps = True
        self.budget = 0
        self.reads_last = rng.random() < 0.15  # few: such models are not reduced

    def chance(self, p):
        return self.rng.random() < p

    def pick(self, *choices):
        return self.rng.choice(choices)

    # -- declarations --------------------------------------------------------------------------

    def model(self):
        rng = self.rng
        self.globals = [f"g{i}" for i in range(rng.randint(1, 3))]
        self.bits = {"str.q[0]": 8, "a": 8, "m": 8, "_": 32}  # what is not named here has one bit
        lines = []
        for name in self.globals:
            kind = self.pick("byte", "bit", "bool", "short", "int", "unsigned")
            width = f" : {rng.randint(2, 5)}" if kind == "unsigned" else ""
            hidden = "hidden " if kind in ("byte", "short", "int") and self.chance(0.1) else ""
            start = f" = {rng.randint(0, 1)}" if self.chance(0.3) else ""
            self.bits[name] = BITS.get(kind, 1)
            lines.append(f"{hidden}{kind} {name}{width}{start};")
        self.array = self.pick("byte", "bit", "short") if self.chance(0.5) else None
        if self.array:
            lines.append(f"{self.array} arr[2];")
            self.bits["arr[1]"] = BITS[self.array]
        self.struct = self.chance(0.25)
        if self.struct:
            lines += ["typedef S { bit p; byte q[2] };", "S str;"]
        self.mtype = self.chance(0.3)
        if self.mtype:
            lines += ["mtype = { red, green };", "mtype colour;"]
        self.channels = {}  # name: number of fields, capacity
        self.fields = {}  # name: their bits
        for i in range(rng.choice([0, 1, 1, 2])):
            fields = rng.choice([1, 1, 2])
            capacity = rng.choice([0, 0, 1, 2])
            types = [self.pick("byte", "bit", "byte", "short") for _ in range(fields)]
            lines.append(f"chan c{i} = [{capacity}] of {{ {', '.join(types)} }};")
            self.channels[f"c{i}"] = (fields, capacity)
            self.fields[f"c{i}"] = [8] if types == ["bit"] else [BITS[t] for t in types]
        self.inlines = {}
        if self.chance(0.3):
            self.locals, self.labels, self.jumps = [], [], False
            self.budget = 3
            body = self.sequence(1, rng.randint(1, 2), extra=["v"])
            lines.append("inline act(v) {\n" + body + "\n}")
            self.inlines["act"] = True
            self.jumps = True
        self.spawned = self.chance(0.3)
        if self.spawned:
            lines.append(self.process("proctype P(byte a)", ["a"], 4))
        for i in range(rng.randint(1, 3)):
            head = "active"
            if self.chance(0.15):
                head += " [2]"
            tail = ""
            self.locals = []
            if self.chance(0.08):
                tail = f" provided ({self.condition()})"
            self.can_run = self.spawned and i == 0
            lines.append(self.process(f"{head} proctype A{i}(){tail}", [], rng.randint(3, 7)))
        if self.spawned and self.chance(0.5):
            lines.append("init {\n" + INDENT + (f"atomic {{ run P(0); run P({rng.randint(0, 2)}) }}"
                                               if self.chance(0.5) else "run P(1)") + "\n}")
        if self.traces:
            lines.append(self.trace())
        return "\n".join(lines) + "\n"

    def trace(self):
        """Events of one choice differ, or pan stops; behind the proctypes, or pan takes process 0 for the trace;
        without rendezvous, where pan sees events that do not happen."""
        def events(count):
            made = {}
            for _ in range(count):
                name, (fields, _) = self.rng.choice(buffered)
                direction = self.pick("!", "?")
                made[name, direction, self.rng.randint(0, 2)] = fields
            return [f"{name}{direction}{value}" + ",_" * (fields - 1)
                    for (name, direction, value), fields in made.items()]

        buffered = [c for c in self.channels.items() if c[1][1] > 0]
        if not buffered:
            return ""
        options = ["; ".join([first] + [events(1)[0] for _ in range(self.rng.choice([0, 0, 1]))])
                   for first in events(self.rng.randint(2, 6))]
        if self.chance(0.3):
            options[0] += "; break"
        loop = self.pick("", "", "end: ") + "do :: " + " :: ".join(options) + " od"
        return self.pick("trace", "trace", "notrace") + " { " + self.pick("", events(1)[0] + "; ") + loop + " }"

    def process(self, head, parameters, budget):
        self.locals = list(parameters)
        lines = []
        for i in range(self.rng.choice([0, 0, 1, 2])):
            start = f" = {self.rng.randint(0, 2)}" if self.chance(0.4) else ""
            kind = self.pick("byte", "bit", "short")
            self.bits[f"l{i}"] = BITS[kind]
            lines.append(f"{INDENT}{kind} l{i}{start};")
            self.locals.append(f"l{i}")
        self.budget = budget
        self.labels = []
        count = self.rng.randint(2, 4)
        wanted = [f"L{i}" for i in range(count) if self.chance(0.25)]
        self.labels = wanted
        statements = []
        for i in range(count):
            text = self.statement(1)
            if f"L{i}" in wanted:
                if text.startswith(("d_step", "byte ", "{")):
                    text = "skip;\n" + INDENT + text
                text = f"L{i}: " + text
            statements.append(INDENT + text)
        if self.chance(0.1):
            self.locals.append("m")
            statements.insert(1, f"{INDENT}byte m{' = 1' if self.chance(0.5) else ''};")
            statements.append(f"{INDENT}m = {self.value()}")
        return head + " {\n" + "\n".join(lines + [";\n".join(statements)]) + "\n}"

    # -- expressions ---------------------------------------------------------------------------

    def places(self):
        out = self.globals + self.locals + self.locals
        if self.array:
            out = out + [f"arr[{self.index()}]"]
        if self.struct:
            out = out + ["str.p", f"str.q[{self.index()}]"]
        return out

    def index(self):
        return self.pick("0", "1", f"{self.rng.choice(self.globals)} & 1")

    def place(self):
        return self.rng.choice(self.places())

    def value(self, depth=0):
        kind = self.rng.randint(0, 9)
        if kind < 3 or depth > 1:
            return str(self.rng.randint(0, 2))
        if kind == 3 and self.reads_last:
            return "_last"
        if kind < 7:
            return self.place()
        if kind == 7 and self.channels:
            return f"len({self.rng.choice(list(self.channels))})"
        if kind == 8:
            return f"({self.condition(depth + 1)} -> {self.value(depth + 1)} : {self.value(depth + 1)})"
        return f"({self.value(depth + 1)} {self.pick('+', '-', '*', '&', '|', '^')} {self.value(depth + 1)})"

    def small(self):
        """A value that does not run away."""
        return self.pick(str(self.rng.randint(0, 2)), f"({self.value()} + 1) % 3", f"1 - {self.place()}",
                         f"{self.value()} & 3", f"{self.value()} == {self.value()}")

    def condition(self, depth=0):
        kind = self.rng.randint(0, 11)
        if kind < 6 or depth > 1:
            return f"{self.place()} {self.pick('==', '!=', '<', '>', '<=', '>=')} {self.rng.randint(0, 2)}"
        if kind < 8:
            return f"({self.condition(depth + 1)} {self.pick('&&', '||')} {self.condition(depth + 1)})"
        if kind == 8:
            return f"!({self.condition(depth + 1)})"
        if kind == 9 and self.channels and depth == 0:
            name, (_, capacity) = self.rng.choice(list(self.channels.items()))
            if capacity:
                return f"{self.pick('full', 'empty', 'nfull', 'nempty')}({name})"
        if kind == 10:
            return f"_nr_pr {self.pick('<', '>=')} {self.rng.randint(1, 3)}"
        return self.value(depth + 1)

    # -- statements ----------------------------------------------------------------------------

    def sequence(self, depth, count, extra=(), first=None):
        saved = self.locals
        self.locals = self.locals + list(extra)
        pad = INDENT * (depth + 1)
        lines = [first] if first else []
        lines += [self.statement(depth + 1) for _ in range(count)]
        self.locals = saved
        return ";\n".join(pad + line for line in lines)

    def statement(self, depth):
        self.budget -= 1
        if depth > 3 or self.budget < 0 or self.chance(0.45):
            return self.simple()
        kinds = [self.choice, self.choice, self.loop, self.loop, self.for_loop]
        if not self.in_d_step:
            kinds += [self.atomic, self.atomic, self.d_step, self.unless, self.block]
        return self.rng.choice(kinds)(depth)

    def simple(self):
        kind = self.rng.randint(0, 19)
        if kind < 7:
            return f"{self.place()} = {self.small()}"
        if kind < 9 and not self.in_d_step:
            return self.condition()
        if kind < 13 and self.channels and not self.in_d_step:
            return self.message()
        if kind == 13:
            return "skip"
        if kind == 14:
            return f"assert({self.condition()} || {self.condition()} || {self.condition()})"
        if kind == 15:
            return f'printf("%d\\n", {self.value()})'
        if kind == 16 and self.labels and self.jumps and not self.in_d_step:
            return f"goto {self.rng.choice(self.labels)}"
        if kind == 17 and not self.in_d_step:
            return f"select ({self.rng.choice(self.globals)} : 0 .. {self.pick('1', '2', self.rng.choice(self.globals))})"
        if kind == 18 and self.inlines and not self.in_d_step:
            return f"act({self.rng.choice(self.globals + self.locals)})"
        if kind == 19 and self.can_run and not self.in_d_step and not self.in_loop:
            return f"run P({self.rng.randint(0, 2)})"
        if self.mtype and self.chance(0.5):
            return f"colour = {self.pick('red', 'green')}"
        return f"{self.place()} = {self.small()}"

    def message(self):
        name, (fields, capacity) = self.rng.choice(list(self.channels.items()))
        if self.chance(0.5):
            values = ",".join(self.small() for _ in range(fields))
            return f"{name}{'!' if self.traces else self.pick('!', '!', '!!')}{values}"
        arguments = []
        for width in self.fields[name]:
            wide = [p for p in self.globals + self.locals + ["arr[1]", "str.q[0]"]
                    if self.bits.get(p, 1) >= width and p not in arguments
                    and (self.array or p[:3] != "arr") and (self.struct or p[:3] != "str")]
            arguments.append(self.pick(*(wide or ["_"]), "_", str(self.rng.randint(0, 1)), f"eval({self.place()})"))
        text = ",".join(arguments)
        if capacity and self.chance(0.2):
            return f"{name}{self.pick('?', '??')}<{text}>"
        if capacity and self.chance(0.15):
            constants = ",".join(str(self.rng.randint(0, 1)) for _ in range(fields))
            return f"{name}{self.pick('?', '??')}[{constants}]"
        return f"{name}{self.pick('?', '?', '??') if capacity and not self.traces else '?'}{text}"

    def guard(self, silent=False):
        if silent or self.in_d_step or self.chance(0.6):
            return self.condition()
        if self.channels and self.chance(0.6):
            return self.message()
        return self.pick(f"{self.place()} = {self.small()}", "timeout" if self.chance(0.4) else self.condition())

    def options(self, depth, exits):
        pad = INDENT * depth
        count = self.rng.randint(1, 3)
        out = []
        otherwise = self.in_d_step or self.chance(0.3)  # SPIN wants no else beside channels
        for i in range(count):
            first = self.guard(otherwise)
            rest = self.rng.choice([0, 1, 1, 2])
            text = self.sequence(depth, rest, first=first).strip()
            if exits and i == 0:
                text += f";\n{pad}{INDENT}break"
            out.append(f"{pad}:: {text}")
        if otherwise:
            text = "break" if exits else self.simple()
            out.append(f"{pad}:: else -> {text}")
        if not self.in_d_step:
            self.rng.shuffle(out)
        return "\n".join(out)

    def choice(self, depth):
        return f"if\n{self.options(depth, False)}\n{INDENT * depth}fi"

    def loop(self, depth):
        self.in_loop += 1
        text = f"do\n{self.options(depth, True)}\n{INDENT * depth}od"
        self.in_loop -= 1
        return text

    def for_loop(self, depth):
        self.in_loop += 1
        variable = self.rng.choice(self.globals)
        jumps, self.jumps = self.jumps, False
        # Nothing inside may set the variable back for ever: the body has conditions and other variables only.
        kept, self.globals = self.globals, [g for g in self.globals if g != variable] or self.globals
        body = self.sequence(depth, self.rng.randint(1, 2))
        self.globals, self.jumps = kept, jumps
        self.in_loop -= 1
        return f"for ({variable} : 0 .. {self.rng.randint(0, 2)}) {{\n{body}\n{INDENT * depth}}}"

    def atomic(self, depth):
        return f"atomic {{\n{self.sequence(depth, self.rng.randint(1, 3))}\n{INDENT * depth}}}"

    def d_step(self, depth):
        self.in_d_step = True
        first = f"{self.place()} = {self.small()}"
        text = f"d_step {{\n{self.sequence(depth, self.rng.randint(0, 2), first=first)}\n{INDENT * depth}}}"
        self.in_d_step = False
        return text

    def block(self, depth):
        return f"{{\n{self.sequence(depth, self.rng.randint(1, 2))}\n{INDENT * depth}}}"

    def unless(self, depth):
        pad = INDENT * depth
        inside = self.sequence(depth, self.rng.randint(1, 3))
        escape = self.sequence(depth, self.rng.choice([0, 1]), first=self.guard())
        return f"{{\n{inside}\n{pad}}} unless {{\n{escape}\n{pad}}}"


class Talk:
    """One model whose processes mostly talk, by rendezvous and in atomic sequences: whoever receives goes on, sends,
    and so on, while others might have received in its place."""

    def __init__(self, rng):
        self.rng = rng
        self.depth = 0

    def model(self):
        rng = self.rng
        count = rng.randint(2, 3)
        self.fields = rng.choice([1, 1, 2])
        capacity = [rng.choice([0, 0, 0, 0, 1]) for _ in range(count)]
        types = ", ".join(["byte"] * self.fields)
        self.channels = [f"c{i}" for i in range(count)]
        lines = ["byte g = 1, h;"] + [f"chan c{i} = [{capacity[i]}] of {{ {types} }};" for i in range(count)]
        if rng.random() < 0.3:
            lines.append(f"chan d[2] = [0] of {{ {types} }};")
            self.channels += ["d[0]", "d[g & 1]", "d[x & 1]"]
        for i in range(rng.randint(3, 4)):
            several = " [2]" if rng.random() < 0.2 else ""
            lines.append(f"active{several} proctype A{i}() {{\n{INDENT}byte x, y;\n{INDENT}{self.body()}\n}}")
        return "\n".join(lines) + "\n"

    def body(self):
        statements = [self.statement() for _ in range(self.rng.randint(1, 3))]
        if self.rng.random() < 0.5:
            statements.insert(0, "L: skip")
            statements.append(self.rng.choice(["goto L", "if :: h < 2 -> goto L :: else fi"]))
        return (";\n" + INDENT).join(statements)

    def message(self, receive=None):
        rng = self.rng
        channel = rng.choice(self.channels)
        if receive or (receive is None and rng.random() < 0.5):
            choices = ["x", "y", "g", "_", "1", "0", "eval(x)", "eval(g)"]
            arguments = []
            for _ in range(self.fields):
                # What is bound must not be looked at in the same receive.
                used = channel + ",".join(arguments)
                arguments.append(rng.choice([c for c in choices if not set(c) & set("xyg") & set(used.replace("eval", ""))]))
            return f"{channel}?{','.join(arguments)}"
        values = ["0", "1", "x", "g", "(x + 1) % 3", "_pid"]
        return f"{channel}!" + ",".join(rng.choice(values) for _ in range(self.fields))

    def silent(self):
        return self.rng.choice(["h = (h + 1) % 3", "x = (x + g) % 3", "g = 1 - (g & 1)", "skip", "y = x", "x < 2",
                                "g == 1"])

    def few(self, low, high):
        return "; ".join(self.statement() for _ in range(self.rng.randint(low, high)))

    def statement(self):
        rng = self.rng
        self.depth += 1
        kind = rng.randint(0, 10) if self.depth < 4 else 0
        if kind < 4:
            text = self.message() if rng.random() < 0.7 else self.silent()
        elif kind < 7:
            text = "atomic { " + self.message() + "; " + self.few(1, 2) + " }"
        elif kind == 7:
            rest = "; ".join(rng.choice(["h = x", "y = (y + 1) % 3", "g = y & 1"]) for _ in range(rng.randint(0, 2)))
            text = "d_step { " + self.message(receive=True) + ("; " + rest if rest else "") + " }"
        elif kind == 8:
            text = "{ " + self.few(1, 2) + " } unless { " + self.message() + "; " + self.silent() + " }"
        else:
            options = [self.message() + rng.choice([" -> " + self.few(1, 2), ""]) for _ in range(rng.randint(1, 3))]
            if rng.random() < 0.3:
                options.append("timeout -> " + self.silent())
            text = "if :: " + " :: ".join(options) + " fi"
            if rng.random() < 0.3:
                text = "atomic { " + text + " }"
        self.depth -= 1
        return text


def make(seed, number, traces=False, talk=False):
    rng = random.Random(f"{seed}/{number}")
    return (Talk(rng) if talk else Generator(rng, traces)).model()


# ---------------------------------------------------------------------------------------------
# Comparison


class Judge:
    def __init__(self, gyre, seconds):
        self.gyre = gyre
        self.seconds = seconds
        self.spin = oracle.Oracle(optimise="-O0", pan_seconds=seconds)

    def check(self, name, text):
        """A Row of run.py."""
        with tempfile.TemporaryDirectory(prefix="gyre-random-") as folder:
            path = Path(folder) / "random.pml"
            path.write_text(text)
            model = run.Model(name, path)
            verdict = self.spin.textbook(path)
            if not verdict.judged:
                return run.Row("random", name, "skipped", f"SPIN: {verdict.status} {verdict.detail}"[:150])
            done = golden.run_gyre(self.gyre, run.TEXTBOOK, path, self.seconds)
            complete = verdict.complete
            return run.compare_numbers("random", model, done, {
                "states": verdict.states if complete else None,
                "transitions": verdict.transitions if complete else None,
                "depth": None, "kinds": verdict.kinds})

    available = property(lambda self: self.spin.available)

    def shrink(self, text, rounds=200):
        """Leaves out lines, and pieces between braces, as long as the two still differ."""
        def differs(candidate):
            row = self.check("shrink", candidate)
            return row.outcome in ("different", "crash")

        lines = text.splitlines()
        size = max(1, len(lines) // 2)
        while size and rounds > 0:
            at = 0
            while at < len(lines) and rounds > 0:
                candidate = lines[:at] + lines[at + size:]
                rounds -= 1
                if candidate and differs("\n".join(candidate) + "\n"):
                    lines = candidate
                else:
                    at += size
            size //= 2
        return "\n".join(lines) + "\n"


class EngineJudge(Judge):
    """The abstract machine against native code."""

    def __init__(self, gyre, seconds):
        self.gyre = gyre
        self.seconds = seconds

    @property
    def available(self):
        return self.run_both("init { skip }")[1].code != 2

    def run_both(self, text):
        with tempfile.TemporaryDirectory(prefix="gyre-random-") as folder:
            path = Path(folder) / "random.pml"
            path.write_text(text)
            return [golden.run_gyre(self.gyre, [*run.TEXTBOOK, "--trail", "none", "--engine", engine], path,
                                    self.seconds) for engine in ("vm", "native")]

    def check(self, name, text):
        both = self.run_both(text)
        if any(golden.crashed(done) and not done.timeout for done in both):
            return run.Row("random", name, "crash", both[1].output[:200])
        if any(done.timeout or done.report is None for done in both):
            return run.Row("random", name, "timeout" if both[0].timeout else "skipped", both[0].output[:150])
        for part in ("search", "properties", "unreached"):
            ours, native = (without_time(done.report.get(part)) for done in both)
            if ours != native:
                return run.Row("random", name, "different", f"{part}: {ours} and natively {native}"[:600])
        return run.Row("random", name, "equal")


def without_time(part):
    """Of the properties all but how long they took."""
    if not isinstance(part, list):
        return part
    return [{key: value for key, value in entry.items() if key != "time"} for entry in part]


def arguments_of(description):
    """A parser with what all comparisons on random models have in common."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gyre", required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first model")
    parser.add_argument("--keep", default="random-failures", help="folder for models that differ")
    parser.add_argument("--seconds", type=int, default=10, help="for one search")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="say why models are skipped")
    parser.add_argument("--print", action="store_true", help="print the models and do nothing else")
    return parser


def compare(arguments, judge, make_model):
    """Judges the models make_model(seed, number); the exit status."""
    numbers = range(arguments.first, arguments.first + arguments.count)
    if getattr(arguments, "print"):
        for i in numbers:
            print(f"/* seed {arguments.seed}, model {i} */\n{make_model(arguments.seed, i)}")
        return 0
    if not judge.available:
        print("random: 0 passed, 0 failed, 1 skipped")
        return 0
    rows = oracle.in_parallel(lambda i: judge.check(f"{arguments.seed}-{i}", make_model(arguments.seed, i)), numbers,
                              arguments.jobs)
    passed = failed = skipped = 0
    for i, row in zip(numbers, rows):
        if row.outcome == "equal":
            passed += 1
        elif row.outcome in ("skipped", "timeout"):
            skipped += 1
            if arguments.verbose:
                print(f"{row.outcome}: {row.model}: {row.detail}", flush=True)
        else:
            failed += 1
            print(f"{row.outcome}: {row.model}: {row.detail}", flush=True)
            text = make_model(arguments.seed, i)
            keep = Path(arguments.keep)
            keep.mkdir(parents=True, exist_ok=True)
            (keep / f"{row.model}.pml").write_text(text)
            small = judge.shrink(text)
            (keep / f"{row.model}.small.pml").write_text(small)
            print(small, flush=True)
    print(f"random: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


def main():
    parser = arguments_of(__doc__)
    parser.add_argument("--traces", action="store_true", help="models with trace assertions")
    parser.add_argument("--talk", action="store_true", help="models of processes that mostly talk, by rendezvous")
    parser.add_argument("--engines", action="store_true", help="compare the engines, not gyre with SPIN")
    arguments = parser.parse_args()
    judge = (EngineJudge if arguments.engines else Judge)(arguments.gyre, arguments.seconds)
    return compare(arguments, judge, lambda seed, number: make(seed, number, arguments.traces, arguments.talk))


if __name__ == "__main__":
    sys.exit(main())
