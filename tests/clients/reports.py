#!/usr/bin/env python3
"""Several models in one call, and what servers of continuous integration read: JSON, SARIF, JUnit, lines.

    python3 tests/clients/reports.py --gyre build/gyre
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

MODELS = {
    "good.pml": "byte x;\nactive proctype P() { x = 1; assert(x == 1) }\n",
    "bad & worse.pml": "byte x;\nactive proctype P() { x = 1;\n  assert(x == 2) }\n",
    "broken.pml": "active proctype P() { x = 1 }\n",
    "lasso.pml": "byte x;\nactive proctype P() { do :: x = 1 :: x = 0 od }\nltl p { <> (x == 2) }\n",
    "sub/good.pml": "byte y;\nactive proctype P() { y = 1; assert(y == 3) }\n",
    "sub/many.pml": "int x;\nactive proctype P() { do :: x < 100000000 -> x++; assert(x > 0) od }\n",
    "sub/notes.txt": "no model\n",
}

# What SARIF 2.1.0 allows in each object that we write, and what it requires: its schema has no further properties.
ALLOWED = {
    "sarifLog": ({"version", "runs"}, {"$schema", "version", "runs"}),
    "run": ({"tool"}, {"tool", "invocations", "artifacts", "results"}),
    "tool": ({"driver"}, {"driver"}),
    "toolComponent": ({"name"}, {"name", "version", "rules"}),
    "reportingDescriptor": ({"id"}, {"id", "shortDescription", "defaultConfiguration"}),
    "invocation": ({"executionSuccessful"}, {"executionSuccessful"}),
    "artifact": (set(), {"location"}),
    "result": ({"message"}, {"ruleId", "ruleIndex", "level", "message", "locations", "occurrenceCount", "codeFlows",
                             "relatedLocations", "properties"}),
    "location": (set(), {"physicalLocation", "logicalLocations", "message"}),
    "physicalLocation": ({"artifactLocation"}, {"artifactLocation", "region"}),
    "artifactLocation": ({"uri"}, {"uri"}),
    "region": ({"startLine"}, {"startLine", "startColumn", "endColumn"}),
    "logicalLocation": ({"name"}, {"name", "kind"}),
    "codeFlow": ({"threadFlows"}, {"message", "threadFlows"}),
    "threadFlow": ({"locations"}, {"locations"}),
    "threadFlowLocation": (set(), {"location", "executionOrder", "state", "importance", "kinds"}),
    "message": ({"text"}, {"text"}),
    "multiformatMessageString": ({"text"}, {"text"}),
    "reportingConfiguration": (set(), {"level"}),
}
# Which object lies behind which property.
BEHIND = {
    "runs": "run", "tool": "tool", "driver": "toolComponent", "rules": "reportingDescriptor", "invocations": "invocation",
    "artifacts": "artifact", "results": "result", "locations": "location", "relatedLocations": "location",
    "physicalLocation": "physicalLocation", "artifactLocation": "artifactLocation", "region": "region",
    "logicalLocations": "logicalLocation", "codeFlows": "codeFlow", "threadFlows": "threadFlow", "message": "message",
    "shortDescription": "multiformatMessageString", "defaultConfiguration": "reportingConfiguration",
}
LEVELS = {"none", "note", "warning", "error"}


class Failed(Exception):
    pass


def demand(condition, text):
    if not condition:
        raise Failed(text)


def valid_sarif(value, kind, where="$"):
    """Whether an object has what SARIF requires, and nothing that it does not know."""
    required, allowed = ALLOWED[kind]
    demand(isinstance(value, dict), f"{where}: no object")
    demand(required <= value.keys(), f"{where}: without {required - value.keys()}")
    demand(value.keys() <= allowed, f"{where}: {value.keys() - allowed} is not known")
    for name, inside in value.items():
        there = f"{where}.{name}"
        if name == "properties":
            continue
        if name == "state":
            for key, text in inside.items():
                valid_sarif(text, "multiformatMessageString", f"{there}[{key}]")
        elif name == "location":
            valid_sarif(inside, "artifactLocation" if kind == "artifact" else "location", there)
        elif name == "locations" and kind == "threadFlow":
            demand(inside, f"{there}: empty")
            for i, item in enumerate(inside):
                valid_sarif(item, "threadFlowLocation", f"{there}[{i}]")
        elif name in BEHIND:
            for i, item in enumerate(inside if isinstance(inside, list) else [inside]):
                valid_sarif(item, BEHIND[name], f"{there}[{i}]")
        elif name == "level":
            demand(inside in LEVELS, f"{there}: {inside}")
        elif name == "uri":
            demand(re.fullmatch(r"[A-Za-z0-9/%._~:-]+", inside), f"{there}: {inside} is no reference")
        elif name in ("startLine", "startColumn", "endColumn", "occurrenceCount"):
            demand(isinstance(inside, int) and inside >= 1, f"{there}: {inside}")
    if kind == "result":
        demand(value["ruleIndex"] >= 0, f"{where}: no rule")


class Runner:
    def __init__(self, gyre, folder):
        self.gyre, self.folder = gyre, Path(folder)
        for name, text in MODELS.items():
            path = self.folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)

    def run(self, *arguments, status):
        done = subprocess.run([self.gyre, *arguments], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, timeout=300, env={**os.environ, "GYRE_CACHE": "off"})
        demand(done.returncode == status, f"{arguments}: exit {done.returncode}, not {status}\n{done.stdout}{done.stderr}")
        return done.stdout, done.stderr


def several(r):
    out, err = r.run("check", "good.pml", "bad & worse.pml", "lasso.pml", "--jobs", "2", status=1)
    names = re.findall(r"^(.+?\.pml) +(\w+) +(holds|violated|inconclusive)  ", out, re.M)
    demand(names == [("good.pml", "safety", "holds"), ("bad & worse.pml", "safety", "violated"),
                     ("lasso.pml", "safety", "holds"), ("lasso.pml", "p", "violated")], out)
    demand("\nbad & worse.pml:3:3: error: safety: assertion violated: x == 2\n" in out, out)
    demand(out.endswith("\n\n3 models, 4 properties: 2 holds, 2 violated\n"), out)
    demand((r.folder / "bad & worse.pml.trail.json").exists(), "there is no trail")
    r.run("replay", "bad & worse.pml", "bad & worse.pml.trail.json", status=0)


def statuses(r):
    r.run("check", "good.pml", "good.pml", status=0)
    r.run("check", "good.pml", "broken.pml", status=2)
    r.run("check", "good.pml", "nowhere.pml", status=2)
    r.run("check", "broken.pml", "bad & worse.pml", status=1)
    r.run("check", "good.pml", "sub/many.pml", "--depth", "5", "--search", "dfs", "--trail", "none", status=3)
    _, err = r.run("check", "sub/notes", status=2)
    (r.folder / "none").mkdir()
    _, err = r.run("check", "none", status=2)
    demand("there is no model in this folder" in err, err)
    _, err = r.run("check", "good.pml", "lasso.pml", "--trail", "t.json", status=2)
    demand("--trail names the file of one model" in err, err)
    _, err = r.run("check", "good.pml", "--json", "-", "--sarif", "-", status=2)
    demand("both write to standard output" in err, err)


def folders(r):
    """Of one name in two folders: two trails."""
    (r.folder / "good.pml").write_text(MODELS["good.pml"].replace("x == 1)", "x == 5)"))
    out, _ = r.run("check", "sub/good.pml", "good.pml", "--jobs", "2", status=1)
    trails = sorted(p.name for p in r.folder.glob("*.trail.json"))
    demand(trails == ["good.pml.trail.json", "sub_good.pml.trail.json"], trails)
    out, _ = r.run("check", "sub", "--time", "2s", "--depth", "9", status=1)
    demand(re.findall(r"^(sub/\w+\.pml) ", out, re.M) == ["sub/good.pml", "sub/many.pml"], out)


def as_json(r):
    out, _ = r.run("check", "broken.pml", "lasso.pml", "nowhere.pml", "--json", "-", status=1)
    report = json.loads(out)
    demand([m["model"] for m in report["models"]] == ["broken.pml", "lasso.pml", "nowhere.pml"], out)
    broken, lasso, nowhere = report["models"]
    demand(broken["diagnostics"][0]["line"] == 1 and "properties" not in broken, broken)
    demand([p["verdict"] for p in lasso["properties"]] == ["holds", "violated"], lasso)
    demand("cannot read" in nowhere["diagnostics"][0]["message"], nowhere)
    single, _ = r.run("check", "lasso.pml", "--json", "-", status=1)
    demand([p["verdict"] for p in json.loads(single)["properties"]] == ["holds", "violated"], single)


def as_sarif(r):
    r.run("check", "bad & worse.pml", "broken.pml", "lasso.pml", "good.pml", "--sarif", "out.sarif", "--quiet", status=1)
    log = json.loads((r.folder / "out.sarif").read_text())
    valid_sarif(log, "sarifLog")
    demand(log["version"] == "2.1.0", log["version"])
    run = log["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    for result in run["results"]:
        demand(rules[result["ruleIndex"]] == result["ruleId"], result)
    by_rule = {result["ruleId"]: result for result in run["results"] if result["level"] == "error"}
    demand(by_rule.keys() == {"assertion", "acceptance-cycle", "model-error"}, by_rule.keys())
    assertion = by_rule["assertion"]
    place = assertion["locations"][0]["physicalLocation"]
    demand(place == {"artifactLocation": {"uri": "bad%20%26%20worse.pml"}, "region": {"startLine": 3, "startColumn": 3}}, place)
    steps = assertion["codeFlows"][0]["threadFlows"][0]["locations"]
    demand([s["executionOrder"] for s in steps] == [1, 2], steps)
    demand(steps[0]["state"] == {"x": {"text": "1"}} and steps[-1]["importance"] == "essential", steps)
    lasso = by_rule["acceptance-cycle"]["codeFlows"][0]["threadFlows"][0]["locations"]
    demand(sum("cycle" in s.get("kinds", []) for s in lasso) == 1, lasso)
    r.run("check", "sub/many.pml", "--depth", "5", "--search", "dfs", "--sarif", "one.sarif", status=3)
    one = json.loads((r.folder / "one.sarif").read_text())
    valid_sarif(one, "sarifLog")
    demand([(x["ruleId"], x["level"]) for x in one["runs"][0]["results"] if x["level"] != "note"][-1] ==
           ("inconclusive", "warning"), one)
    r.run("check", "broken.pml", "--sarif", "broken.sarif", status=2)
    broken = json.loads((r.folder / "broken.sarif").read_text())
    valid_sarif(broken, "sarifLog")
    demand(broken["runs"][0]["invocations"] == [{"executionSuccessful": False}], broken)
    # What the checker above does not let pass, so that it can fail.
    for spoil in (lambda l: l["runs"][0].pop("tool"), lambda l: l["runs"][0]["results"][0].update(color=1),
                  lambda l: l["runs"][0]["results"][0].update(level="fatal")):
        spoiled = json.loads((r.folder / "out.sarif").read_text())
        spoil(spoiled)
        try:
            valid_sarif(spoiled, "sarifLog")
        except Failed:
            continue
        raise Failed("the checker of SARIF lets everything pass")


def as_junit(r):
    r.run("check", "bad & worse.pml", "broken.pml", "lasso.pml", "--junit", "out.xml", "--quiet", status=1)
    top = ElementTree.parse(r.folder / "out.xml").getroot()
    demand(top.tag == "testsuites" and top.get("tests") == "4", top.attrib)
    demand((top.get("failures"), top.get("errors"), top.get("skipped")) == ("2", "1", "0"), top.attrib)
    suites = {s.get("name"): s for s in top.iter("testsuite")}
    demand(list(suites) == ["bad & worse.pml", "broken.pml", "lasso.pml"], list(suites))
    cases = {(s, c.get("name")): [e.tag for e in c] for s, suite in suites.items() for c in suite}
    demand(cases == {("bad & worse.pml", "safety"): ["failure"], ("broken.pml", "the model"): ["error"],
                     ("lasso.pml", "safety"): [], ("lasso.pml", "p"): ["failure"]}, cases)
    failure = suites["bad & worse.pml"].find("testcase/failure")
    demand(failure.get("message") == "assertion violated: x == 2" and "x = 1" in failure.text, failure.text)
    r.run("check", "sub/many.pml", "--depth", "5", "--search", "dfs", "--junit", "one.xml", status=3)
    demand(ElementTree.parse(r.folder / "one.xml").getroot().get("errors") == "1", "an open question is no error")


def suite(r):
    """gyre test: what models expect of themselves."""
    (r.folder / "suite").mkdir()
    right = "/* It holds.\n\n   gyre: check --safety --errors 0\n   expect: verdict=holds states=4 kinds=\n" \
            "   output: all states were explored\n\n   gyre: check --depth 1 --search dfs\n   expect: verdict=inconclusive */\n"
    (r.folder / "suite" / "right.pml").write_text(right + MODELS["good.pml"])
    (r.folder / "suite" / "error.pml").write_text(
        "// gyre: check\n// expect: verdict=violated line=5 length=2 kinds=assertion\n" + MODELS["bad & worse.pml"])
    (r.folder / "suite" / "refused.pml").write_text("/* gyre: check\n expect: exit=2 line=3 */\n" + MODELS["broken.pml"])
    (r.folder / "suite" / "prose.pml").write_text(MODELS["good.pml"])
    out, _ = r.run("test", "suite", "--jobs", "2", status=0)
    demand(out.endswith("\n\n4 passed, 0 failed, 1 skipped\n"), out)
    demand(not list(r.folder.glob("*.trail.json")), "a test leaves trails behind")
    for wrong, sentence in (("states=7", "states: expected 7, got 4"), ("verdict=violated", "verdict: expected violated, got holds"),
                            ("transitions=9", "transitions: expected 9, got "), ("exit=3", "exit: expected 3, got 0"),
                            ("length=1", "length: expected 1, got none"), ("line=2", "line: no message is about"),
                            ("verdict=holds kinds=deadlock", "kinds: expected deadlock, got none"),
                            ("verdict:q=holds", "verdict:q: expected holds, got none"),
                            ("colour=blue", "is nothing that can be expected")):
        (r.folder / "wrong.pml").write_text(f"/* gyre: check\n expect: {wrong} */\n" + MODELS["good.pml"])
        out, _ = r.run("test", "wrong.pml", status=1)
        demand(sentence in out and out.endswith("0 passed, 1 failed, 0 skipped\n"), f"{wrong}: {out}")
    (r.folder / "wrong.pml").write_text("/* gyre: check\n expect: verdict=holds\n output: no such line */\n" + MODELS["good.pml"])
    out, _ = r.run("test", "wrong.pml", status=1)
    demand("output: nothing matches 'no such line'" in out, out)
    (r.folder / "wrong.pml").write_text("/* gyre: check --nothing\n expect: verdict=holds */\n" + MODELS["good.pml"])
    out, _ = r.run("test", "wrong.pml", status=1)
    demand("unknown option --nothing" in out, out)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gyre", required=True)
    arguments = parser.parse_args()
    gyre = str(Path(arguments.gyre).resolve())
    passed = failed = 0
    for test in (several, statuses, folders, as_json, as_sarif, as_junit, suite):
        with tempfile.TemporaryDirectory(prefix="gyre-reports-") as folder:
            try:
                test(Runner(gyre, folder))
                passed += 1
            except Failed as e:
                failed += 1
                print(f"FAIL {test.__name__}: {e}")
    print(f"reports: {passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
