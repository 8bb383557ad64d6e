#!/usr/bin/env python3
"""Through the command line: gyre ltl, gyre spin -f, what is generated from the tables, trails of claims that replay
shows, which engine runs a model, budgets, Ctrl-C.

    python3 tests/cli/run.py --gyre build/gyre [--filter RE] [--all] [--shared DIR]

Without --all the formulas beside the checkout are sampled. Last line: cli: N passed, M failed, K skipped.
"""

import argparse
import json
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "golden"))

import golden  # noqa: E402

MODELS = HERE.parent.parent / "models"
FULL = ["--por", "off", "--merge", "off"]

GENERALISED = """HOA: v1
States: 1
Start: 0
AP: 2 "p" "q"
Acceptance: 2 Inf(0)&Inf(1)
--BODY--
State: 0
[0&1] 0 {0 1}
[0&!1] 0 {0}
[!0&1] 0 {1}
[!0&!1] 0
--END--
"""

# name, arguments, exit status, expressions that must match what is printed (standard output and error together)
CASES = [
    ("never", ["ltl", "[] p"], 0, [r"\Anever \{ /\* \[\] p \*/\n", r"accept_init:\n\tdo\n\t:: \(p\) -> goto accept_init"]),
    ("hoa", ["ltl", "<> p", "--format", "hoa"], 0,
     [r"\AHOA: v1\n", r"^States: 2$", r'^AP: 1 "p"$', r"^acc-name: Buchi$", r"--END--\n\Z"]),
    ("llvm", ["compile", str(MODELS / "peterson.pml"), "--dump", "llvm"], 0, [r"^define .*@gyre_expand\("]),
    ("dot", ["ltl", "<> p", "--format=dot"], 0, [r"\Adigraph ", r"\}\n\Z"]),
    ("state-based-by-default", ["ltl", "[]<>p && []<>q", "--format", "hoa"], 0,
     [r"^acc-name: Buchi$", r"^Acceptance: 1 Inf\(0\)$", r"state-acc"]),
    ("generalised", ["ltl", "[]<>p && []<>q", "--format", "hoa", "--generalised"], 0,
     [r"^States: 1$", r"^acc-name: generalized-Buchi 2$"]),
    ("expressions", ["ltl", "[] (x + 1 == y[2] -> <> P[1]@done)"], 0, [r"x \+ 1 == y\[2\]", r"P\[1\]@done"]),
    ("words", ["ltl", "always (p implies eventually q)", "--format", "hoa"], 0, [r'^AP: 2 "p" "q"$']),
    ("read-hoa", ["ltl", "--hoa", "{dir}/in.hoa"], 0, [r"\Anever \{", r"accept_"]),
    ("read-hoa-generalised", ["ltl", "--hoa", "{dir}/in.hoa", "--format", "hoa", "--generalised"], 0,
     [r"^States: 1$", r"^acc-name: generalized-Buchi 2$"]),
    ("output", ["ltl", "[]p", "--output", "{dir}/out.txt"], 0, [r"\A\Z"]),
    ("caret-at-the-end", ["ltl", "p U"], 2, [r"^  p U\n     \^"]),
    ("caret-at-the-parenthesis", ["ltl", "[] (p -> <> q"], 2, [r"^  \[\] \(p -> <> q\n     \^"]),
    ("empty", ["ltl", ""], 2, [r"\^"]),
    ("no-formula", ["ltl"], 2, [r"which formula\?"]),
    ("two-formulas", ["ltl", "p", "q"], 2, [r"unexpected argument 'q'"]),
    ("formula-and-hoa", ["ltl", "p", "--hoa", "{dir}/in.hoa"], 2, [r"not both"]),
    ("unknown-format", ["ltl", "p", "--format", "aut"], 2, [r"unknown format 'aut'"]),
    ("generalised-never", ["ltl", "p", "--generalised"], 2, [r"never claim cannot have generalised acceptance"]),
    ("no-such-file", ["ltl", "--hoa", "{dir}/nowhere.hoa"], 2, [r"nowhere\.hoa: cannot read"]),
    ("bad-hoa", ["ltl", "--hoa", "{dir}/bad.hoa"], 2, [r"bad\.hoa: HOA, line 1"]),
    ("option-of-others", ["ltl", "p", "--depth", "3"], 2, [r"--depth is no option of 'gyre ltl'"]),
    ("help", ["ltl", "--help"], 0, [r"--generalised", r"--hoa FILE", r"--format WHICH"]),
    ("spin-f", ["spin", "-f", "[]p"], 0, [r"\Anever \{ /\* \[\]p \*/\n"]),
    # one precedence, to the left: ([]p || <>q) && r needs r at once
    ("spin-f-precedence", ["spin", "-f", "[]p || <>q && r"], 0, [r"T0_init:\n\tdo\n(\t:: .*\br\b.*\n)+\tod"]),
    ("spin-F", ["spin", "-F", "{dir}/formula"], 0, [r"\Anever \{ /\* <> p \*/\n"]),
    ("spin-f-error", ["spin", "-f", "p U"], 2, [r"^  p U\n     \^"]),
    ("spin-f-nothing", ["spin", "-f"], 2, [r"-f needs a formula"]),
    ("spin-run-claim", ["spin", "-run", "{dir}/claim.pml"], 1,
     [r"^pan:1: acceptance cycle: 'p' is violated", r"errors: 1$"]),
    ("spin-run-claim-not-checked", ["spin", "-run", "-bfs", "{dir}/claim.pml"], 3,
     [r"^error: 'p' was not checked: --search bfs"]),
    ("spin-run-noclaim", ["spin", "-run", "-noclaim", "{dir}/claim.pml"], 0, [r"never claim\s+- ", r"errors: 0$"]),
    ("spin-run-noreduce", ["spin", "-run", "-noreduce", "-o3", "-DN=3", "{models}/filter_lock.pml"], 0,
     [r"^ +29876 states, stored"]),
    ("spin-help", ["spin", "--help"], 0, [r"-noclaim: none"]),
    ("simulate-no-trail", ["simulate", "{dir}/one.pml", "--trail", "t"], 2, [r"--trail is no option of 'gyre simulate'"]),
    ("spin-f-with-model", ["spin", "-f", "[]p", "m.pml"], 2, [r"reads no model"]),
    ("when-full-without-budget", ["check", "{dir}/one.pml", "--when-full", "cache"], 2, [r"say --memory SIZE too"]),
    ("when-full-with-bfs", ["check", "{dir}/one.pml", "--when-full", "cache", "--memory", "1G", "--search", "bfs"], 2,
     [r"is for --search dfs"]),
    ("when-full-with-tree", ["check", "{dir}/one.pml", "--when-full", "hash-compact", "--memory", "1G", "--store",
                             "tree"], 2, [r"gains nothing"]),
    ("store-without-cycles", ["check", "{dir}/one.pml", "--store", "dfa", "--ltl", "[] true"], 3,
     [r"has no place for them: use --store exact"]),
    ("store-with-ctl", ["check", "{dir}/one.pml", "--store", "collapse", "--ctl", "AG true"], 0, [r"holds"]),
    ("store-without-ctl", ["check", "{dir}/one.pml", "--store", "dfa", "--ctl", "AG true"], 3, [r"has no place for them"]),
    ("threads-safety", ["check", "{models}/filter_lock.pml", "-DN=3", "--safety", *FULL, "--threads", "2"], 0,
     [r"safety  holds"]),
    ("threads-say-that-nothing-is-reduced", ["check", "{models}/peterson.pml", "--safety", "--threads", "2"], 0,
     [r"no partial order reduction: --threads explores all interleavings"]),
    ("threads-error", ["check", "{models}/broken_lock.pml", "--safety", "--search", "pseudo-dfs", "--threads", "3",
                       "--trail", "none"], 1, [r"safety  violated"]),
    ("threads-bfs", ["check", "{models}/broken_lock.pml", "--safety", "--search", "bfs", "--threads", "2", "--trail",
                     "none"], 1, [r"^  7 steps$", r"bfs by 2 threads with the tree store"]),
    ("threads-time", ["check", "{models}/bakery.pml", "-DN=3", "-DT=40", "--safety", *FULL, "--engine", "vm",
                      "--threads", "2", "--time", "1s"], 3, [r"the time budget was used up"]),
    ("trail-without-a-place", ["check", "{models}/broken_lock.pml", "--trail", "{dir}/no/such"], 1,
     [r"^gyre: the counterexample was not kept: .*no/such: cannot write this file", r"^safety  violated", r"^  19 steps$"]),
    ("report-without-a-place", ["check", "{models}/peterson.pml", "--json", "{dir}/no/such"], 2,
     [r"no/such: cannot write this file", r"^safety  holds"]),
    ("report-has-options", ["check", "{models}/peterson.pml", "--ltl", "[] true", "--fairness", "weak", "--json", "-"], 0,
     [r'"fairness": "weak"', r'"ltl": "\[\] true"', r'"engine": "vm"']),
    ("formula-ends-early", ["check", "{dir}/one.pml", "--ltl", "[] (true"], 2,
     [r"expected '\)' but found the end of the formula"]),
    ("no-such-property", ["check", "{dir}/one.pml", "--ltl", "[] true", "--property", "p"], 2,
     [r"the model has no property 'p'; there are: safety, ltl_cli_1$"]),
    ("no-such-size", ["check", "{dir}/one.pml", "--memory", "nan"], 2, [r"--memory: 'nan' is not a size"]),
    ("threads-none", ["check", "{models}/peterson.pml", "--safety", "--threads", "0"], 2, [r"between 1 and 256"]),
    ("threads-with-claim", ["check", "{dir}/one.pml", "--threads", "2", "--ltl", "[] true"], 2, [r"for safety only"]),
    ("threads-with-ctl", ["check", "{dir}/one.pml", "--threads", "2", "--ctl", "AG true"], 2, [r"for safety only"]),
    ("threads-with-por", ["check", "{models}/peterson.pml", "--safety", "--threads", "2", "--por", "on"], 2,
     [r"--por on is not possible: --threads explores all interleavings"]),
    ("threads-with-dfs", ["check", "{models}/peterson.pml", "--safety", "--threads", "2", "--search", "dfs"], 2,
     [r"--search dfs is a search of one thread"]),
    ("threads-with-store", ["check", "{models}/peterson.pml", "--safety", "--threads", "2", "--store", "dfa"], 2,
     [r"threads share the tree store"]),
    ("threads-with-depth", ["check", "{models}/peterson.pml", "--safety", "--threads", "2", "--depth", "9"], 2,
     [r"depends on the order"]),
    ("threads-with-shortest", ["check", "{models}/peterson.pml", "--threads", "2", "--shortest"], 2, [r"leave --threads out"]),
    ("threads-with-swarm", ["check", "{models}/peterson.pml", "--threads", "2", "--swarm", "2"], 2, [r"--swarm is not there"]),
    ("swarm-with-ctl", ["check", "{dir}/one.pml", "--swarm", "2", "--ctl", "AG true"], 3, [r"--swarm is for safety"]),
    ("store-without-bfs", ["check", "{dir}/one.pml", "--store", "linear", "--search", "bfs"], 2,
     [r"linear has no numbered states: use --search dfs"]),
    ("linear-too-large", ["check", "{dir}/ints.pml", "--store", "linear"], 2, [r"there are 2\^\d+\.\d of them"]),
    ("swarm-finds", ["check", "{models}/broken_lock.pml", "--swarm", "4", "--trail", "none"], 1,
     [r"1 of 4 searches", r"assertion violated: inside == 1"]),
    ("swarm-never-holds", ["check", "{models}/peterson.pml", "--safety", "--swarm", "3", "--bits", "16"], 3,
     [r"^safety  inconclusive .*3 of 3 searches, 3 of them to the end"]),
    ("swarm-within-its-time", ["check", "{models}/filter_lock.pml", "-DN=4", "--safety", *FULL, "--swarm", "3",
                               "--time", "1s", "--progress", "off"], 3, [r"the time budget was used up; 3 of 3 searches"]),
    ("swarm-with-tree", ["check", "{models}/peterson.pml", "--swarm", "2", "--store", "tree"], 2,
     [r"--swarm is for --store bitstate"]),
    ("swarm-with-bfs", ["check", "{models}/peterson.pml", "--swarm", "2", "--search", "bfs"], 2, [r"depth-first"]),
    ("reachability-decides", ["check", "{dir}/one.pml", "--search", "reachability", "--ltl", "[] true"], 0,
     [r"holds .*on all runs"]),
    ("reachability-knows-no-cycles", ["check", "{models}/dekker.pml", "--search", "reachability", "--property", "entry"], 3,
     [r"inconclusive .*does not look for cycles"]),
    ("reachability-with-fairness", ["check", "{models}/dekker.pml", "--search", "reachability", "--property", "entry",
                                    "--fairness", "weak"], 2, [r"does not look for cycles"]),
    ("reachability-without-claims", ["check", "{models}/peterson.pml", "--search", "reachability"], 2,
     [r"is for claims and formulas"]),
    ("swarm-with-claim", ["check", "{dir}/one.pml", "--swarm", "2", "--ltl", "[] true"], 3, [r"--swarm is for safety"]),
    ("usage", ["--help"], 0, [r"gyre ltl FORMULA"]),
    ("man", ["--generate", "man"], 0, [r"^\.B gyre ltl$", r"generalised"]),
    ("bash", ["--generate", "bash"], 0, [r"^    ltl\) words=\".*--hoa.*\" ;;$"]),
    ("zsh", ["--generate", "zsh"], 0, [r"^  ltl\) compadd -- .*--generalised"]),
    ("fish", ["--generate", "fish"], 0, [r"seen_subcommand_from ltl\" -l hoa"]),
]


def run(gyre, arguments, folder):
    command = [gyre] + [a.replace("{dir}", folder).replace("{models}", str(MODELS)) for a in arguments]
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=60, text=True)
    return done.returncode, done.stdout


def simple(gyre, case, folder):
    """What is wrong, or None."""
    _, arguments, status, patterns = case
    code, output = run(gyre, arguments, folder)
    if code != status:
        return f"exit status {code} instead of {status}: {output[:300]}"
    for pattern in patterns:
        if not re.search(pattern, output, re.M):
            return f"nothing matches {pattern!r} in:\n{output[:600]}"
    if "--output" in arguments and not (Path(folder) / "out.txt").read_text().startswith("never {"):
        return "nothing was written"
    return None


def spin_accepts(gyre, formula, folder):
    """SPIN compiles the never claim, and our own reader takes the HOA and gives a claim again."""
    code, claim = run(gyre, ["ltl", formula], folder)
    if code:
        return claim
    names = sorted(set(re.findall(r"\bp\d+\b|\b[a-z]\b", re.sub(r"[UVRWMX]", " ", formula))))
    model = "".join(f"bit {n};\n" for n in names) + "active proctype A() { end: false }\n" + claim
    (Path(folder) / "claim.pml").write_text(model)
    done = subprocess.run(["spin", "-a", "claim.pml"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=60)
    if done.returncode or "rror" in done.stdout:
        return done.stdout
    code, hoa = run(gyre, ["ltl", formula, "--format", "hoa"], folder)
    (Path(folder) / "again.hoa").write_text(hoa)
    code, again = run(gyre, ["ltl", "--hoa", "{dir}/again.hoa"], folder)
    states = [len(re.findall(r"^\w+:$", text, re.M)) for text in (claim, again)]
    return None if code == 0 and states[0] == states[1] else f"read back: {states}\n{again}"


def replays(gyre, case, folder):
    """What check writes for a claim or a formula, replay shows, the cycle and the message included."""
    trail = Path(folder) / "claim.json"
    trail.unlink(missing_ok=True)
    code, output = run(gyre, [case.arguments[0], str(case.path), *case.arguments[1:], "--trail", str(trail)], folder)
    if code != 1 or not trail.exists():
        return f"exit status {code}: {output[:300]}"
    error = json.loads(trail.read_text())["error"]
    code, output = run(gyre, ["replay", str(case.path), str(trail), *case.defines], folder)
    return None if code == 0 and error["message"] in output else f"exit status {code}: {output[:300]}"


def ends_in_bad_state(gyre, folder):
    """The last state that replay shows is the one in which a formula is seen to be false; a run of no steps too."""
    Path(folder, "bad.pml").write_text("byte x; init { x = 1; x = 2; x = 3 } ltl small { [] (x < 3) } ltl now { x == 1 }\n")
    for name, state, steps in (("small", r"x = 3", 3), ("now", r"x = 0", 0)):
        code, output = run(gyre, ["check", "bad.pml", "--property", name, "--trail", "bad.json"], folder)
        if code != 1 or not re.search(rf"^  {steps} steps", output, re.M):
            return f"{name}: exit status {code}: {output[:400]}"
        code, output = run(gyre, ["replay", "bad.pml", "bad.json"], folder)
        if code != 0 or not re.search(r"final state:\n(.*\n)*?.*\b" + state, output) or "whatever follows" not in output:
            return f"{name}: exit status {code}: {output[:400]}"
    return None


# Takes the translation very long.
HARD = " && ".join(f"((x != {i}) U (y != {i}))" for i in range(14))


def translating(gyre, folder, command, stop, status, pattern):
    """Budgets and Ctrl-C count while a formula is translated."""
    Path(folder, "hard.pml").write_text("byte x, y; init { x = 1 }\n")
    started = time.monotonic()
    process = subprocess.Popen([gyre, *command], cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if stop:
        time.sleep(1)
        process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=120)
    took = time.monotonic() - started
    if process.returncode != status or not re.search(pattern, output) or took > 3.5:
        return f"exit status {process.returncode} after {took:.1f} s: {output[:300]}"
    return None


def no_engine(gyre, folder):
    """A program without its module says so; one beside something else does not trust it; `auto` does without."""
    alone = Path(folder) / "alone" / "bin"
    alone.mkdir(parents=True)
    lonely = shutil.copy(gyre, alone)
    for engine, status, pattern in (("native", 2, r"native engine is not there"), ("auto", 0, r"safety  holds")):
        code, output = run(lonely, ["check", "one.pml", "--engine", engine], folder)
        if code != status or not re.search(pattern, output):
            return f"--engine {engine}: exit status {code}: {output[:300]}"
    (alone / "libgyre_jit.so").write_text("no library\n")
    code, output = run(lonely, ["check", "one.pml", "--engine", "native"], folder)
    return None if code == 2 and "cannot be opened" in output else f"exit status {code}: {output[:300]}"


def goes_over(gyre, folder, model, size, expected):
    """A search that lasts goes over to native code, and nobody notices."""
    options = ["check", str(MODELS / model), "--safety", *FULL, "--search", "dfs", "--progress", "off", "--quiet", "--json",
               "-", "--engine"]
    if run(gyre, ["check", "one.pml", "--engine", "native"], folder)[0] == 2:
        return None
    code, output = run(gyre, [*options, "auto", size], folder)
    report = json.loads(output)
    counts = {k: report["search"][k] for k in expected}
    if code != 0 or counts != expected:
        return f"exit status {code}, {counts}"
    if report["options"]["engine"] != "native" and report["time"]["search"] > 1.5:
        return f"still on the abstract machine after {report['time']['search']} s"
    return None


def thesis_engine(gyre, folder):
    """What the thesis counted is counted by the abstract machine, and the report says so."""
    code, output = run(gyre, ["check", str(MODELS / "mutual_exclusion.esml"), "--thesis", "--engine", "native"], folder)
    return None if code == 0 and "--thesis counts on the abstract machine" in output else f"exit status {code}: {output[:300]}"


def interrupted(gyre, folder, *arguments):
    """Ctrl-C ends a run in order and at once: a report, exit status 3."""
    process = subprocess.Popen([gyre, "check", *arguments, "--progress", "off"], cwd=folder, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    started = time.monotonic()
    output, _ = process.communicate(timeout=60)
    took = time.monotonic() - started
    if process.returncode == 3 and "it was interrupted" in output and took < 3:
        return None
    return f"exit status {process.returncode} after {took:.1f} s: {output[:300]}"


def interrupted_compiling(gyre, folder):
    """LLVM needs several seconds for so many statements."""
    if run(gyre, ["check", "one.pml", "--engine", "native"], folder)[0] == 2:
        return None
    lines = [f"a[(x + {i}) & 7] = (a[x & 7] + {i}) % 5; x = (x + {i}) % 7;" for i in range(8000)]
    (Path(folder) / "long.pml").write_text("byte a[8], x;\ninit {\n" + "\n".join(lines) + "\nskip }\n")
    return interrupted(gyre, folder, "long.pml", "--engine", "native")


# Stores and searches that fill so many megabytes within a second or two.
BUDGETS = [
    ("exact", 40), ("exact", 100), ("exact", 40, "--search", "dfs"), ("exact", 50, "--search", "bfs"),
    ("exact", 60, "--shortest"), ("tree", 40), ("tree", 40, "--search", "dfs"), ("tree", 40, "--search", "bfs"),
    ("tree", 50, "--threads", "2"), ("tree", 50, "--threads", "2", "--search", "bfs"), ("collapse", 40),
    ("compact", 40), ("hash-compact", 40), ("hash-compact", 40, "--search", "dfs"), ("tree-compact", 40), ("dfa", 40),
    ("bitstate", 40), ("bitstate", 40, "--search", "dfs"),
]


def memory_budget(gyre, folder, store, megabytes, *more):
    """A run that reaches its budget ends in order, and has used it: 80 to 105 % of it."""
    model = HERE.parent.parent / "models" / "filter_lock.pml"
    code, output = run(gyre, ["check", str(model), "-DN=5", "--safety", *FULL, "--store", store, "--memory",
                              f"{megabytes}M", "--progress", "off", "--quiet", "--json", "-", *more], folder)
    report = json.loads(output)
    share = report["memory"]["peak_rss"] / (megabytes << 20)
    if code != 3 or "the memory budget was used up" not in report["properties"][0]["reason"]:
        return f"exit status {code}: {report['properties'][0]['reason']}"
    return None if 0.8 <= share <= 1.05 else f"the peak is {share:.0%} of the budget"


def when_full(gyre, folder):
    """With the cache the search is complete; with hashes it sees everything and does not say holds."""
    model = HERE.parent.parent / "models" / "bakery.pml"
    for how, megabytes, status, verdict in (("cache", 36, 0, "holds"), ("hash-compact", 23, 3, "inconclusive"),
                                            ("stop", 23, 3, "inconclusive")):
        code, output = run(gyre, ["check", str(model), "-DN=3", "-DT=4", "--safety", *FULL, "--store", "exact", "--memory",
                                  f"{megabytes}M", "--when-full", how, "--progress", "off", "--quiet", "--json", "-"],
                           folder)
        report = json.loads(output)
        search = report["search"]
        if code != status or report["properties"][0]["verdict"] != verdict:
            return f"{how}: exit status {code}: {report['properties'][0]['reason']}"
        reason = report["properties"][0]["reason"]
        if how == "cache" and not (search["states"] >= 621980 and "there was a cache" in reason):
            return f"{how}: {search}"
        if how == "hash-compact" and (search["states"] != 621980 or not search["lossy"]):
            return f"{how}: {search}"
        if how == "stop" and search["states"] >= 621980:
            return f"{how}: the budget is too large for this test"
        if report["memory"]["peak_rss"] > 1.05 * (megabytes << 20):
            return f"{how}: the peak is {report['memory']['peak_rss']} bytes"
    return None


def cache_on_el3(gyre, folder):
    """At most 1.5 times the transitions at 75 % of the states, and an end at 60 %, whatever the seed."""
    for share, most in ((0.75, 1.5), (0.6, 2)):
        for seed in range(1, 4):
            code, output = run(gyre, ["check", str(MODELS / "elevator.esml"), "--safety", *FULL, "--store", "cache",
                                      "--cache-size", str(round(68193 * share)), "--seed", str(seed), "--quiet",
                                      "--json", "-"], folder)
            transitions = json.loads(output)["search"]["transitions"]
            if code != 0 or transitions > most * 285556:
                return f"{share:.0%}, seed {seed}: exit status {code}, {transitions} transitions"
    return None


def savings(gyre, folder):
    """The report says what reductions saved, or why there were none."""
    model = str(MODELS / "leader_ring.pml")
    def reduction(*options):
        code, output = run(gyre, ["check", model, "-DN=4", "--safety", "--quiet", "--json", "-", *options], folder)
        report = json.loads(output)
        return code, report["options"], report["search"]["reduction"], report["search"]["states"]
    code, options, reduced, states = reduction()
    if code != 0 or options["por"] != "on" or options["merge"] != "on" or not reduced["por"]:
        return f"exit status {code}, {options}, {reduced}"
    if not 0 < reduced["in_part"] <= states or reduced["left_out"] < reduced["in_part"] or reduced["joined"] == 0:
        return f"{reduced} with {states} states"
    code, options, reduced, _ = reduction("--search", "bfs")
    if code != 0 or options["por"] != "off" or reduced["por"] or "bfs" not in reduced["why_not"]:
        return f"exit status {code}, {options}, {reduced}"
    return None


ERRORS = """byte x, y, z;
active proctype A() { do :: x < 30 -> x++ :: x == 30 -> x = 0; assert(y != 17) od }
active proctype B() { do :: y < 30 -> y++ :: y == 30 -> y = 0; assert(z != 23) od }
active proctype C() { do :: z < 30 -> z++ :: z == 30 -> z = 0; assert(x != 29 || y != 3) od }
"""


def errors_in_any_order(gyre, folder):
    """Searches without paths count what a depth-first search counts, and show counterexamples that are no longer."""
    (Path(folder) / "errors.pml").write_text(ERRORS)
    seen, lengths = {}, {}
    for how in (["--search", "dfs"], ["--search", "auto"], ["--search", "pseudo-dfs"], ["--threads", "2"]):
        code, output = run(gyre, ["check", "errors.pml", "--safety", "--por", "off", "--merge", "off", "--errors", "0",
                                  "--trail", "none", "--quiet", "--json", "-", *how], folder)
        report = json.loads(output)
        safety = report["properties"][0]
        seen[" ".join(how)] = (code, safety["reason"], report["search"]["states"], report["search"]["transitions"],
                               sorted((v["location"]["line"], v["count"]) for v in safety["violations"]))
        lengths[" ".join(how)] = max(v["counterexample"]["length"] for v in safety["violations"])
        if report["search"]["algorithm"] != ("dfs" if how[1] == "dfs" else "pseudo-dfs"):
            return f"{how} was {report['search']['algorithm']}"
    first = seen["--search dfs"]
    if first[0] != 1 or len(first[4]) != 3:
        return f"depth-first: {first}"
    others = [f"{how}: {what}, not {first}" for how, what in seen.items() if what != first]
    others += [f"{how}: {length} steps" for how, length in lengths.items() if length > lengths["--search dfs"]]
    return others[0] if others else None


ENDLESS = """byte a[12];
active proctype E() { assert(false) }
active [12] proctype P() { do :: a[_pid % 12]++ od }
"""


def interrupted_after_error(gyre, folder):
    """An error that was met is the verdict, whenever the run is interrupted."""
    (Path(folder) / "endless.pml").write_text(ENDLESS)
    for more in ([], ["--threads", "2"]):
        process = subprocess.Popen([gyre, "check", "endless.pml", "--safety", *FULL, "--errors", "0", "--progress", "off",
                                    "--trail", "none", *more], cwd=folder, text=True, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT)
        time.sleep(1.5)
        process.send_signal(signal.SIGHUP)
        output, _ = process.communicate(timeout=60)
        if process.returncode != 1 or not re.search(r"endless.pml:2:\d+: assertion violated", output):
            return f"{more}: exit status {process.returncode}: {output[:300]}"
    return None


def address_limit(gyre, folder):
    """Where the system has no more memory a run ends in order, whatever it was doing."""
    def limit(bytes_):
        return lambda: resource.setrlimit(resource.RLIMIT_AS, (bytes_, bytes_))

    for megabytes in (20, 40, 60, 100, 200):
        for how in (FULL, [], ["--search", "bfs"], ["--threads", "2"], ["--search", "pseudo-dfs"]):
            done = subprocess.run([gyre, "check", str(MODELS / "leader_ring.pml"), "-DN=6", "--safety", "--trail", "none",
                                   "--progress", "off", *how], cwd=folder, text=True, capture_output=True, timeout=120,
                                  preexec_fn=limit(megabytes << 20))
            in_order = done.returncode in (0, 3) and done.stdout.startswith("safety")
            if not in_order and "no room for another thread" not in done.stderr:
                return f"{megabytes} MB, {how}: exit status {done.returncode}: {(done.stderr + done.stdout)[:300]}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gyre", required=True)
    parser.add_argument("--filter", metavar="RE", default="")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--shared", default=str(HERE.parent.parent.parent / "shared"))
    arguments = parser.parse_args()
    gyre = str(Path(arguments.gyre).resolve())
    passed = failed = skipped = 0
    with tempfile.TemporaryDirectory(prefix="gyre-cli-") as folder:
        (Path(folder) / "in.hoa").write_text(GENERALISED)
        (Path(folder) / "bad.hoa").write_text("nothing\n")
        (Path(folder) / "formula").write_text("<> p\n[] q\n")
        (Path(folder) / "one.pml").write_text("init { skip }\n")
        (Path(folder) / "claim.pml").write_text("byte x; active proctype P() { do :: x = 1 - x od } ltl p { <> (x == 2) }\n")
        (Path(folder) / "ints.pml").write_text("int a, b, c; init { a = 1 }\n")
        work = [(case[0], lambda case=case: simple(gyre, case, folder)) for case in CASES]
        work.append(("no engine", lambda: no_engine(gyre, folder)))
        work.append(("goes over to native code", lambda: goes_over(
            gyre, folder, "leader_ring.pml", "-DN=7",
            {"states": 978600, "transitions": 5395722, "depth": 173, "atomic_steps": 24})))
        work.append(("goes over to native code, ESML", lambda: goes_over(
            gyre, folder, "elevator.esml", "-Dfloors=4", {"states": 1633032, "transitions": 7959937, "depth": 2527})))
        work.append(("Ctrl-C while searching", lambda: interrupted(
            gyre, folder, str(MODELS / "filter_lock.pml"), "-DN=5", "--safety", *FULL)))
        work.append(("the end of the terminal after an error", lambda: interrupted_after_error(gyre, folder)))
        work.append(("a limit on addresses", lambda: address_limit(gyre, folder)))
        work.append(("Ctrl-C while compiling", lambda: interrupted_compiling(gyre, folder)))
        work.append(("ends in the bad state", lambda: ends_in_bad_state(gyre, folder)))
        work.append(("time budget while translating", lambda: translating(
            gyre, folder, ["check", "hard.pml", "--ltl", f"!({HARD})", "--time", "1s"], False, 3,
            r"inconclusive .*time budget was used up while the formula was translated")))
        work.append(("Ctrl-C while translating", lambda: translating(
            gyre, folder, ["check", "hard.pml", "--ltl", f"!({HARD})"], True, 3, r"interrupted while the formula was translated")))
        work.append(("Ctrl-C in gyre ltl", lambda: translating(gyre, folder, ["ltl", HARD], True, -signal.SIGINT, r"")))
        work.append(("engine of --thesis", lambda: thesis_engine(gyre, folder)))
        for store, megabytes, *more in BUDGETS:
            work.append((" ".join([f"memory budget of {megabytes} MB, {store}", *more]),
                         lambda s=store, m=megabytes, o=more: memory_budget(gyre, folder, s, m, *o)))
        work.append(("what reductions saved", lambda: savings(gyre, folder)))
        work.append(("errors in any order", lambda: errors_in_any_order(gyre, folder)))
        work.append(("cache on EL3", lambda: cache_on_el3(gyre, folder)))
        work.append(("when full", lambda: when_full(gyre, folder)))
        patterns = Path(arguments.shared) / "facts" / "ltl" / "patterns.ltl"
        if patterns.exists() and shutil.which("spin"):
            formulas = [line for line in patterns.read_text().splitlines() if line.strip()]
            for formula in formulas if arguments.all else formulas[::8]:
                work.append((f"spin accepts {formula}", lambda f=formula: spin_accepts(gyre, f, folder)))
        else:
            print("skipped: SPIN reads the never claims (no spin, or no formulas beside the checkout)")
            skipped += 1
        for case in golden.all_cases("^liveness/"):
            if case.expect.get("verdict") == "violated" and "--property" in case.arguments:
                work.append((f"replay {case.name}", lambda case=case: replays(gyre, case, folder)))
        for name, test in work:
            if not re.search(arguments.filter, name):
                continue
            problem = test()
            passed += problem is None
            if problem is not None:
                failed += 1
                print(f"FAIL {name}: {problem}")
    print(f"cli: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
