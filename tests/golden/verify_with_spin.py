#!/usr/bin/env python3
"""Recomputes what the golden headers claim with SPIN, and reports differences.

    python3 tests/golden/verify_with_spin.py [--filter RE] [--fill] [--jobs N]

The `spin:` line of a case says how SPIN judges it; see README.md. With --fill, values written as
`?` (as in states=?) are replaced by SPIN's; other values are never changed. Exit status 0 only if
all agree.
"""

import argparse
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / "differential"))

import golden  # noqa: E402
import oracle  # noqa: E402


def spins_opinion(spin, case):
    """{expectation: SPIN's value}, or a string that says why there is none."""
    mode, _, rest = case.spin.partition(" ")
    flags = rest.split()
    if mode in ("textbook", "kinds", "merged", "reduced"):
        if mode in ("textbook", "kinds"):
            verdict = spin.textbook(case.path, case.defines, spin_flags=flags)
        else:
            verdict = getattr(spin, mode)(case.path, case.defines)
        if mode == "textbook" and not verdict.complete:
            return f"{verdict.status}: {verdict.detail} {verdict.messages}"
        if not verdict.judged and not (mode == "kinds" and verdict.messages):
            return f"{verdict.status}: {verdict.detail}"
        opinion = {"verdict": verdict.verdict, "kinds": ",".join(verdict.kinds)}
        if mode == "textbook":
            opinion.update(states=verdict.states, transitions=verdict.transitions,
                           atomic=verdict.atomic, depth=verdict.depth)
        return opinion
    if mode in ("cycles", "progress"):
        claims = [f for f in flags if not f.startswith("-")]
        verdict = spin.cycles(case.path, case.defines, claim=claims[0] if claims else None, fair="-f" in flags,
                              progress=mode == "progress")
        if not verdict.judged:
            return f"{verdict.status}: {verdict.detail}"
        opinion = {"verdict": verdict.verdict}
        if "kinds" in case.expect:  # of a formula SPIN makes an assertion, sometimes
            opinion["kinds"] = ",".join(verdict.kinds)
        return opinion
    if mode == "shortest":
        verdict = spin.shortest(case.path, case.defines)
        if not verdict.complete:
            return f"{verdict.status}: {verdict.detail}"
        return {"verdict": "holds" if verdict.length is None else "violated",
                "length": verdict.length}
    if mode in ("error", "parses"):
        verdict = spin.parses(case.path, case.defines, spin_flags=flags)
        if verdict.status not in ("ok", "refused"):
            return f"{verdict.status}: {verdict.detail}"
        return {"exit": 0 if verdict.complete else 2}
    if mode == "refuses":  # SPIN (or pan) does not take the model; gyre does
        verdict = spin.textbook(case.path, case.defines, spin_flags=flags)
        return {} if verdict.status in ("refused", "cc-error") else "SPIN takes this model"
    return f"unknown judge 'spin: {case.spin}'"


def differences(case, opinion):
    """[(expectation, header's value, SPIN's value)]"""
    if isinstance(opinion, str):
        return [("judge", "an opinion", opinion)]
    found = []
    for key, value in opinion.items():
        value = str(value)
        # Numbers are compared where the header has them; the verdict and its kinds always.
        claimed = case.expect.get(key, "" if key == "kinds" else None)
        if key == "exit":
            claimed = str(case.exit)
        if key == "kinds" and case.kinds_fit(filter(None, value.split(","))):
            continue
        if claimed is not None and claimed != value:
            found.append((key, claimed, value))
    return found


def fill(case, opinion):
    """Writes SPIN's values over the question marks on this case's `expect:` lines."""
    text = case.path.read_text()
    start, end = golden.first_comment(text)
    header, seen = text[start:end].splitlines(keepends=True), -1
    for number, line in enumerate(header):
        found = golden.LINE.match(line.rstrip("\n"))
        if found and found[1] == "gyre":
            seen += 1
        if found and found[1] == "expect" and seen == case.index:
            for key, value in opinion.items():
                line = re.sub(rf"\b{key}=\?", f"{key}={value}", line)
            header[number] = line
    case.path.write_text(text[:start] + "".join(header) + text[end:])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", metavar="RE")
    parser.add_argument("--fill", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    spin = oracle.Oracle()
    if not spin.available:
        print("verify: spin or a C compiler is not installed")
        return 2
    cases = golden.all_cases(arguments.filter)
    judged = [c for c in cases if not c.spin.startswith("none")]
    unreasoned = [c for c in cases if c.spin == "none"]
    for case in unreasoned:
        print(f"{case.name}: 'spin: none' without a reason")
    bad = len(unreasoned)
    for case, opinion in zip(judged, oracle.in_parallel(lambda c: spins_opinion(spin, c), judged,
                                                        arguments.jobs)):
        if arguments.fill and not isinstance(opinion, str):
            fill(case, opinion)
            case = golden.read_cases(case.path)[case.index]
        found = differences(case, opinion)
        for key, claimed, value in found:
            print(f"{case.name}: {key}: header {claimed or 'none'}, SPIN {value or 'none'}")
        bad += bool(found)
    print(f"verify: {len(judged) - bad} agree, {bad} differ, "
          f"{len(cases) - len(judged)} not for SPIN to judge")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
