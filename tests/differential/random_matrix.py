#!/usr/bin/env python3
"""Random small models: every search on every store under every fairness must come to the same verdicts.

    python3 tests/differential/random_matrix.py --gyre build/gyre [--count N] [--seed S] [--cells N] [--keep DIR] [--jobs N]
                                                [--table]

The models are those of random_ways.py, with labels of acceptance and progress, a formula of linear time and one of
branching time. Under each fairness of each unit, the search by components on whole states, run by the abstract machine
without reductions, is asked about all four; its answers are compared with those of N cells of

    search x store     nested and magic on every store, codec, --swarm and --when-full, where copies can tell the fairness;
                       components on stores with numbers

drawn at random, some with reductions, merging, symmetry, native code or hybrid storage. Branching time is asked where the store
can have it, on the cache under every codec. Lossy stores and small caches may say nothing where a property holds, and
a cache or a linear store that runs out of time or room may say nothing at all; everything else is a verdict that must be the same.

With --table, a table says how many verdicts were compared for each search and store (the rows) under each fairness (the
columns), and how many of each property. Last line: random: N passed, M failed, K skipped.
"""

import random
import sys
import threading

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
SELECTION = ["--property", "f", "--acceptance", "--non-progress"]


def make(seed, number):
    """A model of random_ways.py with a formula of branching time."""
    text = random_ways.make(seed, number)
    rng = random.Random(f"matrix/{seed}/{number}")
    names = [n for n in ("g0", "g1", "g2") if f" {n}" in text.split("proctype")[0]] or ["_nr_pr"]
    atom = lambda: f"{rng.choice(names)} {rng.choice(('==', '!=', '>'))} {rng.randint(0, 2)}"
    return text + f"ctl g {{ {rng.choice(random_reductions.BRANCHING).format(p=atom(), q=atom())} }}\n"


class MatrixJudge(random_reductions.ReductionJudge):
    def __init__(self, gyre, seconds, cells):
        super().__init__(gyre, seconds)
        self.cells = cells
        self.lock = threading.Lock()
        self.compared = {}  # (search, store, fairness): verdicts
        self.kinds = {}     # (property, fairness): verdicts
        self.found = {}     # (search, store): errors found, of those compared

    def check(self, name, text):
        rng = random.Random(name)
        few = 12 if name == "shrink" else self.cells
        try:
            for fairness, options in FAIRNESS.items():
                plain = self.verdicts(text, [*options, "--search", "scc", "--store", "exact", *random_ways.PLAIN], ["--property", "g"])
                if plain is None:
                    raise Different("skipped", "refused")
                if name != "shrink":
                    self.sample(text, rng, fairness, plain, few)
                else:
                    for _ in range(3):  # of everything, more often than when it was found
                        self.sample(text, rng, fairness, plain, few)
        except Different as problem:
            return run.Row("random", name, problem.outcome, problem.detail[:900])
        return run.Row("random", name, "equal")

    def sample(self, text, rng, fairness, plain, few):
        cells = CELLS if fairness in BY_COPIES else [c for c in CELLS if c[0] == "scc"]
        few = min(few, len(cells)) if cells is CELLS else 1 + few // 4
        for search, store in [*rng.sample(cells, few), rng.choice(BRANCHING)]:
            options = [*FAIRNESS[fairness], *OPTIONS[store]]
            branching = search == "ctl"
            if store.startswith("cache"):
                options += ["--cache-size", rng.choice(("30", "400", "100000")), "--time", "2s", "--seed", str(rng.randint(1, 99))]
            if not branching:
                options += ["--search", search]
            if rng.random() < 0.3:
                options += rng.choice((["--por", "auto", "--merge", "auto"], ["--merge", "auto"], ["--por", "auto"],
                                       ["--symmetry", "auto"], ["--engine", "native"]))
            if not branching and store in NUMBERED and search != "scc" and rng.random() < 0.2:
                options += ["--hybrid", rng.choice(("demon", "claim"))]
            done = self.verdicts(text, random_ways.plain_but(options), ["--property", "g"] if branching else SELECTION, True)
            if done is None:
                continue
            self.compare(search, store, fairness, options, plain, done)

    def compare(self, search, store, fairness, options, plain, done):
        for kind, found in done.items():
            verdict = found["verdict"]
            if may_be_inconclusive(store, found, plain[kind]["verdict"]):
                continue
            if any("run-time error" in p["reason"] for p in (found, plain[kind])):
                continue  # behind which nothing is known: another order may decide before it meets one
            if verdict != plain[kind]["verdict"]:
                raise Different("different", f"{kind} {' '.join(options)}: {verdict} ({found['reason']}), by components "
                                             f"{plain[kind]['verdict']}")
            with self.lock:
                for table, key in ((self.compared, (search, store, fairness)), (self.kinds, (kind, fairness))):
                    table[key] = table.get(key, 0) + 1
                if verdict == "violated":
                    self.found[search, store] = self.found.get((search, store), 0) + 1

    def verdicts(self, text, options, selection, alone=False):
        """The properties by name; nothing if it was refused."""
        done = self.search(text, [*(selection if alone else [*SELECTION, *selection]), *options])
        if done.timeout:
            raise Different("timeout", str(options))
        if golden.crashed(done) or (done.report is None and done.code != 2):
            raise Different("crash", f"{options}: {done.output}")
        return done.report and {p["name"]: p for p in done.report["properties"] if p["verdict"] != "not-checked"}

    def table(self):
        width = max(map(len, FAIRNESS)) + 2
        out = [" " * 28 + "".join(f"{f:>{width}}" for f in FAIRNESS) + f"{'all':>9}{'errors':>8}"]
        for search, store in (*CELLS, *BRANCHING):
            counts = [self.compared.get((search, store, f), 0) for f in FAIRNESS]
            out.append(f"{search:8}{store:20}" + "".join(f"{n:>{width}}" for n in counts) +
                       f"{sum(counts):>9}{self.found.get((search, store), 0):>8}")
        for kind in ("f", "acceptance", "non-progress", "g"):
            counts = [self.kinds.get((kind, f), 0) for f in FAIRNESS]
            out.append(f"{kind:28}" + "".join(f"{n:>{width}}" for n in counts) + f"{sum(counts):>9}")
        return "\n".join(out)


def may_be_inconclusive(store, found, plain):
    """A lossy search that was through finds what is there (the arrays are large), and says nothing otherwise; a small
    cache may end without a verdict. No impartial run at all is one that everybody must see."""
    if found["verdict"] != "inconclusive" or plain == "inconclusive":
        return False
    if found["search"].get("lossy"):
        return plain != "violated"
    return (store == "linear" or store.startswith("cache")) and ("budget" in found["reason"] or "where it could go" in found["reason"])


def main():
    parser = random_models.arguments_of(__doc__)
    parser.add_argument("--cells", type=int, default=4, help="how many pairs of search and store for a model and fairness")
    parser.add_argument("--table", action="store_true", help="how many verdicts were compared, on standard error")
    arguments = parser.parse_args()
    judge = MatrixJudge(arguments.gyre, arguments.seconds, arguments.cells)
    status = random_models.compare(arguments, judge, make)
    if arguments.table:
        print(judge.table(), file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
