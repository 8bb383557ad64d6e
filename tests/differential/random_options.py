#!/usr/bin/env python3
"""Random combinations of options: none may crash, be ignored, or change a verdict.

    python3 tests/differential/random_options.py --gyre build/gyre [--count N] [--seed S] [--first I] [--ways N]
                                                 [--jobs N] [--keep DIR] [--verbose]

The options, their values and their ranges are those that `gyre --generate options` tells of, so a new one takes part at
once. Case number i of seed S is always the same: a random model of random_ways.py, random_models.py or random_esml.py,
or a golden model; properties of it and random formulas of both logics; options that say what is asked (MEANING below); and N ways of
asking it. The plain way (PLAIN) is the reference. What is refused must be refused by one sentence; then options are left
out, or those added that the sentence speaks of, until the rest is accepted. Then

  - the run ends in time, with an exit status that says what the verdicts say;
  - its report has every option that was given, with its value, and what the option is for (a profile, a trail, ...);
  - where both ways come to a verdict, it is the same; where both see the whole graph, it has the same size;
  - what is violated has a trail of its own, which `gyre replay` accepts.

A way that fails is shrunk, option by option, and printed as a command; its model is kept in DIR. Last line:
random: N passed, M failed, K skipped.
"""

import argparse
import dataclasses
import json
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import oracle  # noqa: E402
import random_esml  # noqa: E402
import random_models  # noqa: E402
import random_reductions  # noqa: E402
import random_ways  # noqa: E402
from run import golden  # noqa: E402

PLAIN = [("--por", "off"), ("--merge", "off"), ("--engine", "vm"), ("--search", "auto"), ("--store", "exact")]

# What is asked, and of which model: the reference is asked the same.
MEANING = ("--fairness", "--fairness-unit", "--path-end", "--ignore", "--message-loss", "--unless-order",
           "--old-semicolons", "--max-processes")
OF_THE_MODEL = ("--message-loss", "--unless-order", "--old-semicolons", "--max-processes")
# Which properties are checked.
SELECTION = ("--property", "--safety", "--ltl", "--ctl", "--hoa", "--acceptance", "--non-progress")
# Drawn more often than others: most combinations are of these.
OFTEN = ("--search", "--store", "--engine")
# Always given, or of no use here: a model has its language, macros and folders.
OWN = ("--json", "--time", "--memory", "--lang", "-D", "-U", "-I")

KINDS = ("deadlock", "assertion", "assert", "index", "division", "range", "trap", "list", "d_step-block", "channel-misuse",
         "limit", "formula", "nonsense")
# Their names in a report, where they are not those of the options.
MEMBERS = {"-D": "define", "-U": "undefine", "-I": "include"}
# Searches for safety that see every state once, whatever the order.
WHOLE = {"dfs", "any order", "any-order", "pseudo-dfs", "bfs", "when-full"}

CTL = ("AG ({p})", "AF ({p})", "EF ({p})", "EG ({p})", "AX ({p})", "AG (({p}) -> EF ({q}))", "A[({p}) U ({q})]",
       "E[({p}) U ({q})]", "AG (({p}) -> AF ({q}))", "EF (({p}) & EX ({q}))", "!EF ({p})")
LTL = random_reductions.FORMULAS + ("<> X ({p})", "[] (({p}) -> X ({q}))")


class Problem(Exception):
    def __init__(self, kind, detail):
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.way = []


@dataclasses.dataclass
class Done:
    code: int
    out: str
    err: str
    report: dict
    seconds: float


def flat(options):
    return [word for name, value in options for word in ((name,) if value is None else (name, value))]


# ---------------------------------------------------------------------------------------------
# Models and properties


@dataclasses.dataclass
class Model:
    text: str
    ending: str
    atoms: list  # for formulas
    properties: list  # its own


def global_atoms(text):
    """Comparisons of the scalars that a Promela model declares in lines of their own."""
    names = re.findall(r"^(?:byte|bit|bool|short|int)\s+(\w+)\s*(?:=\s*\d+\s*)?;", text, re.M)
    return [f"{name} {operator} {value}" for name in names[:3] for operator in ("==", ">") for value in (0, 1)]


def esml_atoms(text):
    calls = re.findall(r"(P\d+)\(\d, c", text.split("BEGIN")[-1])
    whose = [f"{of}[{i}]" for of in sorted(set(calls)) for i in range(calls.count(of))]
    return [f"{a}.{rest}" for a in whose for rest in ("x = 1", "y > 0", "h = red", "r[0] = 1")]


def golden_models():
    """Those that are checked without macros and are no mistakes, by their first lines of `gyre:`."""
    out = []
    for path in golden.all_models():
        cases = golden.read_cases(path)
        plain = all(case.arguments[0] == "check" and not case.defines and case.exit != 2 for case in cases)
        if plain and "#include" not in path.read_text(errors="replace"):
            out.append(path)
    return out


def make_model(rng, seed, number, golden_paths):
    kind = rng.random()
    if kind < 0.45:
        text, ending = random_ways.make(seed, number), ".pml"
    elif kind < 0.55:
        text, ending = random_models.make(seed, number, talk=True), ".pml"
    elif kind < 0.75:
        text, ending = random_esml.Generator(rng, rng.random() < 0.5).model(), ".esml"
        return Model(text, ending, esml_atoms(text), [])
    else:
        path = rng.choice(golden_paths)
        text, ending = path.read_text(errors="replace"), path.suffix
    own = re.findall(r"^ltl\s+(\w+)", text, re.M) if ending == ".pml" else []
    atoms = global_atoms(text) if ending == ".pml" else []
    return Model(text, ending, atoms + (["true"] if ending == ".pml" else []), own)


def make_selection(rng, model):
    out = []
    kind = rng.random()
    if kind < 0.35:
        out.append(("--safety", None))
    elif kind < 0.5 and model.properties:
        out.append(("--property", rng.choice(model.properties)))
    elif kind < 0.55:
        out.append(("--property", "safety"))
    elif kind < 0.65 and model.ending == ".pml":
        out.append((rng.choice(("--acceptance", "--non-progress")), None))
    for name, forms in (("--ltl", LTL), ("--ctl", CTL)):
        if model.atoms and rng.random() < 0.3:
            form = rng.choice(forms)
            out.append((name, form.format(p=rng.choice(model.atoms), q=rng.choice(model.atoms))))
            if rng.random() < 0.5 and not any(option[0] == "--safety" for option in out):
                out.append(("--property", "safety"))
    return out


# ---------------------------------------------------------------------------------------------
# Options


class Table:
    def __init__(self, gyre):
        text = subprocess.run([gyre, "--generate", "options"], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.options = {o["name"]: o for o in json.loads(text) if "check" in o["commands"]}

    def value(self, rng, name):
        option = self.options[name]
        if not option["takes_value"]:
            return None
        if option["type"] == "choice":
            other = [v for v in option["values"] if v != option["default"]]
            return rng.choice(other if rng.random() < 0.85 else option["values"])
        if option["type"] == "errors":
            return rng.choice(KINDS)
        if option["type"] == "warnings":
            return rng.choice(("all", "none", "truncation", "no-never-read", "no-error"))
        if option["type"] == "number":
            low, high = option["low"], option["high"]
            usual = [low, low + 1, rng.randint(low, min(high, low + 20)), rng.randint(low, min(high, low + 1000))]
            extreme = [high, rng.randint(low, high), high + 1, low - 1]
            return str(rng.choice(usual if rng.random() < 0.9 else extreme))
        if option["type"] == "output":
            return rng.choice((f"some{name}", f"some{name}", "none"))
        assert option["type"] in ("text", "list"), f"{name}: what are values of type {option['type']}?"
        return f"some{name}"

    def draw(self, rng, names, count, often=()):
        chosen = set(rng.sample(sorted(names), min(count, len(names)))) | {o for o in often if rng.random() < 0.4}
        return [(name, self.value(rng, name)) for name in sorted(chosen)]

    def ways(self):
        return set(self.options) - set(MEANING) - set(SELECTION) - set(OWN)

    def mentioned(self, rng, sentence):
        """The ways that a refusal speaks of: --store bitstate, --swarm."""
        out = []
        for name, value in re.findall(r"(--[\w-]+)(?: ([\w-]+))?", sentence):
            if name in self.ways():
                known = value in self.options[name].get("values", ())
                out.append((name, value if known else self.value(rng, name)))
        return out

    def shown(self, name, values):
        """What a report says of an option that was given, the last one or all; None: nothing, it is the default."""
        option = self.options[name]
        if not option["takes_value"]:
            return "on"
        if option["type"] in ("list", "errors", "warnings"):
            named = [{"assert": "assertion"}.get(v, v) if option["type"] == "errors" else v for v in values]
            return ", ".join(named)
        return None if values[-1] == option.get("default", "0" if name in ("--depth", "--errors") else None) else values[-1]


# ---------------------------------------------------------------------------------------------
# Running and judging


class Judge:
    def __init__(self, arguments):
        self.gyre = str(Path(arguments.gyre).resolve())
        self.table = Table(self.gyre)
        self.golden = golden_models()
        self.arguments = arguments
        self.ways = self.refused = 0

    def run(self, folder, model, options, seconds):
        """One check; raises Problem for what no combination of options may lead to."""
        for left in Path(folder).iterdir():
            if left != model:
                left.unlink()
        command = [self.gyre, "check", model.name, *flat(options), "--time", f"{seconds}s", "--json", "report.json"]
        started = time.monotonic()
        try:
            done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, timeout=seconds + 10, text=True, errors="replace")
        except subprocess.TimeoutExpired:
            raise Problem("hang", f"more than {seconds} + 10 s") from None
        took = time.monotonic() - started
        if done.returncode not in (0, 1, 2, 3):
            raise Problem("crash", f"exit status {done.returncode}: {done.stderr[-400:]}")
        path = Path(folder) / "report.json"
        report = json.loads(path.read_text()) if path.exists() else None
        if report is None and done.returncode != 2:
            raise Problem("report", "there is none")
        return Done(done.returncode, done.stdout, done.stderr, report, took)

    @staticmethod
    def check_refusal(done, known):
        """Warnings about the model may come first, and --warn may ask for more of them than the reference has."""
        warned = re.compile(r"\S+:\d+:\d+: (warning|note): |  ")
        lines = [line for line in done.err.splitlines() if line not in known and not warned.match(line)]
        if done.out:
            raise Problem("refusal", f"something was printed: {done.out[:200]!r}")
        if len(lines) != 1 or not re.match(r"gyre: \S.*[^.]$", lines[0]):
            raise Problem("refusal", f"not one sentence: {done.err[:400]!r}")
        # An option whose value does not even parse has no report.
        if done.report and [d["message"] for d in done.report["diagnostics"]] != [lines[0].removeprefix("gyre: ")]:
            raise Problem("refusal", f"{lines[0]!r}, but in the report {done.report['diagnostics']}")
        return lines[0]

    def check_status(self, done):
        verdicts = [p["verdict"] for p in done.report["properties"]]
        expected = 1 if "violated" in verdicts else 0 if set(verdicts) <= {"holds"} else 3
        if done.code != expected:
            raise Problem("status", f"exit status {done.code} with verdicts {verdicts}")

    def check_shown(self, options, report):
        """Every option that was given is in the report."""
        values = {}
        for name, value in options:
            values.setdefault(name, []).append(value)
        for name in values:
            expected = self.table.shown(name, values[name])
            if expected is None:
                continue
            got = report["options"].get(MEMBERS.get(name, name.lstrip("-").replace("-", "_")))
            if self.table.options[name]["type"] in ("size", "duration") and got is not None:
                continue  # in another unit
            if got != expected and not (expected == "auto" and got is not None):
                raise Problem("ignored", f"{name} {expected}: the report's options say {got}")

    def check_effects(self, options, done):
        """What an option is for is there."""
        given = dict(options)
        report = done.report
        safety = next((p for p in report["properties"] if p["kind"] == "safety"), None)

        def expect(condition, name, detail):
            if not condition:
                raise Problem("effect", f"{name} {given[name]}: {detail}")

        if "--quiet" in given:
            expect(done.out == "", "--quiet", f"printed {done.out[:100]!r}")
        elif not done.out:
            raise Problem("effect", "nothing was printed")
        if "--profile" in given:
            expect("profile" in report, "--profile", "the report has none")
        if given.get("--unreached", "auto") != "auto":
            expect(("unreached" in report) == (given["--unreached"] == "on"), "--unreached", "not so in the report")
        if "--threads" in given and safety:
            # A small model is searched by one, unless an order is wanted; and the path to an error is.
            used, wanted = safety["search"]["threads"], int(given["--threads"])
            by_one = given.get("--search", "auto") in ("auto", "nested", "reachability") or safety["violations"]
            expect(used == wanted or used == 1 and by_one, "--threads", used)
        for p in report["properties"]:
            search = p.get("search")
            if search and given.get("--store", "auto") != "auto":
                expect(search["store"].startswith(given["--store"]), "--store", f"{p['name']}: {search['store']}")
            for v in p["violations"]:
                if "--spin-trail" in given and "counterexample" in v:
                    expect("spin_trail" in v["counterexample"], "--spin-trail", f"none of {p['name']}")

    def check_verdicts(self, done, reference, shortest):
        plain = {p["name"]: p for p in reference.report["properties"]}
        ours = {p["name"]: p for p in done.report["properties"]}
        if list(plain) != list(ours):
            raise Problem("properties", f"{list(ours)}, plainly {list(plain)}")
        for name, p in ours.items():
            verdicts = p["verdict"], plain[name]["verdict"]
            if set(verdicts) == {"holds", "violated"}:
                raise Problem("verdict", f"{name}: {verdicts[0]}, plainly {verdicts[1]}")
            if "search" in p and "search" in plain[name]:
                self.check_size(name, p, plain[name])
            if shortest and "budget" not in p["reason"]:
                lengths = [min((v["counterexample"]["length"] for v in q["violations"] if "counterexample" in v), default=0)
                           for q in (p, plain[name])]
                if all(lengths) and lengths[0] > lengths[1]:
                    raise Problem("length", f"{name}: the shortest one has {lengths[0]} steps, plainly {lengths[1]}")

    @staticmethod
    def check_size(name, p, plain):
        ours, theirs = p["search"], plain["search"]
        if any(not s["complete"] or s["lossy"] or any(s.get("reduction", {}).get(r) for r in ("por", "merge", "symmetry")) or
               s["store"].startswith(("cache", "bitstate", "hash-compact")) for s in (ours, theirs)):
            return
        if "there was a cache" in p["reason"]:
            return  # --when-full cache: states are explored again
        same = ours["algorithm"] == theirs["algorithm"]
        if p["kind"] == "safety":
            same = same or {ours["algorithm"], theirs["algorithm"]} <= WHOLE
        elif p["verdict"] == "violated" or plain["verdict"] == "violated":
            return
        numbers = [(s["states"], s["transitions"]) for s in (ours, theirs)]
        if same and numbers[0] != numbers[1]:
            raise Problem("size", f"{name}: states and transitions {numbers[0]}, plainly {numbers[1]}")

    def check_trails(self, folder, model, options, report):
        if dict(options).get("--trail") == "none":
            return
        of_model = [o for o in options if o[0] in OF_THE_MODEL]
        seen = {}
        for p in report["properties"]:
            if p["verdict"] == "violated" and p["kind"] != "ctl" and not p["violations"]:
                raise Problem("trail", f"{p['name']} is violated by nothing")
            for v in p["violations"]:
                trail = v.get("counterexample", {}).get("trail")
                if not trail:
                    if p["kind"] != "ctl" and "no path to" not in p["reason"]:  # in time
                        raise Problem("trail", f"{p['name']}: no trail of {v['error']}")
                    continue
                if trail in seen:
                    raise Problem("trail", f"{p['name']} and {seen[trail]} have both written {trail}")
                seen[trail] = p["name"]
                done = subprocess.run([self.gyre, "replay", model.name, trail, *flat(of_model)], cwd=folder, timeout=30,
                                      stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                      text=True, errors="replace")
                if done.returncode != 0:
                    raise Problem("replay", f"{p['name']}: exit status {done.returncode}: {done.stdout[-300:]}")

    # -- one case ------------------------------------------------------------------------------

    def reference(self, folder, model, asked):
        """The plain way, with options that are left out until it is accepted; and what is asked then."""
        while True:
            done = self.run(folder, model, [*asked, *PLAIN], 5)
            if done.code != 2:
                self.check_status(done)
                self.check_trails(folder, model, asked, done.report)
                return done, asked
            may_go = [o for o in asked if o[0] in MEANING + SELECTION]
            if not may_go:
                return None, asked
            asked = [o for o in asked if o != may_go[-1]]

    def judge(self, folder, model, asked, way, reference):
        """Nothing, or the sentence by which the way was refused; raises Problem."""
        budget = float(dict(way).get("--time", "1s")[:-1])
        options = [*asked, *[o for o in way if o[0] != "--time"]]
        done = self.run(folder, model, options, budget)
        if done.code == 2:
            return self.check_refusal(done, reference.err.splitlines())
        self.check_status(done)
        self.check_shown(options, done.report)
        self.check_effects(options, done)
        if "--thesis" not in dict(way) or not any(p["kind"] == "ctl" for p in done.report["properties"]):
            # Else another fairness is meant.
            self.check_verdicts(done, reference, "--shortest" in dict(way) or "--shorten" in dict(way))
        self.check_trails(folder, model, options, done.report)
        return None

    def one_way(self, folder, model, asked, way, reference, rng):
        """What is refused is asked again, with what the sentence speaks of or without some option."""
        tries = 0
        while True:
            self.ways += 1
            tries += 1
            try:
                sentence = self.judge(folder, model, asked, way, reference)
            except Problem as problem:
                problem.way = way
                raise
            if sentence is None:
                return
            self.refused += 1
            rest = [o for o in way if o[0] not in ("--time", "--memory")]
            if not rest:
                raise Problem("refused", f"though the plain way is accepted: {sentence}")
            mentioned = [o for o in self.table.mentioned(rng, sentence) if o not in way]
            if mentioned and tries < 5 and rng.random() < 0.6:
                more = rng.choice(mentioned)
                way = [o for o in way if o[0] != more[0]] + [more]
            else:
                gone = rng.choice(rest)
                way = [o for o in way if o != gone]

    def shrink(self, folder, model, asked, way, reference, kind):
        """Options are left out as long as the same kind of problem remains."""
        def fails(asked, way):
            try:
                other = reference if len(asked) == len(original) else self.run(folder, model, [*asked, *PLAIN], 5)
                if other.code == 2:
                    return False
                self.judge(folder, model, asked, way, other)
            except Problem as problem:
                return problem.kind == kind
            return False

        original = asked
        for option in list(way):
            fewer = [o for o in way if o != option]
            if fails(asked, fewer):
                way = fewer
        for option in list(asked):
            fewer = [o for o in asked if o != option]
            if fails(fewer, way):
                asked = fewer
        return asked, way

    def case(self, number):
        """Outcome, and what is to be printed."""
        rng = random.Random(f"options/{self.arguments.seed}/{number}")
        made = make_model(rng, self.arguments.seed, number, self.golden)
        name = f"options-{self.arguments.seed}-{number}{made.ending}"
        selection = make_selection(rng, made)
        meaning = self.table.draw(rng, MEANING, rng.choice([0, 0, 1, 1, 2]))
        if "--fairness-unit" in dict(meaning) and "--fairness" not in dict(meaning):
            meaning.append(("--fairness", rng.choice(("weak", "strong"))))
        asked, reference = [*selection, *meaning], None
        with tempfile.TemporaryDirectory(prefix="gyre-options-") as folder:
            model = Path(folder) / name
            model.write_text(made.text)
            try:
                reference, asked = self.reference(folder, model, asked)
                if reference is None:
                    return "skipped", f"{name}: refused with nothing but the plain options"
                for _ in range(self.arguments.ways):
                    way = self.table.draw(rng, self.table.ways(), rng.choice([0, 1, 1, 2, 2, 3, 5]), OFTEN)
                    way.append(("--memory", rng.choice(["64M", "64M", "256M", "256M", "1M", "100k", "1"])))
                    way.append(("--time", rng.choice(["0.5s", "1s", "1s", "0.001s"])))
                    if rng.random() < 0.1:
                        way.append(rng.choice(way[:-1]))  # twice
                    self.one_way(folder, model, asked, way, reference, rng)
            except Problem as problem:
                text = f"{problem.kind}: {name}: {problem.detail}"
                way = problem.way
                if way and problem.kind != "hang":
                    asked, way = self.shrink(folder, model, asked, way, reference, problem.kind)
                keep = Path(self.arguments.keep)
                keep.mkdir(parents=True, exist_ok=True)
                (keep / name).write_text(made.text)
                command = shlex.join(["gyre", "check", str(keep / name), *flat([*asked, *(way or PLAIN)])])
                return "failed", f"{text[:700]}\n  {command}"
        decided = any(p["verdict"] in ("holds", "violated") for p in reference.report["properties"])
        return ("passed", "") if decided else ("skipped", f"{name}: the plain way comes to no verdict")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gyre", required=True)
    parser.add_argument("--count", type=int, default=50, help="cases")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--ways", type=int, default=6, help="of each case")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", default="random-failures", help="folder for models of ways that fail")
    parser.add_argument("--verbose", action="store_true", help="say why cases are skipped, and how many ways were refused")
    arguments = parser.parse_args()
    judge = Judge(arguments)

    def one(number):
        outcome, text = judge.case(number)
        if outcome == "failed" or (text and arguments.verbose):
            print(text, flush=True)
        return outcome

    outcomes = oracle.in_parallel(one, range(arguments.first, arguments.first + arguments.count), arguments.jobs)
    if arguments.verbose:
        print(f"{judge.ways} ways, {judge.refused} of them refused")
    print("random: " + ", ".join(f"{outcomes.count(which)} {which}" for which in ("passed", "failed", "skipped")))
    return 1 if "failed" in outcomes else 0


if __name__ == "__main__":
    sys.exit(main())
