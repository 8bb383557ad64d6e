#!/usr/bin/env python3
"""Random small models: every search on every store under every fairness must come to the same verdicts.

    python3 tests/differential/random_matrix.py --gyre build/gyre [--count N] [--seed S] [--cells N] [--keep DIR] [--jobs N]
                                                [--table | --tally FILE]

The models are those of random_ways.py, with labels of acceptance and progress, a formula of linear time and one of
branching time, and one of five is smaller. Under each fairness of each unit, the search by components on whole states, run by the abstract machine
without reductions, is asked about all four; its answers are compared with those of N cells of

    search x store     nested and magic on every store, codec, --swarm and --when-full, where copies can tell the fairness;
                       components on stores with numbers

drawn at random, some with reductions, merging, symmetry, native code or hybrid storage. Branching time is asked where the store
can have it, on the cache under every codec. Lossy stores and small caches may say nothing where a property holds, and
a cache or a linear store that runs out of time or room may say nothing at all; everything else is a verdict that must be the same.

With --table, a table says how many verdicts were compared for each search and store (the rows) under each fairness (the
columns), how many of each property, and how many with which reduction or engine. With --tally they are added to what FILE
says of earlier runs, and the table is that of all of them.

A check of such a model takes a millisecond or two, and starting the program for it several times as long: gyre_asked (asked.cc), if it is built beside
the program, answers all questions in one process. Last line: random: N passed, M failed, K skipped.
"""

import json
import random
import sys
import threading
from pathlib import Path

import asker
import random_models
import random_reductions
import random_ways
import run
from random_ways import Different
from run import golden

FAIRNESS = {"none": [], "impartial": ["--fairness", "impartial"], "strictly": ["--fairness", "strictly-impartial"],
            **{f"{kind}/{unit}": ["--fairness", kind, *(["--fairness-unit", unit] if unit != "process" else [])]
               for kind in ("weak", "strong") for unit in ("process", "transition", "edge")}}
NUMBERED = {store: ["--store", store] for store in ("exact", "tree", "collapse", "compact")}
CACHES = {f"cache {codec}": ["--store", "cache", "--codec", codec] for codec in ("as-is", "compact", "collapse", "tree")}
SETS = {**{store: ["--store", store] for store in ("tree-compact", "linear", "dfa", "hash-compact")}, **CACHES,
        "bitstate": ["--store", "bitstate", "--bits", "22"], "swarm": ["--swarm", "2", "--bits", "22"],
        "full: hash-compact": ["--memory", "1G", "--when-full", "hash-compact"],
        "full: cache": ["--memory", "1G", "--when-full", "cache"]}
CELLS = [("scc", store) for store in NUMBERED] + [(search, store) for search in ("nested", "magic")
                                                 for store in (*NUMBERED, *SETS)]
BY_COPIES = ("none", "impartial", "strictly", "weak/process")  # what nested and magic search can tell
BRANCHING = [("ctl", store) for store in (*NUMBERED, *CACHES)]
OPTIONS = {**NUMBERED, **SETS}
REDUCTIONS = [["--por", "auto", "--merge", "auto"], ["--merge", "auto"], ["--por", "auto"]]
# With both of the others off symmetry is off, too.
REDUCTIONS += [[*options, "--symmetry", "auto"] for options in REDUCTIONS]
USED = ("partial order", "merging", "symmetry", "hybrid storage", "native code")  # what is counted
BUDGET = ["--time", "2s", "--memory", "500M"]  # of a search whose options name none
SELECTION = ["--property", "f", "--acceptance", "--non-progress"]


def tiny(rng):
    """Processes in loops over three bits: so few possible states that a linear store has room for them."""
    def step():
        return rng.choice((f"g{rng.randint(0, 2)} = {rng.randint(0, 1)}", f"g{rng.randint(0, 2)} = 1 - g{rng.randint(0, 2)}",
                           f"g{rng.randint(0, 2)} == {rng.randint(0, 1)}", f"(g{rng.randint(0, 2)} != g{rng.randint(0, 2)})", "skip"))

    def steps(most):
        return "; ".join(step() for _ in range(rng.randint(1, most)))

    lines = ["bit g0, g1, g2;"]
    twice = rng.random() < 0.5  # two of one type, which can change places
    for i in range(2 if twice else rng.randint(2, 3)):
        label = rng.choice(("", "", "accept: ", "progress: ", "end: "))
        options = [steps(3) for _ in range(rng.randint(1, 3))] + ["break"] * (rng.random() < 0.2)
        lines.append(f"active {'[2] ' * (twice and i == 0)}proctype A{i}() {{\n  {steps(2)};\n{label}do :: " + " :: ".join(options) +
                     f" od{'; ' + step() if 'break' in options else ''}\n}}")
    atom = lambda: f"g{rng.randint(0, 2)} == {rng.randint(0, 1)}"
    formula = rng.choice(random_reductions.FORMULAS).format(p=atom(), q=atom())
    return "\n".join(lines) + f"\nltl f {{ {formula} }}\n"


def make(seed, number):
    """A model of random_ways.py or a smaller one, with a formula of branching time."""
    rng = random.Random(f"matrix/{seed}/{number}")
    text = tiny(rng) if rng.random() < 0.2 else random_ways.make(seed, number)
    names = [n for n in ("g0", "g1", "g2") if f" {n}" in text.split("proctype")[0]] or ["_nr_pr"]
    atom = lambda: f"{rng.choice(names)} {rng.choice(('==', '!=', '>'))} {rng.randint(0, 2)}"
    return text + f"ctl g {{ {rng.choice(random_reductions.BRANCHING).format(p=atom(), q=atom())} }}\n"


class MatrixJudge(random_reductions.ReductionJudge):
    def __init__(self, gyre, seconds, cells):
        super().__init__(gyre, seconds)
        self.cells = cells
        self.lock = threading.Lock()
        self.counts = {}  # "search store/fairness", "errors/search store", "property/fairness", "merging/fairness": verdicts
        beside = Path(gyre).with_name("gyre_asked")
        self.askers = asker.Askers(beside, seconds) if beside.exists() else None

    def check(self, name, text):
        rng = random.Random(name)
        few = 12 if name == "shrink" else self.cells
        try:
            for fairness, options in FAIRNESS.items():
                plain = self.verdicts(text, [*options, "--search", "scc", "--store", "exact", *random_ways.PLAIN], ["--property", "g"])
                if plain is None:
                    raise Different("skipped", "refused")
                if any(cut_short(p) for p in plain.values()):
                    raise Different("timeout", "by components")
                for _ in range(3 if name == "shrink" else 1):  # of everything, more often than when it was found
                    self.sample(text, rng, fairness, plain, few)
        except Different as problem:
            return run.Row("random", name, problem.outcome, problem.detail[:900])
        self.count("models")
        return run.Row("random", name, "equal")

    def sample(self, text, rng, fairness, plain, few):
        cells = CELLS if fairness in BY_COPIES else [c for c in CELLS if c[0] == "scc"]
        few = min(few, len(cells)) if cells is CELLS else 1 + few // 4
        for search, store in [*rng.sample(cells, few), rng.choice(BRANCHING)]:
            options = [*FAIRNESS[fairness], *OPTIONS[store]]
            branching = search == "ctl"
            if store.startswith("cache"):
                options += ["--cache-size", rng.choice(("30", "400", "100000")), "--time", "300ms", "--seed", str(rng.randint(1, 99))]
            if not branching:
                options += ["--search", search]
            if rng.random() < 0.5:
                options += rng.choice(REDUCTIONS)
            elif not branching and store in NUMBERED and search != "scc" and rng.random() < 0.2:
                options += ["--hybrid", rng.choice(("demon", "claim"))]
            elif rng.random() < 0.01:  # to compile takes longer than everything else
                options += ["--engine", "native"]
            done = self.verdicts(text, random_ways.plain_but(options), ["--property", "g"] if branching else SELECTION, True)
            if done is None:
                continue
            self.compare((search, store, fairness), options, plain, done)

    def compare(self, cell, options, plain, done):
        search, store, fairness = cell
        for kind, found in done.items():
            verdict = found["verdict"]
            if may_be_inconclusive(store, found, plain[kind]["verdict"]):
                continue
            if any("run-time error" in p["reason"] for p in (found, plain[kind])):
                continue  # behind which nothing is known: another order may decide before it meets one
            if cut_short(found):
                raise Different("timeout", f"{kind} {' '.join(options)}")
            if verdict != plain[kind]["verdict"]:
                raise Different("different", f"{kind} {' '.join(options)}: {verdict} ({found['reason']}), by components "
                                             f"{plain[kind]['verdict']}")
            self.count(f"{search} {store}/{fairness}", f"{kind}/{fairness}", *(f"{u}/{fairness}" for u in used(found, options)),
                       f"errors/{search} {store}" if verdict == "violated" else "")

    def count(self, *names):
        with self.lock:
            for name in filter(None, names):
                self.counts[name] = self.counts.get(name, 0) + 1

    def verdicts(self, text, options, selection, alone=False):
        """The properties by name; nothing if it was refused."""
        options = [*(selection if alone else [*SELECTION, *selection]), *options]
        for i in range(0, len(BUDGET), 2):
            if BUDGET[i] not in options:
                options += BUDGET[i:i + 2]
        done = self.askers.ask(text, options) if self.askers else self.search(text, options)
        if done.timeout:
            raise Different("timeout", str(options))
        if golden.crashed(done) or (done.report is None and done.code != 2):
            raise Different("crash", f"{options}: {done.output}")
        return done.report and {p["name"]: p for p in done.report["properties"] if p["verdict"] != "not-checked"}

    def table(self):
        width = max(map(len, FAIRNESS)) + 2
        out = [f"{self.counts.get('models', 0):<28}" + "".join(f"{f:>{width}}" for f in FAIRNESS) + f"{'all':>9}{'errors':>8}"]
        for row in [*(" ".join(cell) for cell in (*CELLS, *BRANCHING)), "f", "acceptance", "non-progress", "g", *USED]:
            counts = [self.counts.get(f"{row}/{f}", 0) for f in FAIRNESS]
            out.append(f"{row:28}" + "".join(f"{n:>{width}}" for n in counts) + f"{sum(counts):>9}" +
                       f"{self.counts.get('errors/' + row, 0) or '':>8}")
        return "\n".join(out)

    def add_to(self, file):
        """What an earlier run has counted is counted, too."""
        if file.exists():
            for name, count in json.loads(file.read_text()).items():
                self.counts[name] = self.counts.get(name, 0) + count
        file.write_text(json.dumps(self.counts, indent=0, sort_keys=True))


def used(found, options):
    """What a search that was asked for it did use."""
    how = found.get("search", {}).get("reduction", {})
    asked = ("--hybrid" in options, "native" in options)
    return [name for name, is_used in zip(USED, (how.get("por"), how.get("merge"), "symmetry" in how, *asked)) if is_used]


def cut_short(found):
    return found["verdict"] == "inconclusive" and "budget" in found["reason"]


def may_be_inconclusive(store, found, plain):
    """A lossy search that was through finds what is there (the arrays are large), and says nothing otherwise; a small
    cache may end without a verdict. No impartial run at all is one that everybody must see."""
    if found["verdict"] != "inconclusive" or plain == "inconclusive":
        return False
    if found["search"].get("lossy"):
        return plain != "violated"
    return (store == "linear" or store.startswith("cache")) and (cut_short(found) or "where it could go" in found["reason"])


def main():
    parser = random_models.arguments_of(__doc__)
    parser.add_argument("--cells", type=int, default=4, help="how many pairs of search and store for a model and fairness")
    parser.add_argument("--table", action="store_true", help="how many verdicts were compared, on standard error")
    parser.add_argument("--tally", type=Path, metavar="FILE", help="the same, of all runs with this file")
    arguments = parser.parse_args()
    judge = MatrixJudge(arguments.gyre, arguments.seconds, arguments.cells)
    status = random_models.compare(arguments, judge, make)
    if arguments.tally:
        judge.add_to(arguments.tally)
    if arguments.table or arguments.tally:
        print(judge.table(), file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
