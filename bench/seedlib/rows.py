"""What the parts of bench/seeds share: how gyre is run, and how a published value is put next to ours.

A row is `equal`, or it says why it is not. One that is not equal and has no reason is DIFFERENT, and the command fails. So
it does if ours is not what recorded.json has, from an earlier run: a reason is no excuse for a change. Only what is measured
in seconds or bytes is not recorded. `bench/seeds --record` writes the file as it goes; a row that it does not have yet says so.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RECORDED = os.path.join(ROOT, "bench", "seedlib", "recorded.json")
PLAIN = ("--safety", "--por", "off", "--merge", "off")


class Gyre:
    """Runs commands; the same one only once."""

    def __init__(self, path):
        self.path = os.path.abspath(path)
        self.known = {}

    def text(self, command, model, *options):
        arguments = [self.path, command, os.path.join(ROOT, model), *options]
        key = tuple(arguments)
        if key not in self.known:
            with tempfile.TemporaryDirectory() as folder:
                done = subprocess.run(arguments, capture_output=True, text=True, cwd=folder)
            if done.returncode not in (0, 1, 3):
                sys.exit(f"{' '.join(arguments)}: {done.stderr}")
            self.known[key] = done.stdout
        return self.known[key]

    def check(self, model, *options):
        return json.loads(self.text("check", model, "--trail", "none", "--unreached", "off", "--json", "-", *options))


class Rows:
    """Prints and counts."""

    def __init__(self, record=False):
        self.equal = self.explained = self.ours = self.different = self.measured = self.unrecorded = 0
        self.record = record
        self.about = ""
        with open(RECORDED) as file:
            self.recorded = json.load(file)

    def title(self, text):
        self.about = re.split("[:,(]", text.removeprefix("The "))[0] if "appendix" not in text else "appendix B"
        print(f"\n## {text}\n", flush=True)

    def say(self, text):
        print(text, flush=True)

    def judge(self, what, published, ours, why, measured=False):
        """What is said about two values; `why` is the reason if they are not equal."""
        if measured:  # equal or not is chance
            self.measured += 1
            return why
        if published is not None and published == ours:
            self.equal += 1
            return "equal"
        if published is not None and not why:
            self.different += 1
            return "DIFFERENT"
        key = f"{self.about} | {what}"
        if self.record:
            self.recorded[key] = ours
            self.write()
        if key not in self.recorded:
            self.unrecorded += 1
            return f"{why} (not recorded yet)"
        if self.recorded[key] != ours:
            self.different += 1
            return f"DIFFERENT from what was recorded: {self.recorded[key]}"
        if published is None:
            self.ours += 1
        else:
            self.explained += 1
        return why

    def row(self, what, published, ours, why="", width=44, measured=False):
        """`published` None: there is none, and `why` says what ours is."""
        told = self.judge(what, published, ours, why, measured)
        self.say(f"{what:{width}} {show(published):>22} {show(ours):>22}  {told}")

    def head(self, what="", width=44):
        self.say(f"{what:{width}} {'published':>22} {'ours':>22}")

    def grid(self, columns, rows, label=22, width=21):
        """rows: (label, published values, our values, why). Equal cells have one number, others ours in parentheses; `why`
        is a text for the row, or a dictionary by column."""
        self.say(f"{'':{label}}" + "".join(f"{c:>{width}}" for c in columns))
        for name, published, ours, why in rows:
            cells, notes = [], []
            for column, p, o in zip(columns, published, ours):
                reason = why.get(column, "") if isinstance(why, dict) else why
                told = self.judge(f"{column} {name}", p, o, reason)
                if told == "equal":
                    cells.append(show(p))
                else:
                    cells.append(f"{show(p)} ({show(o)})" if p is not None else f"({show(o)})")
                    note = f"{column}: {told}" if isinstance(why, dict) or told.startswith("DIFFERENT") else told
                    if note not in notes:
                        notes.append(note)
            self.say(f"{name:{label}}" + "".join(f"{c:>{width}}" for c in cells) + ("  " + "; ".join(notes) if notes else ""))

    def write(self):
        with open(RECORDED, "w") as file:
            json.dump(self.recorded, file, indent=0, sort_keys=True)
            file.write("\n")

    def summary(self):
        self.say(f"\nseeds: {self.equal} equal, {self.explained} not equal and why, {self.ours} without a published value, "
                 f"{self.measured} measured, {self.unrecorded} not recorded, {self.different} different")
        return 1 if self.different else 0


def show(value):
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.3g}" if abs(value) < 0.001 else f"{value:.2f}"
    return str(value)


def only(report, name=None):
    """The property of that name, or the first one."""
    return next(p for p in report["properties"] if name in (None, p["name"]))


def length(found):
    """Steps of a counterexample; None if there is none."""
    return found["violations"][0]["counterexample"]["length"] if found["violations"] else None
