#!/usr/bin/env python3
"""The calls of programs that use SPIN, with gyre in its place.

A folder with a link named spin is first on the path, and the calls are those that real clients make: makefiles of
courses, test generators, graphical interfaces, scripts. What they rely on is checked: files, lines, exit status.

    python3 tests/clients/run.py --gyre build/gyre [--filter REGEX]
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

MODELS = {
    # three errors in one place, with three states
    "errors.pml": "byte x;\nactive proctype P() { if :: x = 1 :: x = 2 :: x = 3 fi; assert(x == 0) }\n",
    # holds; has two formulas, of which the second is false
    "claims.pml": "byte x;\nactive proctype A() { do :: x < 3 -> x++ :: x > 0 -> x-- od }\n"
                  "ltl p { [] (x < 4) }\nltl q { <> (x == 7) }\n",
    "labels.pml": "byte x;\nactive proctype P() { do :: x = 1 -> progress: x = 0 :: x == 0 -> accept: x = 0 od }\n",
    "stuck.pml": "chan c = [1] of { byte };\nactive proctype P() { c!1; c!2 }\nactive proctype Q() { end: false }\n",
    "right.pml": "byte x;\nactive [2] proctype P() { byte t; atomic { t = x; x = t + 1 }; assert(x <= 2) }\n",
    # the scenarios of a test generator
    "chains.pml": "byte x;\nproctype W(byte k) { printf(\"@@@ %d TASK Worker\\n\", _pid); x = 2 * x + k }\n"
                  "init { run W(1); run W(2); (_nr_pr == 1); printf(\"@@@ 0 END %d\\n\", x);\n"
                  "#ifdef TEST_GEN\n  assert(x < 0)\n#endif\n}\n",
    "broken.pml": "active proctype P() { x = 1 }\n",
    "never.ltl": "never { do :: x > 2 -> break :: else od }\n",
    "sends.pml": "mtype = { red, green };\nchan c = [2] of { mtype, byte };\nbyte g;\n"
                 "active proctype S() { byte n = 1; c!red,n; c!green,n + 1 }\n"
                 "active proctype R() { byte m; c?red,m; g = m; c?green,m; g = m; assert(g != 2) }\n",
}


class Failed(Exception):
    pass


class Client:
    """A folder with the models, in which commands run."""

    def __init__(self, gyre, folder):
        self.folder = Path(folder)
        tools = self.folder / "tools"
        tools.mkdir()
        (tools / "spin").symlink_to(gyre)
        self.environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "GYRE_CACHE": "off"}
        for name, text in MODELS.items():
            (self.folder / name).write_text(text)

    def run(self, command, status=0, has=(), lacks=(), **environment):
        done = subprocess.run(command, shell=True, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, timeout=300, stdin=subprocess.DEVNULL, env={**self.environment, **environment})
        if status is not None and done.returncode != status:
            raise Failed(f"{command}: exit {done.returncode}, not {status}\n{done.stdout}")
        for pattern in has:
            if not re.search(pattern, done.stdout, re.M):
                raise Failed(f"{command}: nothing matches {pattern}\n{done.stdout}")
        for pattern in lacks:
            if re.search(pattern, done.stdout, re.M):
                raise Failed(f"{command}: {pattern} should not match\n{done.stdout}")
        return done.stdout

    def pan(self, model, macros="", arguments=""):
        self.run(f"spin -a {arguments} {model}")
        self.run(f"cc {macros} -o pan pan.c", lacks=["warning"])

    def trails(self):
        return sorted(p.name for p in self.folder.glob("*.trail"))

    def expect_trails(self, *names):
        if self.trails() != sorted(names):
            raise Failed(f"trails: {self.trails()}, not {sorted(names)}")


def makefile(c):
    """spin -a, cc, ./pan: what every lecture note has."""
    c.pan("right.pml")
    c.run("./pan", has=[r"^\(Spin Version 6", r"^\t\+ Partial Order Reduction$", r"^Full statespace search for:$",
                        r"^\tnever claim +\t- \(none specified\)$", r"^\tassertion violations\t\+$",
                        r"^\tinvalid end states\t\+$", r"^State-vector \d+ byte, depth reached \d+, errors: 0$",
                        r"^ +\d+ states, stored$", r"^ +\d+ states, matched$", r"^ +\d+ transitions \(= stored\+matched\)$",
                        r"^unreached in proctype P$", r"^\t\(0 of \d+ states\)$", r"^pan: elapsed time "])
    c.expect_trails()
    c.pan("errors.pml")
    c.run("./pan", has=[r"^pan:1: assertion violated \(x==0\) \(at depth 1\)$", r"^pan: wrote errors\.pml\.trail$",
                        r"^Warning: Search not completed$", r"errors: 1$"])
    c.expect_trails("errors.pml.trail")
    c.run("spin -t -p errors.pml", has=[r"^  2:\tproc  0 \(P:1\) errors\.pml:2 \(state 6\)\t\[assert\(\(x==0\)\)\]$",
                                        r"^spin: errors\.pml:2, Error: assertion violated$",
                                        r"^spin: text of failed assertion: assert\(\(x==0\)\)$",
                                        r"^spin: trail ends after 2 steps$", r"^#processes: 1$", r"^1 process created$"])


def every_error(c):
    c.pan("errors.pml")
    c.run("./pan -e", has=[r"errors: 3$"])
    c.expect_trails("errors.pml1.trail", "errors.pml2.trail", "errors.pml3.trail")
    ends = {c.run(f"spin -t{n} -p errors.pml", has=[r"trail ends after 2 steps"]).count("x = 3") for n in (1, 2, 3)}
    if ends != {0, 1, 2} and ends != {0, 1} and ends != {0, 2}:
        raise Failed(f"the trails are not different: {ends}")


def names_of_trails(c):
    c.pan("errors.pml")
    c.run("./pan -c0", has=[r"errors: 3$"], lacks=["wrote"])
    c.expect_trails()
    c.run("./pan -c2", has=[r"errors: 2$", r"^pan: wrote errors\.pml\.trail$"])
    before = (c.folder / "errors.pml.trail").read_text()
    c.run("./pan -x -c1", has=[r"exists, and is not overwritten"])
    if (c.folder / "errors.pml.trail").read_text() != before:
        raise Failed("-x has overwritten the trail")
    c.run("./pan -tfoo", has=[r"^pan: wrote errors\.pml\.foo$"])
    c.run("rm errors.pml.trail; ./pan -T", has=[r"wrote"])
    if os.stat(c.folder / "errors.pml.trail").st_mode & 0o222:
        raise Failed("-T: the trail can be written to")


def claims(c):
    c.pan("claims.pml")
    c.run("./pan -a -N p -m1000000", has=[r"^pan: ltl formula p$", r"^\tnever claim +\t\+ \(p\)$", r"errors: 0$",
                                         r"^\tinvalid end states\t- \(disabled by never claim\)$"])
    c.expect_trails()
    c.run("./pan -a -N q", has=[r"^pan:1: acceptance cycle \(at depth \d+\)$", r"^\tacceptance   cycles \t\+ \(fairness disabled\)$",
                               r"errors: 1$"])
    c.expect_trails("claims.pml.trail")
    c.run("spin -p -g -l -t claims.pml", has=[r"^  <<<<<START OF CYCLE>>>>>$", r"^\t\tx = \d$"])
    c.run("./pan -N q", has=[r"requires -a flag to fully verify", r"errors: 0$"])
    c.run("./pan -a -f -N q", has=[r"\+ \(fairness enabled\)", r"errors: 1$"])
    c.run("./pan -N nothing", status=1, has=[r"there is no claim 'nothing'", "Valid Options"])


def claim_of_a_file(c):
    c.pan("claims.pml", arguments="-N never.ltl")
    c.run("./pan -a -N never", has=[r"^\tnever claim +\t\+ \(never\)$", r"errors: 1$"])
    c.pan("right.pml", arguments="-f '<> (x > 1)'")
    c.run("./pan -a", has=[r"errors: 1$"])
    c.pan("right.pml", arguments="-f '<> (x > 2)'")
    c.run("./pan -a", has=[r"errors: 0$"])


def compiled_with(c):
    for macros, options, has in (
            ("-DSAFETY", "", [r"cycle checks +\t- \(disabled by -DSAFETY\)"]),
            ("-DNOREDUCE", "", [r"Full statespace"]),
            ("-DBFS", "", [r"\+ Breadth-First Search"]),
            ("-DBITSTATE", "-w20 -k2", [r"Bit statespace search for:"]),
            ("-DCOLLAPSE", "", [r"\+ Compression"]),
            ("-DMA=100", "", [r"\+ Graph Encoding \(-DMA=100\)"]),
            ("-DHC4", "", [r"Hash-Compact 4 search for:"]),
            ("-DSAFETY -DREACH", "-i -m100", []),
            ("-DMEMLIM=500 -DVECTORSZ=4096 -DNFAIR=3", "", []),
            ("-DNCORE=2 -DSAFETY", "", [])):
        for model, errors in (("right.pml", 0), ("errors.pml", 1), ("stuck.pml", 1)):
            c.pan(model, macros)
            out = c.run(f"./pan {options}", has=has)
            found = int(re.search(r"errors: (\d+)$", out, re.M).group(1))
            if min(found, 1) != errors:
                raise Failed(f"{macros} {model}: {found} errors\n{out}")


def progress(c):
    c.pan("labels.pml", "-DNP")
    c.run("./pan -l", has=[r"^pan:1: non-progress cycle", r"^\tnever claim +\t\+ \(:np_:\)$", r"errors: 1$"])
    c.pan("labels.pml")
    c.run("./pan -l", status=1, has=[r"-l not available \(compile with -DNP\)"])
    c.run("./pan -f", status=1, has=[r"-f requires the use of -a or -l"])
    c.run("./pan -a", has=[r"^pan:1: acceptance cycle"])
    c.pan("labels.pml", "-DSAFETY")
    c.run("./pan -a", status=1, has=[r"saw option -a"])


def other_options(c):
    c.pan("stuck.pml")
    c.run("./pan", has=[r"^pan:1: invalid end state \(at depth \d+\)$"])
    c.run("./pan -E", has=[r"invalid end states\t- \(disabled by -E flag\)", r"errors: 0$"])
    c.run("./pan -n", lacks=[r"unreached in"])
    c.run("./pan -V", has=[r"Spin Version 6"])
    c.run("./pan --nothing", status=1, has=["Valid Options"])
    c.run("./pan -q", status=2, has=[r"-q is not there"])
    c.run("./pan -d", has=[r"^proctype P$", r"^\tstate +1 -\(tr +\d+\)-> state +2 +\[id +0 tp +\d+\] \[----G\] stuck\.pml:2 => c!1$"])
    c.run("./pan -D", has=[r"^digraph p_P \{$", r"^\tS1 -> S2 "])
    c.run("./pan; ./pan -r", has=[r"trail ends after"])


def without_gyre(c):
    c.pan("right.pml")
    c.run("./pan", status=1, has=[r"cannot run /nowhere/gyre", r"this verifier needs gyre"], GYRE="/nowhere/gyre")


def changed_model(c):
    c.pan("right.pml")
    (c.folder / "right.pml").write_text(MODELS["right.pml"].replace("x <= 2", "x <= 1"))
    c.run("./pan", status=2, has=[r"right\.pml has changed since 'gyre spin -a right\.pml'"])


def elsewhere(c):
    """The folder of the model is another one than that in which pan runs."""
    c.pan("errors.pml")
    c.run("mkdir sub && cd sub && ../pan", has=[r"errors: 1$"])
    if not (c.folder / "sub" / "errors.pml.trail").exists():
        raise Failed("the trail is not where pan was called")


def test_generation(c):
    """RTEMS: a trail for each scenario, and lines that begin with @@@."""
    c.run("spin -DTEST_GEN -run -E -c0 -e chains.pml", has=[r"errors: [1-9]"])
    trails = c.trails()
    if "chains.pml1.trail" not in trails or "chains.pml2.trail" not in trails:
        raise Failed(f"trails: {trails}")
    for n in range(1, len(trails) + 1):
        c.run(f"spin -DTEST_GEN -T -t{n} chains.pml", has=[r"^@@@ \d TASK Worker$", r"^@@@ 0 END [45]$"])


def interface(c):
    """iSpin: what it starts with, and what it asks for in its tabs."""
    c.run("spin -V", has=[r"^Spin Version 6"])
    c.run("spin -d sends.pml", has=[r"^chan  \tc\t", r"^byte  \tg\t", r"^proctype\tS\t"])
    c.run("spin -run -E -c0 -e sends.pml")
    c.run("spin -a sends.pml; cc -o pan pan.c; ./pan -m10000", has=[r"errors: 1$"])
    c.run("spin -s -r -v -n123 -l -g -k sends.pml.trail -u10000 sends.pml",
          has=[r"^  \d:\tproc  0 \(S:1\) sends\.pml:4 Send red,1\t-> queue \d+ \(c\)$",
               r"^ +\d+:\tproc  1 \(R:1\) sends\.pml:5 Recv red,1\t<- queue \d+ \(c\)$"])
    c.run("spin -p -s -r -X -v -n123 -l -g -u10000 sends.pml", has=[r"\[c!red,n\]$", r"^\t\tqueue \d+ \(c\): \[red,1\]",
                                                                   r"^\t\tR\(1\):m = 1$"])
    c.run("spin -A sends.pml")


def lecture_notes(c):
    c.run("spin -run -safety right.pml", has=[r"errors: 0$"])
    c.run("spin -search -bfs right.pml", has=[r"Breadth-First", r"errors: 0$"])
    c.run("spin -run -ltl q claims.pml", has=[r"errors: 1$"])
    c.run("spin -u5 -p claims.pml", has=[r"^depth-limit \(-u5 steps\) reached$", r"^#processes: 1$"])
    c.run("spin -M sends.pml", has=[r""])
    c.run("spin -f '[]p'", has=[r"^never "])
    c.run("spin -n7 sends.pml", has=[r"assertion violated"])
    c.run("spin -a broken.pml", status=2, has=[r"broken\.pml:1:\d+: error: 'x' is not declared"])
    c.run("spin -run -biterate right.pml", has=[r"errors: 0$"])
    c.run("spin -pp right.pml", status=2, has=[r"-pp is not there"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gyre", required=True)
    parser.add_argument("--filter", default="")
    parser.add_argument("--all", action="store_true", help="as all suites have it; there is nothing to sample here")
    arguments = parser.parse_args()
    gyre = str(Path(arguments.gyre).resolve())
    tests = [makefile, every_error, names_of_trails, claims, claim_of_a_file, compiled_with, progress, other_options,
             without_gyre, changed_model, elsewhere, test_generation, interface, lecture_notes]
    passed = failed = skipped = 0
    for test in tests:
        if not re.search(arguments.filter, test.__name__):
            continue
        if shutil.which("cc") is None:
            skipped += 1
            continue
        with tempfile.TemporaryDirectory(prefix="gyre-clients-") as folder:
            try:
                test(Client(gyre, folder))
                passed += 1
            except Failed as e:
                failed += 1
                print(f"FAIL {test.__name__}: {e}")
    print(f"clients: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
