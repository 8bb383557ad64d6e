#!/usr/bin/env python3
"""What `spin -t` prints of a trail, and what `gyre spin -t` prints of it, line by line.

    python3 tests/differential/lines.py --gyre build/gyre [--all] [--shared DIR] [--filter RE] [--sample N] [--show]

On models of DIR/models/promela in which gyre finds an error: both follow gyre's trail with -p, with -p -g -l, and with
-r -s. What docs/from-spin.md says differs on purpose is left out: numbers and lines of channels that are empty, lines of
the source, moves of claims. Without --all every Nth model is taken. Last line: lines: N passed, M failed, K skipped.
"""

import argparse
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LONGEST = 3000  # steps of a trail: SPIN takes its time


def call(command, folder, seconds=20):
    try:
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=seconds,
                              stdin=subprocess.DEVNULL, env={**os.environ, "GYRE_CACHE": "off"})
    except subprocess.TimeoutExpired:
        return None
    return done.stdout.decode(errors="replace")


def lines_of(text):
    out = []
    for line in text.splitlines():
        line = re.sub(r"queue \d+ \(", "queue # (", line.rstrip())
        # A statement of several lines has SPIN's last one, a choice that of its `do`.
        line = re.sub(r"(\.\w+):\d+ (\(state|Send|Sent|Recv|Seen)", r"\1:# \2", line)
        line = re.sub(r"\[goto :b\d+\]$", "[break]", line)
        # SPIN makes a channel when it is used for the first time.
        if re.match(r"\t\tqueue # \(.*\):$", line):
            continue
        # SPIN's preamble, and what it says of trails older than their models.
        if re.match(r"ltl \w+: |starting claim|spin: warning|Never claim moves|using statement merging|\s*$", line):
            continue
        if re.search(r":never:|\(ltl_|_spin_nvr\.tmp", line):
            continue
        out.append(line)
    return out


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gyre", required=True)
    parser.add_argument("--shared", default=str(ROOT.parent / "shared"))
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--filter", default="")
    parser.add_argument("--sample", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="the sample begins with this model")
    parser.add_argument("--show", action="store_true", help="print differences in full")
    arguments = parser.parse_args()
    gyre = str(Path(arguments.gyre).resolve())
    models = sorted(Path(arguments.shared, "models", "promela").rglob("*.pml"))
    models = [m.resolve() for m in models if re.search(arguments.filter, str(m))]
    if not models or not shutil.which("spin"):
        print("lines: 0 passed, 0 failed, 1 skipped")
        return 0
    if not arguments.all:
        models = models[arguments.first::arguments.sample]
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for model in models:
        with tempfile.TemporaryDirectory(prefix="gyre-lines-") as top:
            folder = Path(top) / "models"  # SPIN looks for a trail beside the model
            shutil.copytree(model.parent, folder)
            call([gyre, "spin", "-run", "-noclaim", "-safety", "-n", "-Q1", model.name], folder)
            trails = list(folder.glob("*.trail"))
            if not trails or trails[0].read_text().count("\n") > LONGEST:
                counts["skipped"] += 1
                continue
            for options in (["-p"], ["-p", "-g", "-l"], ["-r", "-s"]):
                theirs = call(["spin", "-t", *options, model.name], folder)
                ours = call([gyre, "spin", "-t", *options, model.name], folder)
                if theirs is None or ours is None or "trail ends" not in theirs:
                    counts["skipped"] += 1
                    continue
                different = [line for line in difflib.unified_diff(lines_of(theirs), lines_of(ours), "spin", "gyre",
                                                                   lineterm="", n=0) if not line.startswith("@@")]
                counts["failed" if different else "passed"] += 1
                if different:
                    print(f"FAIL {model.name} {' '.join(options)}: {len(different) - 2} lines")
                    print("\n".join(different[: None if arguments.show else 8]), flush=True)
    print("lines: " + ", ".join(f"{n} {what}" for what, n in counts.items()))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
