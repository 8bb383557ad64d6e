#!/usr/bin/env python3
"""Debugging sessions: `gyre dap` as an editor drives it, by scripted clients, and by the test client of the npm registry.

    python3 tests/dap/run.py --gyre build/gyre [--filter RE] [--all]

Last line: dap: N passed, M failed, K skipped.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import stops  # noqa: E402
import troubles  # noqa: E402
import walks  # noqa: E402
from client import LIMIT, Failure  # noqa: E402
from common import FULL, MODELS, contains, written  # noqa: E402


class Skipped(Exception):
    pass


def npm_client(gyre, folder):
    if not shutil.which("npm") or not shutil.which("node"):
        raise Skipped("there is no npm")
    work = HERE.parent.parent / "build" / "test" / "dap-client"
    work.mkdir(parents=True, exist_ok=True)
    if not (work / "node_modules" / "@vscode" / "debugadapter-testsupport").exists():
        (work / "package.json").write_text('{"private": true}\n')
        try:
            done = subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "@vscode/debugadapter-testsupport@1.68.0"],
                                  cwd=work, capture_output=True, text=True, timeout=120, check=False)
        except subprocess.TimeoutExpired:
            raise Skipped("npm could not get @vscode/debugadapter-testsupport in time") from None
        if done.returncode != 0:
            raise Skipped("npm cannot get @vscode/debugadapter-testsupport")
    path = written(folder, "full.pml", FULL)
    done = subprocess.run(["node", str(HERE / "testsupport.cjs"), str(work), str(gyre), str(path),
                           str(MODELS / "broken_lock.pml")], cwd=folder, capture_output=True, text=True, timeout=2 * LIMIT, check=False)
    if done.returncode != 0:
        raise Failure(done.stdout + done.stderr)
    contains(done.stdout, "all is well")


TESTS = [walks.counterexample, walks.trail_file, walks.spin_trail, walks.lasso, walks.long_trail, walks.by_hand, walks.variables,
         walks.rendezvous, walks.console, walks.same_seed, walks.pause, stops.lines, stops.data, stops.filters,
         troubles.wrong_order, troubles.launches, troubles.broken_streams, troubles.from_zero, troubles.esml, troubles.help_text,
         npm_client]



def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gyre", required=True)
    parser.add_argument("--filter", default="")
    parser.add_argument("--all", action="store_true")  # there is no more than this
    arguments = parser.parse_args()
    gyre = Path(arguments.gyre).resolve()
    passed = failed = skipped = 0
    for test in TESTS:
        if not re.search(arguments.filter, test.__name__):
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(gyre, folder)
                passed += 1
            except Skipped as e:
                print(f"skipped {test.__name__}: {e}")
                skipped += 1
            except (Failure, json.JSONDecodeError, subprocess.TimeoutExpired, BrokenPipeError) as e:
                failed += 1
                trace = e.__traceback__
                while trace.tb_next and not trace.tb_next.tb_frame.f_code.co_filename.endswith(("client.py", "common.py")):
                    trace = trace.tb_next
                print(f"FAIL {test.__name__} ({Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}): {e}")
    print(f"dap: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
