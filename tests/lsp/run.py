#!/usr/bin/env python3
"""Tests of `gyre lsp`: scripted conversations, and Neovim as a real client.

    run.py --gyre PROGRAM [--filter REGEX] [--all]

This is long because it has one test for each thing that an editor can ask. The last line is
`lsp: N passed, M failed, K skipped`. A test is a function whose name begins with test_; it gets a
client, and raises an exception when it fails.
"""

import argparse
import inspect
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

from client import Client

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
URI = "file:///model/main.pml"


class Skip(Exception):
    pass


def same(found, wanted, what=""):
    if found != wanted:
        raise AssertionError(f"{what}: expected {wanted!r}, found {found!r}")


def holds(condition, what):
    if not condition:
        raise AssertionError(str(what))


# A model with one of everything; places are (line, character) from 0.
MODEL = """\
#define LIMIT 3
#define twice(x) (x + x)
mtype = { ping, pong }
typedef Pair { byte left; short right }
byte count = 0, flag[2];
chan wire = [2] of { mtype, byte };
Pair both;

inline add(what, much) {
  what = what + much
}

proctype Worker(byte id; chan from) {
  byte count2;
  mtype m;
again:
  do
  :: count < LIMIT -> add(count, 1); both.left = id
  :: from ? m(count2) -> count2++
  :: else -> goto done
  od;
done:
  flag[id] = twice(count2)
}

active proctype Main() {
  pid p;
  p = run Worker(1, wire);
  wire ! ping, 7
}

ltl bounded { [] (count <= LIMIT) }
ltl wrong { [] (count < 2) }
"""


def place(text, word, nth=1, behind=False):
    """(line, character) of the nth occurrence of a word."""
    at = -1
    for _ in range(nth):
        at = next(m.start() for m in re.finditer(r"(?<!\w)" + re.escape(word) + r"(?!\w)", text) if m.start() > at)
    if behind:
        at += len(word)
    line = text.count("\n", 0, at)
    return line, at - (text.rfind("\n", 0, at) + 1)


def opened(c, text=MODEL, uri=URI, language="promela", **options):
    c.start(**options)
    c.open(uri, text, language)
    return c.diagnostics(uri)


# The conversation itself ----------------------------------------------------------------------------------------------


def test_start_and_end(c):
    result = c.start()
    same(result["serverInfo"]["name"], "gyre")
    holds(result["capabilities"]["hoverProvider"], result)
    same(c.end(), 0, "exit status")


def test_exit_without_shutdown(c):
    c.start()
    c.notify("exit")
    same(c.process.wait(timeout=10), 1, "exit status")


def test_the_editor_vanishes(c):
    c.start()
    c.process.stdin.close()
    same(c.process.wait(timeout=10), 1, "exit status")


def test_first_request_must_be_initialize(c):
    same(c.error("textDocument/hover", c.at(URI, 0, 0))["code"], -32002)


def test_command_line(c):
    quiet = {"capture_output": True, "text": True, "stdin": subprocess.DEVNULL}
    done = subprocess.run([c.process.args[0], "lsp", "model.pml"], **quiet)
    same(done.returncode, 2, done.stderr)
    holds("takes no option" in done.stderr, done.stderr)
    done = subprocess.run([c.process.args[0], "lsp", "--help"], **quiet)
    holds(done.returncode == 0 and "language server" in done.stdout, done.stdout)


def test_malformed_json(c):
    c.start()
    c.raw("{\"jsonrpc\": \"2.0\", \"id\": 5, ")
    same(c.answer(None)["error"]["code"], -32700)
    c.raw("[1, 2]")
    same(c.answer(None)["error"]["code"], -32600)
    c.raw("7")
    same(c.answer(None)["error"]["code"], -32600)
    c.raw(json.dumps({"jsonrpc": "2.0", "id": {}, "method": "shutdown"}))
    same(c.answer(None)["error"]["code"], -32600)
    c.raw("[" * 100000)
    same(c.answer(None)["error"]["code"], -32700)
    same(c.end(), 0, "exit status")


def test_bad_frame(c):
    c.start()
    c.process.stdin.write(b"Content-Length: many\r\n\r\n")
    c.process.stdin.flush()
    holds(c.process.wait(timeout=10) != 0, "exit status")
    holds(b"Content-Length" in c.process.stderr.read(), "a sentence")


def test_unknown_method(c):
    c.start()
    same(c.error("textDocument/nonsense")["code"], -32601)
    same(c.error("nonsense")["code"], -32601)
    c.notify("$/nonsense")
    c.notify("nonsense")
    same(c.end(), 0, "exit status")


def test_bad_parameters(c):
    opened(c)
    for params in ({}, {"textDocument": 3}, {"textDocument": {"uri": URI}},
                   {"textDocument": {"uri": URI}, "position": 1},
                   {"textDocument": {"uri": URI}, "position": {"line": -1, "character": "x"}}, [], None, 7):
        holds(c.error("textDocument/hover", params)["code"] in (-32602, -32603), params)
    c.notify("textDocument/didChange", {"textDocument": {"uri": URI}, "contentChanges": 3})
    c.notify("textDocument/didOpen", [])
    same(c.result("textDocument/hover", c.at(URI, 9999, 9999)), None)


def test_document_that_was_never_opened(c):
    c.start()
    error = c.error("textDocument/hover", c.at("file:///nowhere.pml", 0, 0))
    same(error["code"], -32602)
    holds("not open" in error["message"], error)
    c.notify("textDocument/didChange", {"textDocument": {"uri": "file:///nowhere.pml", "version": 2},
                                        "contentChanges": [{"text": "x"}]})
    c.notify("textDocument/didClose", {"textDocument": {"uri": "file:///nowhere.pml"}})
    same(c.end(), 0, "exit status")


def test_cancelled_request(c):
    c.start()
    # The server is busy with a large document while these wait.
    c.open(URI, "byte x;\n" * 20000 + "active proctype P() { x = 1 }\n")
    c.ask("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
    number = c.ask("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
    c.notify("$/cancelRequest", {"id": number})
    answer = c.answer(number)
    # It may have been answered before the cancellation came; if not, the code says so.
    holds("result" in answer or answer["error"]["code"] == -32800, answer)
    c.notify("$/cancelRequest", {"id": 12345})
    c.notify("$/cancelRequest")


def test_huge_document(c):
    c.start()
    began = time.monotonic()
    c.open(URI, "/* " + "x" * (8 << 20) + " */ active proctype P() { skip }\n")
    found = c.diagnostics(URI)
    same(len(found), 1)
    holds("bytes" in found[0]["message"], found)
    holds(time.monotonic() - began < 10, "it took too long")
    # One below the limit is read, and does not hang.
    c.notify("textDocument/didChange", {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [
        {"text": "".join(f"byte v{i};\n" for i in range(30000)) + "active proctype P() { v1 = 1 }\n"}]})
    c.diagnostics(URI)
    holds(time.monotonic() - began < 30, "it took too long")


def test_deeply_nested_text(c):
    for text in ("active proctype P() { byte a[2]; a" + "[a" * 20000 + "[0]" + "]" * 20000 + " = 1 }",
                 "active proctype P() {" + "{" * 20000, "(" * 50000, "active proctype P() { c ? " + "eval(" * 20000,
                 "do :: " * 20000):
        other = Client(c.process.args[0])
        try:
            opened(other, text)
            other.result("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
            same(other.end(), 0, text[:30])
        finally:
            other.kill()


# Diagnostics ----------------------------------------------------------------------------------------------------------


def replace(c, text, uri=URI, version=2):
    """Sends a new text, and returns the errors."""
    c.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version},
                                        "contentChanges": [{"text": text}]})
    return [d["message"] for d in c.diagnostics(uri) if d["severity"] == 1]


def test_no_diagnostics(c):
    same([d for d in opened(c) if d["severity"] == 1], [])


def test_diagnostics_as_you_type(c):
    same([d for d in opened(c) if d["severity"] == 1], [])
    line, character = place(MODEL, "count", 2)
    c.notify("textDocument/didChange", {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [
        {"range": {"start": {"line": line, "character": character}, "end": {"line": line, "character": character + 5}},
         "text": "counter"}]})
    found = c.diagnostics(URI)
    same(len(found), 1, found)
    same(found[0]["severity"], 1)
    same(found[0]["range"]["start"], {"line": line, "character": character})
    same(found[0]["range"]["end"], {"line": line, "character": character + 7})
    holds("'counter' is not declared" in found[0]["message"], found)
    same(replace(c, MODEL, version=3), [])


def test_several_errors_at_once(c):
    found = opened(c, "active proctype P() { x = 1; y = 2 }\nactive proctype Q() { z = 3 }\n")
    same(len(found), 3, found)


def test_utf16_columns(c):
    text = "active proctype P() { /* \U0001d11e\u00e4 */ nowhere = 1 }\n"
    found = opened(c, text)
    begin = len(text[:text.index("nowhere")].encode("utf-16-le")) // 2
    same(found[0]["range"]["start"]["character"], begin, found)
    c.notify("textDocument/didChange", {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [
        {"range": {"start": {"line": 0, "character": begin}, "end": {"line": 0, "character": begin + 7}},
         "text": "byte x; x"}]})
    same([d for d in c.diagnostics(URI) if d["severity"] == 1], [])


def test_utf8_columns(c):
    text = "active proctype P() { /* \u00e4 */ nowhere = 1 }\n"
    found = opened(c, text, capabilities={"general": {"positionEncodings": ["utf-8", "utf-16"]}})
    same(found[0]["range"]["start"]["character"], text.encode().index(b"nowhere"), found)


def test_closing_forgets_diagnostics(c):
    holds(opened(c, "active proctype P() { x = 1 }"), "an error")
    c.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
    same(c.diagnostics(URI), [])


def test_includes(c):
    with tempfile.TemporaryDirectory() as folder:
        inside = pathlib.Path(folder) / "a b"
        inside.mkdir()
        (inside / "defs.h").write_text("byte shared;\nbyte twice = nowhere;\n")
        main = inside / "main.pml"
        text = '#include "defs.h"\nactive proctype P() { shared = 1; assert(shared == 1) }\n'
        uri, defs = main.as_uri(), (inside / "defs.h").as_uri()
        c.start()
        c.open(uri, text)
        found = c.diagnostics(defs)
        same(found[0]["range"]["start"], {"line": 1, "character": 13}, found)
        where = c.result("textDocument/definition", c.at(uri, *place(text, "shared")))
        same([(w["uri"], w["range"]["start"]) for w in where], [(defs, {"line": 0, "character": 5})])
        same(c.result("textDocument/definition", c.at(uri, 0, 12))[0]["uri"], defs)
        # The file is put right: the message goes.
        (inside / "defs.h").write_text("byte shared;\n")
        c.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        same(c.diagnostics(defs), [])
        # Opened itself it is no model, and says nothing of processes.
        c.open(defs, "byte shared;\n")
        same(c.diagnostics(defs), [])


# Names ----------------------------------------------------------------------------------------------------------------


def test_hover(c):
    opened(c)
    text = c.result("textDocument/hover", c.at(URI, *place(MODEL, "count", 3)))["contents"]["value"]
    for part in ("byte count = 0", "0..255", "written by Worker", "read by"):
        holds(part in text, f"{part}: {text}")
    text = c.result("textDocument/hover", c.at(URI, *place(MODEL, "wire", 2)))["contents"]["value"]
    for part in ("chan wire = [2] of { mtype, byte }", "sent to by Main"):
        holds(part in text, f"{part}: {text}")
    text = c.result("textDocument/hover", c.at(URI, *place(MODEL, "do")))
    holds("od" in text["contents"]["value"], text)
    text = c.result("textDocument/hover", c.at(URI, *place(MODEL, "LIMIT", 2)))["contents"]["value"]
    holds("#define LIMIT 3" in text, text)
    text = c.result("textDocument/hover", c.at(URI, *place(MODEL, "Worker", 2)))["contents"]["value"]
    holds("proctype Worker(byte id; chan from)" in text and "started by Main" in text, text)
    same(c.result("textDocument/hover", c.at(URI, 7, 0)), None)


def test_definition(c):
    opened(c)
    wanted = [("count", 3, ("count", 1)), ("left", 2, ("left", 1)), ("add", 2, ("add", 1)), ("ping", 2, ("ping", 1)),
              ("done", 1, ("done", 2)), ("LIMIT", 2, ("LIMIT", 1)), ("Worker", 2, ("Worker", 1)), ("m", 2, ("m", 1)),
              ("Pair", 2, ("Pair", 1)), ("twice", 2, ("twice", 1)), ("id", 3, ("id", 1)), ("what", 3, ("what", 1))]
    for word, nth, (target, at) in wanted:
        found = c.result("textDocument/definition", c.at(URI, *place(MODEL, word, nth)))
        line, character = place(MODEL, target, at)
        same([f["range"]["start"] for f in found], [{"line": line, "character": character}], f"{word} {nth}")


def test_references(c):
    opened(c)
    params = c.at(URI, *place(MODEL, "count", 2), context={"includeDeclaration": True})
    found = c.result("textDocument/references", params)
    same(len(found), MODEL.count("count ") + MODEL.count("count,"), found)
    params["context"]["includeDeclaration"] = False
    same(len(c.result("textDocument/references", params)), len(found) - 1)
    marks = c.result("textDocument/documentHighlight", c.at(URI, *place(MODEL, "count", 2)))
    same(sorted(m["kind"] for m in marks), [2, 2, 2, 2, 3], marks)


def test_shadowed_names(c):
    text = "byte x;\nactive proctype P() {\n  x = 1;\n  { byte x; x = 2; }\n  x = 3\n}\n"
    opened(c, text)
    found = c.result("textDocument/references", c.at(URI, 0, 5, context={"includeDeclaration": True}))
    same([f["range"]["start"]["line"] for f in found], [0, 2, 4])
    found = c.result("textDocument/references", c.at(URI, 3, 12, context={"includeDeclaration": True}))
    same([f["range"]["start"]["line"] for f in found], [3, 3])


def apply(text, edits):
    lines = text.split("\n")
    for e in sorted(edits, key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"]), reverse=True):
        start, end = e["range"]["start"], e["range"]["end"]
        before = "\n".join(lines[:start["line"]] + [lines[start["line"]][:start["character"]]])
        after = "\n".join([lines[end["line"]][end["character"]:]] + lines[end["line"] + 1:])
        lines = (before + e["newText"] + after).split("\n")
    return "\n".join(lines)


def test_rename(c):
    opened(c)
    edit = c.result("textDocument/rename", c.at(URI, *place(MODEL, "count", 3), newName="total"))
    renamed = apply(MODEL, edit["changes"][URI])
    same(renamed, re.sub(r"\bcount\b", "total", MODEL))
    same(replace(c, renamed), [])
    same(c.result("textDocument/prepareRename", c.at(URI, *place(renamed, "total", 2)))["placeholder"], "total")


def test_rename_refused(c):
    text = ("#define JOIN(a, b) a##b\n#define get (value + 1)\nbyte xy;\n"
            "active proctype P() { byte value; JOIN(x, y) = get }\nactive proctype Q() { byte value; xy = get }\n")
    opened(c, text)
    error = c.error("textDocument/rename", c.at(URI, *place(text, "value", 2), newName="v"))
    holds("macro" in error["message"], error)
    error = c.error("textDocument/rename", c.at(URI, *place(text, "xy", 1), newName="z"))
    holds("macro" in error["message"], error)
    error = c.error("textDocument/prepareRename", c.at(URI, *place(text, "xy", 1)))
    holds("macro" in error["message"], error)
    opened_again = Client(c.process.args[0])
    try:
        opened(opened_again)
        for name, part in (("1x", "no name"), ("do", "word of the language"), ("flag", "already"), ("", "no name")):
            error = opened_again.error("textDocument/rename", c.at(URI, *place(MODEL, "count"), newName=name))
            holds(part in error["message"], error)
    finally:
        opened_again.kill()


def test_renamed_in_a_macro(c):
    text = "#define full_up (level == 3)\nbyte level;\nactive proctype P() { full_up -> level = 0 }\n"
    opened(c, text)
    edit = c.result("textDocument/rename", c.at(URI, *place(text, "level", 2), newName="water"))
    same(apply(text, edit["changes"][URI]), text.replace("level", "water"))


def test_document_symbols(c):
    opened(c)
    found = c.result("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
    names = {s["name"]: s for s in found}
    for name in ("LIMIT", "ping", "Pair", "count", "wire", "add", "Worker", "Main", "bounded", "wrong"):
        holds(name in names, f"{name}: {list(names)}")
    same([s["name"] for s in names["Worker"]["children"]], ["id", "from", "count2", "m", "again", "done"])
    same([s["name"] for s in names["Pair"]["children"]], ["left", "right"])
    line, _ = place(MODEL, "Worker")
    same(names["Worker"]["range"]["start"], {"line": line, "character": 0})


def test_workspace_symbols(c):
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "other.pml").write_text("proctype Elsewhere() { skip }\ninit { run Elsewhere() }\n")
        c.start(workspaceFolders=[{"uri": pathlib.Path(folder).as_uri(), "name": "w"}])
        c.open(URI, MODEL)
        found = c.result("workspace/symbol", {"query": "WORK"})
        same([s["name"] for s in found], ["Worker"])
        found = c.result("workspace/symbol", {"query": "else"})
        same([s["name"] for s in found], ["Elsewhere"])
        holds(found[0]["location"]["uri"].endswith("/other.pml"), found)


def test_completion(c):
    opened(c)
    line, character = place(MODEL, "both", 2, behind=True)
    labels = [i["label"] for i in c.result("textDocument/completion", c.at(URI, line, character + 1))]
    same(sorted(labels), ["left", "right"])
    line, character = place(MODEL, "flag", 2)
    labels = [i["label"] for i in c.result("textDocument/completion", c.at(URI, line, character))]
    for word in ("count", "count2", "id", "ping", "add", "atomic", "LIMIT"):
        holds(word in labels, f"{word}: {labels}")
    holds("p" not in labels and "left" not in labels, labels)
    line, character = place(MODEL, "count", 5)
    labels = [i["label"] for i in c.result("textDocument/completion", c.at(URI, line, character))]
    holds("eventually" in labels and "atomic" not in labels and "count" in labels, labels)
    holds(len(labels) == len(set(labels)), labels)


def test_completion_while_writing(c):
    text = MODEL.replace("count < 2", "Worker[1]:")
    opened(c, text)
    line = text[:text.index("Worker[1]:")].count("\n")
    character = text.split("\n")[line].index("Worker[1]:") + len("Worker[1]:")
    labels = [i["label"] for i in c.result("textDocument/completion", c.at(URI, line, character))]
    same(sorted(labels), ["count2", "from", "id", "m"])


def test_snippets(c):
    opened(c, capabilities={"textDocument": {"completion": {"completionItem": {"snippetSupport": True}}}})
    items = {i["label"]: i for i in c.result("textDocument/completion", c.at(URI, 16, 2))}
    same(items["do"]["insertTextFormat"], 2)


def test_signature(c):
    opened(c)
    line, character = place(MODEL, "add", 2, behind=True)
    help = c.result("textDocument/signatureHelp", c.at(URI, line, character + len("(count, ")))
    same(help["signatures"][0]["label"], "add(what, much)")
    same(help["activeParameter"], 1)
    line, character = place(MODEL, "Worker", 2, behind=True)
    help = c.result("textDocument/signatureHelp", c.at(URI, line, character + 1))
    same(help["signatures"][0]["label"], "Worker(byte id, chan from)")
    same(help["activeParameter"], 0)
    same(c.result("textDocument/signatureHelp", c.at(URI, 4, 3)), None)


def test_semantic_tokens(c):
    c_legend = c.start()["capabilities"]["semanticTokensProvider"]["legend"]
    c.open(URI, MODEL)
    data = c.result("textDocument/semanticTokens/full", {"textDocument": {"uri": URI}})["data"]
    same(len(data) % 5, 0)
    lines = MODEL.split("\n")
    line = character = 0
    seen = {}
    for i in range(0, len(data), 5):
        character = character + data[i + 1] if data[i] == 0 else data[i + 1]
        line += data[i]
        word = lines[line][character:character + data[i + 2]]
        holds(re.fullmatch(r"\w+", word), word)
        seen.setdefault(word, set()).add(c_legend["tokenTypes"][data[i + 3]])
    for word, kind in (("count", "variable"), ("id", "parameter"), ("ping", "enumMember"), ("Pair", "type"),
                       ("left", "property"), ("Worker", "class"), ("add", "function"), ("again", "label"),
                       ("LIMIT", "macro")):
        same(seen.get(word), {kind}, word)


def test_folding(c):
    text = "/* a\n   b */\n" + MODEL
    opened(c, text)
    found = c.result("textDocument/foldingRange", {"textDocument": {"uri": URI}})
    lines = {(f["startLine"], f["endLine"]) for f in found}
    begin = text[:text.index("proctype Worker")].count("\n")
    holds((begin, text[:text.index("twice(count2)")].count("\n")) in lines, lines)
    holds((0, 1) in lines, lines)


# Lenses and checks ----------------------------------------------------------------------------------------------------


def lenses(c, uri=URI):
    return [(l["range"]["start"]["line"], l["command"]["title"], l["command"])
            for l in c.result("textDocument/codeLens", {"textDocument": {"uri": uri}})]


def run(c, command, name, uri=URI):
    return c.result("workspace/executeCommand", {"command": command, "arguments": [uri, name]})


def test_lenses_and_verdicts(c):
    opened(c, capabilities={"workspace": {"codeLens": {"refreshSupport": True}}, "window": {"workDoneProgress": True}})
    at = place(MODEL, "wrong")[0]
    same([t for line, t, _ in lenses(c) if line == at], ["check", "shortest", "simulate"])
    run(c, "gyre.check", "wrong")
    same(c.note("gyre/verdict")["verdict"], "violated")
    found = [d for d in c.diagnostics(URI) if d["source"] == "gyre check"]
    same(len(found), 1)
    same(found[0]["range"]["start"]["line"], at)
    holds(len(found[0]["relatedInformation"]) >= 2, found)
    holds([t for line, t, _ in lenses(c) if line == at][0].startswith("violated"), lenses(c))
    holds("count" in run(c, "gyre.trace", "wrong")["text"], "the trace")
    run(c, "gyre.check", "bounded")
    same(c.note("gyre/verdict")["verdict"], "holds")
    c.note("workspace/codeLens/refresh")
    # After a change the verdict is one of before, and the diagnostic goes.
    c.notify("textDocument/didChange", {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [
        {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "\n"}]})
    told = c.note("textDocument/publishDiagnostics", lambda p: p["uri"] == URI and p.get("version") == 2)["diagnostics"]
    same([d for d in told if d["source"] == "gyre check"], [])
    holds([t for line, t, _ in lenses(c) if line == at + 1][0].startswith("before the last change"), lenses(c))


def test_shortest_and_safety(c):
    text = (ROOT / "models/broken_lock.pml").read_text()
    opened(c, text)
    run(c, "gyre.shortest", "safety")
    verdict = c.note("gyre/verdict")
    same(verdict["verdict"], "violated")
    holds("7 steps" in verdict["text"], verdict)
    found = [d for d in c.diagnostics(URI) if d["source"] == "gyre check"]
    same(text.split("\n")[found[0]["range"]["start"]["line"]].strip()[:6], "assert")


def test_simulate(c):
    opened(c)
    result = run(c, "gyre.simulate", "wrong")
    holds("Main" in result["text"], result)


BIG = "int a, b, c;\nactive proctype P() { do :: a++ :: b++ :: c++ od }\nltl p { [] (a >= -2147483647) }\n"


def test_check_is_stopped(c):
    opened(c, BIG, capabilities={"window": {"workDoneProgress": True}})
    run(c, "gyre.check", "p")
    token = c.note("window/workDoneProgress/create")["token"]
    holds(any(t.startswith("checking") for _, t, _ in lenses(c)), lenses(c))
    began = time.monotonic()
    c.notify("window/workDoneProgress/cancel", {"token": token})
    same(c.note("gyre/verdict")["verdict"], "inconclusive")
    holds(time.monotonic() - began < 5, "it took too long")
    # Other requests are answered while a check runs; a shutdown ends it.
    run(c, "gyre.check", "p")
    holds(c.result("textDocument/documentSymbol", {"textDocument": {"uri": URI}}), "an answer")
    began = time.monotonic()
    same(c.end(), 0)
    holds(time.monotonic() - began < 5, "it took too long")


def test_budget(c):
    opened(c, BIG, initializationOptions={"settings": {"time": "1s"}})
    run(c, "gyre.check", "p")
    same(c.note("gyre/verdict")["verdict"], "inconclusive")


def test_commands_refused(c):
    opened(c, "active proctype P() { x = 1 }")
    for arguments in ([], [1], ["file:///nowhere.pml", "p"], [URI, "p"]):
        c.error("workspace/executeCommand", {"command": "gyre.check", "arguments": arguments})
    holds("no command" in c.error("workspace/executeCommand", {"command": "x", "arguments": [URI]})["message"], "")
    c.error("workspace/executeCommand", {"command": "gyre.trace", "arguments": [URI, "p"]})


def test_settings(c):
    text = "#ifdef N\nactive proctype P() { skip }\n#endif\n"
    holds(opened(c, text), "nothing to run")
    c.notify("workspace/didChangeConfiguration", {"settings": {"gyre": {"settings": {"D": ["N=3"]}}}})
    same(c.diagnostics(URI), [])
    c.notify("workspace/didChangeConfiguration", {"settings": {"gyre": {"settings": {"colour": "red"}}}})
    holds("colour" in c.note("window/showMessage")["message"], "a sentence")


# Code actions ---------------------------------------------------------------------------------------------------------

# What somebody writes, and what the fix that the server offers makes of it.
FIXES = [
    ("byte count;\nactive proctype P() { conut = 1 }", "byte count;\nactive proctype P() { count = 1 }"),
    ("byte x;\nactive proctype P() { if :: (x = 1) -> skip fi }",
     "byte x;\nactive proctype P() { if :: (x == 1) -> skip fi }"),
    ("byte x;\nactive proctype P() { if :: x = 1 -> skip :: else fi }",
     "byte x;\nactive proctype P() { if :: x == 1 -> skip :: else fi }"),
    ("byte x;\nactive proctype P() { do x == 1 -> break od }",
     "byte x;\nactive proctype P() { do :: x == 1 -> break od }"),
    ("byte x;\nactive proctype P() { do :: x == 1 -> break fi }",
     "byte x;\nactive proctype P() { do :: x == 1 -> break od }"),
    ("byte x;\nactive proctype P() { if :: x == 1 -> skip od }",
     "byte x;\nactive proctype P() { if :: x == 1 -> skip fi }"),
    ("byte x;\nactive proctype P() { if :: x == 1 -> skip }",
     "byte x;\nactive proctype P() { if :: x == 1 -> skip fi }"),
    ("byte x;\nactive proctype P() { while (x < 3) { x++ } }",
     "byte x;\nactive proctype P() { do :: (x < 3) -> x++ :: else -> break od }"),
    ("byte i, x;\nactive proctype P() { for (i = 0; i < 3; i++) { x++ } }",
     "byte i, x;\nactive proctype P() { for (i : 0 .. 2) { x++ } }"),
    ("byte x;\nactive proctype P() { for (;;) { x++ } }", "byte x;\nactive proctype P() { do :: x++ od }"),
    ("byte x, y;\nactive proctype P() { (x == 1 and y == 2) -> skip }",
     "byte x, y;\nactive proctype P() { (x == 1 && y == 2) -> skip }"),
    ("byte x, y;\nactive proctype P() { x == 1 or y == 2 -> skip }",
     "byte x, y;\nactive proctype P() { x == 1 || y == 2 -> skip }"),
    ("boolean b;\nactive proctype P() { b = true }", "bool b;\nactive proctype P() { b = true }"),
    ("active proctype P() { boolean b; b = true }", "active proctype P() { bool b; b = true }"),
    ("proctype P(byte n) { skip }\ninit { P(1) }", "proctype P(byte n) { skip }\ninit { run P(1) }"),
    ("init { P(1) }\nproctype P(byte n) { skip }", "init { run P(1) }\nproctype P(byte n) { skip }"),
    ("active proctype P() { byte x; x = 1 }\nltl p { [] (x < 2) }",
     "active proctype P() { byte x; x = 1 }\nltl p { [] (P[0]:x < 2) }"),
]


def fixed(c, text, uri=URI):
    """What the first fix of the first diagnostic that has one makes of a text."""
    for d in c.diagnostics(uri):
        params = {"textDocument": {"uri": uri}, "range": d["range"], "context": {"diagnostics": [d]}}
        for action in c.result("textDocument/codeAction", params):
            same(action["kind"], "quickfix")
            return apply(text, action["edit"]["changes"][uri])
    return None


def test_code_actions(c):
    c.start()
    for number, (text, wanted) in enumerate(FIXES):
        uri = f"file:///fix{number}.pml"
        c.open(uri, text)
        found = fixed(c, text, uri)
        same(found, wanted, text)
        same(replace(c, found, uri), [], found)


# ESML -----------------------------------------------------------------------------------------------------------------


def test_esml(c):
    text = (ROOT / "models/mutual_exclusion.esml").read_text()
    uri = "file:///model/mutual.esml"
    same(opened(c, text, uri, "esml"), [])
    found = c.result("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    names = {s["name"]: s for s in found}
    for name in ("MutualExclusion", "clients", "place", "gate", "Gate", "Client", "assert"):
        holds(name in names, f"{name}: {list(names)}")
    line, character = place(text, "open", 2)
    help = c.result("textDocument/hover", c.at(uri, line, character))["contents"]["value"]
    holds("open: BOOLEAN" in help and "written by Gate" in help, help)
    where = c.result("textDocument/definition", c.at(uri, line, character))
    same(where[0]["range"]["start"], dict(zip(("line", "character"), place(text, "open"))))
    edit = c.result("textDocument/rename", c.at(uri, line, character, newName="unlocked"))
    renamed = apply(text, edit["changes"][uri])
    same(replace(c, renamed, uri), [])
    holds("unlocked" in renamed and not re.search(r"\bopen\b\s*:=", renamed), renamed)
    at = [t for _, t, command in lenses(c, uri) if command["arguments"][1] == "assert"]
    same(at, ["check", "shortest", "simulate"])
    run(c, "gyre.check", "assert", uri)
    same(c.note("gyre/verdict")["verdict"], "holds")


def test_esml_near_name(c):
    text = (ROOT / "models/mutual_exclusion.esml").read_text()
    broken = text.replace("open := TRUE", "opne := TRUE", 1)
    holds(broken != text, "the model has changed")
    c.start()
    c.open(URI + ".esml", broken, "esml")
    same(fixed(c, broken, URI + ".esml"), text)


# The whole corpus: nothing may crash, and every place must be in the text ---------------------------------------------


def test_every_model(c):
    c.start()
    models = sorted((ROOT / "models").glob("*.*ml")) + sorted((ROOT / "tests/golden").rglob("*.pml"))[::7] + \
        sorted((ROOT / "tests/golden").rglob("*.esml"))[::7]
    for model in models:
        text = model.read_text(errors="replace")
        uri = model.as_uri()
        c.open(uri, text, "esml" if model.suffix == ".esml" else "promela")
        doc = {"textDocument": {"uri": uri}}
        symbols = c.result("textDocument/documentSymbol", doc)
        c.result("textDocument/semanticTokens/full", doc)
        c.result("textDocument/foldingRange", doc)
        lines = text.split("\n")
        for s in symbols:
            start, end = s["selectionRange"]["start"], s["selectionRange"]["end"]
            word = lines[start["line"]].encode("utf-16-le")[2 * start["character"]:2 * end["character"]]
            word = word.decode("utf-16-le")
            if word in ("init", "never", "ltl", "trace", "notrace", "ctl", "ASSERT"):
                continue
            same(word, s["name"], model.name)
            found = c.result("textDocument/references",
                             c.at(uri, start["line"], start["character"], context={"includeDeclaration": True}))
            holds(found, f"{model.name}: {s['name']}")
        c.notify("textDocument/didClose", doc)


# Neovim ---------------------------------------------------------------------------------------------------------------


def test_neovim(c):
    nvim = shutil.which("nvim")
    if not nvim:
        raise Skip("no nvim")
    with tempfile.TemporaryDirectory() as folder:
        model = pathlib.Path(folder) / "model.pml"
        model.write_text(MODEL.replace("count < LIMIT", "cuont < LIMIT"))
        out = pathlib.Path(folder) / "out.json"
        environment = dict(os.environ, GYRE=c.process.args[0], MODEL=str(model), OUT=str(out), HOME=folder,
                           PLUGIN=str(ROOT / "editors/vim/plugin/gyre.lua"),
                           XDG_CONFIG_HOME=folder, XDG_DATA_HOME=folder, XDG_STATE_HOME=folder)
        done = subprocess.run([nvim, "--headless", "-u", "NONE", "-i", "NONE", "-n", "-S",
                               str(HERE / "neovim.lua")], env=environment, capture_output=True, timeout=60)
        holds(out.exists(), done.stdout.decode() + done.stderr.decode())
        result = json.loads(out.read_text())
    holds("not declared" in result["diagnostic"], result)
    same(result["diagnostic_line"], place(MODEL, "count", 2)[0], result)
    holds("byte count = 0" in result["hover"], result)
    same(result["definition_line"], place(MODEL, "count")[0], result)
    holds("Worker" in result["symbols"], result)
    holds("total" in result["renamed"] and "count <" not in result["renamed"], result)
    same(result["fixed"], True, result)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gyre", required=True)
    parser.add_argument("--filter", default="")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    passed = failed = skipped = 0
    gyre = str(pathlib.Path(options.gyre).resolve())
    for name, test in list(globals().items()):
        if not name.startswith("test_") or not inspect.isfunction(test) or not re.search(options.filter, name):
            continue
        client = Client(gyre)
        try:
            test(client)
            passed += 1
        except Skip as why:
            print(f"{name}: skipped: {why}")
            skipped += 1
        except Exception:  # noqa: whatever it is, the test has failed
            print(f"{name}: FAILED")
            traceback.print_exc(file=sys.stdout)
            failed += 1
        finally:
            client.kill()
    print(f"lsp: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
