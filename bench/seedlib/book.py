"""Holzmann's book, chapter 8 (and the slides with the same algorithms): what its figures show, on models of ours that have
the same graphs. The book counts the depth of an error from the state before the failing step, we count that step."""
from .rows import PLAIN, length, only

TWO_WAYS = "tests/golden/seeds/two_ways.pml"
PING_PONG = "tests/golden/seeds/ping_pong.pml"
LONELY = "tests/golden/seeds/lonely_cycle.pml"


def counts(report, name=None):
    s = only(report, name)["search"]
    return f"{s['states']}/{s['matched']}/{s['transitions']}"


def figures(gyre, rows):
    two = lambda *options: gyre.check(TWO_WAYS, *options)
    rows.title("The book, figures 8.1 and 8.2: depth-first search; states/matched/transitions where there are counts")
    rows.head()
    whole = two(*PLAIN, "--search", "dfs", "--errors", "0")
    rows.row("every state once, and the error", "violated", only(whole)["verdict"])
    rows.row("no promise of a short counterexample", 4, length(only(two(*PLAIN, "--search", "dfs"))))

    rows.title("The book, figure 8.3: a bound on the stack makes the search incomplete")
    rows.head()
    cut = two(*PLAIN, "--search", "dfs", "--depth", "3")
    rows.row("pan -m3: errors found", 0, only(cut)["errors"])
    rows.row("pan -m3: stored/matched/transitions", "3/2/5", counts(cut))
    rows.row("pan -m3: depth reached", 2, cut["search"]["depth"])
    rows.row("the verdict does not claim more", "inconclusive", only(cut)["verdict"])

    rows.title("The book, figure 8.4: depths stored with the states; and shortening")
    rows.head()
    bounded = two("--safety", "--search", "bounded", "--depth", "3")
    rows.row("-DREACH -m3: the error is found", "violated", only(bounded)["verdict"])
    rows.row("-DREACH -m3: at depth 2 (and the step)", 3, length(only(bounded)))
    short = two("--safety", "--shorten")
    rows.row("-i: depths 3 and 2 (and the step)", "4, 3", only(short)["reason"].split(": ")[-1])
    rows.row("-i: stored/matched/transitions", "4/2/6", counts(short))

    rows.title("The book, figure 8.5: no states stored")
    rows.head()
    stateless = two("--safety", "--search", "stateless", "--errors", "0")
    rows.row("the error is found, the search ends", "violated", only(stateless)["verdict"])
    rows.row("visits (4 states; 6 with a table)", None, only(stateless)["search"]["states"], "what no table costs")

    rows.title("The book, figure 8.6: breadth-first search")
    rows.head()
    rows.row("-DBFS: at depth 2 (and the step)", 3, length(only(two("--safety", "--search", "bfs"))))

    rows.title("The book, figure 8.7: nested depth-first search")
    rows.head()
    later = "ours ends when the first search meets its own path (Schwoon & Esparza 2005), the book's in a second search"
    nested = gyre.check(LONELY, "--acceptance", "--por", "off", "--merge", "off", "--search", "nested")
    rows.row("pan -a: the cycle is found", "violated", only(nested)["verdict"])
    rows.row("pan -a: visited/matched/transitions", "5/5/10", counts(nested), later)
    magic = gyre.check(LONELY, "--acceptance", "--por", "off", "--merge", "off", "--search", "magic", "--hybrid", "none")
    rows.row("the same by --search magic", "5/5/10", counts(magic),
             "the book's run was reduced, and its figure looks at the whole stack, not for the seed alone")

    rows.title("The book, figures 8.8 to 8.10: copies for weak fairness")
    rows.head()
    fair = gyre.check(PING_PONG, "--property", "returns", "--por", "off", "--merge", "off", "--search", "nested", "--fairness", "weak",
                      "--errors", "0")
    cycle = only(fair)["violations"][0]["counterexample"]
    rows.row("of 8 states in 4 copies reachable", 5, only(fair)["search"]["states"])
    rows.row("steps of the fair cycle", 4, cycle["length"] - cycle["cycle_start"])
    shortest = only(gyre.check(PING_PONG, "--property", "returns", "--por", "off", "--merge", "off", "--shortest"))
    cycle = shortest["violations"][0]["counterexample"]
    rows.row("steps of the shortest cycle", 2, cycle["length"] - cycle["cycle_start"])
    alone = only(nested)["violations"][0]["counterexample"]
    rows.row("unfair cycle: steps, of one process", 2, alone["length"] - alone["cycle_start"])
    both = only(gyre.check(LONELY, "--acceptance", "--por", "off", "--merge", "off", "--search", "nested", "--fairness", "weak"))
    cycle = both["violations"][0]["counterexample"]
    rows.row("pan -a -f: processes that move in the cycle", 2, sum(len(p["moves"]) > 0 for p in cycle["cycle"]))
    rows.row("pan -a -f: length of the trail", 12, cycle["length"], "another order of processes and another search")
