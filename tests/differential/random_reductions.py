#!/usr/bin/env python3
"""Random small models: a reduced search must find what the full one finds.

    python3 tests/differential/random_reductions.py --gyre build/gyre [--ltl | --ctl] [--count N] [--seed S] [--keep DIR]

The models are those of random_models.py with more of what reductions may get wrong: timeouts inside of conditions,
rendezvous between several partners, remote references, priorities, what happened last; and smaller ones in which a
rendezvous stands behind a condition in an atomic sequence. SPIN is not asked, so they may have what pan gets wrong. Every
model is searched fully, with partial order reduction (depth-first and in any order, by one thread and two), with merging, and
with both: the same verdict, the same errors at the same places and (what a stubborn set promises) the same deadlocks.

With --ltl each model has a formula of linear time without X, checked with and without partial order reduction and
merging, by the nested search and by components; with --ctl one of branching time without X. Last line: random: N passed, M failed, K skipped.
"""

import random
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import random_models  # noqa: E402
import run  # noqa: E402
from run import golden  # noqa: E402

FORMULAS = ("[] ({p})", "<> ({p})", "[] <> ({p})", "<> [] ({p})", "({p}) U ({q})", "({p}) W ({q})",
            "[] (({p}) -> <> ({q}))", "[] (({p}) -> (({p}) U ({q})))", "([] <> ({p})) -> ([] <> ({q}))",
            "<> (({p}) && <> ({q}))", "[] (({p}) || [] ({q}))")
BRANCHING = ("AG ({p})", "EF ({p})", "AF ({p})", "EG ({p})", "AG EF ({p})", "EF AG ({p})", "AG (({p}) -> AF ({q}))",
             "A[({p}) U ({q})]", "E[({p}) U ({q})]", "AG (EF ({p}) & EF ({q}))", "EF (EG ({p}) & EF ({q}))",
             "AG (({p}) -> E[({p}) U ({q})])", "AF (AG ({p}) | AG ({q}))", "E[EF ({p}) U AG ({q})]")


class Concurrent(random_models.Generator):
    """Models in which processes concern each other more."""

    def model(self):
        self.first_locals = []
        self.uses_last = self.chance(0.04)
        self.priorities = self.chance(0.08)
        text = super().model()
        if self.priorities:
            text = text.replace("active proctype A1()", "active proctype A1() priority 2")
        return text

    def process(self, head, parameters, budget):
        text = super().process(head, parameters, budget)
        if "proctype A0()" in head:
            self.first_locals = list(self.locals)
        if "proctype A0()" not in head:
            return text
        # Somewhere to refer to: A0@Z is where it begins, A0@Y near the end.
        start, end = text.index("{\n") + 2, text.rindex("\n}")
        lines = text[start:end].split("\n")
        first = next(i for i, line in enumerate(lines) if not line.startswith(tuple(
            f"{random_models.INDENT}{kind} " for kind in ("byte", "bit", "short"))))
        lines.insert(first, random_models.INDENT + "Z: skip;")
        return text[:start] + "\n".join(lines) + ";\n  Y: skip" + text[end:]

    def condition(self, depth=0):
        if self.chance(0.06):
            return self.pick("timeout", f"(timeout && {super().condition(depth + 1)})",
                             f"(timeout || {super().condition(depth + 1)})")
        if self.chance(0.06):
            return self.pick("A0@Z", "A0@Y", "!(A0@Z)")
        if self.uses_last and self.chance(0.1):
            return f"_last == {self.rng.randint(0, 2)}"
        return super().condition(depth)

    def simple(self):
        if self.priorities and not self.in_d_step and self.chance(0.05):
            return f"set_priority({self.rng.randint(0, 1)}, {self.rng.randint(1, 3)})"
        return super().simple()

    def atom(self):
        kind = self.rng.randint(0, 7)
        if kind == 0:
            return self.pick("A0@Z", "A0@Y", "A0[0]@Z", "A0[0]@Y", "A0[1]@Z", "A0[1]@Y")
        if kind == 6 and self.array:
            return f"arr[{self.rng.randint(0, 1)}] {self.pick('==', '!=')} {self.rng.randint(0, 1)}"
        if kind == 7 and self.first_locals:
            return f"A0[{self.rng.randint(0, 1)}]:{self.rng.choice(self.first_locals)} == {self.rng.randint(0, 1)}"
        if kind == 1 and self.channels:
            return f"len({self.rng.choice(list(self.channels))}) > 0"
        if kind == 2:
            return f"_nr_pr {self.pick('<', '>')} {self.rng.randint(1, 3)}"
        return f"{self.rng.choice(self.globals)} {self.pick('==', '!=', '>')} {self.rng.randint(0, 2)}"


class Guarded:
    """Rendezvous behind local conditions in atomic sequences: what may give up control there, and what others notice."""

    def __init__(self, rng):
        self.rng = rng

    def pick(self, *choices):
        return self.rng.choice(choices)

    def chance(self, p):
        return self.rng.random() < p

    def atom(self):
        return self.pick("A0@Z", "A1@Z", f"g == {self.rng.randint(0, 2)}", f"h > {self.rng.randint(0, 1)}", "len(d) > 0",
                         "A0:x == 1")

    def local(self):
        return self.pick("x == 0", "x == 1", "x < 2", "x != y", "x = 1 - x", "y = x", "x = (x + 1) % 3", "skip", "d_step { x = y; y = 1 }")

    def shared(self):
        noticed = ["if :: c!1 :: else fi", "A0@Z", "timeout"] if self.notice else []
        return self.pick("g = x", "h = (h + 1) % 3", "g == 1", "g = 0", "d_step { g == 0; g = 2; x = 1 }", "h = g",
                         f"assert(g != {self.rng.randint(0, 2)} || h != {self.rng.randint(0, 2)} || x != 1)", *noticed)

    def message(self):
        return self.pick("c", "c", "e", "e", "d") + self.pick("!x", "!1", "!0", "?x", "?y", "?1", "?0", "?_")

    def inside(self):
        middle = self.message()
        if self.chance(0.25):
            middle = f"if :: {self.message()} :: {self.pick(self.message, self.local, self.shared)()} fi"
        first = "; ".join([self.local() for _ in range(self.pick(1, 1, 2))] if self.chance(0.8) else [self.shared()])
        return f"atomic {{ {first}; {middle}" + self.pick("", "; " + self.local(), "; " + self.shared()) + " }"

    def statement(self, depth=0):
        kind = self.rng.randint(0, 11)
        if kind < 5:
            return self.inside()
        if kind < 7:
            return self.message()
        if kind == 7:
            return self.local()
        if kind == 8 or depth > 1:
            return self.shared()
        if kind == 9 and self.chance(0.3):
            return f"{{ {self.inside()} }} unless {{ {self.message()} }}"
        options = " :: ".join(self.statement(depth + 1) for _ in range(self.rng.randint(2, 3)))
        return f"if :: {options} fi" if kind < 11 else f"do :: {options} :: break od"

    def model(self):
        self.notice = self.chance(0.25)
        lines = ["byte g, h;", "chan c = [0] of { byte };", "chan e = [0] of { byte };",
                 f"chan d = [{self.pick(0, 1)}] of {{ byte }};"]
        for i in range(self.rng.randint(2, 4)):
            body = ";\n  ".join(self.statement() for _ in range(self.rng.randint(1, 3)))
            if self.chance(0.5):
                body = f"do :: {body} od"
            lines.append(f"active proctype A{i}() {{\n  byte x = {i % 2}, y;\n  Z: {self.local()};\n  {body}\n}}")
        return "\n".join(lines) + "\n"


def make(seed, number, kind):
    rng = random.Random(f"reductions/{seed}/{number}")
    generator = Guarded(rng) if rng.random() < 0.4 else Concurrent(random.Random(f"reductions/{seed}/{number}"))
    text = generator.model()
    if kind != "safety":
        formula = generator.rng.choice(FORMULAS if kind == "ltl" else BRANCHING)
        text += f"{kind} f {{ {formula.format(p=generator.atom(), q=generator.atom())} }}\n"
    return text


class ReductionJudge(random_models.Judge):
    """Safety."""

    available = True

    def __init__(self, gyre, seconds):
        self.gyre = gyre
        self.seconds = seconds

    def search(self, text, options):
        with tempfile.TemporaryDirectory(prefix="gyre-random-") as folder:
            path = Path(folder) / "random.pml"
            path.write_text(text)
            return golden.run_gyre(self.gyre, ["check", "--trail", "none", *options], path, self.seconds)

    @staticmethod
    def found(done, deadlocks):
        violations = done.report["properties"][0]["violations"]
        return sorted((v["error"], v["count"] if deadlocks else 0) if v["error"] == "deadlock" else
                      (v["error"], v["location"]["line"], v["location"]["process"]) for v in violations)

    def check(self, name, text):
        every = ["--safety", "--errors", "0"]
        full = self.search(text, [*every, "--por", "off", "--merge", "off"])
        if golden.crashed(full) and not full.timeout:
            return run.Row("random", name, "crash", full.output[:200])
        if full.timeout or full.report is None:
            return run.Row("random", name, "timeout" if full.timeout else "skipped", full.output[:150])
        for options, deadlocks in ((["--por", "auto", "--merge", "off"], True), (["--por", "off", "--merge", "auto"], False),
                                   (["--por", "auto", "--merge", "auto"], False),
                                   (["--por", "auto", "--merge", "off", "--search", "pseudo-dfs"], True),
                                   (["--por", "auto", "--merge", "auto", "--search", "pseudo-dfs", "--threads", "2"], False)):
            reduced = self.search(text, every + options)
            if reduced.timeout:
                return run.Row("random", name, "timeout", str(options))
            if reduced.code == 2 and "hidden variables" in reduced.output:
                continue  # then a search must have an order
            if golden.crashed(reduced) or reduced.report is None:
                return run.Row("random", name, "crash", reduced.output[:200])
            if self.found(reduced, deadlocks) != self.found(full, deadlocks):
                return run.Row("random", name, "different", f"{options}: {self.found(reduced, True)}, "
                               f"without reduction {self.found(full, True)}"[:600])
        return run.Row("random", name, "equal")


class FormulaJudge(ReductionJudge):
    """A formula, asked in several ways, the first of which is the textbook's."""

    WAYS = (["--por", "off", "--merge", "off"], ["--por", "auto", "--merge", "off"], ["--por", "off", "--merge", "auto"],
            ["--por", "auto", "--merge", "auto"])

    def check(self, name, text):
        verdicts = []
        for options in self.WAYS:
            done = self.search(text, ["--property", "f", *options])
            if golden.crashed(done) and not done.timeout:
                return run.Row("random", name, "crash", f"{options}: {done.output}"[:300])
            if done.timeout or done.report is None:
                return run.Row("random", name, "timeout" if done.timeout else "skipped", done.output[:150])
            verdicts.append(done.report["properties"][0]["verdict"])
        # A limit that one search meets, and another one does not, makes no difference of verdicts.
        if len(set(verdicts) - {"inconclusive"}) > 1:
            return run.Row("random", name, "different",
                           "; ".join(f"{' '.join(w)}: {v}" for w, v in zip(self.WAYS, verdicts)))
        return run.Row("random", name, "equal")


class LtlJudge(FormulaJudge):
    WAYS = (*FormulaJudge.WAYS, ["--por", "auto", "--merge", "auto", "--search", "scc"])


def main():
    parser = random_models.arguments_of(__doc__)
    parser.add_argument("--ltl", action="store_true", help="formulas of linear time instead of safety")
    parser.add_argument("--ctl", action="store_true", help="formulas of branching time instead of safety")
    arguments = parser.parse_args()
    kind = "ltl" if arguments.ltl else "ctl" if arguments.ctl else "safety"
    judge = {"ltl": LtlJudge, "ctl": FormulaJudge, "safety": ReductionJudge}[kind](arguments.gyre, arguments.seconds)
    return random_models.compare(arguments, judge, lambda seed, number: make(seed, number, kind))


if __name__ == "__main__":
    sys.exit(main())
