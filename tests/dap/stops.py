"""Breakpoints: lines, values, processes that block, errors and ends."""

from client import Client
from common import CALL, FULL, INCREASE, MODELS, PUT, contains, expect, written


def lines(gyre, folder):
    """Lines, conditions, counts of hits, logpoints; forth and back."""
    path = written(folder, "full.pml", FULL)
    with Client(gyre, folder) as c:
        told = []

        def configure():
            told.extend(c.breakpoints(path, INCREASE, 1, 999, {"line": PUT, "condition": "v +"}))

        c.launch(path, configure, stopOnEntry=False)
        expect([b["verified"] for b in told], [True, True, False, False], "verified")
        expect(told[1]["line"], PUT, "the next line with a statement")
        contains(told[2]["message"], "no statement here or below")
        contains(told[3]["message"], "there is no variable `v`")
        stop = c.event("stopped")
        expect((stop["reason"], stop["hitBreakpointIds"], stop["threadId"]), ("breakpoint", [told[1]["id"]], 1), "stop")
        expect(c.go("continue")["hitBreakpointIds"], [told[0]["id"]], "the second")
        expect(c.value("count"), "0", "before the statement")
        expect(c.go("reverseContinue")["hitBreakpointIds"], [told[1]["id"]], "back")
        expect(c.go("reverseContinue")["reason"], "entry", "back to the beginning")
        c.breakpoints(path, {"line": INCREASE, "condition": "S:i == 2"})
        c.go("continue")
        expect(c.value("count"), "1", "by condition")
        c.request("restart")
        c.event("stopped")
        told = c.breakpoints(path, CALL)
        c.go("continue")
        expect((c.top(1)["line"], c.frames(1)[1]["line"]), (PUT, CALL), "the call of an inline")
        c.request("restart")
        c.event("stopped")
        c.breakpoints(path, {"line": CALL, "hitCondition": "2"},
                      {"line": INCREASE, "logMessage": "count {count} of {S:i} and {nobody}"})
        c.request("continue", threadId=1)
        body = c.event("output")
        expect(body["output"], "count 0 of 1 and (there is no variable `nobody`)\n", "logpoint")
        expect(body["line"], INCREASE, "its line")
        c.event("stopped")
        expect(c.value("count"), "1", "the second hit")
        for bad in ("x", "% 0", ">"):
            contains(c.breakpoints(path, {"line": CALL, "hitCondition": bad})[0]["message"], "count of hits")
        contains(c.breakpoints(MODELS / "peterson.pml", 3)[0]["message"], "no part of the model")
        places = c.request("breakpointLocations", source={"path": str(path)}, line=7, endLine=16)["breakpoints"]
        expect([p["line"] for p in places], [8, 9, 13, 14, 15, 16], "places")
        c.end()


def data(gyre, folder):
    """When a value changes: a variable, an array, an expression."""
    path = written(folder, "full.pml", FULL)
    with Client(gyre, folder) as c:
        c.launch(path)
        scopes = c.request("scopes", frameId=c.top(1)["id"])["scopes"]
        globals_ = next(s["variablesReference"] for s in scopes if s["name"] == "Globals")
        count = c.request("dataBreakpointInfo", variablesReference=globals_, name="count")
        watch = c.request("dataBreakpointInfo", name="i > 1", frameId=c.top(1)["id"])
        nothing = c.request("dataBreakpointInfo", name="i >", frameId=c.top(1)["id"])
        expect(nothing["dataId"], None, "no expression")
        told = c.request("setDataBreakpoints", breakpoints=[{"dataId": count["dataId"], "accessType": "write"},
                                                            {"dataId": watch["dataId"]}, {"dataId": "what"},
                                                            {"dataId": count["dataId"], "accessType": "read"}])
        expect([b["verified"] for b in told["breakpoints"]], [True, True, False, False], "verified")
        stop = c.go("continue")
        expect(stop["reason"], "data breakpoint", "reason")
        contains(stop["description"], "count = 1, by S(0) `count++`")
        contains(c.go("continue")["description"], "i > 1 was 0 and is 1")
        contains(c.go("reverseContinue")["description"], "i > 1 was 1 and is 0")
        contains(c.go("reverseContinue")["description"], "undone: count = 1")
        expect(c.value("count"), "0", "before the change")
        c.end()


def filters(gyre, folder):
    """Deadlocks, ends, and processes that block."""
    path = written(folder, "full.pml", FULL)
    with Client(gyre, folder) as c:
        c.launch(path)
        filters_ = [f["filter"] for f in c.capabilities["exceptionBreakpointFilters"]]
        expect(filters_, ["assertion", "deadlock", "end", "blocked"], "filters")
        c.request("setExceptionBreakpoints", filters=["deadlock"], filterOptions=[{"filterId": "blocked", "condition": "0"}])
        stop = c.go("continue")
        contains(stop["description"], "2 processes are blocked")  # the end comes before everything else
        c.request("restart")
        c.event("stopped")
        contains(c.refused("setExceptionBreakpoints", {"filters": ["what"]}), "no filter `what`")
        contains(c.refused("setExceptionBreakpoints", {"filters": [7]}), "list of texts")
        # Without a filter for it the end is the end.
        c.request("setExceptionBreakpoints", filters=[])
        c.request("continue", threadId=1)
        c.event("terminated")
        contains(c.refused("threads"), "the session is over")
        c.end()
    path = written(folder, "waiting.pml", "bool go; byte x, y;\nactive proctype P() { x = 1; x = 2; go }\n"
                   "active proctype Q() { do :: y++ od }\n")
    for condition in ("0", "P", "P(0)", ""):
        with Client(gyre, folder) as c:
            c.launch(path)
            c.request("setExceptionBreakpoints", filters=[], filterOptions=[{"filterId": "blocked", "condition": condition}])
            stop = c.go("continue")
            contains(stop["description"], "P(0) blocks: it waits in `go` (go is 0)")
            expect(c.request("exceptionInfo", threadId=1)["exceptionId"], "blocked", "kind")
            c.end()
