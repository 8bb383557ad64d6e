"""Who may not, and what cannot be: each is refused with a sentence, and the server goes on."""

import json
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

from client import LIMIT, PAGE, Explorer, equal, holds, written
from screens import lock

TINY = "byte x;\nactive proctype P() { x = 1 }\n"


def only_loopback(gyre, folder):
    with Explorer(gyre, written(folder, "m.pml", TINY)) as e:
        port = f"{e.port:04X}"
        listening = [line.split()[1] for line in Path("/proc/net/tcp").read_text().splitlines()[1:]
                     if line.split()[3] == "0A" and line.split()[1].endswith(":" + port)]
        equal(listening, ["0100007F:" + port])
        six = [line for line in Path("/proc/net/tcp6").read_text().splitlines()[1:]
               if line.split()[3] == "0A" and line.split()[1].endswith(":" + port)]
        equal(six, [])


def token(gyre, folder):
    with Explorer(gyre, written(folder, "m.pml", TINY)) as e:
        equal(len(e.token), 32)
        for wrong in [None, "", "0" * 32, e.token[:-1], e.token + "0", e.token.upper() + "x"]:
            equal(e.send("GET", "/api/model", headers={"X-Gyre-Token": wrong}).status, 403)
            equal(e.send("POST", "/api/save", "{}", headers={"X-Gyre-Token": wrong}).status, 403)
        equal(e.send("GET", f"/api/model?token={e.token}", token=False).status, 403)
        equal(e.send("GET", "/", token=False).status, 403)
        equal(e.send("GET", "/?token=" + "0" * 32, token=False).status, 403)
        equal(e.send("GET", f"/?token={e.token}", token=False).status, 200)
        equal(e.send("GET", "/assets/page.js", token=False).headers["content-type"], "text/javascript; charset=utf-8")
        with Explorer(gyre, written(folder, "n.pml", TINY)) as other:
            holds(other.token != e.token and other.port != e.port, "two servers with one token")


def host(gyre, folder):
    """DNS rebinding: a name of somebody else that was made to point here."""
    with Explorer(gyre, written(folder, "m.pml", TINY)) as e:
        for good in [f"127.0.0.1:{e.port}", f"localhost:{e.port}"]:
            equal(e.send("GET", "/api/model", headers={"Host": good}).status, 200)
        for bad in [None, "", "evil.example", f"evil.example:{e.port}", "127.0.0.1", f"127.0.0.1:{e.port + 1}", f"127.0.0.1.evil.example:{e.port}"]:
            answer = e.send("GET", "/api/model", headers={"Host": bad})
            holds(answer.status in (400, 403), f"Host {bad}: {answer.status}")
            holds(b"proctype" not in answer.body, "the text of the model")
        connection = socket.create_connection(("127.0.0.1", e.port), LIMIT)
        connection.sendall(f"GET /api/model HTTP/1.1\r\nHost: 127.0.0.1:{e.port}\r\nHost: evil.example\r\n"
                           f"X-Gyre-Token: {e.token}\r\nConnection: close\r\n\r\n".encode())
        holds(connection.makefile("rb").readline().split()[1] in (b"400", b"403"), "two hosts")
        connection.close()


def headers(gyre, folder):
    with Explorer(gyre, written(folder, "m.pml", TINY)) as e:
        for path in [f"/?token={e.token}", "/api/model", "/api/nothing", "/assets/page.js", "/nothing"]:
            got = e.send("GET", path).headers
            policy = dict(p.strip().split(" ", 1) for p in got["content-security-policy"].split(";"))
            equal((policy["default-src"], policy["script-src"], policy["frame-ancestors"]), ("'none'", "'self'", "'none'"))
            holds("unsafe" not in got["content-security-policy"], "something unsafe is allowed")
            equal((got["x-content-type-options"], got["x-frame-options"], got["referrer-policy"], got["cache-control"]),
                  ("nosniff", "DENY", "no-referrer", "no-store"))
            holds("access-control-allow-origin" not in got, "others may read it")
        # The library would compress scripts for seconds.
        answer = e.send("GET", "/assets/page.js", headers={"Accept-Encoding": "gzip, deflate, br"})
        equal((answer.headers.get("content-encoding"), answer.body), (None, (PAGE / "assets" / "page.js").read_bytes()))


def sizes(gyre, folder):
    with Explorer(gyre, written(folder, "m.pml", TINY)) as e:
        large = json.dumps({"text": "/*" + "x" * (5 << 20) + "*/"})
        try:
            equal(e.send("POST", "/api/diagnose", large).status, 413)
        except (ConnectionError, BrokenPipeError):
            pass  # it was not read to its end
        small = json.dumps({"text": "/*" + "x" * (3 << 20) + "*/" + TINY})
        equal(e.send("POST", "/api/diagnose", small).status, 200)
        # As many traces, runs and nodes as there may be: the oldest go.
        root = e.call("/api/try", {})["node"]
        first = e.call(f"/api/try/{root}/trace", {})["trace"]
        for _ in range(64):
            e.call(f"/api/try/{root}/trace", {})
        e.refused(410, f"/api/traces/{first}")
        e.call(f"/api/traces/{first + 64}")
    endless = written(folder, "endless.pml", "byte x;\nactive proctype P() { do :: x++ od }\n")
    with Explorer(gyre, endless) as e:
        root = e.call("/api/try", {})["node"]
        e.call(f"/api/try/{root}/random", {"steps": 5000, "seed": 1})
        last = e.call(f"/api/try/{root + 5000}/random", {"steps": 5000, "seed": 1})["last"]
        holds(len(e.call("/api/try")) <= 10000, "too many nodes")
        e.refused(410, f"/api/try/{root}")
        equal(last["depth"], 10000)
        equal(e.call(f"/api/try/{last['node']}/take", {"move": 0})["depth"], 10001)


def folders(gyre, folder):
    """No file outside of the model's folder is read or written."""
    inner = Path(folder) / "inner"
    inner.mkdir()
    secret = written(folder, "secret.h", "this is secret\n")
    written(inner, "part.h", "byte y;\n")
    os.symlink(secret, inner / "link.h")
    path = written(inner, "m.pml", '#include "part.h"\n' + TINY)
    with Explorer(gyre, path) as e:
        equal(e.call("/api/model")["ok"], True)
        for name in ["../secret.h", str(secret), "link.h", "/etc/passwd", "../inner/../secret.h", "../missing.h"]:
            answer = e.call("/api/diagnose", {"text": f'#include "{name}"\n{TINY}'})
            equal(answer["ok"], False)
            holds("outside" in answer["diagnostics"][0]["message"], str(answer))
            holds("secret\n" not in json.dumps(answer) and "this is" not in json.dumps(answer), "it was read")
        equal(e.call("/api/diagnose", {"text": '#include "../inner/part.h"\n' + TINY})["ok"], True)
        missing = e.call("/api/diagnose", {"text": '#include "missing.h"\n' + TINY})["diagnostics"][0]["message"]
        holds("No such file" in missing, missing)
        root = e.call("/api/try", {})["node"]
        for name in ["../out", "/tmp/out", "", ".hidden", "a/b", "a\\b", "x\x00y", "n" * 300]:
            e.refused(400, f"/api/try/{root}/save", {"name": name})
        e.call(f"/api/try/{root}/save", {"name": "good"})
        e.refused(409, f"/api/try/{root}/save", {"name": "good"})
        equal(sorted(p.name for p in inner.iterdir()), ["good.trail.json", "link.h", "m.pml", "part.h"])
        equal(sorted(p.name for p in Path(folder).iterdir()), ["inner", "secret.h"])
        for path in ["/../secret.h", "/assets/../../secret.h", "/assets/..%2f..%2fsecret.h", "/%2e%2e/secret.h", "/standalone.html"]:
            holds(e.send("GET", path).status in (400, 403, 404), path)


def embedded_c(gyre, folder):
    mark = Path(folder) / "mark"
    code = f'c_code {{ system("touch {mark}"); }}\nactive proctype P() {{ c_code {{ system("touch {mark}"); }} }}\n'
    with Explorer(gyre, written(folder, "m.pml", code)) as e:
        m = e.call("/api/model")
        equal((m["ok"], m["embeddedC"]), (False, False))
        holds("embedded C" in m["diagnostics"][0]["message"], str(m["diagnostics"]))
        e.call("/api/diagnose", {"text": code})
        for path in ["/api/runs", "/api/coverage", "/api/try"]:
            e.refused(400, path, {})
        holds(not mark.exists(), "C has run")


def no_model(gyre, folder):
    """A model that does not parse, or has nothing to run, opens: that is where it is repaired."""
    for name, text in [("wrong.pml", "active proctype P() { x = }\n"), ("empty.pml", "byte x;\n"), ("nothing.pml", ""),
                       ("index.pml", "byte a[2];\nbyte i = 5;\nbyte x = a[i];\nactive proctype P() { skip }\n")]:
        with Explorer(gyre, written(folder, name, text)) as e:
            m = e.call("/api/model")
            equal(m["text"], text)
            if name != "index.pml":
                equal(m["ok"], False)
                holds(m["diagnostics"], name)
                for path in ["/api/runs", "/api/coverage", "/api/try", "/api/graph/around"]:
                    e.refused(400, path, {})
                e.refused(400, "/api/graph")
            version = e.call("/api/save", {"text": TINY, "version": m["version"]})["version"]
            equal(e.call("/api/model")["version"], version)
            equal(e.check()["report"]["properties"][0]["verdict"], "holds")


def bad_requests(gyre, folder):
    with Explorer(gyre, lock(folder)) as e:
        t = e.counterexample()
        n = e.call("/api/try", {})["node"]
        for body in ["", "{", "[]", "null", "3", '"x"', "\xff\xfe", "[" * 100000, '{"text": 3}', '{"text": null}', "{}"]:
            e.refused(400, "/api/diagnose", body)
        for path in ["/api", "/api/", "/api/nothing", "/api/traces", "/api/traces/", f"/api/traces/{t}/nothing", "/api/model/x"]:
            answer = e.send("GET", path)
            holds(answer.status in (400, 403, 404, 405), f"{path}: {answer.status}")
        for what in ["runs", "traces", "try"]:
            for number in ["x", "-1", "1.5", "99999999999999999999999", "1e3", "0x1", " 1", "%31x"]:
                e.refused(400, f"/api/{what}/{number.replace(' ', '%20')}")
            e.refused(404, f"/api/{what}/9223372036854775807")
            e.refused(404, f"/api/{what}/0")
        e.refused(405, "/api/model", {})
        e.refused(405, "/api/save")
        for number in [-1, 10**30, 1.5, "1", True, None, 2**63, 2**64 - 1]:
            e.refused(400, f"/api/try/{n}/take", {"move": number})
            e.refused(400, f"/api/try/{n}/random", {"steps": number})
            e.refused(400, f"/api/traces/{t}/writer", {"variable": "locked", "before": number})
            if number is not None:
                e.refused(400, "/api/graph/around", {"depth": number})
        for options in [{"time": -1}, {"time": "long"}, {"time": 1e300}, {"memory": 0}, {"memory": 2**70}, {"fairness": "none at all"}, {"por": 1},
                        {"shortest": 1}, {"ltl": "[] ("}, {"ctl": "AG"}, {"property": ["safety"]}]:
            e.refused(400, "/api/runs", options)
        e.refused(400, f"/api/traces/{t}/find", {"expression": "locked", "from": 0, "direction": 0})
        e.refused(404, "/api/compare", {"a": t, "b": 77})
        e.refused(400, "/api/try", {"after": 1})
        e.refused(400, "/api/try", {"trace": t, "after": 100})
        holds(e.send("GET", "/" + "a" * 7000).status in (400, 403, 404, 414), "a long address")
        holds(e.send("DELETE", "/api/model").status in (400, 404, 405), "another method")
        for raw in [b"\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00", b"GET / HTTP/9.9\r\n\r\n", b"POST /api/save HTTP/1.1\r\nContent-Length: -5\r\n\r\n"]:
            connection = socket.create_connection(("127.0.0.1", e.port), LIMIT)
            connection.sendall(raw)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(4096):
                pass
            connection.close()
        equal(e.call("/api/model")["ok"], True)


def tabs(gyre, folder):
    """Many connections at once, also such that say nothing, do not keep a tab from being served."""
    with Explorer(gyre, lock(folder)) as e:
        idle = [socket.create_connection(("127.0.0.1", e.port), LIMIT) for _ in range(20)]
        began = time.monotonic()
        for _ in range(20):
            e.call("/api/model")
        holds(time.monotonic() - began < 20, "others wait")
        for connection in idle:
            connection.close()
        # What one tab has done the other one sees.
        node = e.call("/api/try", {})["node"]
        holds(node in [n["node"] for n in e.call("/api/try")], "the tree is not shared")


def starts_and_ends(gyre, folder):
    path = lock(folder)

    def refused(*arguments):
        began = time.monotonic()
        done = subprocess.run([gyre, "explore", *map(str, arguments)], cwd=folder, capture_output=True, text=True, timeout=LIMIT, check=False)
        holds(time.monotonic() - began < 20, "it takes long")
        equal((done.returncode, done.stdout), (2, ""))
        holds(done.stderr.startswith("gyre: ") or ":" in done.stderr, done.stderr)
        return done.stderr

    own = ["--no-browser", "--page", PAGE]
    holds("cannot read" in refused("missing.pml", *own), "a missing model")
    holds("cannot read" in refused(path, "missing.trail", *own), "a missing trail")
    holds("is expected" in refused(path, path, *own), "a trail that is none")
    refused(folder, *own)
    holds("no regular file" in refused("/dev/null", *own), "a device")
    refused(*own)
    holds("index.html" in refused(path, "--no-browser", "--page", folder), "no page")
    refused(path, "--port", "70000", *own)
    refused(path, "--port", "x", *own)
    refused(path, "--store", "tree", *own)
    with Explorer(gyre, path) as e:
        message = refused(path, "--port", e.port, *own)
        holds(str(e.port) in message, message)
        equal(e.end(signal.SIGINT), 0)
    # At once: before it listens, as often as not.
    for _ in range(20):
        with Explorer(gyre, path) as e:
            equal(e.end(signal.SIGINT), 0)
    with Explorer(gyre, path) as e:
        # With a connection that is kept open.
        with socket.create_connection(("127.0.0.1", e.port), LIMIT):
            equal(e.end(signal.SIGTERM), 0)
    # The browser is started with the address.
    script = written(folder, "browser", f'#!/bin/sh\necho "$1" > {folder}/opened\n')
    script.chmod(0o755)
    process = subprocess.Popen([gyre, "explore", str(path), "--page", str(PAGE)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               text=True, env={**os.environ, "BROWSER": str(script)})
    try:
        address = process.stdout.readline().strip()
        began = time.monotonic()
        opened = Path(folder) / "opened"
        while not (opened.exists() and opened.read_text()) and time.monotonic() - began < LIMIT:
            time.sleep(0.02)
        equal(opened.read_text().strip(), address)
    finally:
        process.kill()
        process.communicate()


def one_file(gyre, folder):
    """--format html: the page with its data, or a sentence if there is no page in the program."""
    lock(folder)
    subprocess.run([gyre, "check", "broken_lock.pml", "--quiet"], cwd=folder, check=False)
    for arguments in [["replay", "broken_lock.pml", "broken_lock.pml.trail.json"],
                      ["graph", "broken_lock.pml", "--trail", "broken_lock.pml.trail.json"]]:
        done = subprocess.run([gyre, *arguments, "--format", "html"], cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode == 2:
            holds("built without its page" in done.stderr, done.stderr)
            continue
        equal(done.returncode, 0)
        data = json.loads(done.stdout.split('id="gyre-data">')[1].split("</script>")[0])
        equal(data["kind"], "trace" if arguments[0] == "replay" else "graph")
        if data["kind"] == "trace":
            equal((len(data["steps"]), len(data["states"]), len(data["processes"])), (7, 8, 8))
        else:
            equal(len(data["graph"]["nodes"]), 52)
