#!/usr/bin/env python3
"""The page of `gyre explore` in a browser: every screen, by clicks and keys, and measured.

    python3 tests/web/run.py --gyre build/gyre [--filter RE] [--page web/dist] [--all]

Needs node, chromium and what web/package-lock.json names (npm ci), and a gyre with the page in it.
Last line: web: N passed, M failed, K skipped.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
WEB = HERE.parent.parent / "web"
LIMIT = 900  # seconds for all tests


def missing(gyre):
    """A sentence that says what is not there; empty: all is."""
    if not shutil.which("node"):
        return "there is no node"
    if not (shutil.which("chromium") or shutil.which("chromium-browser")):
        return "there is no chromium"
    if not (WEB / "node_modules" / "playwright-core").exists():
        if not shutil.which("npm"):
            return "there is no npm to get playwright-core with"
        done = subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=WEB, capture_output=True, text=True,
                              timeout=300, check=False)
        if done.returncode != 0:
            return "npm cannot get playwright-core"
    # A page is there if the server starts; without one it says so and ends at once.
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder, "m.pml")
        model.write_text("init { skip }\n")
        child = subprocess.Popen([gyre, "explore", str(model), "--no-browser"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            said = child.stdout.readline()
        finally:
            child.kill()
            child.wait()
        if "http://127.0.0.1" not in said:
            return f"gyre explore does not start: {said.strip()}"
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gyre", required=True)
    parser.add_argument("--filter", default="")
    parser.add_argument("--page", default="", help="take the page from this folder, not from the program")
    parser.add_argument("--all", action="store_true")  # there is no more than this
    arguments = parser.parse_args()
    gyre = Path(arguments.gyre).resolve()
    why = missing(gyre)
    if why:
        print(f"skipped: {why}")
        print("web: 0 passed, 0 failed, 1 skipped")
        return 0
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    child = subprocess.Popen(["node", str(HERE / "main.mjs"), str(gyre), chromium, arguments.filter,
                              arguments.page and str(Path(arguments.page).resolve())], stdout=subprocess.PIPE, text=True)
    passed = failed = 0
    counted = False
    for line in child.stdout:
        if result := re.fullmatch(r"results (\d+) (\d+)\n", line):
            passed, failed, counted = int(result[1]), int(result[2]), True
        else:
            print(line, end="", flush=True)
    status = child.wait(timeout=LIMIT)
    if not counted:
        print(f"the tests ended with {status} before they had counted")
        failed += 1
    print(f"web: {passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
