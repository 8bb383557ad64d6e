"""What each screen of the page asks for."""

import json
import subprocess
import time

from client import LIMIT, MODELS, Explorer, Failure, equal, holds, written

LASSO = """bool p, q;
ltl live { []<> p }
active proctype A() { do :: p = !p :: q = !q od }
"""
RENDEZVOUS = """chan c = [0] of { byte };
chan box = [1] of { byte };
byte got;
proctype Child() { skip }
active proctype S() { run Child(); c!3; box!1; box!2 }
active proctype R() { atomic { c?got; got = got + 1 } }
"""
# More than a million states.
LARGE = """byte a, b, c;
active proctype P() { do :: a < 250 -> a++ :: else -> a = 0 od }
active proctype Q() { do :: b < 250 -> b++ :: else -> b = 0 od }
active proctype R() { do :: c < 20 -> c++ :: else -> c = 0 od }
"""
# More than any budget.
HUGE = LARGE.replace("byte", "short").replace("250", "30000")


def lock(folder):
    return written(folder, "broken_lock.pml", (MODELS / "broken_lock.pml").read_text())


def model(gyre, folder):
    path = written(folder, "m.pml", '#include "part.h"\nltl live { <> (x == 2) }\nactive proctype P() { x = 1 }\n')
    written(folder, "part.h", "byte x;\n")
    with Explorer(gyre, path, "--time", "3s", "--memory", "2G") as e:
        m = e.call("/api/model")
        equal((m["name"], m["language"], m["text"], m["ok"], m["saved"]), ("m.pml", "promela", path.read_text(), True, True))
        equal([(p["name"], p["kind"]) for p in m["properties"]], [("safety", "safety"), ("live", "ltl")])
        equal(m["properties"][1]["location"]["line"], 2)
        equal(m["limits"], {"time": 3.0, "memory": 2 << 30})
        equal((m["trail"], m["embeddedC"]), (None, False))
        holds(m["files"] and m["files"][0].endswith("part.h"), "no included file")
        holds(any(k["word"] == "proctype" for k in m["keywords"]), "no keywords")
        answer = e.call("/api/diagnose", {"text": "byte x;\nactive proctype P() { if :: x = 1 fi; y = 2 }\n"})
        equal(answer["ok"], False)
        wrong = [d for d in answer["diagnostics"] if d["severity"] == "error"]
        equal((wrong[0]["line"], wrong[0]["column"] > 0, "y" in wrong[0]["message"]), (2, True, True))
        equal(path.read_text(), m["text"])


def saving(gyre, folder):
    path = lock(folder)
    with Explorer(gyre, path) as e:
        before = e.call("/api/model")
        text = before["text"] + "/* more */\n"
        version = e.call("/api/save", {"text": text, "version": before["version"]})["version"]
        equal(path.read_text(), text)
        equal(e.call("/api/model")["version"], version)
        # Somebody else, or another tab, was faster.
        path.write_text("byte other;\n")
        answer = e.send("POST", "/api/save", json.dumps({"text": text, "version": version}))
        equal((answer.status, answer.json()["text"]), (409, "byte other;\n"))
        equal(path.read_text(), "byte other;\n")
        e.call("/api/save", {"text": text, "version": answer.json()["version"]})
        path.unlink()
        gone = e.send("POST", "/api/save", json.dumps({"text": text, "version": version}))
        equal((gone.status, gone.json()["version"]), (409, ""))
        e.call("/api/save", {"text": text, "version": ""})
        equal(path.read_text(), text)


def runs(gyre, folder):
    with Explorer(gyre, lock(folder)) as e:
        answer = e.check()
        equal(answer["state"], "done")
        safety = answer["report"]["properties"][0]
        equal((safety["name"], safety["verdict"], safety["complete"] in (True, False)), ("safety", "violated", True))
        v = safety["violations"][0]
        equal((v["error"], v["location"]["line"] > 0, v["length"]), ("assertion", True, 7))
        holds("violated" in answer["report"]["text"], "no text")
        holds(answer["progress"]["states"] > 0, "no numbers at the end")
        other = e.check({"ltl": "[] (inside < 2)", "property": "safety", "por": "off"})
        equal([p["verdict"] for p in other["report"]["properties"]], ["violated", "violated"])
        history = e.call("/api/runs")
        equal([(h["run"], h["state"]) for h in history], [(2, "done"), (1, "done")])
        equal(history[0]["options"], {"ltl": "[] (inside < 2)", "property": "safety", "por": "off"})
        equal(history[1]["verdicts"], [{"name": "safety", "verdict": "violated"}])
        # A refused combination is a failed run with the sentence of the command line.
        failed = e.check({"property": "nothing"})
        equal(failed["state"], "failed")
        holds("nothing" in failed["error"], failed["error"])
        e.refused(400, "/api/runs", {"ltl": "[] (nobody < 2)"})
        e.refused(400, "/api/runs", {"search": "dfs"})
        for _ in range(16):
            e.check({"safety": True})
        equal(len(e.call("/api/runs")), 16)
        e.refused(410, "/api/runs/1")


def budget(gyre, folder):
    path = written(folder, "huge.pml", HUGE)
    with Explorer(gyre, path, "--time", "1s") as e:
        began = time.monotonic()
        answer = e.check()
        holds(time.monotonic() - began < LIMIT / 2, "the budget is not kept")
        equal((answer["state"], answer["report"]["properties"][0]["verdict"]), ("done", "inconclusive"))
        run = e.call("/api/runs", {"time": 600, "safety": True})["run"]
        while e.call(f"/api/runs/{run}")["progress"]["states"] == 0:
            time.sleep(0.02)
        e.call(f"/api/runs/{run}/stop", {})
        while e.call(f"/api/runs/{run}")["state"] == "running":
            time.sleep(0.02)
        equal(e.call(f"/api/runs/{run}")["state"], "stopped")
        # Not more than four at once.
        some = [e.call("/api/runs", {"time": 600})["run"] for _ in range(4)]
        e.refused(429, "/api/runs", {})
        for s in some:
            e.call(f"/api/runs/{s}/stop", {})
        # What still runs does not keep the program from ending.
        while any(h["state"] == "running" for h in e.call("/api/runs")):
            time.sleep(0.02)
        e.call("/api/runs", {"time": 600})
        began = time.monotonic()
        equal(e.end(), 0)
        holds(time.monotonic() - began < 20, "the end takes long")


def traces(gyre, folder):
    with Explorer(gyre, lock(folder)) as e:
        t = e.counterexample()
        about = e.call(f"/api/traces/{t}")
        equal((about["size"], about["cycleStart"], about["message"]), (7, None, "assertion violated: inside == 1"))
        equal([(p["pid"], p["name"], p["bornAfter"], p["diedAfter"]) for p in about["processes"]], [(0, "user", 0, None), (1, "user", 0, None)])
        equal([v["name"] for v in about["variables"]], ["locked", "inside"])
        steps = e.call(f"/api/traces/{t}/steps?from=0&to=500")
        equal([s["index"] for s in steps], list(range(7)))
        equal((steps[-1]["error"], steps[0]["source"], steps[0]["location"]["line"] > 0), ("assertion", "!locked", True))
        states = e.call(f"/api/traces/{t}/states?from=0&to=500")
        equal([s["after"] for s in states], list(range(8)))
        # Changes and states tell the same.
        values = dict(states[0]["values"])
        for s in steps:
            values.update({c["name"]: c["value"] for c in s["changes"]})
            equal(values, states[s["index"] + 1]["values"])
        equal(len(e.call(f"/api/traces/{t}/steps?from=2&to=4")), 2)
        equal(e.call(f"/api/traces/{t}/steps?from=100&to=9223372036854775807"), [])
        there = e.call(f"/api/traces/{t}/processes?after=7")
        equal([p["canMove"] for p in there], [False, False])
        holds(all(p["whyNot"] for p in there), "no reason")
        watch = e.call(f"/api/traces/{t}/watch", {"expression": "inside * 2"})["values"]
        equal([w[1]["number"] for w in watch], [0, 2, 4])
        equal(e.call(f"/api/traces/{t}/watch", {"expression": "1 / inside"})["values"][0], [0, None])
        two = watch[2][0]
        equal(e.call(f"/api/traces/{t}/find", {"expression": "inside == 2", "from": 0, "direction": 1})["after"], two)
        equal(e.call(f"/api/traces/{t}/find", {"expression": "inside == 0", "from": 7, "direction": -1})["after"] < two, True)
        equal(e.call(f"/api/traces/{t}/find", {"expression": "inside == 9", "from": 0, "direction": 1})["after"], None)
        equal(e.call(f"/api/traces/{t}/writer", {"variable": "inside", "before": 7})["step"], two - 1)
        equal(e.call(f"/api/traces/{t}/writer", {"variable": "inside", "before": 0})["step"], None)
        e.refused(400, f"/api/traces/{t}/watch", {"expression": "nobody +"})
        e.refused(400, f"/api/traces/{t}/processes?after=8")
        e.refused(404, "/api/traces/99")


def lasso(gyre, folder):
    with Explorer(gyre, written(folder, "lasso.pml", LASSO)) as e:
        t = e.counterexample({"property": "live"})
        about = e.call(f"/api/traces/{t}")
        holds(about["cycleStart"] is not None and about["atoms"], "no cycle or no atoms")
        for atom in e.call(f"/api/traces/{t}/atoms"):
            equal(atom["values"][0][0], 0)
            holds(all(v in (True, False, None) for _, v in atom["values"]), str(atom))
        fair = e.check({"property": "live", "fairness": "weak"})
        holds(fair["report"]["properties"][0]["verdict"] in ("holds", "violated"), str(fair))


def exports(gyre, folder):
    with Explorer(gyre, lock(folder)) as e:
        t = e.counterexample()
        for form, begin in [("json", b"{"), ("itf", b"{"), ("svg", b"<"), ("text", b""), ("spin", b""), ("html", b"<!doctype html>")]:
            answer = e.send("GET", f"/api/traces/{t}/export?format={form}")
            equal(answer.status, 200)
            holds(answer.body and answer.body.startswith(begin), f"{form}: {answer.body[:80]!r}")
            holds(answer.headers["content-disposition"].startswith("attachment; filename=\"broken_lock.pml."), str(answer.headers))
            if form == "json":
                written(folder, "t.json", answer.body.decode())
                done = subprocess.run([gyre, "replay", "broken_lock.pml", "t.json"], cwd=folder, capture_output=True, text=True, check=False)
                equal(done.returncode, 0)
            if form == "html":
                data = answer.body.decode().split('id="gyre-data">')[1].split("</script>")[0]
                equal(json.loads(data)["trace"]["size"], 7)
        e.refused(400, f"/api/traces/{t}/export?format=pdf")


def trail(gyre, folder):
    lock(folder)
    subprocess.run([gyre, "check", "broken_lock.pml", "--quiet"], cwd=folder, check=False)
    with Explorer(gyre, f"{folder}/broken_lock.pml", "broken_lock.pml.trail.json") as e:
        t = e.call("/api/model")["trail"]
        equal(e.call(f"/api/traces/{t}")["size"], 7)
        other = e.counterexample()
        rows = e.call("/api/compare", {"a": t, "b": other})["rows"]
        equal([r for r in rows if r[2] != "same"], [])
        n = e.call("/api/try", {"trace": t, "after": 2})
        third = e.call(f"/api/try/{n['node']}/take", {"move": 0})
        third = e.call(f"/api/try/{third['node']}/trace", {})["trace"]
        rows = e.call("/api/compare", {"a": t, "b": third})["rows"]
        equal([r[:2] for r in rows[:2]], [[0, 0], [1, 1]])
        equal(sorted(r[0] for r in rows if r[0] is not None), list(range(7)))
        equal(sorted(r[1] for r in rows if r[1] is not None), list(range(3)))


def trying(gyre, folder):
    with Explorer(gyre, written(folder, "r.pml", RENDEZVOUS)) as e:
        root = e.call("/api/try", {})
        equal((root["parent"], root["depth"], root["end"]), (None, 0, "none"))
        blocked = [p for p in root["processes"] if not p["canMove"]]
        equal([p["process"] for p in blocked], ["R"])
        holds("ready to send" in blocked[0]["whyNot"], blocked[0]["whyNot"])
        one = e.call(f"/api/try/{root['node']}/take", {"move": 0})
        again = e.call(f"/api/try/{root['node']}/take", {"move": 0})
        equal((one["node"], one["parent"]), (again["node"], root["node"]))
        equal(e.call(f"/api/try/{root['node']}")["children"], [one["node"]])
        e.refused(400, f"/api/try/{root['node']}/take", {"move": 7})
        # A rendezvous is one move of two steps, and leads into the atomic sequence of the receiver.
        node = one
        while not any(len(m["steps"]) == 2 for m in node["moves"]):
            node = e.call(f"/api/try/{node['node']}/take", {"move": 0})
        meeting = next(m["index"] for m in node["moves"] if len(m["steps"]) == 2)
        node = e.call(f"/api/try/{node['node']}/take", {"move": meeting})
        equal([s["handshake"] for s in node["step"]], [False, True])
        equal([p["process"] for p in node["processes"] if p["canMove"]], ["R"])
        holds(any(p["held"] for p in node["processes"]), "nobody is held")
        around = e.call("/api/graph/around", {"node": node["node"], "depth": 1})
        holds(around["center"] in [n["id"] for n in around["nodes"]], "no centre")
        # The same seed walks the same way.
        walks = [e.call(f"/api/try/{root['node']}/random", {"steps": 50, "seed": 3}) for _ in range(2)]
        equal(walks[0]["nodes"], walks[1]["nodes"])
        last = walks[0]["last"]
        equal((last["end"], "box is full" in str(last["processes"])), ("deadlock", True))
        equal(last["moves"], [])
        found = e.call(f"/api/try/{root['node']}/until", {"expression": "got == 3", "steps": 50, "seed": 1})
        equal((found["found"], found["last"]["values"]["got"]), (True, "3"))
        never = e.call(f"/api/try/{root['node']}/until", {"expression": "got == 9", "steps": 50, "seed": 1})
        equal(never["found"], False)
        e.refused(400, f"/api/try/{root['node']}/until", {"expression": "got ==", "steps": 5})
        t = e.call(f"/api/try/{last['node']}/trace", {})["trace"]
        about = e.call(f"/api/traces/{t}")
        equal(about["size"], last["depth"])
        child = next(p for p in about["processes"] if p["name"] == "Child")
        holds(child["bornAfter"] > 0, str(child))
        file = e.call(f"/api/try/{last['node']}/save", {"name": "mine"})["file"]
        equal(file, "mine.trail.json")
        done = subprocess.run([gyre, "replay", "r.pml", file], cwd=folder, capture_output=True, text=True, check=False)
        equal(done.returncode, 0)
        tree = {n["node"]: n for n in e.call("/api/try")}
        equal(tree[one["node"]]["parent"], root["node"])
        holds(all(n["text"] for n in tree.values()), "a node without a text")


def graph(gyre, folder):
    with Explorer(gyre, lock(folder)) as e:
        t = e.counterexample()
        whole = e.call(f"/api/graph?states=300&trace={t}")
        equal((whole["complete"], len(whole["nodes"]), sum(n["initial"] for n in whole["nodes"])), (True, 52, 1))
        # The last step of the trail fails in a state that has its node as well.
        equal(sum(x["onTrail"] for x in whole["edges"]) in (6, 7), True)
        ids = {n["id"] for n in whole["nodes"]}
        equal(len(ids), 52)
        around = e.call("/api/graph/around", {"trace": t, "after": 3, "depth": 1})
        holds({n["id"] for n in around["nodes"]} <= ids, "other ids")
        holds(around["center"] in ids, "no centre")
        # By expanding again and again the same graph comes out.
        seen, edges, queue = set(), set(), [e.call("/api/graph/around", {"depth": 0})["center"]]
        while queue:
            at = queue.pop()
            if at in seen:
                continue
            seen.add(at)
            piece = e.call("/api/graph/expand", {"id": at})
            edges |= {(x["from"], x["to"], x["label"]) for x in piece["edges"] if x["from"] == at}
            queue += [x["to"] for x in piece["edges"] if x["from"] == at]
        equal(seen, ids)
        equal(edges, {(x["from"], x["to"], x["label"]) for x in whole["edges"]})
        part = e.call(f"/api/graph?states=10&trace={t}&after=2")
        equal((part["complete"], any(n["onTrail"] for n in part["nodes"])), (False, True))
        equal(len(e.call("/api/graph/processes")["nodes"]) > 3, True)
        e.refused(410, "/api/graph/expand", {"id": "0123456789abcdef"})


def coverage(gyre, folder):
    path = written(folder, "c.pml", "mtype = { red, green };\nmtype light = red;\nbyte n;\nactive proctype P() {\n"
                   "  do\n  :: n < 9 -> n++\n  :: n == 9 -> light = green; break\n  :: n > 100 -> n = 0\n  od\n}\n")
    with Explorer(gyre, path) as e:
        found = e.check({}, "/api/coverage")["report"]["coverage"]
        lines = {x["line"]: x for x in found["lines"]}
        holds(lines[6]["count"] > 0, str(lines[6]))
        equal([s["count"] for s in lines[8]["statements"] if s["text"] == "n = 0"], [0])
        holds(any(u["line"] == 8 for u in found["unreached"]), str(found["unreached"]))
        variables = {v["name"]: v for v in found["variables"]}
        equal(variables["n"]["distinct"], 10)
        equal({v for v, _ in variables["light"]["values"]}, {"red", "green"})
        holds(any("n takes 10" in s for s in found["explodes"]), str(found["explodes"]))


def steps_are_quick(gyre, folder):
    """On a model of more than a million states a move takes less than 50 ms; the best of several counts."""
    with Explorer(gyre, written(folder, "large.pml", LARGE)) as e:
        node = e.call("/api/try", {})
        took = []
        for i in range(20):
            began = time.monotonic()
            node = e.call(f"/api/try/{node['node']}/take", {"move": i % len(node["moves"])})
            took.append(time.monotonic() - began)
        if min(took) > 0.05:
            raise Failure(f"a move takes {min(took) * 1000:.0f} ms")
        began = time.monotonic()
        walk = e.call(f"/api/try/{node['node']}/random", {"steps": 5000, "seed": 1})
        equal(len(walk["nodes"]), 5000)
        deep = e.call(f"/api/try/{walk['nodes'][-1]}/take", {"move": 0})
        t = e.call(f"/api/try/{deep['node']}/trace", {})["trace"]
        took = []
        for i in range(5):
            began = time.monotonic()
            e.call("/api/try", {"trace": t, "after": 4000 + i})
            took.append(time.monotonic() - began)
        if min(took) > 0.05:
            raise Failure(f"leaving a trace takes {min(took) * 1000:.0f} ms")
        began = time.monotonic()
        e.call(f"/api/traces/{t}/steps?from=4000&to=4500")
        holds(time.monotonic() - began < 5, "500 steps take long")
