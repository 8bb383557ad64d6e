#!/usr/bin/env python3
"""Through the command line: gyre ltl, gyre spin -f, what is generated from the tables, trails of claims that replay
shows, which engine runs a model, budgets, Ctrl-C.

    python3 tests/cli/run.py --gyre build/gyre [--filter RE] [--all] [--shared DIR]

It is long because everything that only a whole command shows is checked here.

Without --all the formulas beside the checkout are sampled. Last line: cli: N passed, M failed, K skipped.
"""

import argparse
import json
import os
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
SKIPPED = "skipped: "  # how a test says that it cannot be done here
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

# Figure 8.3 of Holzmann's book: S2 is met first by a way on which the bound cuts off the assertion.
FIGURE_8_3 = """init {
  byte x;
S0: if
  :: x = 1; goto S1
  :: x = 2; goto S2
  fi;
S1: x++;
S2: x++;
E: assert(false)
}
"""

# Holzmann's book, section "Adding Fairness": two processes, each going round by itself.
FAIR = "active proctype A() { bit i; accept: do :: i = 1 - i od }\nactive proctype B() { bit i; do :: i = 1 - i od }\n"

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
    ("bad-hoa", ["ltl", "--hoa", "{dir}/bad.hoa"], 2, [r"bad\.hoa:1:1: expected 'HOA: v1'"]),
    ("option-of-others", ["ltl", "p", "--depth", "3"], 2, [r"--depth is no option of 'gyre ltl'"]),
    ("help", ["ltl", "--help"], 0, [r"--generalised", r"--hoa FILE", r"--format WHICH"]),
    ("spin-f", ["spin", "-f", "[]p"], 0, [r"\Anever \{ /\* \[\]p \*/\n"]),
    # one precedence, to the left: ([]p || <>q) && r needs r at once
    ("spin-f-precedence", ["spin", "-f", "[]p || <>q && r"], 0, [r"T0_init:\n\tdo\n(\t:: .*\br\b.*\n)+\tod"]),
    ("spin-F", ["spin", "-F", "{dir}/formula"], 0, [r"\Anever \{ /\* <> p \*/\n"]),
    ("spin-f-error", ["spin", "-f", "p U"], 2, [r"^  p U\n     \^"]),
    ("spin-f-nothing", ["spin", "-f"], 2, [r"-f needs a formula"]),
    ("spin-run-claim", ["spin", "-run", "{dir}/claim.pml"], 1,
     [r"^pan: ltl formula p$", r"^pan:1: acceptance cycle \(at depth \d+\)$", r"errors: 1$"]),
    ("spin-run-claim-without-cycles", ["spin", "-run", "-bfs", "{dir}/claim.pml"], 3,
     [r"^warning: never claim \+ accept labels requires -a flag", r"^\tcycle checks +\t- \(disabled by -DSAFETY\)",
      r"errors: 0$", r"^verdict: p: inconclusive"]),
    ("spin-run-noclaim", ["spin", "-run", "-noclaim", "{dir}/claim.pml"], 0, [r"never claim\s+- ", r"errors: 0$"]),
    ("spin-run-noreduce", ["spin", "-run", "-noreduce", "-o3", "-DN=3", "{models}/filter_lock.pml"], 0,
     [r"^ +29876 states, stored"]),
    ("spin-run-acceptance-without-labels", ["spin", "-run", "-a", "{models}/peterson.pml"], 0,
     [r"\A(?!.*was not checked)", r"^warning: no accept labels are defined", r"^\tacceptance   cycles \t- \(not selected\)",
      r"^verdict: acceptance: holds"]),
    ("spin-run-acceptance", ["spin", "-run", "-a", "-f", "{dir}/labels.pml"], 0,
     [r"^\tacceptance   cycles \t\+ \(fairness enabled\)", r"errors: 0$"]),
    ("spin-run-non-progress", ["spin", "-run", "-l", "{dir}/labels.pml"], 1,
     [r"^\tnever claim         \t\+ \(:np_:\)", r"^\tnon-progress cycles \t\+ \(fairness disabled\)", r"errors: 1$"]),
    ("spin-run-hash-compact", ["spin", "-run", "-DHC4", "{dir}/labels.pml"], 3, [r"^Hash-Compact 4 search for:$", r"\A(?!.*Search not completed)"]),
    ("spin-run-minimised-automaton", ["spin", "-run", "-DMA=20", "{dir}/labels.pml", "--json", "-"], 0,
     [r'"store": "dfa"']),
    ("spin-run-cores", ["spin", "-run", "-DNCORE=2", "-DNFAIR=3", "{dir}/labels.pml", "--json", "-"], 0,
     [r"note: -DNFAIR=3 has no meaning here", r'"threads": "2"']),
    ("spin-run-bit-array", ["spin", "-run", "-bitstate", "-k2", "-w20", "-b", "{dir}/labels.pml", "--json", "-"], 3,
     [r"^Bit statespace search for:$", r'"bits": "20"', r'"hash_functions": "2"']),
    ("spin-run-no-bit-array", ["spin", "-run", "-k2", "-w20", "{dir}/labels.pml"], 0,
     [r"note: -w20 has no meaning without -bitstate", r"note: -k2 has no meaning without -bitstate"]),
    ("spin-run-swarm", ["spin", "-run", "-swarm3,2", "-w16", "{dir}/labels.pml", "--json", "-"], 3,
     [r"note: -swarm3,2: all searches", r'"swarm": "3"', r'"bits": "16"']),
    ("spin-run-swarm-wrong", ["spin", "-run", "-swarm3,x", "{dir}/labels.pml"], 2, [r"is not -swarmN,M"]),
    ("hoa-needs-a-model", ["check", "--hoa", "{dir}/in.hoa"], 2, [r"which model\?"]),
    ("hoa-two-for-ltl", ["ltl", "--hoa", "{dir}/in.hoa", "--hoa", "{dir}/in.hoa"], 2, [r"one --hoa FILE at a time"]),
    ("graph-product", ["graph", "{dir}/turns.pml", "--ltl", "<> (turn == 2)"], 0,
     [r"claim: \d+\", peripheries=2\];$", r"-> \d+ \[label=\"P\(0\): "]),
    ("graph-product-aut", ["graph", "{dir}/turns.pml", "--property", "p", "--format", "aut"], 0,
     [r"\Ades \(0, ", r'"accepting"']),
    ("graph-product-json", ["graph", "{dir}/turns.pml", "--property", "p", "--format", "json"], 0, [r'"accepting": \[']),
    ("graph-product-ends", ["graph", "{dir}/ends.pml", "--ltl", "[] (x < 2)"], 0, [r"\(stays\)"]),
    ("graph-product-of-two", ["graph", "{dir}/turns.pml", "--property", "p", "--ltl", "<> (turn == 2)"], 2,
     [r"the product with one claim"]),
    ("graph-product-safety", ["graph", "{dir}/turns.pml", "--property", "safety"], 2, [r"'safety' is no claim of linear time"]),
    ("graph-product-processes", ["graph", "{dir}/turns.pml", "--property", "p", "--what", "processes"], 2,
     [r"leave --property, --ltl and --hoa out"]),
    ("satisfying-needs-a-formula", ["check", "{dir}/turns.pml", "--safety", "--satisfying", "3"], 2,
     [r"--satisfying is about formulas of branching time"]),
    ("satisfying-sees-all", ["check", "{dir}/turns.pml", "--ctl", "EF turn == 1", "--property", "ctl_cli_1", "--por", "on",
                             "--satisfying", "3"], 2, [r"--por on is not possible: --satisfying is about all states"]),
    ("spin-reach", ["spin", "-search", "-DREACH", "-m3", "{dir}/fig83.pml"], 1,
     [r"^pan:1: assertion violated 0 \(at depth 2\)", r"errors: 1$"]),
    ("spin-reach-complete", ["spin", "-search", "-DREACH", "{dir}/fig83.pml"], 1, [r"^pan:1: assertion violated"]),
    ("spin-without-reach", ["spin", "-search", "-m3", "{dir}/fig83.pml"], 3, [r"errors: 0$"]),
    ("spin-reach-with-claim", ["spin", "-search", "-DREACH", "-m99", "{dir}/claim.pml"], 1,
     [r"^pan:1: acceptance cycle \(at depth"]),
    ("spin-shorten-a-fair-cycle", ["spin", "-search", "-a", "-f", "-i", "{dir}/fair.pml"], 1,
     [r"^pan:1: acceptance cycle \(at depth 3\)$", r"of the smallest length"]),
    ("shortest-without-room-for-the-graph",
     ["check", "{models}/elevator.pml", "--property", "ltl_cli_1", "--ltl", "<>[] false", "--shortest",
      "--fairness", "weak", "--memory", "60M", "--trail", "none"], 1, [r"^ltl_cli_1  violated .*there may be a shorter one$"]),
    ("spin-version", ["spin", "-V"], 0, [r"\ASpin Version 6\.5\.2 .*gyre"]),
    ("spin-numbered-trail", ["spin", "-t2", "{dir}/prints.pml"], 0, [r"@@@ 0 NAME 2$"]),
    ("spin-numbered-trail-without-ending", ["spin", "-t3", "{dir}/prints.pml"], 0, [r"@@@ 0 NAME 3$"]),
    ("spin-numbered-trail-old", ["spin", "-t4", "{dir}/prints.pml"], 0, [r"@@@ 0 NAME 1$"]),
    ("spin-numbered-trail-missing", ["spin", "-t5", "{dir}/prints.pml"], 2, [r"prints\.pml5\.trail: cannot read"]),
    ("spin-T", ["spin", "-T", "-t2", "{dir}/prints.pml"], 0, [r"\A(?!.*has no meaning)", r"^@@@ 0 NAME 2$"]),
    ("spin-T-simulates", ["spin", "-T", "-n1", "{dir}/prints.pml"], 1, [r"\A(?!.*has no meaning)", r"^@@@ 0 NAME \d$"]),
    ("replay-empty", ["replay", "{dir}/prints.pml", "{dir}/empty.trail"], 2, [r"empty\.trail: there is nothing in this file"]),
    ("replay-blank", ["replay", "{dir}/prints.pml", "{dir}/blank.trail"], 2, [r"blank\.trail: there is nothing in this file"]),
    ("replay-header-only", ["replay", "{dir}/prints.pml", "{dir}/header.trail"], 2,
     [r"header\.trail: the trail ends after 0 steps, and nothing is wrong there: is it whole\?"]),
    ("replay-cut-in-a-line", ["replay", "{dir}/prints.pml", "{dir}/cut.trail"], 2, [r"cut\.trail:2: the last line has no end"]),
    ("replay-cut-behind-a-line", ["replay", "{dir}/prints.pml", "{dir}/short.trail"], 2,
     [r"^ +1  A\(0\)", r"short\.trail: the trail ends after 1 step, and nothing is wrong there: is it whole\?"]),
    ("replay-cut-json", ["replay", "{dir}/prints.pml", "{dir}/cut.json"], 2, [r"cut\.json:1:\d+: this is not JSON"]),
    ("guided-empty", ["simulate", "{dir}/prints.pml", "--guided", "{dir}/empty.trail"], 2, [r"there is nothing in this file"]),
    ("guided-interactive", ["simulate", "{dir}/prints.pml", "--guided", "{dir}/short.trail", "--interactive"], 0,
     [r"^ +1  A\(0\)", r"^ +1  A\(0\) .*printf", r"choose 1-1, b back, r random, h help, q quit", r"^stopped after 1 steps"]),
    ("embedded-c", ["check", "{dir}/embedded.pml"], 2,
     [r"\A(?!.*unexpected)", r"embedded\.pml:1:1: error: the model has embedded C \(1 c_code, .*#include \"x\.h\"",
      r"--embedded-c allows that"]),
    ("help-of-a-command", ["help", "check"], 0, [r"\Agyre check MODEL", r"--shortest"]),
    ("help-of-nothing", ["help", "chekc"], 2, [r"unknown command 'chekc'"]),
    ("sorted-diagnostics", ["check", "{dir}/mistakes.pml"], 2, [r"(?s):2:.*:3:.*:4:.*:6:"]),
    ("spin-help", ["spin", "--help"], 0, [r"-noclaim: none"]),
    ("simulate-no-trail", ["simulate", "{dir}/one.pml", "--trail", "t"], 2, [r"--trail is no option of 'gyre simulate'"]),
    ("spin-f-with-model", ["spin", "-f", "[]p", "m.pml"], 2, [r"reads no model"]),
    ("when-full-without-budget", ["check", "{dir}/one.pml", "--when-full", "cache"], 2, [r"say --memory SIZE too"]),
    ("when-full-with-bfs", ["check", "{dir}/one.pml", "--when-full", "cache", "--memory", "1G", "--search", "bfs"], 2,
     [r"is for --search dfs"]),
    ("when-full-disk-where", ["check", "{dir}/one.pml", "--when-full", "disk", "--memory", "1G"], 2, [r"with --disk DIR"]),
    ("when-full-disk-nowhere", ["check", "{dir}/one.pml", "--when-full", "disk", "--memory", "1G", "--disk",
                                "{dir}/no-such"], 2, [r"--disk: cannot make a file in the folder '.*no-such': No such file"]),
    ("when-full-disk-dfs", ["check", "{dir}/one.pml", "--when-full", "disk", "--memory", "1G", "--disk", "{dir}", "--search",
                            "dfs"], 2, [r"leave --search, --shortest and --shorten out"]),
    ("when-full-disk-store", ["check", "{dir}/one.pml", "--when-full", "disk", "--memory", "1G", "--disk", "{dir}", "--store",
                              "tree"], 2, [r"leave --store out"]),
    ("when-full-disk-formula", ["check", "{models}/dekker.pml", "--when-full", "disk", "--memory", "1G", "--disk", "{dir}"],
     2, [r"is for safety, and '\w+' is more"]),
    ("when-full-disk-error", ["check", "{models}/broken_lock.pml", "--when-full", "disk", "--memory", "1G", "--disk", "{dir}"],
     1, [r"assertion violated: inside == 1", r"7 steps"]),
    ("disk-without-when-full", ["check", "{dir}/one.pml", "--disk", "{dir}"], 2, [r"say that too, or leave it out"]),
    ("when-full-with-tree", ["check", "{dir}/one.pml", "--when-full", "hash-compact", "--memory", "1G", "--store",
                             "tree"], 2, [r"gains nothing"]),
    ("store-without-components", ["check", "{dir}/one.pml", "--store", "dfa", "--search", "scc", "--ltl", "[]<> true"], 2,
     [r"has no place for that: use --store exact"]),
    ("store-without-strong-fairness", ["check", "{models}/dekker.pml", "--store", "bitstate", "--property", "entry",
                                       "--fairness", "strong"], 2, [r"need a number with each state.*use --store exact"]),
    ("store-without-shortest-lasso", ["check", "{models}/dekker.pml", "--store", "cache", "--property", "entry",
                                      "--shortest"], 2, [r"shortest lassos need a number with each state"]),
    ("store-without-hybrid", ["check", "{models}/dekker.pml", "--store", "hash-compact", "--property", "entry", "--hybrid",
                              "claim"], 2, [r"everything in its keys"]),
    ("when-full-without-components", ["check", "{models}/dekker.pml", "--when-full", "cache", "--memory", "1G",
                                      "--property", "entry", "--search", "scc"], 2, [r"--when-full goes on without"]),
    ("cycles-with-bitstate", ["check", "{models}/dekker.pml", "--property", "entry", "--store", "bitstate", "--bits", "20",
                              "--fairness", "weak"], 3,
     [r"^entry  inconclusive .*the bitstate store may have taken a new state for an old one; expected coverage"]),
    ("cycles-with-hashes", ["check", "{models}/dekker.pml", "--property", "entry", "--store", "hash-compact",
                            "--fairness", "weak"], 3, [r"^entry  inconclusive .*the probability that a state was missed"]),
    ("cycles-in-a-full-cache", ["check", "{models}/dekker.pml", "--property", "entry", "--store", "cache", "--fairness",
                                "weak", "--cache-size", "20"], 3, [r"a state found only states on the stack"]),
    ("store-with-ctl", ["check", "{dir}/one.pml", "--store", "collapse", "--ctl", "AG true"], 0, [r"holds"]),
    ("store-without-ctl", ["check", "{dir}/one.pml", "--store", "dfa", "--ctl", "AG true"], 2, [r"has no place for that"]),
    ("threads-safety", ["check", "{models}/filter_lock.pml", "-DN=3", "--safety", *FULL, "--threads", "2"], 0,
     [r"safety  holds"]),
    ("threads-are-reduced", ["check", "{models}/peterson.pml", "--safety", "--threads", "2", "-v"], 0,
     [r"partial order: \d+ steps left out"]),
    ("threads-error", ["check", "{models}/broken_lock.pml", "--safety", "--search", "pseudo-dfs", "--threads", "3",
                       "--trail", "none"], 1, [r"safety  violated"]),
    ("threads-bfs", ["check", "{models}/broken_lock.pml", "--safety", "--search", "bfs", "--threads", "2", "--trail",
                     "none", "-v"], 1, [r"^  7 steps$", r"bfs by 2 threads with the tree store"]),
    ("threads-time", ["check", "{models}/bakery.pml", "-DN=3", "-DT=40", "--safety", *FULL, "--engine", "vm",
                      "--threads", "2", "--time", "1s"], 3, [r"the time budget was used up"]),
    ("trail-without-a-place", ["check", "{models}/broken_lock.pml", "--trail", "{dir}/no/such"], 1,
     [r"^gyre: the counterexample was not kept: .*no/such: cannot write this file", r"^safety  violated", r"^  7 steps$"]),
    ("short-by-default", ["check", "{models}/broken_lock.pml", "--trail", "{dir}/t.json"], 1,
     [r"the counterexample is of the smallest length", r"^  7 steps"]),
    ("not-shortened-for-nobody", ["check", "{models}/broken_lock.pml", "--trail", "none"], 1, [r"^  19 steps$"]),
    ("report-without-a-place", ["check", "{models}/peterson.pml", "--json", "{dir}/no/such"], 2,
     [r"no/such: cannot write this file", r"^safety  holds"]),
    ("report-of-a-violation-without-a-place", ["check", "{models}/broken_lock.pml", "--json", "{dir}/no/such", "--trail",
                                               "none"], 1, [r"the report was not kept: .*no/such", r"^safety  violated"]),
    ("report-has-options", ["check", "{models}/peterson.pml", "--ltl", "[] true", "--fairness", "weak", "--json", "-"], 0,
     [r'"fairness": "weak"', r'"ltl": "\[\] true"', r'"engine": "vm"']),
    ("report-has-options-as-given", ["check", "{models}/peterson.pml", "--ltl", "[] true", "--search", "scc", "--json", "-"], 0,
     [r'"options": \{\n    "search": "scc",\n    "store": "tree"']),
    ("report-has-options-of-nothing", ["check", "{models}/peterson.pml", "--acceptance", "--por", "on", "--json", "-"], 0,
     [r'"por": "on"']),
    ("formula-ends-early", ["check", "{dir}/one.pml", "--ltl", "[] (true"], 2,
     [r"expected '\)' but found the end of the formula"]),
    ("formula-places", ["check", "{dir}/one.pml", "--ltl", "[] (nope == 1)"], 2, [r"^--ltl:1:5: error: 'nope' is not declared\n  \[\] \(nope"]),
    ("formula-places-ctl", ["check", "{dir}/one.pml", "--ctl", "AG nope"], 2, [r"^--ctl:1:4: error: 'nope' is not declared"]),
    ("no-such-property", ["check", "{dir}/one.pml", "--ltl", "[] true", "--property", "p"], 2,
     [r"the model has no property 'p'; there are: safety, ltl_cli_1$"]),
    ("no-such-size", ["check", "{dir}/one.pml", "--memory", "nan"], 2, [r"--memory: 'nan' is not a size"]),
    ("threads-none", ["check", "{models}/peterson.pml", "--safety", "--threads", "0"], 2, [r"between 1 and 256"]),
    ("threads-cycles", ["check", "{models}/dekker.pml", "--property", "entry", "--por", "off", "--merge", "off", "--threads",
                        "3", "-v"], 1, [r"^entry  violated", r"^search    nested by 3 threads with the tree store"]),
    ("threads-cycles-hold", ["check", "{models}/leader_ring.pml", "-DN=4", "--ltl", "<>(leaders == 1)", "--threads", "2",
                             *FULL, "-v"], 0, [r"^ltl_cli_1  holds", r"nested, 2,405 states in 2,405 entries"]),
    ("threads-cycles-time", ["check", "{models}/bakery.pml", "-DN=3", "-DT=40", "--ltl", "[]<>(number[0] == 0)",
                             "--property", "ltl_cli_1", *FULL, "--engine", "vm", "--fairness", "weak", "--threads", "2",
                             "--search", "reachability", "--time", "1s"], 2, [r"does not look for cycles"]),
    ("threads-with-errors", ["check", "{dir}/one.pml", "--threads", "2", "--ltl", "[] true", "--errors", "0"], 2,
     [r"in the order in which one thread meets them"]),
    ("threads-with-ctl", ["check", "{dir}/one.pml", "--threads", "2", "--ctl", "AG true"], 2, [r"evaluated by one thread"]),
    ("threads-with-strong-fairness", ["check", "{models}/dekker.pml", "--property", "entry", "--threads", "2", "--fairness",
                                      "strong"], 2, [r"not there for strongly connected components"]),
    ("threads-with-por", ["check", "{models}/peterson.pml", "--safety", "--threads", "2", "--por", "on"], 0, [r"holds"]),
    ("threads-with-dfs", ["check", "{models}/peterson.pml", "--safety", "--threads", "2", "--search", "dfs"], 2,
     [r"--search dfs is a search of one thread"]),
    ("threads-with-store", ["check", "{models}/peterson.pml", "--safety", "--threads", "2", "--store", "dfa"], 2,
     [r"threads share the tree store"]),
    ("threads-with-depth", ["check", "{models}/peterson.pml", "--safety", "--threads", "2", "--depth", "9"], 2,
     [r"depends on the order"]),
    ("threads-with-shortest", ["check", "{models}/peterson.pml", "--threads", "2", "--shortest"], 2, [r"leave --threads out"]),
    ("threads-with-swarm", ["check", "{models}/peterson.pml", "--threads", "2", "--swarm", "2"], 2, [r"--swarm is not there"]),
    ("swarm-with-ctl", ["check", "{dir}/one.pml", "--swarm", "2", "--ctl", "AG true"], 2, [r"--swarm is for safety"]),
    ("store-without-bfs", ["check", "{dir}/one.pml", "--store", "linear", "--search", "bfs"], 2,
     [r"the linear store has no place for that: use --search dfs"]),
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
    ("swarm-with-claim", ["check", "{dir}/one.pml", "--swarm", "2", "--ltl", "[] true"], 3,
     [r"inconclusive .*2 of 2 searches, 2 of them to the end"]),
    ("swarm-finds-a-cycle", ["check", "{models}/dekker.pml", "--swarm", "4", "--property", "entry", "--trail", "none",
                             "--bits", "20"], 1, [r"^entry  violated .*1 of 4 searches"]),
    ("swarm-never-holds-for-cycles", ["check", "{models}/dekker.pml", "--swarm", "3", "--property", "entry", "--fairness",
                                      "weak", "--bits", "20"], 3, [r"^entry  inconclusive .*3 of 3 searches"]),
    ("for-a-person", ["check", "{models}/dekker.pml", "--trail", "none"], 1,
     [r"\A(?!.*\b(hybrid|m_crit|automaton|store|bytes))", r"^entry +violated", r"^\d+ states, \d+ transitions in 4 searches, .* s; -v tells",
      r"^never executed: no run comes to these"]),
    ("verbose", ["check", "{models}/dekker.pml", "--trail", "none", "--verbose"], 1,
     [r"^search    dfs with the tree store, complete", r"^reduced ", r"^memory ", r"the automaton of the negation has"]),
    ("verbose-short", ["check", "{models}/peterson.pml", "-v"], 0, [r"^states    38 stored"]),
    ("usage", ["--help"], 0, [r"gyre ltl FORMULA"]),
    ("man", ["--generate", "man"], 0, [r"^\.B gyre ltl$", r"generalised"]),
    ("bash", ["--generate", "bash"], 0, [r"^    ltl\) words=\".*--hoa.*\" ;;$"]),
    ("zsh", ["--generate", "zsh"], 0, [r"^  ltl\) compadd -- .*--generalised"]),
    ("fish", ["--generate", "fish"], 0, [r"seen_subcommand_from ltl\" -l hoa"]),
    ("options", ["--generate", "options"], 0, [r'^    "name": "--bits",\n    "type": "number",\n.*\n.*\n    "low": 10,\n    "high": 43',
                                               r'^    "high": 18446744073709551615', r'^    "name": "-D"']),
]


def run(gyre, arguments, folder):
    command = [gyre] + [a.replace("{dir}", folder).replace("{models}", str(MODELS)) for a in arguments]
    if arguments[0] == "check" and "--json" in arguments and "--progress" not in arguments:
        command += ["--progress", "off"]  # on a loaded machine there is progress to tell, in the middle of the report
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
        flags = re.M | (re.S if pattern.startswith(r"\A(?!") else 0)
        if not re.search(pattern, output, flags):
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


def trails_of_several(gyre, folder):
    """Under one name each property's counterexample is kept."""
    Path(folder, "several.pml").write_text("byte x; init { x = 1; assert(x == 2) } ltl now { x == 1 }\n")
    code, output = run(gyre, ["check", "several.pml", "--trail", "t.json", "--spin-trail", "t.trail"], folder)
    kinds = [json.loads(Path(folder, f"t.json.{i}").read_text())["error"]["kind"] for i in (1, 2)
             if Path(folder, f"t.json.{i}").exists()]
    if code != 1 or kinds != ["assertion", "claim-completed"] or not Path(folder, "t.trail.2").exists():
        return f"exit status {code}, {kinds}: {output[:400]}"
    return None


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
    # A runner in the background may ignore Ctrl-C, and so would what it starts.
    process = subprocess.Popen([gyre, *command], cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    if stop:
        time.sleep(1)
        process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=120)
    took = time.monotonic() - started
    if process.returncode != status or not re.search(pattern, output) or took > 3.5:
        return f"exit status {process.returncode} after {took:.1f} s: {output[:300]}"
    return None


# What prints much and little; `check` with both verdicts.
PRINTS = [
    ["graph", "{models}/filter_lock.pml", "-DN=2", "--format", "aut"], ["graph", "{dir}/one.pml"],
    ["check", "{models}/peterson.pml"], ["check", "{models}/broken_lock.pml", "--trail", "none"],
    ["check", "{models}/peterson.pml", "--json", "-"], ["check", "{models}/filter_lock.pml", "-DN=3", "--json", "-", "--profile"],
    ["check", "{models}/peterson.pml", "--json", "/dev/full"], ["check", "{dir}/mistakes.pml", "--json", "-"],
    ["replay", "{dir}/prints.pml", "{dir}/prints.pml2.trail"],
    ["replay", "{dir}/prints.pml", "{dir}/prints.pml2.trail", "--messages", "svg", "--output", "/dev/full"],
    ["simulate", "{dir}/prints.pml"], ["simulate", "{models}/peterson.pml"], ["compile", "{models}/peterson.pml"],
    ["compile", "{models}/leader_ring.pml", "--dump", "code"], ["ltl", "[] p"],
    ["ltl", "[]<>p1 && []<>p2 && []<>p3 && []<>p4 && []<>p5 && []<>p6", "--format", "hoa"], ["--generate", "man"],
    ["--generate", "fish"], ["--help"], ["check", "--help"], ["--version"], ["spin", "-V"], ["spin", "--help"],
    ["spin", "-run", "{models}/peterson.pml"], ["spin", "-f", "[]p"], ["spin", "-t2", "{dir}/prints.pml"],
]


def on_a_full_disk(gyre, folder, arguments):
    """What cannot be written is said, and no verdict is claimed."""
    command = [gyre] + [a.replace("{dir}", folder).replace("{models}", str(MODELS)) for a in arguments]
    try:
        with open("/dev/full", "w") as full:
            done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE,
                                  timeout=20, text=True)
    except subprocess.TimeoutExpired:
        return "it goes on"
    said = re.search(r"^gyre: .*cannot write.*: No space left on device", done.stderr, re.M)
    return None if done.returncode == 4 and said else f"exit status {done.returncode}: {done.stderr[:300]}"


def into_a_closed_pipe(gyre, folder, arguments):
    """Whoever reads no further is not told so."""
    command = [gyre] + [a.replace("{dir}", folder).replace("{models}", str(MODELS)) for a in arguments]
    process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    said = process.stderr.read().decode()
    process.wait(timeout=60)
    return None if said == "" and process.returncode != 0 else f"exit status {process.returncode}: {said[:300]}"


def told_as_json(gyre, folder):
    """A model that is refused has a report too."""
    done = subprocess.run([gyre, "check", "mistakes.pml", "--json", "-"], cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=60, text=True)
    report = json.loads(done.stdout or "{}")
    if done.returncode != 2 or "properties" in report or "is not declared" not in done.stderr:
        return f"exit status {done.returncode}: {done.stdout[:300]} {done.stderr[:300]}"
    told = [(d["file"], d["line"], d["severity"], len(d["notes"])) for d in report["diagnostics"]]
    expected = [("mistakes.pml", 2, "error", 1), ("mistakes.pml", 3, "error", 0), ("mistakes.pml", 4, "error", 0),
                ("mistakes.pml", 6, "error", 0)]
    if told != expected or report["tool"] != "gyre" or report["diagnostics"][0]["notes"][0]["line"] != 1:
        return f"{report}"
    done = subprocess.run([gyre, "check", "nowhere.pml", "--json", "nowhere.json"], cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=60, text=True)
    report = json.loads((Path(folder) / "nowhere.json").read_text())
    if done.returncode != 2 or "nowhere.pml" not in report["diagnostics"][0]["message"]:
        return f"{report}"
    (Path(folder) / "refused.json").write_text("what an earlier run said\n")
    code, output = run(gyre, ["check", "one.pml", "--json", "refused.json", "--bits", "20"], folder)
    told = (Path(folder) / "refused.json").read_text()
    return None if code == 2 and '"message": "--bits' in told else f"exit status {code}: {output} {told}"


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
    """The thesis's counting is the abstract machine's: native code is refused."""
    code, output = run(gyre, ["check", str(MODELS / "mutual_exclusion.esml"), "--thesis", "--engine", "native"], folder)
    return None if code == 2 and "counts on the abstract machine" in output else f"exit status {code}: {output[:300]}"


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


def many_errors(gyre, folder):
    """One state with more than a hundred thousand failing transitions: the time budget holds there, too."""
    Path(folder, "many.pml").write_text("byte x, z;\nactive proctype A() { atomic { " +
                                        "if :: x = 0 :: x = 1 fi; " * 17 + "x = 1 / z } }\n")
    for search in ("dfs", "bfs", "pseudo-dfs", "bounded"):
        started = time.monotonic()
        code, output = run(gyre, ["check", "many.pml", "--errors", "0", "--por", "off", "--merge", "off", "--time", "1s",
                                  "--search", search, "--depth", "1000" if search == "bounded" else "0"], folder)
        took = time.monotonic() - started
        if code != 1 or took > 4:
            return f"{search}: exit status {code} after {took:.1f} s: {output[:300]}"
    return None


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
    for how, megabytes, status, verdict in (("cache", 36, 0, "holds"), ("hash-compact", 25, 3, "inconclusive"),
                                            ("stop", 25, 3, "inconclusive")):
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


def when_full_disk(gyre, folder):
    """On disk the search is complete, with the numbers of the one in memory, and leaves nothing behind."""
    model = HERE.parent.parent / "models" / "bakery.pml"
    states = Path(folder) / "states"
    states.mkdir()
    code, output = run(gyre, ["check", str(model), "-DN=3", "-DT=4", "--safety", *FULL, "--memory", "25M", "--when-full",
                              "disk", "--disk", str(states), "--progress", "off", "--quiet", "--json", "-"], folder)
    report = json.loads(output)
    search, first = report["search"], report["properties"][0]
    if code != 0 or first["verdict"] != "holds" or "they went to disk" not in first["reason"]:
        return f"exit status {code}: {first['reason']}"
    if (search["states"], search["transitions"]) != (621980, 1764806):
        return str(search)
    if report["memory"]["peak_rss"] > 1.05 * (25 << 20):
        return f"the peak is {report['memory']['peak_rss']} bytes"
    return f"something is left: {list(states.iterdir())}" if any(states.iterdir()) else None


def full_disk(gyre, folder):
    """A full disk ends the search in order, with what it knows."""
    states = Path(folder) / "small"
    states.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "none", str(states)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        return SKIPPED + "no right to mount a small file system"
    try:
        model = HERE.parent.parent / "models" / "bakery.pml"
        code, output = run(gyre, ["check", str(model), "-DN=3", "-DT=4", "--safety", *FULL, "--memory", "25M", "--when-full",
                                  "disk", "--disk", str(states), "--progress", "off", "--quiet", "--json", "-"], folder)
        first = json.loads(output)["properties"][0]
        if code != 3 or first["verdict"] != "inconclusive" or "No space left on device" not in first["reason"]:
            return f"exit status {code}: {first['reason']}"
    finally:
        subprocess.run(["umount", str(states)], check=True)
    return None


def when_full_of_products(gyre, folder):
    """The same for a search for cycles."""
    model = HERE.parent.parent / "models" / "bakery.pml"
    formula = "([]<>(number[0] > 0) && []<>(number[0] == 0)) -> []<>choosing[0]"
    for how, megabytes, status, said in (("cache", 60, 0, "there was a cache"),
                                         ("hash-compact", 45, 3, "kept as 64-bit hashes; the probability")):
        code, output = run(gyre, ["check", str(model), "-DN=3", "-DT=4", "--acceptance", "--ltl", formula, *FULL, "--store",
                                  "exact", "--memory", f"{megabytes}M", "--when-full", how, "--progress", "off", "--quiet",
                                  "--json", "-"], folder)
        report = json.loads(output)
        product = report["properties"][1]
        if code != status or said not in product["reason"]:
            return f"{how}: exit status {code}: {product['reason']}"
        if product["search"]["states"] < 1060260 or product["search"]["lossy"] != (how == "hash-compact"):
            return f"{how}: {product['search']}"
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


def cache_pays_on_el3(gyre, folder):
    """A cache of 60 % of the states, compacted, takes at most half of what the exact store takes for all of them."""
    def bytes_of(*options):
        code, output = run(gyre, ["check", str(MODELS / "elevator.esml"), "--safety", *FULL, "--quiet", "--json", "-",
                                  *options], folder)
        report = json.loads(output)
        return code, report["properties"][0]["verdict"], report["memory"]["store_bytes"], report["search"]["states"]
    code, verdict, exact, states = bytes_of("--store", "exact", "--search", "dfs")
    if code != 0 or states != 68193:
        return f"exact: exit status {code}, {states} states"
    for codec in ("compact", "auto"):
        code, verdict, cache, states = bytes_of("--store", "cache", "--cache-size", "41000", "--codec", codec)
        if code != 0 or verdict != "holds" or states <= 68193 or 2 * cache > exact:
            return f"{codec}: exit status {code}, {verdict}, {states} states, {cache} bytes; exact {exact}"
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
    if not 0 < reduced["partially_expanded"] <= states or reduced["pruned"] < reduced["partially_expanded"] or reduced["merged"] == 0:
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

    # The program itself, with its page and its libraries, takes 20 MB of addresses.
    for megabytes in (24, 40, 60, 100, 200):
        for how in (FULL, [], ["--search", "bfs"], ["--threads", "2"], ["--search", "pseudo-dfs"]):
            done = subprocess.run([gyre, "check", str(MODELS / "leader_ring.pml"), "-DN=6", "--safety", "--trail", "none",
                                   "--progress", "off", *how], cwd=folder, text=True, capture_output=True, timeout=120,
                                  preexec_fn=limit(megabytes << 20))
            in_order = done.returncode in (0, 3) and done.stdout.startswith("safety")
            if not in_order and "no room for another thread" not in done.stderr:
                return f"{megabytes} MB, {how}: exit status {done.returncode}: {(done.stderr + done.stdout)[:300]}"
    return None


def seeds(gyre):
    """The tables and figures of the seed documents, as far as they take seconds: what must be equal is."""
    done = subprocess.run([sys.executable, str(HERE.parent.parent / "bench" / "seeds"), "--quick", "--gyre", str(gyre)],
                          capture_output=True, text=True)
    last = re.search(r"^seeds: (\d+) equal, .*, 0 not recorded, 0 different$", done.stdout, re.M)
    if done.returncode != 0 or not last or int(last[1]) < 100:
        return "\n".join([line for line in done.stdout.splitlines() if "DIFFERENT" in line][:5]) + done.stderr[-500:]
    return None


def components(gyre, folder):
    """--components in text and JSON, and not about a part of a graph."""
    model = str(MODELS / "peterson.pml")
    _, whole = run(gyre, ["check", model, "--safety", "--components", "--json", "-", "--quiet"], folder)
    found = json.loads(whole)["search"]["components"]
    if found["number"] != sum(found["sizes"]) or found["largest"] == 0 or found["depth"] > found["number"]:
        return f"these cannot be components: {found}"
    _, told = run(gyre, ["check", model, "--safety", "--components"], folder)
    if "components of the state graph: " not in told:
        return f"the text does not tell: {told}"
    _, cut = run(gyre, ["check", str(MODELS / "broken_lock.pml"), "--safety", "--components", "--trail", "none"], folder)
    if "--components tells nothing about a part of the graph" not in cut or "components of the state graph" in cut:
        return f"a part of a graph: {cut}"
    return None


def interactive(gyre, folder):
    """What can be said to `simulate --interactive`, and what it answers."""
    model = Path(folder) / "choose.pml"
    model.write_text("byte x; chan q = [1] of { byte };\nactive proctype P() { do :: x < 9 -> x++ :: x > 0 -> x-- od }\n"
                     "active proctype Q() { q!1; q!2 }\n")

    def say(*lines, options=()):
        done = subprocess.run([str(gyre), "simulate", "choose.pml", "--interactive", *options], cwd=folder, text=True,
                              input="\n".join(lines) + "\n", capture_output=True, timeout=60, check=False)
        return done.stdout + done.stderr

    told = say("h", "w", "1", "w", "p x + len(q)", "b", "b", "save run.json", "2", "u x == 3", "save run.json", "g 1", "p x", "99",
               "p y", "u", "g 999", "what", "save", "save no/such/folder/x", "r 5", "s", "q")
    for pattern in [r"\A  globals: x = 0", r"u E        at random until", r"Q\(1\)  can move", r"Q\(1\)  it waits in `q!2` \(q is full\)",
                    r"x \+ len\(q\) = 1", r"this is the initial state", r"0 steps; see them with: gyre replay choose\.pml run\.json",
                    r"x == 3 is true after \d+ steps", r"after 1 steps", r"'99' is none of these", r"there is no variable `y`",
                    r"the expression ends too early", r"behind us; g goes back", r"'what' is none of these; h lists",
                    r"save to which file\?", r"no/such/folder", r"stopped after \d+ steps"]:
        if not re.search(pattern, told, re.M):
            return f"no {pattern!r} in\n{told}"
    length = re.search(r"x == 3 is true after (\d+) steps", told)[1]
    replayed = subprocess.run([str(gyre), "replay", "choose.pml", "run.json"], cwd=folder, capture_output=True, text=True,
                              check=False)
    if replayed.returncode != 0 or not re.search(rf"^ *{length}  ", replayed.stdout, re.M):
        return f"the saved run has no step {length}: {replayed.stdout}{replayed.stderr}"
    told = say("g 1", "g 2", "g 1000", "q", options=["--guided", "run.json"])
    for pattern in [r"after 1 steps", r"after 2 steps", rf"there are {length} steps in the trail", r"stopped after 2 steps"]:
        if not re.search(pattern, told, re.M):
            return f"no {pattern!r} in\n{told}"
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
        (Path(folder) / "labels.pml").write_text("bit x; active proctype P() { accept: x = 1; do :: x = 1 - x od }\n")
        (Path(folder) / "turns.pml").write_text(
            "byte turn; active proctype P() { do :: turn = 1 - turn od } ltl p { []<> (turn == 2) }\n")
        (Path(folder) / "ends.pml").write_text("byte x; init { x = 1; x = 2 }\n")
        (Path(folder) / "bad.hoa").write_text("nothing\n")
        (Path(folder) / "formula").write_text("<> p\n[] q\n")
        (Path(folder) / "one.pml").write_text("init { skip }\n")
        (Path(folder) / "claim.pml").write_text("byte x; active proctype P() { do :: x = 1 - x od } ltl p { <> (x == 2) }\n")
        (Path(folder) / "ints.pml").write_text("int a, b, c; init { a = 1 }\n")
        (Path(folder) / "fig83.pml").write_text(FIGURE_8_3)
        (Path(folder) / "fair.pml").write_text(FAIR)
        (Path(folder) / "prints.pml").write_text(
            "byte x;\nactive proctype A() { if :: x = 1 :: x = 2 :: x = 3 fi;\n  "
            'printf("@@@ %d NAME %d\\n", _pid, x);\n  assert(x == 0) }\n')
        for name, choice in (("prints.pml2.trail", 2), ("prints3.trail", 3), ("prints.pml.trail.4", 1)):
            (Path(folder) / name).write_text(f"1:0:{choice - 1}\n2:0:5\n3:0:6\n")
        (Path(folder) / "empty.trail").write_text("")
        (Path(folder) / "blank.trail").write_text("\n \n")
        (Path(folder) / "header.trail").write_text("-4:-4:-4\n")
        (Path(folder) / "cut.trail").write_text("1:0:1\n2:0:5")
        (Path(folder) / "short.trail").write_text("1:0:1\n")
        (Path(folder) / "cut.json").write_text('{"tool": "gyre", "ver')
        (Path(folder) / "embedded.pml").write_text(
            'c_decl {\n  \\#include "x.h"\n}\ninit { c_code{#include "a.h"} }\n')
        (Path(folder) / "mistakes.pml").write_text(
            "byte x;\nbyte x;\nbyte y = z;\nproctype P(byte a) { b = 1 }\ninit { run P(1);\n  q = 1 }\n")
        work = [(case[0], lambda case=case: simple(gyre, case, folder)) for case in CASES]
        for arguments_ in PRINTS:
            name = " ".join(arguments_).replace("{dir}/", "").replace("{models}/", "")
            work.append((f"full disk: {name}", lambda a=arguments_: on_a_full_disk(gyre, folder, a)))
        for arguments_ in PRINTS[0], PRINTS[11]:
            work.append((f"closed pipe: {arguments_[0]}", lambda a=arguments_: into_a_closed_pipe(gyre, folder, a)))
        work.append(("told as JSON", lambda: told_as_json(gyre, folder)))
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
        work.append(("time budget among many errors", lambda: many_errors(gyre, folder)))
        work.append(("trails of several properties", lambda: trails_of_several(gyre, folder)))
        work.append(("ends in the bad state", lambda: ends_in_bad_state(gyre, folder)))
        work.append(("time budget while translating", lambda: translating(
            gyre, folder, ["check", "hard.pml", "--ltl", f"!({HARD})", "--time", "1s"], False, 3,
            r"inconclusive .*time budget was used up while the formula was translated")))
        work.append(("Ctrl-C while translating", lambda: translating(
            gyre, folder, ["check", "hard.pml", "--ltl", f"!({HARD})"], True, 3, r"interrupted while the formula was translated")))
        work.append(("Ctrl-C in gyre ltl", lambda: translating(gyre, folder, ["ltl", HARD], True, -signal.SIGINT, r"")))
        work.append(("interactive", lambda: interactive(gyre, folder)))
        work.append(("engine of --thesis", lambda: thesis_engine(gyre, folder)))
        for store, megabytes, *more in BUDGETS:
            work.append((" ".join([f"memory budget of {megabytes} MB, {store}", *more]),
                         lambda s=store, m=megabytes, o=more: memory_budget(gyre, folder, s, m, *o)))
        work.append(("what reductions saved", lambda: savings(gyre, folder)))
        work.append(("errors in any order", lambda: errors_in_any_order(gyre, folder)))
        work.append(("cache on EL3", lambda: cache_on_el3(gyre, folder)))
        work.append(("a cache pays on EL3", lambda: cache_pays_on_el3(gyre, folder)))
        work.append(("components", lambda: components(gyre, folder)))
        work.append(("seeds", lambda: seeds(gyre)))
        work.append(("when full", lambda: when_full(gyre, folder)))
        work.append(("when full, on disk", lambda: when_full_disk(gyre, folder)))
        work.append(("a full disk", lambda: full_disk(gyre, folder)))
        work.append(("when full of products", lambda: when_full_of_products(gyre, folder)))
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
            if problem is not None and problem.startswith(SKIPPED):
                print(f"{name}: {problem}")
                skipped += 1
                continue
            passed += problem is None
            if problem is not None:
                failed += 1
                print(f"FAIL {name}: {problem}")
    print(f"cli: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
