#!/usr/bin/env python3
"""Runs the golden models: every .pml and .esml below this folder is a test, its first comment says what to expect.

    python3 tests/golden/run.py --gyre build/gyre [--all] [--filter RE] [--matrix vm,native,...] [--sample N]

Without --matrix each case runs once as its header says. A matrix entry repeats it with another way
of doing the same: vm, native (engines), dfs, bfs, pseudo-dfs (searches), exact, tree, tree-compact, collapse, compact,
linear, dfa (stores), threads2, threads3 (pseudo-dfs and bfs by so
many threads), cycles2, cycles3 (claims, formulas and cycles, and whatever is with them, by so many); `default` leaves the
reductions on and compares only verdict and exit status. --all is the matrix `vm,native,default`, all stores
and threads, on top of the plain run. --sample N takes every Nth case only for the entries of --matrix.
Last line: golden: N passed, M failed, K skipped.
"""

import argparse
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import golden  # noqa: E402

VARIANTS = {
    "plain": [],
    "vm": ["--engine", "vm"],
    "native": ["--engine", "native"],
    "dfs": ["--search", "dfs"],
    "bfs": ["--search", "bfs"],
    "pseudo-dfs": ["--search", "pseudo-dfs"],
    "exact": ["--store", "exact"],
    "tree": ["--store", "tree"],
    "collapse": ["--store", "collapse"],
    "compact": ["--store", "compact"],
    "linear": ["--store", "linear"],
    "dfa": ["--store", "dfa"],
    "tree-compact": ["--store", "tree-compact"],
    "threads2": ["--search", "pseudo-dfs", "--threads", "2"],
    "threads3": ["--search", "bfs", "--threads", "3"],
    "cycles2": ["--threads", "2"],
    "cycles3": ["--threads", "3"],
    "default": [],
}

STORES = ["exact", "tree", "collapse", "compact", "linear", "dfa", "tree-compact"]  # that give the same counts

PARALLEL = ["threads2", "threads3"]
CYCLES = ["cycles2", "cycles3"]

NO_CYCLES = ["linear", "dfa", "tree-compact"]  # stores that are for safety only

# Of the cases of a variant at least this part has to run, if there are enough of them: an engine, a store or a search that
# refuses everything fails the tests instead of being skipped in all of them.
LEAST_SHARE = (1, 4)
ENOUGH = 10

# What only a depth-first search, or one thread, can be held to.
ORDER_DEPENDENT = {"depth", "length"}


def variant_of(case, variant):
    """(arguments, verdict only) of a case in a variant, or None if the variant means nothing there."""
    arguments = list(case.arguments)
    if variant == "plain":
        return arguments, False
    if arguments[0] != "check" or case.exit == 2:
        return None
    if variant in ("pseudo-dfs", *PARALLEL) and "--safety" not in arguments:
        return None  # it does not look for cycles
    if variant in CYCLES and "--safety" in arguments:
        return None
    for option in VARIANTS[variant][::2]:
        if option in arguments:
            return None
    if variant == "default":
        if "--time" in arguments or "--memory" in arguments:
            return None  # another search may use the budget up elsewhere
        if "off" not in [arguments[i + 1] for i, a in enumerate(arguments) if a in ("--por", "--merge")]:
            return None
        for option in ("--por", "--merge", "--errors"):
            if option in arguments:
                at = arguments.index(option)
                del arguments[at:at + 2]
        return arguments, True
    # In any order cycles are cut in another way, and other states are left out.
    reduced = variant in ("pseudo-dfs", *PARALLEL) and "--por off" not in " ".join(arguments)
    # By copies of states, where one thread looks at components.
    reduced = reduced or (variant in CYCLES and "--fairness" in arguments)
    return arguments + VARIANTS[variant], reduced


def has_llvm():
    return shutil.which("llvm-config-19") is not None or Path("/usr/lib/llvm-19/bin/llvm-config").exists()


def run_case(gyre, case, variant, seconds):
    """None if skipped, else the list of differences."""
    chosen = variant_of(case, variant)
    if chosen is None:
        return None
    arguments, verdict_only = chosen
    if variant in ("bfs", "pseudo-dfs", *PARALLEL, *CYCLES):
        case = golden.dataclasses.replace(
            case, expect={k: v for k, v in case.expect.items() if k not in ORDER_DEPENDENT and not k.startswith("thesis:")})
    wants_report = arguments[0] == "check"
    done = golden.run_gyre(gyre, arguments, case.path, seconds, wants_report)
    if "--embedded-c" in arguments and "this gyre was built without it" in done.output:
        return None
    if done.code == 2 and case.exit != 2 and variant in ("native", "bfs", "pseudo-dfs", "dfs", *PARALLEL, *CYCLES, *STORES):
        return None  # this build or model cannot do that, and says so
    if variant in NO_CYCLES and "searches for cycles keep" in done.output:
        return None
    if variant == "linear" and "there was no room" in done.output:
        return None  # processes were created, and with them the possible states became too many
    return golden.compare(case, done, verdict_only)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gyre", required=True, help="the program under test")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--filter", metavar="RE", help="only cases whose path matches")
    parser.add_argument("--matrix", default="", help="more variants, separated by commas")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="every Nth case of a variant")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--time", type=float, default=30, help="seconds per run")
    parser.add_argument("--verbose", action="store_true", help="also list what was skipped")
    arguments = parser.parse_args()

    variants = ["plain"] + [v for v in arguments.matrix.split(",") if v]
    if arguments.all:
        variants += [v for v in ("vm", "native", "default", *STORES, *PARALLEL, *CYCLES) if v not in variants]
        arguments.sample = 1
    unknown = [v for v in variants if v not in VARIANTS]
    if unknown:
        parser.error(f"no variant {unknown[0]}; there are {', '.join(VARIANTS)}")
    cases = list(golden.all_cases(arguments.filter))
    jobs = [(case, variant) for number, variant in enumerate(variants)
            for case in (cases if variant == "plain" else cases[number % arguments.sample::arguments.sample])]
    with ThreadPoolExecutor(max_workers=arguments.jobs) as pool:
        results = list(pool.map(
            lambda job: run_case(arguments.gyre, job[0], job[1], arguments.time), jobs))

    passed = failed = skipped = 0
    for variant in variants:
        total = sum(v == variant for _, v in jobs)
        ran = sum(v == variant and r is not None for (_, v), r in zip(jobs, results))
        if total < ENOUGH or ran * LEAST_SHARE[1] >= total * LEAST_SHARE[0] or (variant == "native" and not has_llvm()):
            continue
        failed += 1
        print(f"FAIL variant {variant}: only {ran} of its {total} cases ran, the others were skipped")
    for (case, variant), problems in zip(jobs, results):
        label = case.name if variant == "plain" else f"{case.name} [{variant}]"
        if problems is None:
            skipped += 1
            if arguments.verbose:
                print(f"SKIP {label}")
        elif problems:
            failed += 1
            print(f"FAIL {label}: " + "; ".join(problems))
        else:
            passed += 1
    print(f"golden: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
