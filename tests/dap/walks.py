"""Walking: along a counterexample, and by choices from the initial state."""

import re
import subprocess
import time
from pathlib import Path

from client import Client, Failure
from common import CALL, ENDLESS, FULL, LASSO, MODELS, PUT, RENDEZVOUS, contains, expect, names, written


def counterexample(gyre, folder):
    """A check finds it, the walk goes along it to the error, and all the way back."""
    with Client(gyre, folder) as c:
        stop = c.launch(MODELS / "broken_lock.pml", property="safety", settings={"shortest": True})
        expect(stop["reason"], "entry", "first stop")
        seen = []
        while stop["reason"] != "exception":
            thread = stop["threadId"]
            seen.append((thread, c.top(thread)["line"]))
            stop = c.go("next", thread)
        expect(len(seen), 7, "steps")
        expect(seen[0], (2, 15), "the first statement")
        expect(seen[-1], (2, 19), "the last one")
        contains(stop["description"], "assertion violated: inside == 1")
        expect(c.request("exceptionInfo", threadId=1)["exceptionId"], "assertion", "exception")
        expect(c.value("inside"), "2", "inside")
        contains(c.refused("continue", {"threadId": 1}), "the run has ended")
        for thread, line in reversed(seen):
            stop = c.go("stepBack", 1)
            expect((stop["threadId"], c.top(stop["threadId"])["line"]), (thread, line), "going back")
        contains(c.refused("stepBack", {"threadId": 1}), "this is the initial state")
        expect(c.value("inside + locked"), "0", "the initial state")
        expect(c.go("continue")["reason"], "exception", "continue")
        expect(c.go("reverseContinue")["reason"], "entry", "reverseContinue")
        c.end()


def trail_file(gyre, folder):
    """From a trail; another thread of it; places along it; another move, which is a fork; the way back onto it."""
    subprocess.run([str(gyre), "check", str(MODELS / "broken_lock.pml"), "--shortest", "--trail", "lock.json"], cwd=folder,
                   capture_output=True, check=False)
    with Client(gyre, folder) as c:
        path = MODELS / "broken_lock.pml"
        c.launch(path, trail="lock.json")
        # user(0) moves second: the first step of user(1) is done on the way.
        expect(c.go("next", 1)["threadId"], 2, "who comes next")
        contains(c.console(":where"), "after 2 steps, on the trail")
        targets = c.request("gotoTargets", source={"path": str(path)}, line=18)["targets"]
        expect([t["label"] for t in targets], ["step 4: user(1) inside++", "step 6: user(0) inside++"], "targets")
        c.request("goto", threadId=1, targetId=targets[1]["id"])
        expect(c.event("stopped")["reason"], "goto", "reason")
        expect(c.value("inside"), "1", "inside before step 6")
        # Instead of the trail's step the other process goes on.
        moves = c.request("stepInTargets", frameId=c.top(2)["id"])["targets"]
        expect(len(moves), 2, "moves")
        contains(moves[0]["label"], "user(1)")
        stop = c.go("stepIn", 2, targetId=moves[0]["id"])
        expect(stop["threadId"], 2, "who moved")
        contains(c.console(":where"), "after 6 steps, off the trail")
        expect(c.value("inside"), "1", "no error here")
        c.go("stepBack", 2)
        contains(c.console(":where"), "after 5 steps, on the trail")
        # The trail's own move is no fork.
        own = [m for m in c.request("stepInTargets", frameId=c.top(1)["id"])["targets"] if "user(0)" in m["label"]]
        c.go("stepIn", 1, targetId=own[0]["id"])
        contains(c.console(":where"), "after 6 steps, on the trail")
        c.end()


def spin_trail(gyre, folder):
    subprocess.run([str(gyre), "check", str(MODELS / "broken_lock.pml"), "--shortest", "--spin-trail", "lock.trail"],
                   cwd=folder, capture_output=True, check=False)
    with Client(gyre, folder) as c:
        c.launch(MODELS / "broken_lock.pml", trail="lock.trail")
        expect(c.go("continue")["reason"], "exception", "the end")
        c.end()


def lasso(gyre, folder):
    """The cycle of an infinite counterexample is gone round, forth and back."""
    path = written(folder, "lasso.pml", LASSO)
    with Client(gyre, folder) as c:
        c.launch(path, property="never_two", settings={"fairness": "none"})
        expect(names(c.scope(1, "Formula")), {"x == 3": "false"}, "atoms")
        first = c.go("continue")
        contains(first["description"], "repeat for ever")
        again = c.go("continue")
        expect(again["description"], first["description"], "the second round")
        expect(c.go("reverseContinue")["reason"], "entry", "back")
        c.end()


def long_trail(gyre, folder):
    """A trail of thousands of steps is walked along in no time."""
    path = written(folder, "long.pml", "short x; active proctype P() { do :: x < 6000 -> x++ :: x == 6000 -> assert(false) od }\n")
    with Client(gyre, folder) as c:
        c.launch(path, property="*")
        began = time.monotonic()
        contains(c.go("continue")["description"], "assertion violated")
        c.go("reverseContinue")
        took = time.monotonic() - began
        if took > 10:
            raise Failure(f"{took:.1f} s for 12,000 steps forth and back")
        c.end()


# From the initial state --------------------------------------------------------------------------------------------

def by_hand(gyre, folder):
    """Processes are threads; each is stepped by itself; one that cannot move says why."""
    path = written(folder, "full.pml", FULL)
    with Client(gyre, folder) as c:
        c.launch(path)
        threads = c.request("threads")["threads"]
        expect([(t["id"], t["name"]) for t in threads], [(1, "S(0)"), (2, "R(1) is blocked")], "threads")
        contains(c.refused("next", {"threadId": 2}), "R(1) cannot move: it waits in `allowed` (allowed is 0)")
        c.go("next", 1)  # i < 5
        frames = c.frames(1)
        expect([(f["name"], f["line"]) for f in frames], [("put: c!data,v", PUT), ("S(0)", CALL)], "frames")
        expect(Path(frames[0]["source"]["path"]), path.resolve(), "the file")
        expect(len(c.request("stackTrace", threadId=1, startFrame=1, levels=1)["stackFrames"]), 1, "a part")
        stop = c.go("stepOut", 1)
        expect((stop["reason"], c.top(1)["line"]), ("step", 16), "out of the inline")
        expect(c.value("count"), "1", "count")
        contains(c.refused("stepOut", {"threadId": 1}), "neither inside an atomic sequence nor inside an inline")
        for _ in range(5):
            expect(c.go("next", 1)["reason"], "step", "reason")
        contains(c.go("next", 1)["description"], "2 processes are blocked")
        contains(c.refused("next", {"threadId": 1}), "c is full")
        expect(c.request("threads")["threads"][0]["name"], "S(0) is blocked", "S")
        moves = names(c.scope(1, "Moves"))
        contains(moves["S(0)"], "c is full")
        contains(c.refused("next", {"threadId": 7}), "there is no thread 7")
        contains(c.refused("continue", {"threadId": 1}), "the run has ended")
        c.end()


def variables(gyre, folder):
    """Scopes, arrays and records as children, messages of channels, expressions."""
    path = written(folder, "full.pml", FULL)
    with Client(gyre, folder) as c:
        c.launch(path)
        for _ in range(3):
            c.go("next", 1)
        expect(names(c.scope(1, "Locals")), {"i": "1"}, "locals")
        globals_ = {v["name"]: v for v in c.scope(1, "Globals")}
        expect(globals_["count"]["value"], "1", "count")
        box = globals_["box"]
        expect(box["indexedVariables"], 2, "elements")
        elements = c.request("variables", variablesReference=box["variablesReference"])["variables"]
        expect([e["name"] for e in elements], ["[0]", "[1]"], "elements")
        fields = c.request("variables", variablesReference=elements[1]["variablesReference"])["variables"]
        expect([f["name"] for f in fields], ["size", "part"], "fields")
        expect(fields[0]["evaluateName"], "box[1].size", "its expression")
        expect(c.value("box[1].size + 1"), "1", "an expression")
        channel = {v["name"]: v for v in c.scope(1, "Channels")}["c"]
        messages = c.request("variables", variablesReference=channel["variablesReference"])["variables"]
        expect([m["value"] for m in messages], ["data,1"], "messages")
        expect(c.value("i", 1), "1", "a local in its frame")
        expect(c.value("S(0):i * 2"), "2", "a local from elsewhere")
        expect(c.value("c"), "[data,1]", "a channel")
        contains(c.refused("evaluate", {"expression": "i"}), "write P(0):i")
        contains(c.refused("evaluate", {"expression": "i", "frameId": c.top(2)["id"]}), "R(1) has no variable `i`")
        contains(c.refused("evaluate", {"expression": "cuont"}), "there is no variable `cuont`")
        contains(c.refused("evaluate", {"expression": "count = 2"}), "== compares")
        contains(c.refused("evaluate", {"expression": "1 / (count - 1)"}), "division by zero")
        old = c.request("scopes", frameId=c.top(1)["id"])["scopes"][0]["variablesReference"]
        c.go("next", 1)
        contains(c.refused("variables", {"variablesReference": old}), "former state")
        c.end()


def rendezvous(gyre, folder):
    """The two halves are one move, of either process."""
    path = written(folder, "rendezvous.pml", RENDEZVOUS)
    with Client(gyre, folder) as c:
        c.launch(path)
        c.go("next", 2)
        expect(c.value("got"), "5", "got")
        c.go("next", 1)
        expect(c.value("got"), "6", "got")
        c.go("stepBack", 1)
        c.go("stepBack", 1)
        expect(c.value("got"), "0", "got")
        c.end()


def console(gyre, folder):
    """What there are no buttons for: moves, conditions, trails."""
    path = written(folder, "endless.pml", ENDLESS)
    with Client(gyre, folder) as c:
        c.launch(path)
        contains(c.console(":help"), ":save FILE")
        contains(c.console(":moves"), "1  Q(1)")
        c.console(":take 1")
        expect(c.event("stopped")["reason"], "step", "reason")
        c.console(":until x == 3")
        contains(c.event("stopped")["description"], "x == 3 is true")
        expect(c.value("x"), "3", "x")
        contains(c.console(":save run.trail.json"), "gyre replay")
        position = int(re.search(r"after (\d+)", c.console(":where"))[1])
        replayed = subprocess.run([str(gyre), "replay", str(path), "run.trail.json"], cwd=folder, capture_output=True,
                                  text=True, check=False)
        expect(replayed.returncode, 0, replayed.stderr)
        contains(replayed.stdout, f"{position}  ")
        c.console(":goto 1")
        c.event("stopped")
        contains(c.console(":where"), "after 1 steps")
        for text, why in [(":take 99", "no such move"), (":take x", "no number"), (":goto 999999", "no such step"),
                          (":until y", "no variable `y`"), (":what", "no command"), (":save", "missing"),
                          (":save no/such/folder/x", "cannot write")]:
            contains(c.refused("evaluate", {"expression": text, "context": "repl"}), why)
        c.request("restart")
        expect(c.event("stopped")["reason"], "entry", "restart")
        expect(c.value("rounds"), "0", "rounds")
        c.end()


def same_seed(gyre, folder):
    """The same seed makes the same run."""
    path = written(folder, "endless.pml", ENDLESS)
    runs = []
    for seed in (4, 4, 5):
        with Client(gyre, folder) as c:
            c.launch(path, seed=seed, maxSteps=200)
            contains(c.go("continue")["description"], "stopped after 200 steps")
            runs.append((c.value("x"), c.value("rounds")))
            c.end()
    expect(runs[0], runs[1], "the same seed")
    if runs[0] == runs[2]:
        raise Failure("another seed makes the same run")


def pause(gyre, folder):
    """A run that goes on for ever is paused, asked, and left."""
    path = written(folder, "endless.pml", ENDLESS)
    with Client(gyre, folder) as c:
        c.launch(path, stopOnEntry=False, maxSteps=10_000_000)
        contains(c.refused("next", {"threadId": 1}), "`pause` it first")
        expect(len(c.request("threads")["threads"]), 2, "threads while it runs")
        c.request("pause", threadId=1)
        expect(c.event("stopped")["reason"], "pause", "reason")
        c.value("x")
        c.request("continue", threadId=1)
        c.end()
