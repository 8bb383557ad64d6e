#!/usr/bin/env python3
"""Shows that the program fails closed: a new value of an enumeration that nobody handles does not compile, and neither
does a line of a table that nobody can carry out.

    closed.py [--root DIR] [--compiler CXX]

Each case puts a changed copy of one header in front of the others and compiles one source file with it, which must
fail with a message about the new value; unchanged the file must compile. Last line: closed: N passed, M failed,
K skipped.
"""

import argparse
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror"]

# what, the header, a text in it and the same with the new value, the file that must not compile, what is said
CASES = [
    ("a kind of fairness", "logic/fairness.h",
     'X(impartial,', 'X(unheard_of, "unheard-of", "", enabled, all, false, true) \\\n  X(impartial,',
     "judge/fairness.cc", r"unheard_of"),
    ("a unit of fairness", "logic/fairness.h",
     'X(edge, "edge")', 'X(edge, "edge") X(unheard_of, "unheard-of")', "judge/fairness.cc", r"unheard_of"),
    ("an operator", "ir/program.h",
     "enum class Op : uint8_t {", "enum class Op : uint8_t {\n  unheard_of,", "vm/compile.cc", r"unheard_of"),
    ("an action, in the machine", "ir/program.h",
     "enum class ActionKind : uint8_t {", "enum class ActionKind : uint8_t {\n  unheard_of,", "vm/effects.cc",
     r"unheard_of"),
    ("an action, in reductions", "ir/program.h",
     "enum class ActionKind : uint8_t {", "enum class ActionKind : uint8_t {\n  unheard_of,", "reduce/summary.cc",
     r"unheard_of"),
    ("a way to move, in the machine", "ir/semantics.h",
     "enum class Stepping : uint8_t {", "enum class Stepping : uint8_t {\n  unheard_of,", "vm/machine.cc",
     r"unheard_of"),
    ("a way to move, in native code", "ir/semantics.h",
     "enum class Stepping : uint8_t {", "enum class Stepping : uint8_t {\n  unheard_of,", "jit/analysis.cc",
     r"unheard_of"),
    ("a fact of a language that a row leaves out", "ir/semantics.h",
     "struct Semantics {", "struct Semantics {\n  bool unheard_of;", "promela/lower.cc", r"unheard_of"),
    ("a program of no language", "promela/lower_impl.h",
     "ir::Program program_;", "ir::Program program_, unheard_of_;", "promela/lower.cc",
     r"unheard_of|no matching function"),
    ("a kind of error", "model/model.h",
     'X(trap, "trap")', 'X(unheard_of, "unheard-of") X(trap, "trap")', "trace/failure.cc", r"unheard_of"),
    ("a store of a kind that nobody makes", "store/stores.def",
     "X(exact,", 'X(unheard_of, "unheard-of", unmade, Exact, plain, "") X(exact,', "run/on_numbers.cc",
     r"unmade|unheard_of"),
    ("a kind of property", "plan/job.h",
     'X(ctl, "ctl", by_values)', 'X(ctl, "ctl", by_values) X(unheard_of, "unheard-of", by_cycles)', "plan/claims.cc",
     r"unheard_of"),
    ("a value of an option that none of its names means", "plan/settings.def",
     "GYRE_CHOICE(fairness, Fairness, none,", "GYRE_CHOICE(fairness, Fairness, unheard_of,", "plan/settings.cc",
     r"unheard_of"),
    ("a choice of the program", "cli/choices.h",
     "enum class Shown {", "enum class Shown { unheard_of,", "cli/show.cc", r"unheard_of"),
]


def compile_with(compiler, root, folder, source):
    include = ([f"-I{folder}"] if folder else []) + [f"-I{root}/src", f"-I{root}/include"]
    done = subprocess.run([compiler, *FLAGS, "-DFMT_SHARED", *include, f"{root}/src/{source}"], capture_output=True,
                          text=True, check=False)
    return done.returncode, done.stderr


def why_not(case, compiler, root):
    """Empty: the case is as it should be."""
    what, header, old, new, source, said = case
    text = (root / "src" / header).read_text(encoding="utf-8")
    if text.count(old) < 1:
        return f"{what}: {header} has no '{old}'"
    code, messages = compile_with(compiler, root, None, source)
    if code != 0:
        return f"{what}: {source} does not compile as it is:\n{messages[:2000]}"
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, header)
        path.parent.mkdir(parents=True)
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        code, messages = compile_with(compiler, root, folder, source)
    if code == 0:
        return f"{what}: {source} compiles with a value that it does not handle"
    return "" if re.search(said, messages) else f"{what}: {source} fails for another reason:\n{messages[:2000]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", default=pathlib.Path(__file__).resolve().parents[2], type=pathlib.Path)
    parser.add_argument("--compiler", default="g++")
    options = parser.parse_args()
    if not shutil.which(options.compiler):
        print(f"closed: 0 passed, 0 failed, {len(CASES)} skipped")
        return 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        answers = list(pool.map(lambda case: why_not(case, options.compiler, options.root), CASES))
    failures = [a for a in answers if a]
    for failure in failures:
        print("FAIL", failure)
    print(f"closed: {len(CASES) - len(failures)} passed, {len(failures)} failed, 0 skipped")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
