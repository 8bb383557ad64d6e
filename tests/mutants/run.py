#!/usr/bin/env python3
"""Small wrong changes of the program, one at a time: which of them does no test notice?

    python3 tests/mutants/run.py --check                     does each mutant still apply?
    python3 tests/mutants/run.py [--part reduce] [--only RE] [--first N] [--count N]
    python3 tests/mutants/run.py --sample 10                 as many as that, chosen by the day

The mutants of a part are in PART.mutants beside this file. Its first lines say what concerns the part: `unit`, a regular
expression for unit test programs; `golden`, one for golden models, run in a `variant` of the matrix too if one is named;
`random`, a script of tests/differential with its options. Then a block for each mutant:

    == what is wrong now
    @ file
    - the text that is replaced; further lines are given whole, with their indentation
    + what stands there instead
    where: 2                    the second place with that text; without this line there must be one only
    equivalent: why no test can notice

It works in a copy of the tree (build/mutants), built by one job, with the folders as they are here, so that ccache knows what
is unchanged. A mutant that does not apply, or does not compile, is a failure of the list; one that only a warning stops is
killed by the compiler. One that is marked as equivalent is applied and compiled, but not run. The tests are run first on
the unchanged program, where they must pass.
Last line: mutants: N passed, M failed, K skipped. Killed is passed, surviving is failed.
"""

import argparse
import datetime
import os
import random
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TREE = ROOT / "build" / "mutants"
BUILD = TREE / "build" / "release"


@dataclass
class Part:
    name: str
    unit: str = ""
    golden: str = ""
    variant: str = ""
    random: str = ""


@dataclass
class Mutant:
    part: Part
    name: str
    file: str = ""
    old: list = field(default_factory=list)
    new: list = field(default_factory=list)
    where: int = 0
    equivalent: str = ""

    def changed(self, text):
        """The text with the mutation, or a sentence why it does not apply."""
        old, new = "\n".join(self.old), "\n".join(self.new)
        count = text.count(old)
        if not old or count == 0:
            return None, "its text is not there"
        if self.where == 0 and count > 1:
            return None, f"its text is there {count} times"
        if self.where > count:
            return None, f"its text is there {count} times only"
        at = -1
        for _ in range(max(self.where, 1)):
            at = text.index(old, at + 1)
        return text[:at] + new + text[at + len(old):], None


def read_part(path):
    part, mutants = Part(path.stem), []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        key, _, rest = line.partition(" ")
        if key == "==":
            mutants.append(Mutant(part, rest))
        elif not mutants:
            if key.rstrip(":") in ("unit", "golden", "variant", "random"):
                setattr(part, key.rstrip(":"), rest)
            elif line:
                sys.exit(f"{path}:{number}: what is this?")
        elif key == "@":
            mutants[-1].file = rest
        elif key == "-":
            mutants[-1].old.append(rest)
        elif key == "+":
            mutants[-1].new.append(rest)
        elif key == "where:":
            mutants[-1].where = int(rest)
        elif key == "equivalent:":
            mutants[-1].equivalent = rest
        elif line:
            sys.exit(f"{path}:{number}: what is this?")
    return mutants


def run(command, seconds, **more):
    """Exit status and output; a process that does not end is stopped."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", start_new_session=True, **more) as process:
        try:
            out, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.communicate()
            return -9, "no answer in time"
    return process.returncode, out


def last_lines(text, count=3):
    return " | ".join(line for line in text.strip().splitlines()[-count:])[-300:]


def copy_tree():
    """What git knows of, as it stands; what is the same is left alone, so that little has to be compiled."""
    files = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], check=True, capture_output=True).stdout.decode()
    names = [n for n in files.split("\0") if n and (ROOT / n).is_file()]
    for name in names:
        source, target = ROOT / name, TREE / name
        text = source.read_bytes()
        if target.exists() and target.read_bytes() == text:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text)
        target.chmod(source.stat().st_mode)
    known = set(names)
    for path in TREE.rglob("*"):
        name = path.relative_to(TREE)
        if path.is_file() and name.parts[0] != "build" and str(name) not in known:
            path.unlink()


def unit_programs(part):
    """Names of the unit test programs that concern a part."""
    return [p.stem for p in sorted((TREE / "tests" / "unit").glob("*_test.cc")) if part.unit and re.match(part.unit, p.stem)]


def build(part, seconds):
    targets = ["gyre"] + unit_programs(part)
    return run(["cmake", "--build", str(BUILD), "-j", "1", "--target", *targets], seconds)


def tests_of(part, seed):
    """(what, command) one after the other, the fast ones first."""
    for name in unit_programs(part):
        yield name, [str(BUILD / "tests" / name), "--gtest_brief=1"]
    gyre = str(BUILD / "gyre")
    if part.golden:
        golden = [sys.executable, str(TREE / "tests/golden/run.py"), "--gyre", gyre, "--jobs", "1", "--filter", part.golden]
        yield "golden", golden + (["--matrix", part.variant] if part.variant else [])
    if part.random:
        script, *options = part.random.format(seed=seed).split()
        yield script, [sys.executable, str(TREE / "tests/differential" / script), "--gyre", gyre,
                       "--keep", str(BUILD / "random"), *options]


def survives(part, seed, seconds):
    """None, or what noticed that something is wrong."""
    for what, command in tests_of(part, seed):
        status, out = run(command, seconds, cwd=BUILD, env={**os.environ, "GYRE_CACHE": "off"})
        if status != 0:
            return f"{what}: {last_lines(out, 2)}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only whether each mutant applies")
    parser.add_argument("--part", help="only this one")
    parser.add_argument("--only", metavar="RE", help="only mutants whose name or file matches")
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--count", type=int, help="at most so many")
    parser.add_argument("--sample", type=int, metavar="N", help="so many, chosen by the day")
    parser.add_argument("--unit", metavar="RE", help="these unit test programs instead of the part's; '^$': none")
    parser.add_argument("--golden", metavar="RE", help="these golden models instead of the part's, and nothing random")
    parser.add_argument("--seed", type=int, help="of the random tests (default: the day)")
    parser.add_argument("--seconds", type=float, default=900, help="for one build or one test program")
    parser.add_argument("--no-baseline", action="store_true", help="do not run the tests on the unchanged program first")
    arguments = parser.parse_args()

    mutants = [m for path in sorted(HERE.glob("*.mutants")) for m in read_part(path)]
    passed = failed = skipped = 0
    for m in mutants:
        path = ROOT / m.file
        problem = "its file is not there" if not path.is_file() else m.changed(path.read_text())[1]
        if problem:
            failed += 1
            print(f"DOES NOT APPLY {m.part.name}: {m.name}: {problem}")
    if arguments.check:
        print(f"mutants: {len(mutants) - failed} passed, {failed} failed, 0 skipped")
        return 1 if failed else 0

    today = datetime.date.today().toordinal()
    seed = arguments.seed if arguments.seed is not None else today
    chosen = [m for m in mutants if (not arguments.part or m.part.name == arguments.part) and
              (not arguments.only or re.search(arguments.only, f"{m.name} {m.file}"))]
    if arguments.sample is not None:
        chosen = random.Random(today).sample(chosen, min(arguments.sample, len(chosen)))
        chosen.sort(key=lambda m: (m.part.name, m.file))
    chosen = chosen[arguments.first:]
    if arguments.count is not None:
        chosen = chosen[:arguments.count]

    for part in {id(m.part): m.part for m in chosen}.values():
        part.unit = part.unit if arguments.unit is None else arguments.unit
        if arguments.golden is not None:
            part.golden, part.random = arguments.golden, ""

    copy_tree()
    if not (BUILD / "build.ninja").exists():
        status, out = run(["cmake", "--preset", "release", "-DGYRE_TESTS=ON"], arguments.seconds, cwd=TREE)
        if status != 0:
            sys.exit(f"mutants: cannot configure: {last_lines(out)}")
    sound = set()
    for m in chosen:
        path = TREE / m.file
        if not path.is_file():
            continue
        original = path.read_text()
        text, problem = m.changed(original)
        if problem:
            continue  # told above
        began = time.monotonic()
        if m.part.name not in sound:
            status, out = build(m.part, 20 * arguments.seconds)
            noticed = None
            if status == 0 and not arguments.no_baseline:
                noticed = survives(m.part, seed, arguments.seconds)
            if status != 0 or noticed:
                failed += 1
                print(f"UNCHANGED {m.part.name}: {noticed or last_lines(out)}", flush=True)
                continue
            sound.add(m.part.name)
        try:
            path.write_text(text)
            status, out = build(m.part, 4 * arguments.seconds)
            warned = re.search(r"error: .*\[-Werror", out)
            if status != 0 and not (warned and not re.search(r"error: (?!.*\[-Werror)", out)):
                verdict, detail = "DOES NOT COMPILE", last_lines(out)
            elif status != 0:
                verdict, detail = "killed", f"the compiler: {warned.group()}]"
            elif m.equivalent:
                verdict, detail = "equivalent", m.equivalent
            else:
                detail = survives(m.part, seed, arguments.seconds)
                verdict = "killed" if detail else "SURVIVED"
        finally:
            path.write_text(original)
        passed += verdict == "killed"
        skipped += verdict == "equivalent"
        failed += verdict not in ("killed", "equivalent")
        print(f"{verdict} {m.part.name}: {m.name}" + (f": {detail}" if detail else "") +
              f" ({time.monotonic() - began:.0f} s)", flush=True)
    if chosen:
        build(chosen[-1].part, 4 * arguments.seconds)  # the copy is what the program is
    print(f"mutants: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
