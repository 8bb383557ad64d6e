"""What goes wrong: requests in the wrong order, launches that cannot be, streams that break; and clients that differ."""

import subprocess
import time

from client import LIMIT, Client, Failure, frame
from common import ENDLESS, FULL, INCREASE, LARGE, MODELS, contains, expect, written


def wrong_order(gyre, folder):
    path = written(folder, "endless.pml", ENDLESS)
    with Client(gyre, folder) as c:
        contains(c.refused("launch", {"program": str(path)}), "`initialize` comes before")
        contains(c.refused("threads"), "`launch` comes first")
        contains(c.refused("configurationDone"), "`launch` comes first")
        c.request("initialize")
        contains(c.refused("initialize"), "the first request")
        contains(c.refused("attach", {}), "nothing to attach to")
        contains(c.refused("setBreakpoints", {"source": {"path": str(path)}}), "`launch` comes first")
        c.request("launch", program=str(path))
        contains(c.refused("launch", {"program": str(path)}), "launched already")
        contains(c.refused("next", {"threadId": 1}), "`configurationDone` comes before")
        c.request("configurationDone")
        contains(c.refused("configurationDone"), "done already")
        c.event("stopped")
        contains(c.refused("fly"), "gyre has no request `fly`")
        for command, arguments, why in [
                ("next", {}, "`threadId` is missing"), ("next", {"threadId": "1"}, "a whole number"),
                ("next", [], "`threadId` is missing"), ("stackTrace", {"threadId": -1}, "no thread -1"),
                ("scopes", {"frameId": 99999}, "no thread"), ("scopes", {}, "`frameId` is missing"),
                ("variables", {"variablesReference": 77}, "former state"), ("evaluate", {"expression": 1}, "a text"),
                ("evaluate", {"expression": ""}, "ends too early"), ("setBreakpoints", {}, "`source` is missing"),
                ("setBreakpoints", {"source": {"path": str(path)}, "breakpoints": 3}, "a list"),
                ("stepIn", {"threadId": 1, "targetId": 77}, "no such move"), ("goto", {"threadId": 1, "targetId": 88}, "no such step"),
                ("exceptionInfo", {"threadId": 1}, "did not stop for an error")]:
            contains(c.refused(command, arguments), why)
        # What has no answer is told, and the session goes on.
        c.send_raw(frame(b"{]") + frame(b"[1]") + frame({"type": "event"}) + frame({"seq": "x", "type": "request"}))
        c.event("output")
        c.event("output")
        c.event("output")
        contains(c.response(0)["message"], "gyre has no request ``")
        expect(len(c.request("threads")["threads"]), 2, "threads")
        c.end()


def launches(gyre, folder):
    """Launches that cannot be."""
    good = written(folder, "endless.pml", ENDLESS)
    bad = written(folder, "bad.pml", "active proctype P() {\n  x = 1;\n  if :: skip\n}\n")
    lock = written(folder, "lock.pml", (MODELS / "broken_lock.pml").read_text())
    subprocess.run([str(gyre), "check", str(lock), "--trail", "other.json"], cwd=folder, capture_output=True, check=False)
    empty = written(folder, "empty.json", "")
    for arguments, why in [
            ({}, "`program` is missing"), ({"program": 3}, "a text"), ({"program": "nowhere.pml"}, "nowhere.pml"),
            ({"program": str(bad)}, "the model has errors"), ({"program": str(good), "trail": "no.json"}, "cannot read"),
            ({"program": str(good), "trail": str(empty)}, "empty"), ({"program": str(good), "trail": "other.json"}, "other.json"),
            ({"program": str(good), "trail": str(good)}, "endless.pml"),
            ({"program": str(good), "trail": "x", "property": "y"}, "cannot go together"),
            ({"program": str(good), "settings": {"no-such": 1}}, "no-such"), ({"program": str(good), "settings": 1}, "object"),
            ({"program": str(good), "settings": {"D": {"N": 3}}}, "`D`"), ({"program": str(good), "maxSteps": 0}, "maxSteps"),
            ({"program": str(good), "property": "nothing"}, "nothing"), ({"program": str(good), "noDebug": True}, "gyre simulate"),
            ({"program": str(MODELS / "peterson.pml"), "property": "*"}, "no counterexample to walk along")]:
        with Client(gyre, folder) as c:
            c.request("initialize")
            contains(c.refused("launch", arguments), why)
            if arguments.get("program") == str(bad):
                contains(c.event("output")["output"], "error: ")
                c.event("terminated")
            c.end()
    # What means nothing is told, but is no reason to refuse.
    with Client(gyre, folder) as c:
        c.request("initialize")
        c.request("launch", program=str(good), stopAtEntry=True)
        while "`stopAtEntry` means nothing" not in c.event("output")["output"]:
            pass
        c.end()
    # Settings belong to the model.
    path = written(folder, "sized.pml", "byte x; active proctype P() { x = N }\n")
    with Client(gyre, folder) as c:
        c.launch(path, settings={"D": ["N=7"]})
        c.go("next", 1)
        expect(c.value("x + N"), "14", "with macros")
        c.end()


def broken_streams(gyre, folder):
    """Input that is no message, and streams that end."""
    for data_, why in [(b"GET / HTTP/1.1\r\n\r\n", "no header line"), (b"Content-Length: x\r\n\r\n", "no number"),
                       (b"Content-Length: 99999999999\r\n\r\n", "too long"), (b"X: y\r\n\r\n", "without a Content-Length"),
                       (b"Content-Length: 50\r\n\r\n{}", "ended inside a message"), (b"A: " + b"x" * 9000, "longer than"),
                       (b"", "")]:
        done = subprocess.run([str(gyre), "dap"], cwd=folder, input=data_, capture_output=True, timeout=LIMIT, check=False)
        expect(done.returncode, 2 if why else 0, f"status after {data_[:20]}")
        contains(done.stderr.decode(), why)
    # A client that goes away in the middle of a run, and in the middle of a check.
    for model, arguments in [(ENDLESS, {"stopOnEntry": False, "maxSteps": 10_000_000}), (LARGE, {"property": "safety"})]:
        path = written(folder, "gone.pml", model)
        for leave in ("disconnect", "close", "terminate"):
            with Client(gyre, folder) as c:
                c.request("initialize")
                launched = c.send("launch", {"program": str(path), **arguments})
                if "property" not in arguments:
                    c.response(launched)
                    c.request("configurationDone")
                time.sleep(0.2)
                if leave == "close":
                    c.process.stdin.close()
                else:
                    c.send(leave)
                    if leave == "terminate":
                        c.event("terminated")
                        c.process.stdin.close()
                expect(c.process.wait(LIMIT), 0, f"status after {leave}")


def from_zero(gyre, folder):
    """A client whose lines and columns begin with 0."""
    path = written(folder, "full.pml", FULL)
    with Client(gyre, folder) as c:
        c.request("initialize", linesStartAt1=False, columnsStartAt1=False)
        c.request("launch", program=str(path))
        c.event("initialized")
        expect(c.breakpoints(path, INCREASE - 1)[0]["line"], INCREASE - 1, "line")
        c.request("configurationDone")
        c.event("stopped")
        c.go("continue")
        expect(c.top(1)["line"], INCREASE - 1, "line")
        c.end()


def esml(gyre, folder):
    with Client(gyre, folder) as c:
        c.launch(MODELS / "mutual_exclusion.esml")
        threads = c.request("threads")["threads"]
        if not threads:
            raise Failure("there are no threads")
        c.go("next", threads[0]["id"])
        if c.top(threads[0]["id"])["line"] < 1:
            raise Failure("no line")
        c.end()


def help_text(gyre, folder):
    done = subprocess.run([str(gyre), "dap", "--help"], cwd=folder, capture_output=True, text=True, check=False)
    contains(done.stdout, "stopOnEntry")
    done = subprocess.run([str(gyre), "dap", "x"], cwd=folder, capture_output=True, text=True, check=False)
    expect(done.returncode, 2, "status")
    contains(done.stderr, "takes no arguments")
