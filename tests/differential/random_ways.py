#!/usr/bin/env python3
"""Random small models: every way of checking must come to the same verdict.

    python3 tests/differential/random_ways.py --gyre build/gyre [--spin] [--count N] [--seed S] [--keep DIR] [--ways N]

The models are those of random_reductions.py, with labels of acceptance and progress and a formula. The answer of the
plain search on the abstract machine, without reductions, is compared with those of N ways, drawn at random, for each of

    safety       stores, searches, threads, the engine: the same errors at the same places (and, where the search is
                 exhaustive, the same states and transitions); one length of a shortest counterexample
    f            the formula, without and with each fairness: searches, stores, --hybrid, reductions, --shortest, sets of
                 visited states, --swarm, --when-full (lossy ones may say nothing where it holds)
    hoa          the automaton of the formula's negation, as a HOA file: the verdict is that of the formula
    acceptance, non-progress   the cycles by labels, likewise

and what is violated with a stronger fairness must be so with a weaker one, with a lasso that is no longer, if the shortest
one is asked for; that is no longer than any other, and there is one for each component, however they are found. With --spin, pan -a, -l and both with -f are
asked, too (slow). Last line: random: N passed, M failed, K skipped.
"""

import random
import re
import subprocess
import sys

import random_models
import random_reductions
import run
from run import golden

PLAIN = ["--engine", "vm", "--por", "off", "--merge", "off"]

# Of the whole graph: states and transitions are compared, too.
FULL = [["--store", store] for store in ("tree", "tree-compact", "collapse", "compact", "linear", "dfa")] + [
    ["--search", "bfs"], ["--search", "pseudo-dfs"], ["--search", "bfs", "--store", "collapse"],
    ["--search", "pseudo-dfs", "--threads", "2"], ["--search", "bfs", "--threads", "3"], ["--engine", "native"],
    ["--search", "pseudo-dfs", "--engine", "native"], ["--search", "bfs", "--store", "compact"]]
# Of which only the errors count.
ERRORS = [["--store", "hash-compact"], ["--store", "bitstate", "--bits", "22"], ["--store", "cache", "--cache-size", "64"],
          ["--search", "bounded", "--depth", "1000000"], ["--merge", "auto"], ["--por", "auto"],
          ["--merge", "auto", "--search", "bfs"], ["--merge", "auto", "--engine", "native"],
          ["--merge", "auto", "--search", "pseudo-dfs", "--threads", "2"], ["--por", "auto", "--engine", "native"],
          ["--por", "auto", "--merge", "auto", "--store", "collapse"], ["--por", "auto", "--store", "dfa"],
          ["--por", "auto", "--merge", "auto", "--store", "tree-compact"]]
SHORTEST = [["--shortest"], ["--shorten"], ["--shortest", "--engine", "native"], ["--shorten", "--store", "tree"]]

STORES = [[], ["--store", "tree"], ["--store", "collapse"], ["--store", "compact"], ["--engine", "native"]]
CYCLES = [["--search", search, *more] for search in ("nested", "scc", "magic") for more in STORES] + [
    [], ["--shortest"], ["--shorten"], ["--merge", "auto", "--por", "auto"], ["--merge", "auto"], ["--por", "auto", "--search", "nested"],
    ["--threads", "2"], ["--threads", "3", "--search", "nested"], ["--threads", "2", "--hybrid", "claim"],
    ["--threads", "2", "--por", "auto"], ["--threads", "3", "--por", "auto", "--merge", "auto", "--engine", "native"],
    ["--hybrid", "claim"], ["--hybrid", "demon"], ["--search", "magic", "--hybrid", "none"],
    ["--search", "nested", "--hybrid", "claim", "--store", "tree"],
    ["--search", "magic", "--hybrid", "claim", "--store", "collapse"]]
# On sets of visited states; those that come to no verdict are lossy, or have too little room.
SETS = [["--search", search, *more] for search in ("nested", "magic") for more in (
    ["--store", "dfa"], ["--store", "tree-compact"], ["--store", "linear"], ["--store", "hash-compact"],
    ["--store", "bitstate", "--bits", "22"], ["--store", "cache", "--cache-size", "400", "--time", "1s"],
    ["--store", "cache", "--cache-size", "30", "--time", "1s"], ["--store", "dfa", "--por", "auto"],
    ["--store", "bitstate", "--bits", "22", "--engine", "native"], ["--swarm", "2", "--bits", "22"],
    ["--swarm", "2", "--bits", "22", "--por", "auto"], ["--memory", "1G", "--when-full", "hash-compact"],
    ["--memory", "1G", "--when-full", "cache"])] + [
    ["--store", "dfa"], ["--store", "bitstate", "--bits", "22"], ["--store", "cache", "--cache-size", "400", "--time", "1s"]]
HOA = [[], ["--search", "nested"], ["--search", "scc"], ["--search", "magic"], ["--shortest"],
       ["--hybrid", "claim"], ["--store", "tree"]]
FAIRNESS = ("none", "weak", "strong", "impartial", "strictly-impartial")
PROPERTIES = {"f": ["--property", "f"], "acceptance": ["--acceptance"], "non-progress": ["--non-progress"]}


def make(seed, number):
    text = random_reductions.make(seed, number, "ltl")
    rng = random.Random(f"ways/{seed}/{number}")

    def label(found):
        if rng.random() < 0.5:
            return found.group()
        return f"{found.group(1)}{rng.choice(('accept', 'progress'))}_{found.start()}: {found.group(2)}"

    # A loop's head that has no label yet, outside of d_steps and inlines (whose text may stand in several places).
    return re.sub(r"^(  )(do)$", label, text, flags=re.M)


class WaysJudge(random_reductions.ReductionJudge):
    def __init__(self, gyre, seconds, ways, spin):
        super().__init__(gyre, seconds)
        self.ways = ways
        self.oracle = random_models.oracle.Oracle(optimise="-O0", pan_seconds=seconds) if spin else None

    def check(self, name, text):
        rng = random.Random(name)
        few = 1000 if name == "shrink" else self.ways

        def sample(ways):
            return ways if few >= len(ways) else rng.sample(ways, few)

        try:
            self.safety(text, sample)
            self.cycles(text, sample)
            self.automaton(text, sample)
        except Different as problem:
            return run.Row("random", name, problem.outcome, problem.detail[:600])
        return run.Row("random", name, "equal")

    def ask(self, text, options, may_refuse=True):
        done = self.search(text, options)
        if done.timeout:
            raise Different("timeout", str(options))
        if golden.crashed(done) or (done.report is None and done.code != 2):
            raise Different("crash", f"{options}: {done.output}")
        if done.report is None and not may_refuse:
            raise Different("skipped", done.output)
        return done.report

    def safety(self, text, sample):
        every = ["--safety", "--errors", "0"]

        def errors(report):
            return sorted({(v["error"], 0) if v["error"] == "deadlock" else (v["error"], v["location"]["line"])
                           for v in report["properties"][0]["violations"]})

        plain = self.ask(text, every + PLAIN + ["--store", "exact", "--search", "dfs"], False)
        if not plain["search"]["complete"]:
            raise Different("skipped", plain["properties"][0]["reason"])
        for options in sample(FULL + ERRORS):
            if "hidden" in text and "--search" in options:
                continue  # of hidden variables the value of the first arrival counts, and another order has another
            report = self.ask(text, every + plain_but(options))
            if report is None or not report["search"]["complete"]:
                continue  # refused, or no room in a linear store
            if errors(report) != errors(plain):
                raise Different("different", f"{options}: {errors(report)}, plainly {errors(plain)}")
            if options in FULL and any(report["search"][n] != plain["search"][n] for n in ("states", "transitions")):
                raise Different("different", f"{options}: {report['search']}, plainly {plain['search']}")
        if not errors(plain):
            return
        lengths = {}
        for options in SHORTEST:
            report = self.ask(text, ["--safety"] + plain_but(options))
            if report is not None:
                violations = report["properties"][0]["violations"]
                # To an error that was met there need not be a path.
                if not violations or "counterexample" in violations[0]:
                    lengths[" ".join(options)] = violations[0]["counterexample"]["length"] if violations else None
        if len(set(lengths.values())) > 1:
            raise Different("different", f"lengths {lengths}")

    def cycles(self, text, sample):
        for name, selection in PROPERTIES.items():
            verdicts, stutters = {}, {}
            for fairness in FAIRNESS:
                fair = [*selection, "--fairness", fairness]
                report = self.ask(text, fair + PLAIN + ["--search", "scc"], False)
                plain = verdicts[fairness] = report["properties"][0]["verdict"]
                found = [v.get("counterexample", {}) for v in report["properties"][0]["violations"]]
                stutters[fairness] = [c.get("cycle_start", -1) == c.get("length") for c in found] == [True]
                for options in sample(CYCLES) + sample(SETS):
                    report = self.ask(text, fair + plain_but(options))
                    if report is None:
                        continue
                    verdict = report["properties"][0]["verdict"]
                    if options in SETS and may_be_inconclusive(report, plain):
                        continue
                    if verdict != plain:
                        raise Different("different", f"{name} {fairness} {options}: {verdict}, plainly {plain}")
            for weaker, stronger in (("none", "weak"), ("weak", "strong"), ("impartial", "strictly-impartial")):
                if verdicts[stronger] == "violated" and verdicts[weaker] != "violated":
                    raise Different("different", f"{name}: {verdicts}")
            self.lengths(text, name, selection, verdicts)
            if self.oracle:
                self.ask_spin(name, text, verdicts, stutters)

    def lengths(self, text, name, selection, verdicts):
        """Shortest lassos: no longer than others, no shorter under a stricter fairness; one for each component."""
        shortest = {}
        for fairness in FAIRNESS:
            fair = [*selection, "--fairness", fairness, *PLAIN]
            found = self.lassos(text, fair + ["--shortest"])
            if (found is not None) != (verdicts[fairness] == "violated"):
                raise Different("different", f"{name} {fairness} --shortest: {found}, plainly {verdicts[fairness]}")
            if found is None or not found.lassos:
                continue
            for options in (["--search", "scc"], ["--shorten"], []):
                other = self.lassos(text, fair + options)
                if other.lassos and min(other.lassos) < found.lassos[0]:
                    raise Different("different", f"{name} {fairness} {options}: {other.lassos}, shortest {found.lassos}")
            every = self.lassos(text, fair + ["--shortest", "--errors", "0"])
            parts = self.lassos(text, fair + ["--search", "scc", "--errors", "0"])
            if len(every.lassos) != len(parts.lassos) or (found.exact and min(every.lassos) != found.lassos[0]):
                raise Different("different", f"{name} {fairness} --errors 0: {every.lassos}, by components {parts.lassos}")
            if found.exact:
                shortest[fairness] = found.lassos[0]
        for weaker, stronger in (("none", "weak"), ("weak", "strong"), ("impartial", "strictly-impartial"), ("weak", "strictly-impartial")):
            if shortest.get(stronger, 1 << 30) < shortest.get(weaker, 0):
                raise Different("different", f"{name}: lengths {shortest}")

    def lassos(self, text, options):
        """What was found, or nothing."""
        done = self.ask(text, options, False)["properties"][0]
        if done["verdict"] != "violated":
            return None
        found = [v["counterexample"] for v in done["violations"]]
        return Lassos([c["length"] for c in found if "cycle_start" in c], done["reason"].endswith("smallest length"))

    def automaton(self, text, sample):
        formula = re.search(r"^ltl f \{(.*)\}", text, re.M)
        if not formula:
            return
        with random_models.tempfile.TemporaryDirectory(prefix="gyre-random-") as folder:
            for more in ([], ["--generalised"]):
                path = random_models.Path(folder) / "claim.hoa"
                done = subprocess.run([self.gyre, "ltl", f"!({formula[1]})", "--format", "hoa", "--output", path, *more],
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
                if done.returncode != 0:
                    raise Different("crash", done.stdout)
                for fairness in FAIRNESS:
                    # Reductions are for formulas only; nothing is merged in either.
                    plain = self.ask(text, ["--property", "f", "--fairness", fairness, *PLAIN, "--search", "scc"], False)
                    for options in sample(HOA):
                        report = self.ask(text, ["--hoa", str(path), "--property", "safety", "--fairness", fairness,
                                                 *plain_but(options)])
                        if report is None:
                            continue
                        verdict = report["properties"][-1]["verdict"]
                        if verdict != plain["properties"][0]["verdict"]:
                            raise Different("different", f"hoa {fairness} {options} {more}: {verdict}, as a formula "
                                                         f"{plain['properties'][0]['verdict']}")

    def ask_spin(self, name, text, verdicts, stutters):
        with random_models.tempfile.TemporaryDirectory(prefix="gyre-random-") as folder:
            path = random_models.Path(folder) / "random.pml"
            # pan takes the labels of processes for the claim's, tells of a bad prefix by an assertion, and counts a
            # claim as a process. Hidden variables are not in its states, also where a claim reads them.
            path.write_text(re.sub(r"assert\(.*\)", "skip", re.sub("(accept|progress)_", "no_", text)) if name == "f" else
                            re.sub(r"^ltl.*\n", "", text, flags=re.M))
            if name in ("f", "non-progress") and "_nr_pr" in text or "hidden" in text:
                return
            for fairness in ("none", "weak"):
                flags = ("pan:-E",) if name == "f" else ("pan:-A", "pan:-E")
                verdict = self.oracle.cycles(path, flags, fair=fairness == "weak", progress=name == "non-progress")
                if not verdict.judged or not verdict.complete and not verdict.errors:
                    continue
                cycle = {"acceptance-cycle", "non-progress-cycle", "claim-completed", "assertion"} & set(verdict.kinds)
                if verdict.errors and not cycle:
                    continue  # another error came first
                theirs = "violated" if verdict.errors else "holds"
                if fairness == "weak" and stutters[fairness] and theirs == "holds":
                    continue  # with -f pan does not prolong finite runs
                if verdicts[fairness] != theirs:
                    raise Different("different", f"{name} {fairness}: {verdicts[fairness]}, SPIN {theirs} {verdict.kinds}")


def may_be_inconclusive(report, plain):
    """A lossy search that was through finds what is there (the arrays are large), and says nothing otherwise."""
    if report["properties"][0]["verdict"] != "inconclusive":
        return False
    search = report["search"]
    return plain != "violated" if search["lossy"] else "budget" in report["properties"][0]["reason"]


def plain_but(options):
    """The plain options, but for those that are given."""
    out = list(options)
    for i in range(0, len(PLAIN), 2):
        if PLAIN[i] not in options:
            out += PLAIN[i:i + 2]
    return out


class Lassos:
    def __init__(self, lassos, exact):
        self.lassos = lassos  # their lengths
        self.exact = exact    # the report says that it is the shortest


class Different(Exception):
    def __init__(self, outcome, detail):
        super().__init__(detail)
        self.outcome = outcome
        self.detail = detail


def main():
    parser = random_models.arguments_of(__doc__)
    parser.add_argument("--ways", type=int, default=4, help="how many ways of each kind for a model")
    parser.add_argument("--spin", action="store_true", help="ask SPIN about cycles, too")
    arguments = parser.parse_args()
    judge = WaysJudge(arguments.gyre, arguments.seconds, arguments.ways, arguments.spin)
    return random_models.compare(arguments, judge, make)


if __name__ == "__main__":
    sys.exit(main())
