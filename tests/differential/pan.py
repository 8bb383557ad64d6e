#!/usr/bin/env python3
"""SPIN's pan.c against ours: on models of others both give the same verdict, and a trail or none.

    python3 tests/differential/pan.py --gyre build/gyre [--all] [--shared DIR] [--filter RE] [--sample N] [--time S]

For each model of DIR/models/promela that SPIN makes a verifier of: `spin -a`, cc, ./pan, once for safety and once with
-a where there is something to look for; the same with `gyre spin -a`. Compared are whether there are errors and whether
there is a trail. A verifier that does not come to an end in time, or that a limit of its own stops, says nothing.
Without --all every Nth model is taken. Last line: pan: N passed, M failed, K skipped.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# What stops a verifier before it has seen all, in the words of either.
CUT = re.compile(r"max search depth too small|out of memory|VECTORSZ|hit memory|too many (processes|queues)|^verdict: .*: "
                 r"(inconclusive(?!.*does not look for cycles)|not-checked)|was not checked|aborting|Segmentation", re.M)


def call(command, folder, seconds, **environment):
    """Its exit status and what it printed; None for the status if it did not end in time."""
    try:
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds,
                              stdin=subprocess.DEVNULL, env={**os.environ, "GYRE_CACHE": "off", **environment})
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, done.stdout.decode(errors="replace")


def verdict(spin, model, folder, options, macros, seconds):
    """("errors", trail) or ("none", trail) or (why there is none, False)."""
    if not (folder / "pan").exists():
        status, out = call([*spin, "-a", str(model)], folder, seconds)
        if status != 0 or not (folder / "pan.c").exists():
            return "refused", out
        status, out = call(["cc", "-w", "-O1", *macros, "-o", "pan", "pan.c"], folder, 3 * seconds)
        if status != 0:
            return "refused", out
    for old in folder.glob("*.trail"):
        old.unlink()
    status, out = call(["./pan", "-n", *options], folder, seconds)
    if status is None:
        return "timeout", ""
    found = re.search(r"errors: (\d+)$", out, re.M)
    if not found:
        return "no report", out
    trail = any(folder.glob("*.trail"))
    if int(found.group(1)) > 0:
        return "errors", trail
    return ("cut" if CUT.search(out) else "none"), trail


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gyre", required=True)
    parser.add_argument("--shared", default=str(ROOT.parent / "shared"))
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--filter", default="")
    parser.add_argument("--sample", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="the sample begins with this model")
    parser.add_argument("--time", type=float, default=10)
    arguments = parser.parse_args()
    gyre = str(Path(arguments.gyre).resolve())
    models = sorted(Path(arguments.shared, "models", "promela").rglob("*.pml"))
    models = [m.resolve() for m in models if re.search(arguments.filter, str(m))]
    if not models or not shutil.which("spin") or not shutil.which("cc"):
        print("pan: 0 passed, 0 failed, 1 skipped")
        return 0
    if not arguments.all:
        models = models[arguments.first::arguments.sample]
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for model in models:
        text = model.read_text(errors="replace")
        cycles = re.search(r"\bltl\b|\bnever\b|\baccept", text) is not None
        with tempfile.TemporaryDirectory(prefix="gyre-pan-") as top:
            for options in [["-m1000000"]] + ([["-a", "-m1000000"]] if cycles else []):
                got = []
                for name, spin in (("spin", ["spin"]), ("gyre", [gyre, "spin"])):
                    folder = Path(top) / name
                    folder.mkdir(exist_ok=True)
                    got.append(verdict(spin, model, folder, options, [], arguments.time))
                theirs, ours = got
                line = f"{model.name} {' '.join(options)}: SPIN {theirs[0]}, gyre {ours[0]}"
                if theirs[0] not in ("errors", "none") or ours[0] in ("timeout", "cut"):
                    outcome = "skipped"
                elif theirs == ours:
                    outcome = "passed"
                else:
                    outcome = "failed"
                    line += f" (trails: {theirs[1]}, {str(ours[1])[:300]})"
                counts[outcome] += 1
                if outcome != "passed":
                    print(f"{'FAIL ' if outcome == 'failed' else ''}{line}", flush=True)
    print("pan: " + ", ".join(f"{n} {what}" for what, n in counts.items()))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
