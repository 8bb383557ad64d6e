"""What the seeds leave open, with numbers: fairness built in or in the formula, components, compaction. docs/seeds.md says
what follows from them."""
import math
import statistics

from .published import MODELS, PUBLISHED, QUICK
from .rows import PLAIN, only

# model, macros, processes, property: small enough for automata of fairness formulas.
FAIR = [
    ("peterson", [], 2, "[] (wants[0] -> <> !wants[0])"),
    ("dekker", [], 2, "[] (P1@l1 -> <> P1@l7)"),
    ("filter_lock", ["N=2"], 2, "[] (level[0] > 0 -> <> (level[0] == 0))"),
    ("filter_lock", ["N=3"], 3, "[] (level[0] > 0 -> <> (level[0] == 0))"),
    ("bakery", ["N=2", "T=4"], 2, "[] (number[0] > 0 -> <> (number[0] == 0))"),
    ("philosophers", ["N=2", "POLITE"], 2, "[] (taken[0] -> <> !taken[0])"),
    ("philosophers", ["N=3", "POLITE"], 3, "[]<> (eating > 0)"),
    ("readers_writers", ["R=1", "W=1"], 2, "[]<> (inside_r > 0)"),
    ("readers_writers", ["R=2", "W=1"], 3, "[]<> (inside_w > 0)"),
    ("producers_consumers", ["P=1", "C=1"], 2, "<> (taken == 3)"),
    ("cache_coherence", ["N=2"], 3, "[]<> !bus"),
    ("elevator", ["F=2"], 3, "[] (call[0] -> <> !call[0])"),
    ("alternating_bit", ["Q=1", "M=2"], 3, "[]<> (len(data) == 0)"),
]
# Which fairness, by which search: components, or copies (figure 8.8 of the book).
KINDS = {"weak": ("weak", "scc"), "copies": ("weak", "nested"), "strong": ("strong", "scc")}
# For --components: the models of the thesis, and these.
STRUCTURED = [
    ("peterson.pml", []), ("dekker.pml", []), ("filter_lock.pml", ["N=3"]), ("bakery.pml", ["N=2", "T=4"]),
    ("philosophers.pml", ["N=6", "POLITE"]), ("readers_writers.pml", ["R=4", "W=3"]),
    ("producers_consumers.pml", ["P=2", "C=2"]), ("leader_ring.pml", ["N=6"]), ("token_ring.pml", ["N=4"]),
    ("alternating_bit.pml", ["Q=2", "M=3"]), ("sliding_window.pml", ["W=2", "Q=2", "M=4"]), ("elevator.pml", ["F=3"]),
    ("cache_coherence.pml", ["N=3"]), ("mutual_exclusion.esml", []),
]


def defines(macros):
    return [o for m in macros for o in ("-D", m)]


def fair_formula(kind, processes, formula):
    """The property for runs that are fair: weakly, a process that is enabled from some time on moves again and again;
    strongly, one that is enabled again and again."""
    often = {"weak": "<>[]", "strong": "[]<>"}[kind]
    premises = " && ".join(f"({often} enabled({p}) -> []<> moves({p}))" for p in range(processes))
    return f"({premises}) -> ({formula})"


def fairness(gyre, rows, quick):
    rows.title("Question: fairness built into the search or in the formula? (section 2.5 and chapter 6 of the thesis)")
    rows.say(f"{'model':28}{'':8}{'verdict':>10} | {'built in: states':>17}{'transitions':>12}{'s':>7}{'kB':>8} | "
             f"{'formula: automaton':>19}{'states':>9}{'transitions':>12}{'s':>8}{'kB':>8}")
    ratios = {kind: [] for kind in KINDS}
    for name, macros, processes, formula in FAIR[:3] if quick else FAIR:
        model = f"models/{name}.pml"
        for kind, (fairness_kind, search) in KINDS.items():
            common = ("--property", "ltl_cli_1", "--por", "off", "--merge", "off", "--search", search, *defines(macros))
            inside = gyre.check(model, *common, "--ltl", formula, "--fairness", fairness_kind)
            outside = gyre.check(model, *common, "--ltl", fair_formula(fairness_kind, processes, formula), "--time", "60s")
            a, b = only(inside), only(outside)
            cells = []
            for report, found in ((inside, a), (outside, b)):
                s = found["search"]
                cells.append((s["states"], s["transitions"], found["time"], report["memory"]["peak_bytes"] / 1024))
            automaton = b["details"].split("has ")[1].split(" ")[0]
            label = " ".join([name, *macros])
            told = rows.judge(f"{label} {kind}", a["verdict"], b["verdict"], "")
            (s1, t1, x1, m1), (s2, t2, x2, m2) = cells
            told = worse(told, rows.judge(f"{label} {kind}, counts", None, f"{s1} {t1} {s2} {t2}", "equal"))
            seconds = lambda x: f"{x:.2f}" if not quick else "-"
            rows.say(f"{label:28}{kind:8}{a['verdict']:>10} | {s1:>17}{t1:>12}{seconds(x1):>7}{m1:>8.0f} | "
                     f"{automaton:>19}{s2:>9}{t2:>12}{seconds(x2):>8}{m2:>8.0f}" + ("" if told == "equal" else f"  {told}: {b['verdict']}"))
            if a["verdict"] == "holds":
                ratios[kind].append((s2 / s1, t2 / t1))
    for kind, pairs in ratios.items():
        if pairs:
            mean = [math.exp(statistics.mean(math.log(p[i]) for p in pairs)) for i in (0, 1)]
            rows.say(f"{kind}, where it holds: the formula costs {mean[0]:.1f} times the states and {mean[1]:.1f} times the transitions (geometric "
                     f"means of {len(pairs)}, at most {max(p[1] for p in pairs):.1f})")


def worse(told, then):
    """Of two judgements the one that is not `equal`."""
    return then if told == "equal" else told


def components(gyre, rows, quick):
    rows.title("Question: why are components either tiny or half of the graph? (section 5.3.1 of the thesis)")
    rows.say(f"{'model':36}{'states':>9}{'components':>11}{'no cycle':>9}{'largest':>8}{'%':>7}{'terminal':>9}{'% states':>9}{'depth':>7}"
             "  how many of 1, 2-3, 4-7, ... states")
    ours = [(f"models/{file}.esml", constants, n) for n, (file, constants) in MODELS.items() if not quick or n in QUICK]
    ours += [(f"models/{file}", macros, " ".join([file, *macros])) for file, macros in (STRUCTURED[:4] if quick else STRUCTURED)]
    for model, macros, label in ours:
        report = gyre.check(model, *PLAIN, "--components", "--errors", "0", *defines(macros))
        s = report["search"]
        c = s["components"]
        percent = lambda n: 100 * n / s["states"]
        counts = [c[n] for n in ("number", "trivial", "largest", "terminal", "terminal_states", "depth")]
        told = rows.judge(f"{label}, components", None, " ".join(map(str, (s["states"], *counts, *c["sizes"]))), "")
        rows.say(f"{label:36}{s['states']:>9}{c['number']:>11}{c['trivial']:>9}{c['largest']:>8}{percent(c['largest']):>7.2f}{c['terminal']:>9}"
                 f"{percent(c['terminal_states']):>9.2f}{c['depth']:>7}  {' '.join(map(str, c['sizes']))}  {told}")
        if label in PUBLISHED:
            exact = gyre.check(model, "--safety", "--thesis", *defines(macros))["search"]["thesis"]
            pair = lambda number, largest: f"{number} components, largest {largest}"
            rows.row("  the same as by the thesis's stack, corrected", pair(exact["exact_scc_number"], exact["exact_scc_largest"]),
                     pair(c["number"], c["largest"]))


def compaction(gyre, rows):
    rows.title("Question: compaction and time (table 5.3), like for like: one table, one search, the abstract machine; the codec is "
               "on or off")
    rows.say(f"{'':6}{'thesis: bits':>13}{'s':>9}{'bits':>7}{'s':>9}{'ratio':>7} | {'ours: s':>10}{'B/state':>9} | "
             f"{'off: bits':>10}{'s':>8}{'B/state':>9}{'ratio':>7}")
    show = lambda x: "-" if x is None else f"{x:.2f}"
    for name, (file, constants) in MODELS.items():
        p = PUBLISHED[name]
        options = (*PLAIN, "--search", "dfs", "--engine", "vm", *defines(constants))
        on = gyre.check(f"models/{file}.esml", *options, "--store", "compact")
        off = gyre.check(f"models/{file}.esml", *options, "--store", "exact")
        times = on["time"]["search"], off["time"]["search"]
        rows.say(f"{name:6}{p['bits']:>13}{show(p['seconds']):>9}{p['plain bits']:>7}{show(p['plain seconds']):>9}{show(p['slowdown']):>7} | "
                 f"{times[0]:>10.2f}{on['memory']['bytes_per_state']:>9.1f} | {8 * off['search']['vector_bytes']:>10}"
                 f"{times[1]:>8.2f}{off['memory']['bytes_per_state']:>9.1f}{times[1] / times[0]:>7.2f}")


def answers(gyre, rows, quick):
    fairness(gyre, rows, quick)
    components(gyre, rows, quick)
    if not quick:
        compaction(gyre, rows)
