#!/usr/bin/env python3
"""gyre against SPIN: the same numbers, the same verdicts, trails that each replays for the other.

    python3 tests/differential/run.py --gyre build/gyre [--all] [--shared DIR] [--filter RE]
                                      [--sample N] [--parts LIST] [--csv FILE] [--engine vm|native]

Parts:
    golden   states, transitions, kinds of error of the golden models, against SPIN running live
    corpus   the same for models that others wrote (DIR/models/textbook.csv)
    parse    every model of the corpus that SPIN reads is read
    numbers  the process automata have SPIN's state and statement numbers (`pan -d`)
    trails   SPIN follows our trails into the error, and we follow SPIN's
    liveness verdicts on claims, formulas, acceptance and non-progress cycles, with and without weak
             fairness (DIR/models/expected.csv)

Without --all the corpus parts take a sample. Differences that known.csv explains are listed and
count as passed. Last line: differential: N passed, M failed, K skipped.
"""

import argparse
import collections
import csv
import dataclasses
import re
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / "golden"))

import golden  # noqa: E402
import oracle  # noqa: E402

TEXTBOOK = golden.TEXTBOOK.split()
PARTS = ["golden", "corpus", "parse", "numbers", "trails", "liveness"]
OUTCOMES = ["equal", "different", "refused", "timeout", "crash", "inconclusive", "known", "skipped"]
PASSED = {"equal", "known"}

# After one of these errors SPIN goes on with nonsense or stops: the numbers mean nothing.
NUMBERS_END_HERE = {"index", "uninitialised-channel", "channel-misuse", "d_step-block", "range",
                    "other"}


@dataclasses.dataclass
class Row:
    part: str
    model: str
    outcome: str
    detail: str = ""
    values: dict = dataclasses.field(default_factory=dict)  # name -> (ours, SPIN's)
    note: str = ""  # information that is no failure


@dataclasses.dataclass
class Model:
    """A model file and how it is named in the lists."""

    name: str
    path: Path
    root: Path = None
    defines: tuple = ()
    spin_flags: tuple = ()
    gyre_flags: tuple = ()


# ---------------------------------------------------------------------------------------------
# Known differences


class Known:
    """known.csv: part, model, why. `*` as part means every part."""

    def __init__(self, file):
        self.why = {}
        if file.is_file():
            with open(file, newline="") as stream:
                for row in csv.DictReader(stream):
                    self.why[row["part"], row["model"]] = row["why"]

    def explain(self, row):
        return self.why.get((row.part, row.model)) or self.why.get(("*", row.model))


# ---------------------------------------------------------------------------------------------
# Comparing one model


def failed_run(part, model, done):
    """A Row if the run ended without a verdict, else None."""
    said = golden.last_line(done.output)
    if done.timeout:
        return Row(part, model.name, "timeout", f"no answer in {done.seconds:.0f} s")
    if golden.crashed(done):
        return Row(part, model.name, "crash", f"exit {done.code}: {said}")
    if done.code == 2:
        first = next((line for line in done.output.splitlines() if re.search(r":\d+:\d+", line)), said)
        return Row(part, model.name, "refused", first[:200])
    if done.code == 3:
        return Row(part, model.name, "inconclusive", said)
    return None


def compare_numbers(part, model, done, expected):
    """expected: {states, transitions, kinds, depth}; a value of None is not compared."""
    failed = failed_run(part, model, done)
    if failed:
        return failed
    if done.report is None:
        return Row(part, model.name, "crash", "no JSON report")
    kinds = sorted(map(str, done.kinds()))
    ours = {"states": done.search().get("states"), "transitions": done.search().get("transitions"),
            "depth": done.search().get("depth"), "kinds": ",".join(kinds),
            "verdict": (done.properties() or [{}])[0].get("verdict")}
    theirs = {**expected, "kinds": ",".join(expected["kinds"]),
              "verdict": "violated" if expected["kinds"] else "holds"}
    compared = ["verdict", "kinds", "states", "transitions"]
    if NUMBERS_END_HERE & set(k.split(":")[0] for k in expected["kinds"]):
        compared = ["verdict"]
        if not set(expected["kinds"]) & set(kinds):
            compared.append("kinds")
    values = {k: (ours[k], theirs[k]) for k in compared
              if theirs[k] is not None and str(ours[k]) != str(theirs[k])}
    note = ""
    # In another order than SPIN's the depth is another one.
    if theirs.get("depth") is not None and ours["depth"] != theirs["depth"] and done.search().get("algorithm") == "dfs":
        note = f"depth {ours['depth']}, SPIN {theirs['depth']}"
    if not values:
        return Row(part, model.name, "equal", note=note)
    detail = ", ".join(f"{k} {a or 'none'}, SPIN {b or 'none'}" for k, (a, b) in values.items())
    return Row(part, model.name, "different", detail, values, note)


def ask_spin(context, model):
    return context.spin.textbook(model.path, list(model.defines), model.root, list(model.spin_flags))


def check_golden(context, case):
    model = context.golden_model(case)
    verdict = ask_spin(context, model)
    if not verdict.judged:
        return Row("golden", model.name, "skipped", f"SPIN: {verdict.status} {verdict.detail}")
    done = context.run(case.arguments, case.path, context.seconds)
    # A reduced graph has numbers of its own: there SPIN's full search judges verdict and kinds.
    complete = verdict.complete and (case.textbook or case.whole_graph)
    return compare_numbers("golden", model, done, {
        "states": verdict.states if complete else None,
        "transitions": verdict.transitions if complete else None,
        "depth": None, "kinds": verdict.kinds})


def check_corpus(context, job):
    model, row = job
    if oracle.uses_c_code(oracle.gather(model.path, model.root)):
        return Row("corpus", model.name, "skipped", "embedded C")
    kinds = sorted({oracle.kind_of(m) for m in row["error_kinds"].split(" | ") if m} - {None})
    if int(row["errors"]) > 0 and not kinds:
        return Row("corpus", model.name, "skipped", "a limit of SPIN")
    done = context.run(TEXTBOOK, model.path, context.seconds)
    return compare_numbers("corpus", model, done, {
        "states": int(row["states"]), "transitions": int(row["transitions"]),
        "depth": int(row["depth"]), "kinds": kinds})


def check_parse(context, job):
    model, accepted = job
    if oracle.uses_c_code(oracle.gather(model.path, model.root)):
        return Row("parse", model.name, "skipped", "embedded C")
    done = context.run(["compile", "--dump", "ast", *model.gyre_flags], model.path, context.seconds,
                       want_report=False)
    if not accepted:  # SPIN refuses it: for information
        word = {0: "we accept it", 2: "we refuse it too"}.get(done.code, f"exit {done.code}")
        crashed = done.timeout or golden.crashed(done)
        return Row("parse", model.name, "crash" if crashed else "skipped", "SPIN refuses; " + word)
    if done.code == 0:
        return Row("parse", model.name, "equal")
    return failed_run("parse", model, done) or Row("parse", model.name, "different",
                                                   f"exit {done.code}")


EDGE = re.compile(r"^edge\s+(\S+)\s+(\d+)\s+(\d+)\s+.*?\bid=(\d+)", re.M)


def reachable(edges, starts):
    """pan -d prints what can be reached from the start; so what else we print is left out."""
    outgoing = collections.defaultdict(set)
    for name, source, target, _ in edges:
        outgoing[name, source].add(target)
    seen, todo = set(), list(starts.items())
    while todo:
        place = todo.pop()
        if place not in seen:
            seen.add(place)
            todo += [(place[0], target) for target in outgoing[place]]
    return [e for e in edges if (e[0], e[1]) in seen]


def check_numbers(context, model):
    verdict = ask_spin(context, model)
    automata = [a for a in verdict.automata if a.kind in ("proctype", "init")]
    if not automata:
        return Row("numbers", model.name, "skipped", f"SPIN: {verdict.status} {verdict.detail}")
    done = context.run(["compile", "--dump", "ir", *model.gyre_flags, *model.defines], model.path,
                       context.seconds, want_report=False)
    if done.code != 0:
        return failed_run("numbers", model, done) or Row("numbers", model.name, "different",
                                                         f"exit {done.code}")
    theirs = collections.Counter(t for a in automata for t in a.triples())
    ours = [(n, int(s), int(t), int(i)) for n, s, t, i in EDGE.findall(done.output)]
    ours = [(":init:" if e[0] == "init" else e[0], *e[1:]) for e in ours]
    names = {a.name for a in automata}
    ours = reachable([e for e in ours if e[0] in names], {a.name: a.start for a in automata})
    ours = collections.Counter(ours)
    if ours == theirs:
        return Row("numbers", model.name, "equal")
    extra, missing = list((ours - theirs).elements()), list((theirs - ours).elements())
    show = lambda edges: " ".join(f"{n}:{s}->{t}#{i}" for n, s, t, i in sorted(edges)[:3])  # noqa: E731
    return Row("numbers", model.name, "different",
               f"{len(extra)} of ours are not SPIN's ({show(extra)}), "
               f"{len(missing)} of SPIN's not ours ({show(missing)})")


def check_trails(context, model):
    """Both directions; the first problem is the one that is told."""
    verdict = ask_spin(context, model)
    if not verdict.judged or not verdict.kinds:
        return Row("trails", model.name, "skipped", f"SPIN: {verdict.status} {verdict.detail}")
    if any(a.kind == "trace" for a in verdict.automata):
        return Row("trails", model.name, "skipped", "spin -t does not follow trace assertions")
    problems = []
    with tempfile.TemporaryDirectory(prefix="gyre-trails-") as folder:
        for options in (["--por", "off", "--merge", "off"], []):
            problem = our_trail(context, model, verdict, options, folder)
            if isinstance(problem, Row):
                return problem
            if problem:
                problems.append(f"our trail {' '.join(options) or '(default)'}: {problem}")
        for kind, text in verdict.trails:
            file = Path(folder) / "pan.trail"
            file.write_text(text)
            done = context.run(["replay", str(file), *model.gyre_flags, *model.defines], model.path,
                               context.seconds, want_report=False)
            if done.code != 0:
                problems.append(f"SPIN's trail ({kind}): exit {done.code}: "
                                f"{golden.last_line(done.output)}")
    if problems:
        return Row("trails", model.name, "different", "; ".join(problems))
    return Row("trails", model.name, "equal")


# Modes of expected.csv and the options that ask gyre for the same; a claim is named by --property.
LIVENESS = {
    "accept": [], "accept-noreduce": [],
    "accept-fair": ["--fairness", "weak"], "accept-fair-noreduce": ["--fairness", "weak"],
    "safety-claim": [], "np": ["--non-progress"],
}


REDUCED = ("accept", "accept-fair")  # SPIN had its partial order reduction


def first_claim(model):
    """The claim that pan takes when none is named: the model has one, or only accept labels (None)."""
    text = oracle.strip_comments(b"\n".join(oracle.gather(model.path, model.root).values())).decode(errors="replace")
    found = re.search(r"\b(ltl|never)\b\s*(\w*)\s*\{", text)
    return None if not found else found[2] or {"ltl": "ltl_0", "never": "never"}[found[1]]


def check_liveness(context, job):
    """SPIN stops at the first error of any kind: one that is not the claim's may be found by `safety` here."""
    model, row = job
    if oracle.uses_c_code(oracle.gather(model.path, model.root)):
        return Row("liveness", model.name, "skipped", "embedded C")
    error, violated = row["error_kind"], int(row["errors"]) > 0
    kind = oracle.kind_of(error) if error else None
    if violated and kind is None:
        return Row("liveness", model.name, "skipped", f"a limit of SPIN: {error}")
    def ask(*options):
        return context.run(["check", *LIVENESS[row["mode"]], "--trail", "none", *options], model.path,
                           context.seconds)

    claim = re.sub(r"^never_\d+$", "never", row["claim"]) or first_claim(model)
    if row["mode"] == "np":
        done = ask()
    else:
        done = ask("--property", claim) if claim else ask("--acceptance")
        if not row["claim"] and "has no property" in done.output:  # not in this configuration
            done = ask("--acceptance")
    if done.timeout and row["mode"] in REDUCED:
        return Row("liveness", model.name, "skipped", "too large without partial order reduction")
    failed = failed_run("liveness", model, done)
    if failed:
        return failed
    ours = done.properties()[-1].get("verdict")
    kinds = {v["error"] for v in done.properties()[-1].get("violations") or []}
    note = f"{row['stored']} states"
    if row["mode"] == "safety-claim" and not violated:
        # SPIN looked at finite runs only: there the claim must not be completed
        violated_here = "claim-completed" in kinds
        return Row("liveness", model.name, "different" if violated_here else "equal",
                   "the claim can be completed, SPIN: it cannot" if violated_here else "", note=note)
    if violated and ours == "holds" and kind not in ("acceptance-cycle", "non-progress-cycle", "claim-completed"):
        done = context.run(["check", "--safety", "--trail", "none"], model.path, context.seconds)
        ours = (done.properties() or [{}])[-1].get("verdict")
    theirs = "violated" if violated else "holds"
    if ours == theirs:
        return Row("liveness", model.name, "equal", note=note)
    return Row("liveness", model.name, "different", f"{ours}, SPIN {theirs} ({error})", note=note)


def our_trail(context, model, verdict, options, folder):
    trail = Path(folder) / "ours.trail"
    trail.unlink(missing_ok=True)
    done = context.run(
        ["check", "--safety", *options, "--errors", "1", "--spin-trail", str(trail), *model.gyre_flags,
         *model.defines], model.path, context.seconds)
    if done.code != 1:
        return failed_run("trails", model, done) or Row("trails", model.name, "different",
                                                        f"exit {done.code}, expected 1")
    if not trail.exists():
        return "no trail was written"
    violations = [v for p in done.properties() for v in p.get("violations") or []]
    kind = violations[0].get("error") if violations else None
    try:
        steps, _ = oracle.parse_trail(trail.read_text())
    except ValueError as problem:
        return str(problem)
    length = (violations[0].get("counterexample") or {}).get("length") if violations else None
    if length is not None and length != len(steps):
        return f"length {length}, but the trail has {len(steps)} steps"
    return context.spin.certify(model.path, trail.read_text(), kind, verdict.automata,
                                list(model.defines), model.root)


# ---------------------------------------------------------------------------------------------
# Which models


class Context:
    def __init__(self, arguments):
        self.gyre, self.seconds = arguments.gyre, arguments.time
        self.everything, self.sample = arguments.all, arguments.sample
        self.filter, self.jobs, self.engine = arguments.filter, arguments.jobs, arguments.engine
        # What is compared here is small: compiling takes longer than searching.
        self.spin = oracle.Oracle(optimise="-O0", pan_seconds=60)
        self.models = Path(arguments.shared) / "models"
        self.has_corpus = (self.models / "textbook.csv").is_file()

    def run(self, arguments, path, *others, **more):
        if self.engine and arguments[0] == "check":
            arguments = [*arguments, "--engine", self.engine]
        return golden.run_gyre(self.gyre, arguments, path, *others, **more)

    def has_engine(self):
        model = ROOT / "models" / "peterson.pml"
        return self.run(["check", "--depth", "1"], model, self.seconds).code != 2

    def wanted(self, name):
        return not self.filter or re.search(self.filter, name)

    def pick(self, items, count=None):
        """All of them, or about `count` spread evenly (--sample overrides count)."""
        count = self.sample or (None if self.everything else count)
        if not count or len(items) <= count:
            return items
        return [items[i * len(items) // count] for i in range(count)]

    @staticmethod
    def golden_model(case):
        judge, _, flags = case.spin.partition(" ")
        old = tuple(option for option in ("--old-semicolons", "--embedded-c") if option in case.arguments)
        return Model(case.name, case.path, None, tuple(case.defines),
                     tuple(flags.split()) if judge in ("textbook", "kinds") else (), old)

    def golden_cases(self):
        return [c for c in golden.all_cases() if self.wanted(c.name)
                and c.spin.split()[0] in ("textbook", "kinds") and c.arguments[0] == "check"
                and "--errors" in c.arguments]

    def corpus_model(self, name, flags=()):
        main = self.mains[name]
        folder = self.models / "promela" / name
        return Model(name, folder / main, folder, (), ("-o7",) if flags else (), tuple(flags))

    def load_corpus(self):
        def rows(name):
            with open(self.models / name, newline="") as stream:
                return list(csv.DictReader(stream))
        self.mains = {r["model"]: r["main"] for r in rows("index.csv")}
        self.textbook = [r for r in rows("textbook.csv") if r["model"] in self.mains
                         and self.wanted(r["model"])]
        expected = rows("expected.csv")
        self.liveness_rows = [r for r in expected if r["mode"] in LIVENESS and r["status"] == "ok"
                              and r["model"] in self.mains and self.wanted(f"{r['model']}/{r['mode']}/{r['claim']}")]
        self.parse_rows = [r for r in expected if r["mode"] in ("parse", "parse-o7")
                           and r["model"] in self.mains and self.wanted(r["model"])]

    def corpus_jobs(self):
        whole = [r for r in self.textbook if r["status"] == "ok"]
        if not self.everything:
            small = [r for r in whole if int(r["states"]) < 20000]
            large = [r for r in whole if int(r["states"]) >= 20000]
            whole = small + large[::10]
        return [(self.corpus_model(r["model"]), r) for r in self.pick(whole)]

    def parse_jobs(self):
        jobs = []
        for row in self.parse_rows:
            flags = ("--old-semicolons",) if row["mode"] == "parse-o7" else ()
            if row["status"] in ("ok", "parse_fail"):
                jobs.append((self.corpus_model(row["model"], flags), row["status"] == "ok"))
        return self.pick(jobs)

    def liveness_jobs(self):
        rows = [r for r in self.liveness_rows if self.everything or int(r["stored"]) < 20000]
        jobs = []
        for row in self.pick(rows, 80):
            model = self.corpus_model(row["model"])
            model.name = "/".join(filter(None, (row["model"], row["mode"], row["claim"])))
            jobs.append((model, row))
        return jobs

    def corpus_sample(self, count, violated=False):
        models = [self.corpus_model(r["model"]) for r in self.textbook if r["status"] == "ok"
                  and (not violated or int(r["errors"]) > 0)]
        return self.pick([m for m in models
                          if not oracle.uses_c_code(oracle.gather(m.path, m.root))], count)


def jobs_of(context, part):
    """[(function, item)] of a part."""
    cases = context.golden_cases()
    distinct = list({(m.path, m.defines): m for m in map(context.golden_model, cases)}.values())
    corpus = context.has_corpus
    if part == "golden":
        return [(check_golden, c) for c in context.pick(cases)]
    if part == "corpus":
        return [(check_corpus, j) for j in context.corpus_jobs()] if corpus else []
    if part == "parse":
        return [(check_parse, j) for j in context.parse_jobs()] if corpus else []
    if part == "liveness":
        return [(check_liveness, j) for j in context.liveness_jobs()] if corpus else []
    if part == "numbers":
        more = context.corpus_sample(30) if corpus else []
        return [(check_numbers, m) for m in context.pick(distinct) + more]
    wrong = {c.name for c in cases if c.expect["verdict"] == "violated"}
    violated = [m for m in distinct if m.name in wrong]
    more = context.corpus_sample(10, violated=True) if corpus else []
    return [(check_trails, m) for m in context.pick(violated) + more]


# ---------------------------------------------------------------------------------------------
# Report


def summary(part, rows):
    counts = collections.Counter(r.outcome for r in rows)
    text = ", ".join(f"{counts[o]} {o}" for o in OUTCOMES if counts[o]) or "nothing to do"
    noted = sum(bool(r.note) for r in rows)
    if part == "corpus":
        text += f" (depth differs in {noted})"
    if part == "parse":
        accepted = sum("we accept it" in r.detail for r in rows)
        text += f" ({accepted} that SPIN refuses are accepted)"
    return f"{part}: {text}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gyre", required=True, help="the program under test")
    parser.add_argument("--all", action="store_true", help="no samples")
    parser.add_argument("--shared", default=str(ROOT.parent / "shared"), help="folder of the corpus")
    parser.add_argument("--filter", metavar="RE", help="only models whose name matches")
    parser.add_argument("--sample", type=int, metavar="N", help="at most N models per list")
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--csv", metavar="FILE", help="write every outcome there")
    parser.add_argument("--time", type=float, default=60, help="seconds per run of gyre")
    parser.add_argument("--engine", choices=["vm", "native"], help="everything is checked by this one")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    parts = arguments.parts.split(",")
    if set(parts) - set(PARTS):
        parser.error(f"parts are {', '.join(PARTS)}")

    context, known, everything = Context(arguments), Known(HERE / "known.csv"), []
    if arguments.engine and not context.has_engine():
        print(f"there is no {arguments.engine} engine")
        print("differential: 0 passed, 0 failed, 1 skipped")
        return 0
    if context.has_corpus:
        context.load_corpus()
    else:
        print(f"no corpus in {context.models}: its parts are skipped")
    if not context.spin.available:
        print("spin or a C compiler is not installed: parts that ask SPIN are skipped")
        parts = [p for p in parts if p in ("corpus", "parse", "liveness")]
    for part in parts:
        rows = oracle.in_parallel(lambda job: job[0](context, job[1]), jobs_of(context, part),
                                  arguments.jobs)
        for row in rows:
            why = None if row.outcome in ("equal", "skipped") else known.explain(row)
            if why:
                print(f"KNOWN {part} {row.model}: {row.outcome}: {row.detail} [{why}]")
                row.outcome = "known"
            elif row.outcome not in PASSED and row.outcome != "skipped":
                print(f"FAIL {part} {row.model}: {row.outcome}: {row.detail}", flush=True)
        print(summary(part, rows), flush=True)
        everything += rows

    if arguments.csv:
        with open(arguments.csv, "w", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(["part", "model", "outcome", "detail", "note"])
            writer.writerows((r.part, r.model, r.outcome, r.detail, r.note) for r in everything)
    passed = sum(r.outcome in PASSED for r in everything)
    skipped = sum(r.outcome == "skipped" for r in everything)
    failed = len(everything) - passed - skipped
    print(f"differential: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
