#!/usr/bin/env python3
"""Certificates of random models, and damaged ones.

    python3 tests/differential/random_certificates.py --gyre build/gyre [--certify build/gyre-certify] [--count N]
                                                      [--seed S] [--first N] [--corpus]

Each model of random_reductions.py, or random_models.py, is checked for safety and for a formula of linear time. Of what holds a certificate is
made, which gyre-certify must establish. Then it is damaged in several ways: a state is removed or is there twice, a
value of a state is changed, a rank is raised, a bit is flipped, the end is cut off. Each must be rejected. With --corpus
the models are those of models/ instead, with the properties that they state.
Last line: certificates: N passed, M failed, K skipped.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import random_models  # noqa: E402
import random_reductions  # noqa: E402

ROOT = HERE.parent.parent


def numbers(data, at):
    """One number of a certificate: its value and where the next one begins."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return (value >> 1) ^ -(value & 1), at


def written(value):
    value = (value << 1) ^ (value >> 63)
    value &= (1 << 64) - 1
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


class Parts:
    """A certificate taken apart: its header, and of each state the code and what follows it."""

    def __init__(self, data):
        length, at = numbers(data, 0)
        self.header = data[:at + length]
        self.claim = b'"claim":null' not in self.header
        at += length
        self.states = []
        while True:
            length, at = numbers(data, at)
            if length == -1:
                break
            code = data[at:at + length]
            at += length
            more = []
            if self.claim:
                for _ in range(3):
                    value, at = numbers(data, at)
                    more.append(value)
            self.states.append((code, more))

    def data(self, states, count=None):
        out = [self.header]
        for code, more in states:
            out += [written(len(code)), code, *map(written, more)]
        return b"".join([*out, written(-1), written(len(states) if count is None else count)])

    def damaged(self, rng):
        """Names of damages, and the certificates with them. The first state is the initial one."""
        some = rng.randrange(len(self.states))
        rest = self.states[:some] + self.states[some + 1:]
        yield "a state removed", self.data(rest)
        yield "a state removed, the count as before", self.data(rest, len(self.states))
        yield "a state twice", self.data(self.states + [self.states[some]])
        whole = self.data(self.states)
        yield "the end cut off", whole[:rng.randrange(len(self.header), len(whole))]
        yield "something behind the end", whole + b"x"
        code = bytearray(self.states[some][0])
        code[rng.randrange(len(code))] ^= 2
        yield "a value changed", self.data(self.states[:some] + [(bytes(code), self.states[some][1])] + self.states[some + 1:])
        if self.claim and len(self.states) > 1:
            some = rng.randrange(1, len(self.states))
            code, (claim, _, lacking) = self.states[some]
            highest = max(more[1] for _, more in self.states)
            yield "a rank raised", self.data(
                self.states[:some] + [(code, [claim, highest + 1, lacking])] + self.states[some + 1:])


class Judge:
    def __init__(self, arguments):
        self.gyre = arguments.gyre
        self.certify = arguments.certify or str(Path(arguments.gyre).with_name("gyre-certify"))
        self.seconds = arguments.seconds
        self.passed = self.failed = self.skipped = self.made = self.rejected = 0

    def run(self, *command):
        try:
            return subprocess.run(command, capture_output=True, timeout=self.seconds, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return None

    def fail(self, name, why, done):
        self.failed += 1
        print(f"FAILED {name}: {why}\n{(done.stdout + done.stderr).decode(errors='replace')[:600]}")

    def judge(self, name, path, options, rng):
        with tempfile.TemporaryDirectory(prefix="gyre-certificate-") as folder:
            file = Path(folder) / "c"
            done = self.run(self.gyre, "check", str(path), "--trail", "none", "--quiet", *options, "--certificate", str(file))
            if done is None or done.returncode in (1, 2, 3) or b"no certificate was written" in done.stderr:
                if done is not None and file.exists():
                    return self.fail(name, "there is a certificate of what does not hold", done)
                self.skipped += 1
                return None
            if done.returncode != 0:
                return self.fail(name, f"exit status {done.returncode}", done)
            verdict = self.run(self.certify, str(file))
            if verdict is None:
                self.skipped += 1
                return None
            if verdict.returncode != 0:
                return self.fail(name, "its certificate is rejected", verdict)
            self.made += 1
            self.passed += 1
            packed = bytearray(file.read_bytes())
            parts = Parts(self.run(self.certify, "--plain", str(file)).stdout)
            packed[rng.randrange(len(packed))] ^= 1 << rng.randrange(8)
            for damage, data in [*parts.damaged(rng), ("a bit flipped", bytes(packed))]:
                file.write_bytes(data)
                verdict = self.run(self.certify, str(file))
                if verdict is not None and verdict.returncode != 1:
                    return self.fail(name, f"{damage}: exit status {verdict.returncode}", verdict)
                self.rejected += 1
            return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gyre", required=True)
    parser.add_argument("--certify", help="default: beside gyre")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seconds", type=int, default=20, help="for one program")
    parser.add_argument("--corpus", action="store_true", help="the models of models/ and their properties")
    arguments = parser.parse_args()
    judge = Judge(arguments)
    if arguments.corpus:
        for path in sorted((ROOT / "models").glob("*.pml")):
            rng = random.Random(f"certificates/{path.name}")
            judge.judge(path.name, path, ["--safety", "--time", "5s"], rng)
            for line in path.read_text().splitlines():
                if line.startswith("ltl "):
                    name = line.split()[1]
                    judge.judge(f"{path.name} {name}", path, ["--property", name, "--time", "5s"], rng)
    else:
        for number in range(arguments.first, arguments.first + arguments.count):
            rng = random.Random(f"certificates/{arguments.seed}/{number}")
            kind = ("safety", "ltl")[number % 2]
            with tempfile.TemporaryDirectory(prefix="gyre-random-") as folder:
                path = Path(folder) / "random.pml"
                if number % 4 == 2:  # these have fewer errors
                    path.write_text(random_models.make(arguments.seed, number, talk=number % 8 == 2))
                else:
                    path.write_text(random_reductions.make(arguments.seed, number, kind))
                options = ["--safety"] if kind == "safety" else ["--property", "f"]
                judge.judge(f"{arguments.seed}-{number}", path, [*options, "--time", "5s"], rng)
    print(f"{judge.made} certificates were established, {judge.rejected} damaged ones rejected")
    print(f"certificates: {judge.passed} passed, {judge.failed} failed, {judge.skipped} skipped")
    return 1 if judge.failed else 0


if __name__ == "__main__":
    sys.exit(main())
