#!/usr/bin/env python3
"""Random small models of interchangeable processes: a search of representatives must find what the full one finds.

    python3 tests/differential/random_symmetry.py --gyre build/gyre [--ltl | --esml] [--count N] [--seed S] [--keep DIR]

Half of the models have several instances of one or two proctypes that store, compare, send and index with their
numbers; now and then they do what tells them apart, which must be noticed. The other half never look at a number and
start processes in some order. Both end, wait for their death, time out, fail and block. Every model is searched fully,
and with --symmetry on alone, with merging, and with partial order reduction: the same verdict, and the same errors at
the same places. With --ltl each has a formula without X, and its verdict is compared, as are those of cycles by labels. A
model in which nothing is found counts as skipped. With --esml they are those of random_esml.py, with a process twice.
Last line: random: N passed, M failed, K skipped.
"""

import random
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import random_esml  # noqa: E402
import random_models  # noqa: E402
import random_reductions  # noqa: E402
import run  # noqa: E402
from run import golden  # noqa: E402

NOBODY = 255


class Numbers:
    """Processes that use their numbers."""

    def __init__(self, rng):
        self.rng = rng
        self.init = rng.random() < 0.4
        self.nobody = rng.choice((NOBODY, NOBODY, 0))
        self.told = rng.random() < 0.1  # something in it may tell them apart

    def pick(self, *choices):
        return self.rng.choice(choices)

    def number(self):
        return self.pick("_pid", "_pid", "owner", "mine", "other", str(self.nobody), "next[_pid]", "who")

    def place(self):
        return self.pick("owner", "other", "mine", "next[_pid]", "next[_pid]", "who", "next[other]" if self.told else "who")

    def condition(self):
        if self.told and self.rng.random() < 0.2:
            return self.pick("_pid == 1", "_pid < 2", "owner > _pid", "flag[1]", "_pid + 1 == owner", "_nr_pr > 2")
        a, b = self.number(), self.number()
        return self.pick(f"{a} == {b}", f"{a} != {b}", "flag[_pid]", "!flag[_pid]", "x < 2", "x > 0", "len(c) > 0",
                         f"pair[_pid].to[{self.pick('_pid', 'mine')}] == 0" if self.nobody == 0 else "true", "true",
                         f"c?[{self.pick('eval(_pid)', '_', 'eval(owner)')}]")

    def simple(self):
        return self.pick(
            f"{self.place()} = {self.number()}", f"{self.place()} = {self.number()}",
            f"flag[_pid] = {self.pick('true', 'false', '!flag[_pid]')}", "x = (x + 1) % 3", "x = 0", "skip",
            f"c!{self.number()}", f"c?{self.place()}", f"c?eval({self.number()})", f"c??eval({self.number()})",
            "r!_pid", f"r?{self.place()}", f"assert({self.condition()} || x != 1)", self.condition(),
            f"if :: owner != {self.nobody} && owner < 4 -> flag[owner] = true :: else fi" if self.told else
            f"flag[_pid] = (owner == _pid)", "printf(\"%d\", _pid)",
            f"{self.place()} = ({self.condition()} -> {self.number()} : _pid)")

    def statement(self, depth):
        kind = self.rng.randint(0, 9)
        if kind >= 3 or depth > 1:
            return self.simple()
        block = "; ".join(self.statement(depth + 1) for _ in range(self.rng.randint(1, 2)))
        if kind == 0:
            return f"{self.pick('atomic', 'atomic', 'd_step')} {{ {self.pick('skip', 'x = x', 'skip')}; {block} }}" \
                if "?" not in block and "!" not in block else f"atomic {{ {block} }}"
        if self.rng.random() < 0.15:
            return f"{{ {block}; {self.simple()} }} unless {{ {self.condition()} -> {self.simple()} }}"
        other = self.pick(f":: {self.condition()} -> {self.simple()}", ":: else", ":: timeout")
        if kind == 1:
            return f"if :: {self.condition()} -> {block} {other} fi"
        return f"do :: {self.condition()} -> {block} :: {self.pick('x == 2', 'else', 'timeout')} -> break od"

    def body(self):
        text = "; ".join(self.statement(0) for _ in range(self.rng.randint(2, 4)))
        text = f"  pid mine = {self.nobody}; byte other = {self.pick('_pid', self.nobody)};\n" \
            f"  flag[_pid] = false; pair[_pid].to[_pid] = 0; next[_pid] = mine;\n  {text}\n"
        return text if self.rng.random() < 0.6 else text + "; " + self.loop()

    def loop(self):
        label = self.pick("", "", "accept: ", "progress: ", "end: ")
        return f"{label}do :: {self.statement(1)} :: x == 1 -> x = 0; {self.pick('', '', 'accept_1: skip')} od\n"

    def model(self):
        n = self.rng.randint(2, 3)
        active = "" if self.init else f"active [{n}] "
        text = f"byte owner = {self.nobody}; pid who = {self.nobody}; byte x;\nbool flag[5]; pid next[5];\n" \
            "typedef T { bit to[5] };\nT pair[5];\n" \
            f"chan c = [{self.rng.randint(1, 2)}] of {{ byte }};\nchan r = [0] of {{ byte }};\n"
        text += f"{active}proctype P() {{\n{self.body()}}}\n"
        two = self.rng.random() < 0.3
        if two:
            text += f"{active.replace(str(n), '2')}proctype Q() {{\n{self.body()}}}\n"
        if self.init:
            runs = ["run P()"] * n + (["run Q()"] if two else [])
            self.rng.shuffle(runs)
            block = "; ".join(runs)
            text += f"init {{ {self.pick('atomic', 'atomic', '')} {{ {block} }}" + \
                self.pick("", "; timeout; assert(owner == who)", "; x = 1", "; r?who") + " }\n"
        return text


    def atom(self):
        return self.pick("x == 1", "x > 1", "owner == who", f"owner != {self.nobody}", "len(c) > 0", "next[1] == who" if
                         self.told else "x == 0")


class Order(Numbers):
    """Processes that nobody can tell apart."""

    def number(self):
        return self.pick("x", "1", "y", "a")

    def place(self):
        return self.pick("x", "y", "a", "y")

    def condition(self):
        return self.pick("x == y", "x < 2", "y != a", "a > x", "len(c) > 0", "x + y == 3", "true", "c?[1]")

    def simple(self):
        return self.pick("x = (x + 1) % 4", "y = (y + x) % 3", "a = x", f"c!{self.number()}", f"c?{self.place()}",
                         f"r!{self.number()}", f"r?{self.place()}", "skip", f"assert({self.condition()} || y != 2)",
                         self.condition(), "a++", self.pick("run R(x)", "skip", "skip"), "printf(\"%d\", _pid)")

    def body(self):
        text = "; ".join(self.statement(0) for _ in range(self.rng.randint(1, 3)))
        return f"  byte a;\n  {text}\n" + ("; " + self.loop() if self.rng.random() < 0.2 else "")

    def model(self):
        text = "byte x, y;\n" + f"chan c = [{self.rng.randint(1, 2)}] of {{ byte }};\nchan r = [0] of {{ byte }};\n"
        text += "proctype R(byte a) { x = a; if :: y == 1 -> y = 0 :: else fi }\n"
        active = self.pick("", "", "active [2] ")
        text += f"{active}proctype A() {{\n{self.body()}}}\nproctype B() {{\n{self.body()}}}\n"
        runs = [self.pick("run A()", "run B()", "run B()", "run R(1)") for _ in range(self.rng.randint(2, 3))]
        one, two = "; ".join(runs), "; ".join(reversed(runs))
        local = self.pick("", "", "chan own = [1] of { byte }; own!1; ")
        start = self.pick(f"atomic {{ {one} }}", one, f"if :: atomic {{ {one} }} :: atomic {{ {two} }} fi",
                          f"if :: {one} :: {two} fi")
        return text + f"init {{ {local}{start}" + self.pick("", "; timeout; assert(x != 1)", "; y = 1", "; r?x") + " }\n"


    def atom(self):
        return self.pick("x == 1", "y > 0", "x == y", "len(c) > 0", "x + y > 2")


def make(seed, number, ltl):
    rng = random.Random(f"symmetry/{seed}/{number}")
    generator = (Numbers if rng.random() < 0.6 else Order)(rng)
    text = generator.model()
    if ltl:
        formula = rng.choice(random_reductions.FORMULAS).format(p=generator.atom(), q=generator.atom())
        text += f"ltl f {{ {formula} }}\n"
    return text


def make_esml(seed, number):
    rng = random.Random(f"symmetry/esml/{seed}/{number}")
    text = random_esml.Generator(rng, wild=rng.random() < 0.6).model()
    start, end = text.rindex("BEGIN "), text.rindex(" END Random")
    calls = text[start + len("BEGIN "):end].split("; ")
    calls += [rng.choice(calls)] * rng.randint(1, 2)
    rng.shuffle(calls)
    return text[:start] + "BEGIN " + "; ".join(calls) + text[end:]


class SymmetryJudge(random_reductions.ReductionJudge):
    """Safety."""

    def search(self, text, options):
        return super().search(text, [*options, "--lang", "esml" if text.startswith("MODEL") else "promela"])

    def check(self, name, text):
        every = ["--safety", "--errors", "0", "--time", "20s"]
        full = self.search(text, [*every, "--por", "off", "--merge", "off"])
        if full.timeout or full.report is None:
            return run.Row("random", name, "timeout" if full.timeout else "skipped", full.output[:150])
        if not full.report["properties"][0]["search"]["complete"]:
            return run.Row("random", name, "skipped", "too large")
        found = False
        for options in (["--por", "off", "--merge", "off"], ["--por", "off", "--search", "bfs"],
                        ["--por", "on", "--merge", "off"], ["--engine", "vm"]):
            done = self.search(text, [*every, "--symmetry", "on", *options])
            if done.timeout:
                return run.Row("random", name, "timeout", str(options))
            if done.code == 2 and "is not possible" in done.output:
                continue
            if golden.crashed(done) or done.report is None:
                return run.Row("random", name, "crash", done.output[:300])
            found = True
            if self.found(done, False) != self.found(full, False):
                return run.Row("random", name, "different", f"{options}: {self.found(done, False)}, "
                               f"without symmetry {self.found(full, False)}"[:600])
            states = [r.report["properties"][0]["search"]["states"] for r in (done, full)]
            if "--merge" in options and states[0] > states[1]:  # merging may have more: it clears what was set at first
                return run.Row("random", name, "different", f"{options}: {states[0]} states, without symmetry {states[1]}")
        return run.Row("random", name, "equal" if found else "skipped", "" if found else "no symmetry")


class LtlJudge(SymmetryJudge):
    """A formula."""

    def check(self, name, text):
        verdicts = []
        for options in (["--symmetry", "off", "--por", "off"], ["--symmetry", "on", "--por", "off"],
                        ["--symmetry", "on"], ["--symmetry", "on", "--search", "scc"]):
            done = self.search(text, ["--property", "f", "--time", "20s", *options])
            if done.code == 2 and "is not possible" in done.output:
                return run.Row("random", name, "skipped", "no symmetry")
            if golden.crashed(done) and not done.timeout:
                return run.Row("random", name, "crash", done.output[:300])
            if done.timeout or done.report is None:
                return run.Row("random", name, "timeout" if done.timeout else "skipped", done.output[:150])
            verdicts.append(done.report["properties"][0]["verdict"])
        if len(set(verdicts)) > 1:
            return run.Row("random", name, "different", f"full, symmetric, reduced too, by components: {verdicts}")
        for what in ("--acceptance", "--non-progress"):
            full, done = (self.search(text, [what, "--time", "20s", "--symmetry", s]) for s in ("off", "auto"))
            if any(golden.crashed(d) and not d.timeout for d in (full, done)):
                return run.Row("random", name, "crash", f"{what}: {full.output[:150]} {done.output[:300]}")
            if full.report is None or done.report is None:
                continue
            if full.report["properties"][0]["verdict"] != done.report["properties"][0]["verdict"]:
                return run.Row("random", name, "different", f"{what}: {done.report['properties'][0]['verdict']}")
        return run.Row("random", name, "equal")


def main():
    parser = random_models.arguments_of(__doc__)
    parser.add_argument("--ltl", action="store_true", help="formulas instead of safety")
    parser.add_argument("--esml", action="store_true", help="ESML models")
    arguments = parser.parse_args()
    judge = (LtlJudge if arguments.ltl else SymmetryJudge)(arguments.gyre, arguments.seconds)
    return random_models.compare(arguments, judge,
                                 make_esml if arguments.esml else lambda seed, number: make(seed, number, arguments.ltl))


if __name__ == "__main__":
    sys.exit(main())
