"""Godefroid & Holzmann (1993): Dekker's algorithm (section 2) and Table 1 (section 4.3).

Sizes are rounded up to bytes, as in the paper: a state or packet is the system's state as gyre packs it, plus the bits of
claim and demon (classical: their names; hybrid: one bit for each of their states)."""
import json
import math

from .rows import only

MODEL = "tests/golden/seeds/dekker_init.pml"
FULL = ("--por", "off", "--merge", "off", "--errors", "0")
PAPER = {"system": (101, "2020B", 101, "2020B"), "entry": (243, "5103B", 101, "2121B"),
         "fair_entry": (670, "14070B", 101, "2424B")}


def product(graph, reads_new_state):
    """Sizes of the product of the state graph with the claim of figure 2, and of what the demon sees of it: the claim reads
    the state that the system leaves (as gyre and SPIN do), or the one that it comes to."""
    at = lambda s, state: any(p["process"] == "P1" and p["state"] == state for p in graph["nodes"][s]["processes"])
    requests = {s for s in range(len(graph["nodes"])) if at(s, 2)}  # P1@l1, by the numbers of gyre compile --dump ir
    answers = {s for s in range(len(graph["nodes"])) if at(s, 20)}  # P1@l7
    after = {}
    for edge in graph["edges"]:
        after.setdefault(edge["from"], []).append(edge["to"])

    def steps(node):
        state, claim = node
        for to in after.get(state, []):
            read = to if reads_new_state else state
            if claim == 0:
                yield (to, 0)
                if read in requests and read not in answers:
                    yield (to, 1)
            elif read not in answers:
                yield (to, 1)

    def reachable(seeds):
        seen, open_ = set(seeds), list(seeds)
        while open_:
            for n in steps(open_.pop()):
                if n not in seen:
                    seen.add(n)
                    open_.append(n)
        return seen

    plain = reachable([(0, 0)])
    return len({n for n in plain if n[1] == 0}), len({n for n in plain if n[1] == 1}), len(reachable([n for n in plain if n[1] == 1]))


def table_1(gyre, rows):
    rows.title("The paper, figure 1 and Table 1: classical and hybrid storage")
    rows.head()
    plain = only(gyre.check(MODEL, "--safety", "--merge", "off", *FULL))["search"]
    graph = json.loads(gyre.text("graph", MODEL, "--format", "json"))
    rows.row("figure 1: states", 101, plain["states"])
    rows.row("figure 1: transitions", 202, plain["transitions"], )
    size = plain["vector_bytes"]
    compact = f"a state has {size} bytes here, 20 there"
    in_bytes = lambda bits: size + math.ceil(bits / 8)
    rows.row("the system: memory, classical = hybrid", PAPER["system"][1], f"{plain['states'] * size}B", compact)
    for name, automaton in (("entry", 2), ("fair_entry", 16)):
        magic = lambda how: only(gyre.check(MODEL, "--property", name, *FULL, "--search", "magic", "--hybrid", how))
        classic, hybrid = magic("none"), magic("claim")
        assert classic["verdict"] == hybrid["verdict"] and classic["search"]["states"] == hybrid["search"]["states"]
        claim = int(classic["details"].split("has ")[1].split()[0])
        states, packets = classic["search"]["stored"], hybrid["search"]["stored"]
        why = ("our claim reads the state that is left, as SPIN's does" if name == "entry" else
               f"the paper's automaton has {automaton} states and is not printed; ours has {claim}")
        rows.row(f"{name}: states, classical", PAPER[name][0], states, why)
        if name == "entry":
            old, new = product(graph, False), product(graph, True)
            rows.row("... counted by hand, claim reads the old state", states, sum(old))
            rows.row("... counted by hand, claim reads the new state", PAPER[name][0], sum(new))
            rows.row("... which is system + claim + demon", "101+71+71", "+".join(map(str, new)))
        rows.row(f"{name}: packets, hybrid", PAPER[name][2], packets)
        for label, at, n, bits in (("classical", 1, states, math.ceil(math.log2(claim)) + 1), ("hybrid", 3, packets, 2 * claim)):
            rows.row(f"{name}: memory, {label} ({size}B+{bits}b)", PAPER[name][at], f"{n * in_bytes(bits)}B", compact)
