#!/usr/bin/env python3
"""How good symmetry reduction is: the states that are searched, beside the ideal number, that of the orbits.

    python3 tests/differential/orbits.py --gyre build/gyre [--table]

The orbits are counted by a program that knows nothing of representatives: it takes the whole state graph (gyre graph),
makes of each state that is in no orbit yet all images under permutations of the processes, and counts how often it has
to. What a permutation does to a model's variables is written down here, by hand. Of a model whose processes have no
order, an orbit is what states have in common that show the same processes in some order.

A model passes if the search of representatives has at most twice as many states as there are orbits, and fewer than
the whole graph. (Fewer than orbits it can have: processes that have ended are left out.) --table prints the numbers as
docs/design/symmetry.md has them. Last line: orbits: N passed, M failed, K skipped.
"""

import argparse
import itertools
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# A model, the proctype whose instances change places, the variables that hold their numbers and the arrays that have an
# element for each (without indices and numbers); no proctype: the processes have no order. (many_orders.pml, with seven
# processes and 54,672 states, would take minutes.)
MODELS = [
    ("models/broken_lock.pml", None, (), ()),
    ("models/leader_ring.pml", None, (), ()),
    ("models/mutual_exclusion.esml", "Client", (), ()),
    ("models/producers_consumers.pml", None, (), ()),
    ("models/readers_writers.pml", None, (), ()),
    ("tests/golden/symmetry/clients.esml", "Client", (), ()),
    ("tests/golden/symmetry/decided_before_a_death.pml", "P", ("seen", "P:mine"), ()),
    ("tests/golden/symmetry/ended_numbers.pml", "P", ("last",), ()),
    ("tests/golden/symmetry/lasso.pml", "Node", ("holder",), ()),
    ("tests/golden/symmetry/order_of_activation.pml", None, (), ()),
    ("tests/golden/symmetry/owner.pml", "Client", ("owner",), ()),
    ("tests/golden/symmetry/owner_broken.pml", "Client", ("owner",), ()),
    ("tests/golden/symmetry/queue.pml", "Client", ("wait", "Server:who"), ("turn",)),
    ("tests/golden/symmetry/timeout_after_deaths.pml", None, (), ()),
]

NAME = re.compile(r"(?:(?P<process>\w+)\((?P<pid>\d+)\):)?(?P<variable>[^\[]+)(?:\[(?P<index>\d+)\](?P<rest>.*))?$")


class State:
    """Processes and variables: `processes` by number, `values` by (process's number or None, name, index, rest)."""

    def __init__(self, node):
        self.processes = {p["pid"]: (p["process"], p["state"]) for p in node["processes"]}
        self.values = []
        for name, value in node["values"].items():
            m = NAME.match(name)
            pid = None if m["pid"] is None else int(m["pid"])
            index = None if m["index"] is None else int(m["index"])
            plain = m["variable"] if m["process"] is None else f"{m['process']}:{m['variable']}"
            self.values.append((pid, plain, index, m["rest"], value))

    def image(self, to, holders, arrays):
        def number(n):
            return to.get(n, n)

        processes = frozenset((number(pid), *p) for pid, p in self.processes.items())
        values = set()
        for pid, plain, index, rest, value in self.values:
            if plain in holders:
                value = re.sub(r"\d+", lambda m: str(number(int(m[0]))), value)
            values.add((number(pid), plain, number(index) if plain in arrays else index, rest, value))
        return processes, frozenset(values)

    def without_order(self):
        owned = {pid: [] for pid in self.processes}
        common = []
        for pid, plain, index, rest, value in self.values:
            (common if pid is None else owned[pid]).append((plain, index or 0, rest or "", value))
        return (tuple(sorted((*p, tuple(sorted(owned[pid]))) for pid, p in self.processes.items())),
                tuple(sorted(common)))


def count_orbits(nodes, proctype, holders, arrays):
    states = [State(n) for n in nodes]
    if proctype is None:
        return len({s.without_order() for s in states})
    numbers = sorted({pid for s in states for pid, p in s.processes.items() if p[0] == proctype})
    permutations = [dict(zip(numbers, to)) for to in itertools.permutations(numbers)]
    seen, orbits = set(), 0
    for s in states:
        if s.image({}, holders, arrays) in seen:
            continue
        orbits += 1
        seen.update(s.image(to, holders, arrays) for to in permutations)
    return orbits


def json_of(gyre, *arguments):
    done = subprocess.run([gyre, *arguments], cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    if not done.stdout:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


def states_of(gyre, model, symmetry):
    report = json_of(gyre, "check", model, "--safety", "--por", "off", "--merge", "off", "--symmetry", symmetry,
                     "--errors", "0", "--trail", "none", "--quiet", "--json", "-")
    return report["properties"][0]["search"]["states"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gyre", required=True)
    parser.add_argument("--table", action="store_true")
    arguments = parser.parse_args()
    gyre = str(Path(arguments.gyre).resolve())
    failed = 0
    for model, proctype, holders, arrays in MODELS:
        graph = json_of(gyre, "graph", model, "--format", "json", "--limit", "1000000")
        orbits = count_orbits(graph["nodes"], proctype, holders, arrays)
        whole, representatives = states_of(gyre, model, "off"), states_of(gyre, model, "on")
        name = Path(model).name
        if arguments.table:
            print(f"| {name} | {whole:,} | {orbits:,} | {representatives:,} |")
        if len(graph["nodes"]) != whole or not graph["complete"]:
            failed += 1
            print(f"{name}: the graph has {len(graph['nodes'])} states and the search {whole}")
        elif representatives > 2 * orbits or representatives >= whole:
            failed += 1
            print(f"{name}: {representatives} representatives of {orbits} orbits, {whole} states")
    print(f"orbits: {len(MODELS) - failed} passed, {failed} failed, 0 skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
