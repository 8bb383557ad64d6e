#!/usr/bin/env python3
"""Random small ESML models: all machines, searches and stores must see the same graph, and CTL be right on it.

    python3 tests/differential/random_esml.py --gyre build/gyre [--count N] [--seed S] [--first I] [--keep DIR]
                                              [--reductions] [--engines [--jobs N]]

Model number i of seed S is always the same. Compared are the abstract machine, the thesis's own machine (`compile --dump
frequencies`), the searches dfs and bfs, --thesis, the stores exact, tree, cache, hash-compact, collapse and compact, and random formulas of
both logics (ctl.py). A model that differs is kept in DIR. Last line: esml: N passed, M failed, K skipped.

With --reductions every combination of --por and --merge is compared with the search that has neither: the same errors at the
same places, and without merging as many deadlocks; and formulas without X, which are searched with reduction, with the
labelling. Errors are more frequent in these models.

With --engines the abstract machine and native code must give the same report, with and without reductions: states,
transitions, errors and where they are, what was not reached, and verdicts on random formulas whose atoms may fail.
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import ctl  # noqa: E402
import oracle  # noqa: E402

HEAD = """MODEL Random;
TYPE
  small = 0..2;
  colour = red, green, blue;
  pair = (u: small; c: colour);
  row = ARRAY [2] OF small;
  line = LIST [2] OF small;
  talk = {go, take(small), paint(colour), both(pair)};
"""


class Generator:
    """One model. Most values stay in range, so that few models end in errors; `wild`: more do."""

    def __init__(self, rng, wild=False):
        self.rng = rng
        self.wild = wild
        self.budget = 0

    def chance(self, p):
        return self.rng.random() < p

    def integer(self, depth=2):
        if depth == 0 or self.chance(0.4):
            return self.rng.choice(["0", "1", "2", "x", "y", "x", "y", "r[0]", "r[1]", "p.u", "LEN(l)", "k"])
        a, b = self.integer(depth - 1), self.integer(depth - 1)
        return self.rng.choice([f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"({a} MOD 2)", f"({a} DIV 2)", f"r[{a} MOD 2]"])

    def small(self):
        if self.wild and self.chance(0.15):
            return f"{self.integer()} + x"
        return self.integer() if self.chance(0 if self.wild else 0.03) else self.rng.choice(["0", "1", "2", "x", "y", f"{self.integer()} MOD 3"])

    def boolean(self, depth=2):
        if depth == 0 or self.chance(0.3):
            return self.rng.choice(["f", "~f", f"x = {self.integer(1)}", f"{self.integer(1)} < {self.integer(1)}", "h = red",
                                    "h # blue", "LEN(l) > 0", "p.c = h", "TRUE", "r[0] # r[1]"])
        a, b = self.boolean(depth - 1), self.boolean(depth - 1)
        return self.rng.choice([f"({a}) & ({b})", f"({a}) OR ({b})", f"~({a})"])

    def colour(self):
        return self.rng.choice(["red", "green", "blue", "h", "p.c"])

    def send(self):
        signal = self.rng.choice(["go", "go", f"take({self.rng.choice(['x', 'y', '1', '0'])})", f"paint({self.colour()})", "both(p)"])
        return f"{self.rng.choice(['b', 'd'])}!{signal}"

    def receive(self):
        return f"a?{self.rng.choice(['go', 'go', 'take(x)', 'take(y)', 'paint(h)', 'both(p)'])}"

    def command(self, depth):
        self.budget -= 1
        kind = self.rng.random()
        if kind < 0.30 or depth == 0 or self.budget < 0:
            return self.simple()
        if kind < 0.42:
            return self.send()
        if kind < 0.47:
            return self.receive()
        if kind < 0.60:
            guard = self.boolean()
            branches = [f"{guard} -> {self.commands(depth - 1)}", f"~({guard}) -> {self.commands(depth - 1)}"]
            if self.chance(0.3):
                branches.append(f"{self.boolean()} -> {self.commands(depth - 1)}")
            if self.chance(0.2 if self.wild else 0.05):
                branches.pop(0)
            return f"IF {' [] '.join(branches)} END"
        if kind < 0.70:
            branches = [f"{self.boolean(1)} -> {self.commands(depth - 1)}" for _ in range(self.rng.randint(1, 2))]
            return f"DO {' [] '.join(branches)} END"
        branches = []
        for _ in range(self.rng.randint(2, 4)):
            exchange = self.receive() if self.chance(0.6) else self.send()
            condition = f" & ({self.boolean(1)})" if self.chance(0.4) else ""
            branches.append(f"{exchange}{condition} -> {self.commands(depth - 1)}")
        return f"POLL {' [] '.join(branches)} END"

    def meeting(self):
        kind = self.rng.random()
        if kind < 0.35:
            return self.send()
        if kind < 0.6:
            return self.receive()
        return self.command(2) if kind < 0.8 else self.rng.choice(["x := x + 1", "REMOVE(l)", "APPEND(l, x)"])

    def simple(self):
        if self.wild and self.chance(0.1):
            return self.rng.choice(["x := HEAD(l)", "REMOVE(l)", "APPEND(l, y)", "x := x + 1", "r[x] := y", "TRACE(\"%\", HEAD(l))"])
        return self.rng.choice([
            f"x := {self.small()}",
            f"y := {self.small()}",
            f"f := {self.boolean()}",
            f"h := {self.colour()}",
            f"r[{self.integer(1)} MOD 2] := {self.small()}",
            f"p.u := {self.small()}",
            "q := p",
            "p := q",
            f"IF LEN(l) < 2 -> {self.rng.choice(['APPEND', 'PREPEND'])}(l, {self.rng.choice(['x', 'y', '1'])}) [] LEN(l) = 2 -> REMOVE(l) END",
            "IF LEN(l) > 0 -> x := HEAD(l); REMOVE(l) [] LEN(l) = 0 -> SKIP END",
            "EMPTY(l)",
            "SKIP",
        ])

    def commands(self, depth):
        return "; ".join(self.command(depth) for _ in range(self.rng.randint(1, 2)))

    def model(self):
        many = self.wild and self.chance(0.6)  # small processes, which have more to do with each other than with themselves
        channels = [f"c{i}" for i in range(self.rng.randint(2, 3) if many else self.rng.randint(1, 2))]
        types = self.rng.randint(2, 5) if many else self.rng.randint(1, 3)
        out = HEAD + f"VAR {', '.join(channels)}: talk;\n"
        for t in range(types):
            self.budget = 3 if many else 8
            body = "; ".join(self.meeting() if many else self.command(2) for _ in range(self.rng.randint(1, 3)))
            if self.chance(0.3 if many else 0.8):
                body = f"DO TRUE -> {body} [] {self.boolean(1)} -> {self.command(2)}; {self.simple()} END"
            out += (f"PROCESS P{t}(k: small; IN a: talk; OUT b, d: talk);\nVAR x, y: small; f: BOOLEAN; h: colour; r: row; "
                    f"l: line; p, q: pair;\nBEGIN {body}\nEND P{t};\n")
        calls = []
        for i in range(self.rng.randint(3, 5) if many else self.rng.choice([2, 2, 3])):
            of = i if i < types else self.rng.randrange(types)
            arguments = [str(self.rng.randint(0, 2)), *(self.rng.choice(channels) for _ in range(3))]
            calls.append(f"P{of}({', '.join(arguments)})")
        for t in range(types):
            if not any(c.startswith(f"P{t}(") for c in calls):
                calls.append(f"P{t}(0, {channels[0]}, {channels[0]}, {channels[0]})")
        return out + f"BEGIN {'; '.join(calls)} END Random\n"


class Tester(ctl.Tester):
    def __init__(self, arguments):
        super().__init__(arguments)
        self.keep = Path(arguments.keep) if arguments.keep else None
        self.count = 2

    def search(self, model, *options):
        done = self.run("check", str(model), "--safety", "--errors", "0", "--trail", "none", "--json", "-",
                        *([] if "--por" in options else ["--por", "off", "--merge", "off"]), *options)
        if done.returncode not in (0, 1, 3):
            raise ValueError(f"{' '.join(options)}: {done.stderr.strip()[-200:]}")
        report = json.loads(done.stdout)
        safety = report["properties"][0]
        # A deadlock's place is that of the first one found.
        place = lambda v: None if v["error"] == "deadlock" else (v["location"]["line"], v["location"]["column"])
        return report["search"], sorted((v["error"], v["count"], place(v)) for v in safety["violations"])

    def graphs(self, model):
        """What differs, or nothing; None: the model is too large."""
        first, errors = self.search(model, "--time", "20s")
        if not first["complete"] or first["states"] > 30000:
            return None
        numbers = (first["states"], first["transitions"])
        for options in (["--search", "bfs"], ["--store", "tree"], ["--search", "bfs", "--store", "tree"], ["--store", "cache"],
                        ["--store", "hash-compact"], ["--store", "collapse"], ["--store", "compact"]):
            found, others = self.search(model, *options)
            if (found["states"], found["transitions"]) != numbers or errors != others:
                return f"{' '.join(options)}: {found['states']} {found['transitions']} {others}, not {numbers} {errors}"
        thesis, _ = self.search(model, "--thesis")
        if thesis["thesis"]["unique"] != numbers[0]:
            return f"--thesis: {thesis['thesis']['unique']} states, not {numbers[0]}"
        # A transition of SPIN's count is an arrival, that of the initial state included; an error is none.
        faults = sum(count for kind, count, _ in errors if kind != "deadlock")
        expected = f"{numbers[0]} states, {numbers[1] - 1} transitions, {faults} errors"
        for more in ([], ["--improved"]):
            done = self.run("compile", str(model), "--dump", "frequencies", *more)
            if done.returncode != 0:
                return f"the thesis's machine: {done.stderr.strip()[-200:]}"
            last = done.stdout.strip().split("\n")[-1]
            if last != expected:
                return f"the thesis's machine: {last}, not {expected}"
        return ""

    def reductions(self, model, store):
        """What a reduced search has found that the full one has not, or the other way round; None: too large."""
        def found(violations, deadlocks):
            return sorted({(kind, count if deadlocks and kind == "deadlock" else 0, place) for kind, count, place in violations},
                          key=str)

        full, errors = self.search(model, "--time", "20s")
        if not full["complete"]:
            return None
        for por, merge in (("on", "off"), ("off", "on"), ("on", "on")):
            reduced, others = self.search(model, "--por", por, "--merge", merge, "--store", store)
            if found(others, merge == "off") != found(errors, merge == "off"):
                return f"--por {por} --merge {merge}: {others}, without {errors}"
            if reduced["states"] > full["states"]:
                return f"--por {por} --merge {merge}: {reduced['states']} states, without {full['states']}"
        return ""

    def one_reduced(self, number, seed, folder):
        model = folder / f"reduced_{seed}_{number}.esml"
        model.write_text(Generator(random.Random(f"{seed}/{number}"), True).model())
        try:
            different = self.reductions(model, ["tree", "compact", "collapse", "exact"][number % 4])
        except ValueError as error:
            different = str(error)
        self.passed += different == ""
        self.skipped += different is None
        before = self.failed
        if different:
            self.failed += 1
            print(f"FAIL {model.name}: {different}", flush=True)
        elif different == "":
            self.model(model)
        if self.failed > before:
            self.keep_model(model)

    def keep_model(self, model):
        if self.keep:
            self.keep.mkdir(parents=True, exist_ok=True)
            (self.keep / model.name).write_text(model.read_text())

    def one(self, number, seed, folder):
        model = folder / f"random_{seed}_{number}.esml"
        model.write_text(Generator(random.Random(f"{seed}/{number}")).model())
        before = self.failed
        try:
            different = self.graphs(model)
        except ValueError as error:
            different = str(error)
        if different is None:
            self.skipped += 1
            return
        if different:
            self.failed += 1
            print(f"FAIL {model.name}: {different}")
        else:
            self.passed += 1
            self.model(model)
        if self.failed > before:
            self.keep_model(model)


class EngineTester(Tester):
    """The abstract machine against native code."""

    WAYS = [["--por", "off", "--merge", "off"], ["--por", "auto", "--merge", "auto"],
            ["--por", "off", "--merge", "auto", "--fairness", "weak"]]

    @staticmethod
    def formulas(rng, calls):
        """Options. `calls`: how many instances of each type there are."""
        def whose():
            of = rng.choice(sorted(calls))
            return f"{of}[{rng.randrange(calls[of])}]"

        def atom():
            a, b = whose(), whose()
            return rng.choice([f"({a}.x = {rng.randint(0, 2)})", f"({a}.y + {b}.x > 2)", f"({a}.h = {rng.choice(['red', 'blue'])})",
                               f"({a}.r[{b}.x] = 1)", f"({a}.x DIV {b}.y = 1)", f"(LEN({a}.l) > 0)", f"(HEAD({a}.l) = 1)",
                               f"({a}.f & ~{b}.f)", f"({a}.p.u - {b}.q.u < 0)"])

        out = []
        for form in rng.sample(["AG {}", "AF {}", "EF ({} & EX {})", "AG ({} -> EF {})", "E[{} U {}]"], 2):
            out += ["--ctl", form.format(atom(), atom())]
        for form in rng.sample(["[] {}", "<> {}", "[] <> {}", "{} U {}", "[] ({} -> <> {})"], 2):
            out += ["--ltl", form.format(atom(), atom())]
        return out

    def report(self, model, *options):
        done = self.run("check", str(model), "--errors", "0", "--trail", "none", "--json", "-", *options)
        if done.returncode not in (0, 1, 3):
            raise ValueError(f"{' '.join(options)}: status {done.returncode}, {done.stderr.strip()[-200:]}")
        report = json.loads(done.stdout)
        for entry in report["properties"]:
            entry.pop("time", None)
        return {part: report.get(part) for part in ("search", "properties", "unreached")}

    @property
    def available(self):
        with tempfile.TemporaryDirectory() as folder:
            model = Path(folder) / "small.esml"
            model.write_text("MODEL M; PROCESS P; BEGIN SKIP END P; BEGIN P END M\n")
            return self.run("check", str(model), "--engine", "native").returncode == 0

    def judge(self, number, seed, folder):
        """What differs, or nothing; None: the model is too large."""
        rng = random.Random(f"{seed}/{number}")
        text = Generator(rng, number % 2 == 1).model()
        large = number % 4 == 3  # states whose hashes are updated by what changed, in a store that uses them
        if large:
            text = text.replace("ARRAY [2] OF small", "ARRAY [150] OF small")
        model = folder / f"engines_{seed}_{number}.esml"
        model.write_text(text)
        instances = re.findall(r"(P\d+)\(\d, c", text.split("BEGIN")[-1])
        calls = {of: instances.count(of) for of in instances}
        try:
            options = [*self.WAYS[number % len(self.WAYS)], *self.formulas(rng, calls), *(["--store", "exact"] if large else [])]
            reports = [self.report(model, "--engine", engine, *options) for engine in ("vm", "native")]
        except subprocess.TimeoutExpired:
            return None
        except ValueError as error:
            return str(error)
        for part, value in reports[0].items():
            if value != reports[1][part]:
                return f"{' '.join(options)}\n{part}: {value}\nand natively {reports[1][part]}"[:1500]
        return ""

    def compare_all(self, numbers, seed, folder, jobs):
        if not self.available:
            self.skipped += 1
            return

        def one(number):
            different = self.judge(number, seed, folder)
            model = folder / f"engines_{seed}_{number}.esml"
            if different:
                print(f"FAIL {model.name}: {different}", flush=True)
                self.keep_model(model)
            model.unlink()
            return different

        found = oracle.in_parallel(one, numbers, jobs)
        self.passed += found.count("")
        self.skipped += found.count(None)
        self.failed += sum(bool(different) for different in found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gyre", required=True, help="the program under test")
    parser.add_argument("--count", type=int, default=40, help="models")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first model")
    parser.add_argument("--keep", help="folder for models that differ")
    parser.add_argument("--reductions", action="store_true", help="compare reduced searches with full ones")
    parser.add_argument("--engines", action="store_true", help="compare the engines")
    parser.add_argument("--jobs", type=int, default=1, help="with --engines, so many at a time")
    arguments = parser.parse_args()
    tester = (EngineTester if arguments.engines else Tester)(arguments)
    if arguments.reductions:
        tester.fairness, tester.operators, tester.count = ["none"], ctl.WITHOUT_NEXT, 6
    with tempfile.TemporaryDirectory() as folder:
        numbers = range(arguments.first, arguments.first + arguments.count)
        if arguments.engines:
            tester.compare_all(numbers, arguments.seed, Path(folder), arguments.jobs)
            numbers = []
        for number in numbers:
            (tester.one_reduced if arguments.reductions else tester.one)(number, arguments.seed, Path(folder))
    print(f"esml: {tester.passed} passed, {tester.failed} failed, {tester.skipped} skipped")
    return 1 if tester.failed else 0


if __name__ == "__main__":
    sys.exit(main())
