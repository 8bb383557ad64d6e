#!/usr/bin/env python3
"""Branching time on whole models: gyre's verdicts against a labelling of the graph that `gyre graph` prints.

    python3 tests/differential/ctl.py --gyre build/gyre [--count N] [--seed S] [--filter RE] [--every N] [--models DIR]
                                     [--random N]

For each small model (golden ones and those of models/; with --random N, so many of random_reductions.py) random formulas
over the values of its variables and, of every other model without errors, over who can start a step (enabled), under every
fairness of processes and both meanings of a path's end; also formulas of linear time that mean the same as one of
branching time. The formulas of branching time once more with a cache that is smaller than the graph: where it does not
become full, the verdict is the same. Last line: ctl: N passed, M failed, K skipped.
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LIMIT = 1500  # states
FAIRNESS = ["none", "weak", "strong", "strictly-impartial"]
WITHOUT_NEXT = ["!", "&", "|", "->", "<->", "EF", "AG", "EG", "AF", "EU", "AU", "EF", "AG", "EG", "AF"]  # may be reduced
OPERATORS = WITHOUT_NEXT + ["EX", "AX"]


class Graph:
    """The states of a model, their values, their steps."""

    def __init__(self, text):
        data = json.loads(text)
        self.complete = data["complete"]
        self.count = len(data["nodes"])
        self.lines = [{f"{name}={value}" for name, value in n["values"].items()} for n in data["nodes"]]
        self.steps = [[] for _ in range(self.count)]  # (to, starter, movers)
        for e in data["edges"]:
            pids = [int(p) for p in re.findall(r"(?:^|; )[\w:]+\((\d+)\): ", e["label"])]
            self.steps[e["from"]].append((e["to"], pids[0] if pids else None, set(pids)))
        self.processes = [len(n["processes"]) for n in data["nodes"]]


class Judge:
    """The sets of states where formulas are true."""

    def __init__(self, graph, fairness, exclude):
        self.graph = graph
        self.fairness = fairness
        self.all = frozenset(range(graph.count))
        self.ends = frozenset() if exclude else frozenset(s for s in self.all if not graph.steps[s])
        self.next = [set(t for t, _, _ in graph.steps[s]) | ({s} if s in self.ends else set()) for s in self.all]
        self.before = [set() for _ in self.all]
        for s in self.all:
            for t in self.next[s]:
                self.before[t].add(s)
        self.fair = self.always(self.all)

    def reach(self, goal, stay):
        """The states of `stay` from which `goal` is reached over `stay`, and `goal` itself."""
        found = set(goal)
        todo = list(goal)
        while todo:
            for s in self.before[todo.pop()]:
                if s in stay and s not in found:
                    found.add(s)
                    todo.append(s)
        return frozenset(found)

    def components(self, states):
        """Those with a cycle, by two passes (Kosaraju)."""
        order, seen = [], set()
        for root in states:
            if root in seen:
                continue
            seen.add(root)
            stack = [(root, iter(self.next[root]))]
            while stack:
                s, rest = stack[-1]
                for t in rest:
                    if t in states and t not in seen:
                        seen.add(t)
                        stack.append((t, iter(self.next[t])))
                        break
                else:
                    order.append(s)
                    stack.pop()
        taken = set()
        for root in reversed(order):
            if root in taken:
                continue
            part, todo = {root}, [root]
            taken.add(root)
            while todo:
                for s in self.before[todo.pop()]:
                    if s in states and s not in taken:
                        taken.add(s)
                        part.add(s)
                        todo.append(s)
            if len(part) > 1 or root in self.next[root]:
                yield part

    def fair_states(self, states):
        """States of components that have a fair cycle."""
        if self.fairness == "none":
            for part in self.components(states):
                yield from part
            return
        for part in self.components(states):
            if part & self.ends:
                yield from part
                continue
            moved = set()
            for s in part:
                for t, _, pids in self.graph.steps[s]:
                    if t in part:
                        moved |= pids
            on = {s: self.enabled(s) for s in part}
            if self.fairness == "strong":
                bad = set().union(*on.values()) - moved
            else:
                bad = set.intersection(*on.values()) - moved
            if not bad:
                yield from part
            elif self.fairness == "strong":
                yield from self.fair_states({s for s in part if not on[s] & bad})

    def enabled(self, state):
        if self.fairness == "strictly-impartial":
            return set(range(self.graph.processes[state]))
        return {starter for _, starter, _ in self.graph.steps[state]}

    def always(self, stay):
        return self.reach(set(self.fair_states(set(stay))), stay)

    def step(self, goal):
        return frozenset(s for s in self.all if self.next[s] & goal)

    def label(self, f):
        op = f[0]
        if op == "atom":
            return frozenset(s for s in self.all if f[1] in self.graph.lines[s])
        a = self.label(f[1])
        b = self.label(f[2]) if len(f) > 2 else None
        no = self.all - a
        return {
            "!": lambda: no,
            "&": lambda: a & b,
            "|": lambda: a | b,
            "->": lambda: no | b,
            "<->": lambda: (a & b) | (no - b),
            "EX": lambda: self.step(a & self.fair),
            "AX": lambda: self.all - self.step(no & self.fair),
            "EF": lambda: self.reach(a & self.fair, self.all),
            "AG": lambda: self.all - self.reach(no & self.fair, self.all),
            "EG": lambda: self.always(a),
            "AF": lambda: self.all - self.always(no),
            "EU": lambda: self.reach(b & self.fair, a),
            "AU": lambda: self.all - self.reach((no - b) & self.fair, self.all - b) - self.always(self.all - b),
        }[op]()


def random_formula(rng, atoms, depth, operators):
    if depth == 0 or rng.random() < 0.1:
        return ("atom", rng.choice(atoms))
    op = rng.choice(operators)
    kids = 2 if op in ("&", "|", "->", "<->", "EU", "AU") else 1
    return (op, *(random_formula(rng, atoms, depth - 1, operators) for _ in range(kids)))


def random_linear(rng, atoms):
    """A formula of branching time, and one of linear time that means the same in the initial state."""
    p, q = (("atom", rng.choice(atoms)) for _ in range(2))
    return rng.choice([
        (("AG", p), ("[]", p)),
        (("AF", p), ("<>", p)),
        (("AU", p, q), ("U", p, q)),
        (("AG", ("->", p, ("AF", q))), ("[]", ("->", p, ("<>", q)))),
        (("AG", ("AF", p)), ("[]", ("<>", p))),
        (("AX", ("AX", p)), ("X", ("X", p))),
    ])


def to_text(f, written):
    if f[0] == "atom":
        return f"({written[f[1]]})"
    parts = [to_text(k, written) for k in f[1:]]
    if f[0] in ("EU", "AU"):
        return f"{f[0][0]}[{parts[0]} U {parts[1]}]"
    return f"({parts[0]} {f[0]} {parts[1]})" if len(parts) == 2 else f"{f[0]} {parts[0]}"


def as_written(line, esml, instances):
    """A line of a state (`x=1`, `P(0):l=2`) as an atom of a formula."""
    m = re.fullmatch(r"(?:(\w+)\((\d+)\):)?([A-Za-z_][\w.]*(?:\[\d+\])*)=(-?\w+)", line)
    if not m:
        return None
    process, pid, name, value = m.groups()
    if esml:
        return process and f"{process}[{instances.index(int(pid))}].{name} = {value}"
    return None if process else f"{name} == {value}"


class Tester:
    def __init__(self, arguments):
        self.gyre = str(Path(arguments.gyre).resolve())
        self.rng = random.Random(arguments.seed)
        self.count = arguments.count
        self.fairness = FAIRNESS
        self.operators = OPERATORS
        self.passed = self.failed = self.skipped = 0

    def run(self, *command):
        with tempfile.TemporaryDirectory() as folder:
            return subprocess.run([self.gyre, *command], capture_output=True, text=True, timeout=60, cwd=folder)

    def atoms(self, model, graph):
        esml = model.suffix == ".esml"
        everywhere = {}
        for lines in graph.lines:
            for line in lines:
                everywhere.setdefault(line.rsplit("=", 1)[0], set()).add(line)
        # What never changes says little.
        changing = {name: lines for name, lines in everywhere.items() if len(lines) > 1}
        out = {}
        for name, lines in (changing or everywhere).items():
            if not all(any(x.rsplit("=", 1)[0] == name for x in state) for state in graph.lines):
                continue
            m = re.match(r"(\w+)\((\d+)\):", name)
            same = sorted({int(p) for n in everywhere for q, p in re.findall(r"(\w+)\((\d+)\):", n) if m and q == m[1]})
            for line in sorted(lines)[:4]:
                text = as_written(line, esml, same)
                if text:
                    out[line] = text
        return out

    def without_errors(self, model, flags):
        """A step that fails is none of the printed graph."""
        done = self.run("check", str(model), "--safety", "--errors", "0", "--ignore", "deadlock", "--quiet", "--trail", "none", *flags)
        return done.returncode == 0

    @staticmethod
    def who_can_move(graph):
        """Atoms enabled(p), written into the states, of processes that live in all of them and cannot always move."""
        out = {}
        for pid in range(min(graph.processes)):
            can = {s for s in range(graph.count) if pid in {starter for _, starter, _ in graph.steps[s]}}
            if 0 < len(can) < graph.count:
                out[f"enabled({pid})"] = f"enabled({pid})"
                for s in can:
                    graph.lines[s].add(f"enabled({pid})")
        return out

    def model(self, model, flags=()):
        text = model.read_text(errors="replace")
        if re.search(r"\bhidden\b", text.partition("*/")[2] or text):
            self.skipped += 1  # formulas see hidden variables that the printed graph does not tell apart
            return
        done = self.run("graph", str(model), "--format", "json", "--limit", str(LIMIT), *flags)
        graph = Graph(done.stdout) if done.returncode == 0 else None
        if not graph or not graph.complete or graph.count < 2:
            self.skipped += 1
            return
        written = self.atoms(model, graph)
        # enabled() is about statements, also where another process has priority.
        if written and "priority" not in text and zlib.crc32(model.name.encode()) % 2 == 0 and self.without_errors(model, flags):
            written |= self.who_can_move(graph)
        # What cannot be said in a formula (a name of a process's own) is left out.
        written = {a: t for a, t in written.items()
                   if self.run("check", str(model), "--property", "ctl_cli_1", "--trail", "none", "--ctl", t, *flags)
                   .returncode in (0, 1)}
        if not written:
            self.skipped += 1
            return
        for fairness in self.fairness:
            for end in ("stutter", "exclude"):
                self.compare(model, flags, graph, written, fairness, end)

    def compare(self, model, flags, graph, written, fairness, end):
        judge = Judge(graph, fairness, end == "exclude")
        atoms = sorted(written)
        formulas = [random_formula(self.rng, atoms, self.rng.randint(1, 4), WITHOUT_NEXT if i % 2 == 0 else self.operators)
                    for i in range(self.count)]
        command = ["check", str(model), "--fairness", fairness, "--path-end", end, "--json", "-", "--property", "ctl_cli_1"]
        for f in formulas:
            command += ["--ctl", to_text(f, written)]
        forgets = ["--store", "cache", "--cache-size", str(max(3, graph.count * self.rng.randint(40, 90) // 100)),
                   "--cache-probes", "1000", "--codec", self.rng.choice(["as-is", "compact", "collapse", "tree"]),
                   "--seed", str(self.rng.randint(1, 999))]
        on_cache = self.run(*command, *forgets, *flags)
        pairs = 0 if end == "exclude" else self.count // 2
        linear = [random_linear(self.rng, atoms) for _ in range(pairs)]
        for _, f in linear:
            command += ["--ltl", to_text(f, written)]
        done = self.run(*command, *flags)
        if done.returncode not in (0, 1, 3):
            self.failed += 1
            print(f"FAIL {model.name}: {done.stderr.strip()[-300:]}")
            return
        verdicts = {p["name"]: p for p in json.loads(done.stdout)["properties"]}
        asked = [(f"ctl_cli_{i + 1}", f, f) for i, f in enumerate(formulas)]
        asked += [(f"ltl_cli_{i + 1}", f, g) for i, (f, g) in enumerate(linear)]
        self.judge_all(model, judge, written, asked, verdicts, f"--fairness {fairness} --path-end {end}")
        if on_cache.returncode not in (0, 1, 3):
            self.failed += 1
            print(f"FAIL {model.name} {' '.join(forgets)}: {on_cache.stderr.strip()[-300:]}")
            return
        verdicts = {p["name"]: p for p in json.loads(on_cache.stdout)["properties"]}
        self.judge_all(model, judge, written, asked[:len(formulas)], verdicts,
                       f"--fairness {fairness} --path-end {end} {' '.join(forgets)}")

    def judge_all(self, model, judge, written, asked, verdicts, how):
        for name, f, shown in asked:
            p = verdicts[name]
            if "run-time error" in p["reason"] or "where it could go" in p["reason"]:  # a full cache
                self.skipped += 1
                continue
            expected = "inconclusive" if 0 not in judge.fair else "holds" if 0 in judge.label(f) else "violated"
            if p["verdict"] == expected:
                self.passed += 1
                continue
            self.failed += 1
            print(f"FAIL {model.name} {how} --{name[:3]} '{to_text(shown, written)}': "
                  f"{p['verdict']}, expected {expected} ({p['reason']})")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gyre", required=True, help="the program under test")
    parser.add_argument("--count", type=int, default=6, help="formulas per model and rules")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--filter", default="/(ctl|liveness|whole|language|channels|processes)/|models/")
    parser.add_argument("--every", type=int, default=1, help="every Nth model only")
    parser.add_argument("--models", help="another folder of models")
    parser.add_argument("--random", type=int, default=0, help="so many random models instead")
    arguments = parser.parse_args()
    tester = Tester(arguments)
    folders = [Path(arguments.models)] if arguments.models else [ROOT / "tests" / "golden", ROOT / "models"]
    if arguments.random:
        import random_reductions
        with tempfile.TemporaryDirectory() as folder:
            for i in range(arguments.random):
                model = Path(folder) / f"random_{arguments.seed}_{i}.pml"
                model.write_text(random_reductions.make(arguments.seed, i, "safety"))
                try:
                    tester.model(model)
                except subprocess.TimeoutExpired:
                    tester.skipped += 1
                model.unlink()
        folders = []
    models = [m for f in folders for m in sorted([*f.rglob("*.pml"), *f.rglob("*.esml")])
              if arguments.models or re.search(arguments.filter, m.as_posix())]
    for model in models[::arguments.every]:
        tester.model(model.resolve())
    print(f"ctl: {tester.passed} passed, {tester.failed} failed, {tester.skipped} skipped")
    return 1 if tester.failed else 0


if __name__ == "__main__":
    sys.exit(main())
