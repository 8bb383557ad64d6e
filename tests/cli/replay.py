#!/usr/bin/env python3
"""Reading counterexamples through the command line: gyre replay with its filters and formats, gyre graph, --trails.

    python3 tests/cli/replay.py --gyre build/gyre [--filter RE]

Last line: replay: N passed, M failed, K skipped.
"""

import argparse
import fcntl
import json
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import xml.dom.minidom
from pathlib import Path

MODELS = Path(__file__).resolve().parent.parent.parent / "models"

# P waits for what Q sends; an array, an inline, a declaration that is a step, a skip.
MODEL = """byte x, a[2];
chan c = [2] of { byte };
inline bump(v) {
  v++
}
active proctype P() { byte y;
  c!7;
  byte z = 4;
  skip;
  bump(x);
  a[1] = z
}
active proctype Q() { byte y;
  c?y;
  a[1] == 4;
  assert(x == y)
}
"""
WRONG = "byte x;\nactive proctype A() { if :: x = 1 :: x = 2 :: x = 3 fi; assert(x == 0) }\n"
STUCK = "byte x;\nactive [12] proctype Waits() { x == 1 }\nltl soon { <> (x == 2) }\n"
LASSO = "bit x; chan c = [1] of { bit };\nactive proctype P() { c!0; do :: c?x; c!1 - x od }\nltl never_1 { [] !(x == 1) || <> (x == 2) }\n"

REPLAY = ["replay", "m.pml", "m.pml.trail.json"]

# name, arguments, exit status, what must match in the output, what must not
CASES = [
    ("text", REPLAY, 0, [r"^ +1  P\(0\)  m\.pml:7  ", r"^! +\d+  Q\(1\) +m\.pml:16 +  assert\(x == y\)",
                         r"m\.pml:4, in bump, called at :10 +v\+\+ ", r"^  P\(0\) .*(next: |at its end)"], [r"\x1b", r"waits in `assert"]),
    ("from-to", REPLAY + ["--from", "2", "--to", "3"], 0,
     [r"\Astate after step 1:\n", r"^ +2  ", r"^ +3  ", r"^state after step 3:$", r"^the run goes on until step 8$"],
     [r"^ +4  ", r"assertion violated"]),
    ("from-behind-the-end", REPLAY + ["--from", "99"], 2, [r"there is no step 99: the run has 8"], []),
    ("from-after-to", REPLAY + ["--from", "3", "--to", "2"], 2, [r"step 3 comes after step 2"], []),
    ("from-zero", REPLAY + ["--from", "0"], 2, [r"--from: '0' is too small"], []),
    ("process", REPLAY + ["--process", "Q"], 0, [r"Q\(1\)", r"3 of 8 steps are shown"], [r"^ +\d+  P\(0\)"]),
    ("processes", REPLAY + ["--process", "0", "--process", "Q(1)"], 0, [r"P\(0\)", r"Q\(1\)"], [r"steps are shown"]),
    ("no-such-process", REPLAY + ["--process", "R"], 2, [r"the run has no process 'R'; it has P\(0\), Q\(1\)"], []),
    ("variables", REPLAY + ["--variables", "x,a"], 0, [r"globals: x = 1, a\[0\] = 0, a\[1\] = 4$"], [r"y = 7"]),
    ("no-such-variable", REPLAY + ["--variables", "w"], 2, [r"the run has no variable 'w'; it has .*x"], []),
    ("variable-missing", REPLAY + ["--variables", "x,,a"], 2, [r"there is a name missing"], []),
    ("hide", REPLAY + ["--hide", "inits,skips", "--hide", "locals"], 0, [r"6 of 8 steps are shown"],
     [r"  skip$", r"z = 4", r"y = 7"]),
    ("hide-what", REPLAY + ["--hide", "all"], 2, [r"--hide: 'all' is not one of locals\|inits\|skips"], []),
    ("source", REPLAY + ["--source"], 0, [r"^ +7 \|   c!7;$", r"^ +4 \|   v\+\+$", r"^ +10 \|   bump\(x\);   \(calls bump\)$"], []),
    ("show-none", REPLAY + ["--show", "none"], 0, [r"^ +1  P\(0\) "], [r"^ .*c = \[7\]$"]),
    ("table", REPLAY + ["--table"], 0,
     [r"\A    step  process  line  statement +x   a\[0\]  a\[1\]  c ", r"^ +0 +0 ", r"^ +5  P\(0\) +4  v\+\+ +1\*", r"^! +8 "],
     [r"left out"]),
    ("table-part", REPLAY + ["--table", "--variables", "x", "--process", "P", "--hide", "skips"], 0,
     [r"statement +x$", r"5 of 8 steps are shown"], [r"skip"]),
    ("table-and-show", REPLAY + ["--table", "--show", "all"], 2, [r"--show has no meaning for --table"], []),
    ("table-and-messages", REPLAY + ["--table", "--messages", "columns"], 2, [r"leave one out"], []),
    ("table-and-format", REPLAY + ["--table", "--format", "json"], 2, [r"--table does not go with --format json"], []),
    ("format-of-others", REPLAY + ["--format", "dot"], 2, [r"'dot' is not one of text, json, itf, svg"], []),
    ("svg-variables", REPLAY + ["--format", "svg", "--variables", "x"], 2, [r"--variables has no meaning for a message sequence chart"], []),
    ("svg-hide", REPLAY + ["--messages", "svg", "--hide", "skips"], 2, [r"--hide has no meaning"], []),
    ("svg-show", REPLAY + ["--format", "svg", "--show", "all"], 2, [r"--show has no meaning"], []),
    ("itf-process", REPLAY + ["--format", "itf", "--process", "P"], 2, [r"--process has no meaning for --format itf"], []),
    ("itf-hide", REPLAY + ["--format", "itf", "--hide", "inits"], 2, [r"--hide inits has no meaning for --format itf"], []),
    ("itf-only", REPLAY + ["--format", "itf", "--only", "sends"], 2, [r"--only has no meaning"], []),
    ("messages-columns", REPLAY + ["--messages", "columns"], 0, [r"\A step  P\(0\)  Q\(1\)\n +1  c!7\n +\d  \.     c\?7\n"], []),
    ("messages-of-one", REPLAY + ["--messages", "columns", "--process", "Q"], 0, [r"\A step  Q\(1\)\n +\d  c\?7\n"], []),
    ("deadlock", ["check", "stuck.pml", "--safety"], 1,
     [r"invalid end state: 12 processes are blocked$", r"^    Waits\(0\)   stuck\.pml:2  waits in `x == 1` \(x is 0\)$",
      r"^    Waits\(11\)  stuck\.pml:2  waits in"], [r".{111}"]),
    ("trails", ["check", "wrong.pml", "--errors", "0"], 1,
     [r"wrong\.pml\.trail\.json\.1$", r"^  2 steps to another state: wrong\.pml\.trail\.json\.2$", r"trail\.json\.3$"], []),
    ("trails-bounded", ["check", "wrong.pml", "--errors", "0", "--trails", "2"], 1, [r"trail\.json\.2$"], [r"json\.3"]),
    ("trails-that-nobody-reads", ["check", "wrong.pml", "--errors", "0", "--trail", "none"], 1, [r"^  2 steps$"], [r"another state"]),
    ("trails-without-files", ["check", "wrong.pml", "--errors", "0", "--trail", "none", "--trails", "9"], 1,
     [r"^  2 steps to another state$"], []),
    ("trails-of-one", ["check", "wrong.pml", "--trails", "2"], 2, [r"--trails: the search ends with the first error"], []),
    ("trails-of-a-formula", ["check", "stuck.pml", "--property", "soon", "--errors", "0", "--trails", "2"], 2,
     [r"--trails is about assertions, deadlocks"], []),
    ("graph", ["graph", "m.pml"], 0,
     [r'label="P: 7 c!7\\nQ: 14 c\?y\\nx=0\\n', r"start0 \[shape=point\];\n  start0 -> 0;", r"\(assertion\)\", color"], [r"@\d"]),
    ("graph-deadlock", ["graph", "stuck.pml"], 0, [r"\(deadlock\)"], []),
    ("graph-labels", ["graph", str(MODELS / "dekker.pml")], 0, [r"\w+: \d+ \w+: "], []),
    ("graph-trail", ["graph", "m.pml", "--trail", "m.pml.trail.json"], 0, [r"penwidth=3\];\n", r" -> \d+ \[.*penwidth=3"], []),
    ("graph-trail-of-part", ["graph", "m.pml", "--trail", "m.pml.trail.json", "--depth", "2"], 3,
     [r"transitions of the trail are beyond the part"], []),
    ("graph-trail-aut", ["graph", "m.pml", "--trail", "m.pml.trail.json", "--format", "aut"], 2, [r"cannot be marked"], []),
    ("graph-trail-processes", ["graph", "m.pml", "--trail", "m.pml.trail.json", "--what", "processes"], 2, [r"leave --property"], []),
    ("graph-format", ["graph", "m.pml", "--format", "itf"], 2, [r"is not one of dot, aut, json"], []),
    ("graph-processes", ["graph", str(MODELS / "dekker.pml"), "--what", "processes"], 0, [r"line \d+"], []),
    ("graph-aut", ["graph", "m.pml", "--format", "aut"], 0, [r"\Ades \(0, \d+, \d+\)\n\(0, \"P\(0\): c!7\", 1\)\n"], []),
    ("spin-each-error", ["spin", "-run", "-e", "-c0", "wrong.pml"], 1, [r"wrote wrong\.pml1\.trail", r"wrote wrong\.pml3\.trail"], []),
    ("completion", ["--generate", "bash"], 0, [r"--hide\) COMPREPLY=.*locals inits skips", r"    replay\) words=\".*--table"], []),
]


def run(gyre, arguments, folder, **environment):
    done = subprocess.run([gyre, *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=120, text=True, env={**os.environ, "COLUMNS": "", **environment})
    return done.returncode, done.stdout


def simple(gyre, case, folder):
    """What is wrong, or None."""
    _, arguments, status, patterns, absent = case
    code, output = run(gyre, arguments, folder)
    if code != status:
        return f"exit status {code} instead of {status}: {output[:400]}"
    for pattern in patterns:
        if not re.search(pattern, output, re.M):
            return f"nothing matches {pattern!r} in:\n{output[:1500]}"
    for pattern in absent:
        if re.search(pattern, output, re.M):
            return f"something matches {pattern!r} in:\n{output[:1500]}"
    return None


def on_a_terminal(gyre, arguments, folder, columns, colours):
    """What a person sees, in a terminal of so many columns."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environment = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "NO_COLOR")}
    if not colours:
        environment["NO_COLOR"] = "1"
    process = subprocess.Popen([gyre, *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=slave, stderr=slave,
                               env=environment)
    os.close(slave)
    output = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:
            break
        if not part:
            break
        output += part
    process.wait()
    os.close(master)
    return output.decode().replace("\r\n", "\n")


def fits_the_terminal(gyre, folder):
    """Lines are as long as the terminal is wide; a table says what it leaves out; colours where they are wanted."""
    for columns in (64, 80, 120):
        for more in ([], ["--table"], ["--show", "all"]):
            text = on_a_terminal(gyre, REPLAY + more, folder, columns, False)
            wide = [line for line in text.split("\n") if len(line) > columns]
            if wide or "assertion violated" not in text:
                return f"{columns} {more}: {wide}: {text[:1500]}"
            if "\x1b" in text:
                return f"{more}: colours, though NO_COLOR is set"
    table = on_a_terminal(gyre, REPLAY + ["--table"], folder, 64, False)
    if "left out, they do not change: a[0]" not in table:
        return f"a table of 64 columns: {table}"
    if "\x1b[1;36m1*" not in on_a_terminal(gyre, REPLAY + ["--table"], folder, 120, True):
        return "what has changed has no colour"
    if "\x1b" in run(gyre, REPLAY + ["--table"], folder)[1]:
        return "colours in a pipe"
    code, narrow = run(gyre, REPLAY + ["--table"], folder, COLUMNS="64")
    return None if narrow == table else f"COLUMNS is not obeyed: {narrow}"


def as_json(gyre, folder):
    """The trail again, which can be followed; a part of it cannot."""
    code, whole = run(gyre, REPLAY + ["--format", "json", "--output", "again.json"], folder)
    if code or Path(folder, "again.json").read_text() != Path(folder, "m.pml.trail.json").read_text():
        return f"exit status {code}: not the same trail: {whole[:300]}"
    code, _ = run(gyre, REPLAY + ["--format", "json", "--from", "3", "--variables", "x", "--output", "part.json"], folder)
    part = json.loads(Path(folder, "part.json").read_text())
    if [s["step"] for s in part["steps"]] != [3, 4, 5, 6, 7, 8] or part["steps"][2]["changes"] != {"x": 1}:
        return f"a part: {part}"
    code, output = run(gyre, ["replay", "m.pml", "part.json"], folder)
    return None if code == 2 and "this is a part of a run" in output else f"exit status {code}: {output[:300]}"


def as_itf(gyre, folder):
    """The structure of the format; lassos have a loop."""
    code, text = run(gyre, REPLAY + ["--format", "itf"], folder)
    trace = json.loads(text)
    if code or len(trace["states"]) != 9 or trace["vars"][0] != "x" or "loop" in trace:
        return f"exit status {code}: {text[:500]}"
    if any(set(s) != {"#meta", *trace["vars"]} for s in trace["states"]):
        return "a state has not all variables"
    if trace["states"][1]["c"] != [{"#tup": [7]}] or trace["states"][-1]["a"] != [0, 4]:
        return f"values: {trace['states'][1]}"
    code, output = run(gyre, ["check", "lasso.pml", "--property", "never_1"], folder)
    code, text = run(gyre, ["replay", "lasso.pml", "lasso.pml.never_1.trail.json", "--format", "itf"], folder)
    trace = json.loads(text)
    if code or not 0 <= trace["loop"] < len(trace["states"]):
        return f"exit status {code}: {text[:500]} {output}"
    return None


def as_picture(gyre, folder):
    """SVG that is well-formed, with the start of the cycle."""
    for arguments, words in ((REPLAY, ["Q(1)"]), (["replay", "lasso.pml", "lasso.pml.never_1.trail.json"], ["the cycle starts here"])):
        if not Path(folder, arguments[2]).exists():
            run(gyre, ["check", arguments[1]], folder)
        code, svg = run(gyre, arguments + ["--format", "svg"], folder)
        xml.dom.minidom.parseString(svg)
        if code or any(w not in svg for w in words):
            return f"exit status {code}: {svg[:300]}"
        if run(gyre, arguments + ["--messages", "svg"], folder)[1] != svg:
            return "--messages svg is another picture"
    return None


def graph_as_json(gyre, folder):
    """Nodes are structured, and say what they are."""
    code, text = run(gyre, ["graph", "m.pml", "--format", "json", "--trail", "m.pml.trail.json"], folder)
    graph = json.loads(text)
    first = graph["nodes"][0]
    if code or not first["initial"] or first["processes"][0]["line"] != 7 or first["processes"][0]["next"] != ["c!7"]:
        return f"exit status {code}: {first}"
    if first["values"]["x"] != "0" or not first["trail"]:
        return f"the first node: {first}"
    if sum(e.get("trail", False) for e in graph["edges"]) < 5 or not any(n.get("violation") == "assertion" for n in graph["nodes"]):
        return "the trail, or the violation, is not marked"
    code, text = run(gyre, ["graph", "stuck.pml", "--format", "json"], folder)
    return None if json.loads(text)["nodes"][0].get("deadlock") else f"no deadlock: {text[:300]}"


def dot_reads_it(gyre, folder):
    """Graphviz takes the graph."""
    for model in ("m.pml", str(MODELS / "peterson.pml")):
        code, text = run(gyre, ["graph", model], folder)
        done = subprocess.run(["dot", "-Tplain"], input=text, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if code or done.returncode or "Warning" in done.stdout:
            return done.stdout[:300]
    return None


def all_trails_replay(gyre, folder):
    """Each of the counterexamples can be followed, and they end in different states."""
    code, output = run(gyre, ["check", "wrong.pml", "--errors", "0", "--trail", "w.json", "--json", "w.report"], folder)
    violation = json.loads(Path(folder, "w.report").read_text())["properties"][0]["violations"][0]
    names = [violation["counterexample"]["trail"], *(o["trail"] for o in violation["others"])]
    ends = set()
    for name in names:
        code, output = run(gyre, ["replay", "wrong.pml", name], folder)
        if code or "assertion violated: x == 0" not in output:
            return f"{name}: exit status {code}: {output}"
        ends.add(re.search(r"globals: x = (\d)", output).group(1))
    return None if ends == {"1", "2", "3"} and len(names) == 3 else f"{names}: {ends}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gyre", required=True)
    parser.add_argument("--filter", default="")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--shared", default="")
    arguments = parser.parse_args()
    gyre = str(Path(arguments.gyre).resolve())
    passed = failed = skipped = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("m.pml", MODEL), ("wrong.pml", WRONG), ("stuck.pml", STUCK), ("lasso.pml", LASSO)):
            Path(folder, name).write_text(text)
        run(gyre, ["check", "m.pml", "--shortest"], folder)
        work = [(case[0], lambda case=case: simple(gyre, case, folder)) for case in CASES]
        work += [(test.__name__, lambda test=test: test(gyre, folder)) for test in
                 (fits_the_terminal, as_json, as_itf, as_picture, graph_as_json, all_trails_replay)]
        if shutil.which("dot"):
            work.append(("dot_reads_it", lambda: dot_reads_it(gyre, folder)))
        else:
            print("skipped: Graphviz reads the graphs (there is no dot)")
            skipped += 1
        for name, test in work:
            if not re.search(arguments.filter, name):
                continue
            problem = test()
            passed += problem is None
            if problem is not None:
                failed += 1
                print(f"FAIL {name}: {problem}")
    print(f"replay: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
