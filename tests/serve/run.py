#!/usr/bin/env python3
"""`gyre explore` as a page talks to it, request by request, and as nobody should.

    python3 tests/serve/run.py --gyre build/gyre [--filter RE] [--all]

Last line: serve: N passed, M failed, K skipped.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import screens  # noqa: E402
import troubles  # noqa: E402
from client import Explorer, Failure  # noqa: E402

TESTS = [screens.model, screens.saving, screens.runs, screens.budget, screens.traces, screens.lasso, screens.exports, screens.trail,
         screens.trying, screens.graph, screens.coverage, screens.steps_are_quick, troubles.only_loopback, troubles.token, troubles.host,
         troubles.headers, troubles.sizes, troubles.folders, troubles.embedded_c, troubles.no_model, troubles.bad_requests, troubles.tabs,
         troubles.starts_and_ends, troubles.one_file]


def has_http(gyre):
    """Whether the program was built with cpp-httplib."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "m.pml"
        path.write_text("active proctype P() { skip }\n")
        try:
            with Explorer(gyre, path):
                return True
        except Failure as e:
            return "without cpp-httplib" not in str(e)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gyre", required=True)
    parser.add_argument("--filter", default="")
    parser.add_argument("--all", action="store_true")  # there is no more than this
    arguments = parser.parse_args()
    gyre = Path(arguments.gyre).resolve()
    passed = failed = skipped = 0
    chosen = [t for t in TESTS if re.search(arguments.filter, t.__name__)]
    if chosen and not has_http(gyre):
        print("skipped: this gyre was built without cpp-httplib (libcpp-httplib-dev)")
        skipped, chosen = len(chosen), []
    for test in chosen:
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(gyre, str(Path(folder).resolve()))
                passed += 1
            except (Failure, json.JSONDecodeError, KeyError, IndexError, TypeError, StopIteration, subprocess.TimeoutExpired, OSError) as e:
                failed += 1
                trace = e.__traceback__
                while trace.tb_next and not trace.tb_next.tb_frame.f_code.co_filename.endswith("client.py"):
                    trace = trace.tb_next
                print(f"FAIL {test.__name__} ({Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}): {type(e).__name__}: {e}")
    print(f"serve: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
