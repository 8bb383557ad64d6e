"""SPIN as an oracle: what it says about a Promela model, as plain data.

Everything runs in a temporary folder (SPIN writes pan.c and trails where it stands), under a time
and a memory limit. Whatever goes wrong in SPIN, the C compiler or pan (a refused model, SIGFPE, a
state vector that is too small, a limit) ends as a Verdict whose status says so and that compares
with nothing: an oracle that fails has no opinion.

The textbook graph is `spin -a -o1 -o2 -o3` and `-DSAFETY -DNOREDUCE -DNOCLAIM`: no merging, no
reduction, no resets of dead variables, no claim. `-DNOCLAIM` does nothing in a model without one.

Results are kept in a cache folder, keyed by the text of the model, its includes and the way it is
run: GYRE_ORACLE_CACHE, or gyre-oracle-cache in the system's temporary folder; empty: no cache.
All functions may be called from several threads.
"""

import dataclasses
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

VERSION = 8  # part of every cache key: raise it when the meaning of a result changes

SPIN_SECONDS = 60
CC_SECONDS = 120
MEMORY_KB = 6 * 1024 * 1024


# ---------------------------------------------------------------------------------------------
# Results


@dataclasses.dataclass
class Edge:
    source: int
    target: int
    id: int  # SPIN's number of the statement
    flags: str  # A atomic, D d_step, p/e/a labels of the source state, L/G
    line: int
    text: str
    escape: bool = False  # an `unless` escape: leads out of a state that is not its own


@dataclasses.dataclass
class Automaton:
    name: str
    kind: str  # proctype | init | claim | trace
    start: int
    edges: list

    def triples(self):
        return [(self.name, e.source, e.target, e.id) for e in self.edges]


@dataclasses.dataclass
class Verdict:
    """status: ok (a whole graph), incomplete (stopped early: a fatal error), or no verdict at all:
    refused, cc-error, crash, timeout, depth, limit."""

    status: str
    detail: str = ""
    states: int = None
    transitions: int = None
    matched: int = None
    atomic: int = None
    depth: int = None
    errors: int = None
    vector_bytes: int = None
    seconds: float = None
    messages: list = dataclasses.field(default_factory=list)
    length: int = None  # mode shortest
    trails: list = dataclasses.field(default_factory=list)  # (kind, text) of pan's own trails
    automata: list = dataclasses.field(default_factory=list)

    @property
    def complete(self):
        return self.status == "ok"

    @property
    def judged(self):
        """True if the kinds of error mean something."""
        return self.status in ("ok", "incomplete")

    @property
    def kinds(self):
        return sorted({k for k in map(kind_of, self.messages) if k})

    @property
    def verdict(self):
        return "violated" if self.kinds else "holds"

    def to_json(self):
        return json.dumps(dataclasses.asdict(self))

    @staticmethod
    def from_json(text):
        data = json.loads(text)
        data["automata"] = [
            Automaton(a["name"], a["kind"], a["start"], [Edge(**e) for e in a["edges"]])
            for a in data["automata"]
        ]
        data["trails"] = [tuple(t) for t in data["trails"]]
        return Verdict(**data)


# pan's words (a substring, first match wins) -> the report's kind of error. None: a limit of SPIN.
KINDS = [
    ("invalid array index", "index"),
    ("assertion violated", "assertion"),
    ("event_trace", "trace"),
    ("invalid end state", "deadlock"),
    ("d_step", "d_step-block"),
    ("uninitialized chan", "uninitialised-channel"),
    ("unknown chan", "uninitialised-channel"),
    ("bad queue", "uninitialised-channel"),
    ("poll rendezvous", "channel-misuse"),
    ("parameters in send", "channel-misuse"),
    ("pars in receive", "channel-misuse"),
    ("msg fields in rcv", "channel-misuse"),
    ("fields in recv", "channel-misuse"),
    ("xs chans", "xr-xs"),
    ("xr chans", "xr-xs"),
    ("po reduction", "xr-xs"),
    ("x[rs] claim", "xr-xs"),
    ("acceptance cycle", "acceptance-cycle"),
    ("accept stutter", "acceptance-cycle"),
    ("accept cycle", "acceptance-cycle"),
    ("non-progress cycle", "non-progress-cycle"),
    ("end state in claim", "claim-completed"),
    ("claim violated", "claim-completed"),
    ("priority is out of range", "range"),
    ("non-determinism in D_proctype", "nondeterminism"),
]

LIMITS = ("too many processes", "too many queues", "VECTORSZ", "aborting", "hash table full",
          "depth limit reached")


def kind_of(message):
    if any(limit in message for limit in LIMITS):
        return None
    for words, kind in KINDS:
        if words in message:
            return kind
    return "other: " + message


# ---------------------------------------------------------------------------------------------
# Running programs


@dataclasses.dataclass
class Finished:
    code: int  # negative: the signal that ended it
    out: str
    timeout: bool = False


def run(command, cwd, seconds, memory_kb=None, stdin=""):
    """Runs a program in its own process group; at the time limit the whole group is ended."""
    if memory_kb:
        command = ["sh", "-c", f'ulimit -v {memory_kb}; exec "$@"', "sh"] + command
    process = subprocess.Popen(
        command, cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        start_new_session=True)
    try:
        out, _ = process.communicate(stdin.encode(), timeout=seconds)
        return Finished(process.returncode, out.decode(errors="replace"))
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, _ = process.communicate()
        return Finished(-signal.SIGKILL, out.decode(errors="replace"), timeout=True)


def in_parallel(function, items, jobs=2):
    """[function(item)], in the order of the items, `jobs` at a time."""
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        return list(pool.map(function, items))


# ---------------------------------------------------------------------------------------------
# Reading what pan prints


def parse_report(text):
    """Numbers and messages of pan's report; status ok only for a search that went to its end."""
    def number(pattern):
        found = re.search(pattern, text)
        return int(float(found[1])) if found else None

    verdict = Verdict("crash")
    for line in re.findall(r"^pan:\s?\d+: (.*)$", text, re.M):
        message = re.sub(r" \(at depth -?\d+\)$", "", line.strip())
        if message not in verdict.messages:
            verdict.messages.append(message)
    for line in re.findall(r"^pan: (x[rs] assertion violated.*)$", text, re.M):
        verdict.messages.append(line.replace("assertion violated", "chans: wrong access"))
    verdict.states = number(r"(\d[\d.e+]*) states, stored")
    verdict.matched = number(r"(\d[\d.e+]*) states, matched")
    verdict.transitions = number(r"(\d[\d.e+]*) transitions \(")
    verdict.atomic = number(r"(\d[\d.e+]*) atomic steps")
    verdict.depth = number(r"depth reached (\d+)")
    verdict.errors = number(r"errors: (\d+)")
    verdict.vector_bytes = number(r"State-vector (\d+) byte")
    elapsed = re.search(r"elapsed time ([\d.e+]+) seconds", text)
    verdict.seconds = float(elapsed[1]) if elapsed else None

    unread = [m for m in verdict.messages if any(limit in m for limit in LIMITS)]
    if "self-loop" in text or re.search(r"inherits \d+", text):
        verdict.status, verdict.detail = "refused", first_line_with(text, "self-loop", "inherits")
    elif verdict.states is None:
        verdict.status, verdict.detail = "crash", text.strip()[-200:]
    elif "max search depth too small" in text:
        verdict.status, verdict.detail = "depth", "max search depth too small"
    elif unread:
        verdict.status, verdict.detail = "limit", unread[0]
    elif "Search not completed" in text:
        verdict.status = "incomplete"
    else:
        verdict.status = "ok"
    return verdict


def first_line_with(text, *words):
    for line in text.splitlines():
        if any(word in line for word in words):
            return line.strip()
    return ""


EDGE = re.compile(
    r"\s*state\s+(\d+) -\(tr\s+\d+\)-> state\s+(\d+)\s+"
    r"\[id\s+(\d+) tp\s+-?\d+(?:,-?\d+)?(?: org\s+-?\d+)?\] \[(.{5})\] .*?:(\d+) => ?(.*)")


def parse_automata(text):
    """The output of `pan -d`. The first edge of an automaton starts in its initial state."""
    automata = []
    for line in text.splitlines():
        head = re.match(r"(proctype|claim) (\S+)$|(init)$|(?:no)?trace (assertion)$", line.strip())
        if head and not line.startswith("\t"):
            name = head[2] or (":trace:" if head[4] else ":init:")
            kind = {":init:": "init", ":trace:": "trace", ":notrace:": "trace"}.get(name, head[1])
            automata.append(Automaton(name, kind, 0, []))
            continue
        edge = EDGE.match(line)
        if edge and automata:
            if not automata[-1].edges:
                automata[-1].start = int(edge[1])
            automata[-1].edges.append(
                Edge(int(edge[1]), int(edge[2]), int(edge[3]), edge[4], int(edge[5]), edge[6],
                     " org " in line))
    return automata


def parse_trail(text):
    """[(process, statement)] of a SPIN trail, and whether it names a claim / says 'merged'."""
    steps, marks = [], set()
    for line in text.split():
        fields = line.split(":")
        if len(fields) != 3:
            raise ValueError(f"not a trail line: {line!r}")
        step, process, statement = map(int, fields)
        if step < 0:
            marks.add(step)
        else:
            steps.append((process, statement))
    return steps, marks


def follow(automata, trail):
    """Walks a trail (without a claim) through the automata, because `spin -t` jumps to any statement.

    Returns (problem or None, {process: (proctype, control state)} at its end). The number of a
    statement is global, so it tells the proctype of the process that takes it.
    """
    steps, marks = parse_trail(trail)
    if -2 in marks or -4 in marks:
        return "the trail is one of a claim or of merged statements", {}
    where, edges, starts = {}, {}, {}
    for automaton in automata:
        starts[automaton.name] = automaton.start
        for edge in automaton.edges:
            edges.setdefault(edge.id, []).append((automaton.name, edge.source, edge.target))
    for number, (process, statement) in enumerate(steps, 1):
        if statement not in edges:
            return f"step {number}: no statement {statement}", where
        proctype = edges[statement][0][0]
        at = where.get(process, (proctype, starts[proctype]))
        target = [t for (p, s, t) in edges[statement] if (p, s) == at]
        if not target:
            return f"step {number}: process {process} is in {at}, statement {statement} is not there", where
        if target[0] == 0:
            where.pop(process, None)  # it died; its number may be used again
        else:
            where[process] = (proctype, target[0])
    return None, where


# ---------------------------------------------------------------------------------------------
# The oracle


def gather(path, root=None):
    """The text of a model and of the files it includes, by their path below root."""
    path = Path(path)
    root = Path(root) if root else path.parent
    texts, todo = {}, [path]
    while todo:
        file = todo.pop()
        name = os.path.relpath(file, root)
        if name in texts or name.startswith("..") or not file.is_file():
            continue
        texts[name] = file.read_bytes()
        for include in re.findall(rb'^\s*#\s*include\s+["<]([^">]+)[">]', texts[name], re.M):
            include = include.decode(errors="replace")
            todo += [file.parent / include, path.parent / include]
    return texts


def uses_c_code(texts):
    return any(re.search(rb"\bc_(code|expr|decl|state|track)\b", strip_comments(t))
               for t in texts.values())


def blank_comments(text):
    """Comments do not matter to a result, but the lines they fill do."""
    return re.sub(rb"/\*.*?\*/", lambda found: b"\n" * found[0].count(b"\n"), text, flags=re.S)


def strip_comments(text):
    return re.sub(rb"/\*.*?\*/|//[^\n]*", b" ", text, flags=re.S)


class Oracle:
    def __init__(self, cache=None, pan_seconds=60, optimise="-O1"):
        self.spin, self.cc = shutil.which("spin"), shutil.which("gcc") or shutil.which("cc")
        self.pan_seconds, self.optimise = pan_seconds, optimise
        if cache is None:
            cache = os.environ.get("GYRE_ORACLE_CACHE",
                                   Path(tempfile.gettempdir()) / "gyre-oracle-cache")
        self.cache = Path(cache) if str(cache) else None

    @property
    def available(self):
        return bool(self.spin and self.cc)

    # -- modes ---------------------------------------------------------------------------------

    def textbook(self, path, defines=(), root=None, spin_flags=()):
        """The whole graph; with pan's own trails of the first errors and the automata.
        A flag written `pan:-J` is one of pan."""
        return self._judge("textbook", path, root, ["-o1", "-o2", "-o3", *spin_flags, *defines],
                           ["-DSAFETY", "-DNOREDUCE", "-DNOCLAIM"])

    def merged(self, path, defines=(), root=None):
        """SPIN's default: statements merged, dead variables reset; without reduction."""
        return self._judge("merged", path, root, list(defines),
                           ["-DSAFETY", "-DNOREDUCE", "-DNOCLAIM"])

    def reduced(self, path, defines=(), root=None):
        """Partial order reduction, on top of merging. xr/xs are only checked here."""
        return self._judge("reduced", path, root, list(defines), ["-DSAFETY", "-DNOCLAIM"])

    def bfs(self, path, defines=(), root=None):
        """Breadth-first; the numbers mean little (inner states of atomics are stored)."""
        return self._judge("bfs", path, root, ["-o1", "-o2", "-o3", *defines],
                           ["-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", "-DBFS"])

    def shortest(self, path, defines=(), root=None):
        """The length of the shortest counterexample in `length` (None: there is none)."""
        return self._judge("shortest", path, root, ["-o1", "-o2", "-o3", *defines],
                           ["-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", "-DREACH"])

    def cycles(self, path, defines=(), root=None, claim=None, fair=False, progress=False):
        """Up to the first error: acceptance cycles, by the claim or by labels, or non-progress cycles."""
        flags = ["-l" if progress else "-a", "-c1"] + (["-f"] if fair else []) + (["-N", claim] if claim else [])
        return self._judge("cycles", path, root, [*(f"pan:{f}" for f in flags), *defines],
                           ["-DNOREDUCE", "-DNFAIR=5"] + (["-DNP"] if progress else []))

    def parses(self, path, defines=(), root=None, spin_flags=()):
        """Verdict ok if `spin -a` takes the model, else refused with SPIN's words."""
        return self._judge("parse", path, root, [*spin_flags, *defines], [])

    # -- trails --------------------------------------------------------------------------------

    def replay(self, path, trail, defines=(), root=None):
        """`spin -t -p` on a trail: (ran through, text). See follow() for what it does not check."""
        with tempfile.TemporaryDirectory(prefix="gyre-oracle-") as folder:
            name = self._write(folder, gather(path, root), path, root)
            (Path(folder) / "given.trail").write_text(trail)
            done = run([self.spin, "-t", "-p", "-k", "given.trail", *defines, name], folder,
                       SPIN_SECONDS)
        text = done.out
        steps, _ = parse_trail(trail)
        shown = [int(n) for n in re.findall(r"^\s*(\d+):", text, re.M)]
        ended = re.search(r"trail ends after (\d+) steps", text)
        through = (not done.timeout and "transition failed" not in text
                   and (ended is not None or "assertion violated" in text)
                   and (not steps or (shown and max(shown) >= len(steps))))
        return bool(through), text

    def certify(self, path, trail, kind, automata, defines=(), root=None):
        """None if the trail is an execution of the model that ends in an error of this kind; else
        what is wrong with it. A deadlock is only checked as far as SPIN shows it: some process
        stands in a state that is not an end state."""
        problem, where = follow(automata, trail)
        if problem or kind not in ("assertion", "deadlock"):
            return problem  # at other errors `spin -t` stops in its own ways
        through, text = self.replay(path, trail, defines, root)
        if not through:
            return "spin -t does not get through: " + (
                first_line_with(text, "failed", "rror") or text.strip()[-150:])
        if kind == "assertion" and "assertion violated" not in text:
            return "spin -t meets no failed assertion"
        if kind == "deadlock":
            stuck = [w for w in where.values() if not self._is_end(automata, w)]
            listed = re.search(r"#processes: (\d+)", text)
            # A process that never moved is not in the trail; SPIN lists it.
            if not stuck and listed and int(listed[1]) <= len(where):
                return "all processes stand in valid end states"
        return None

    @staticmethod
    def _is_end(automata, where):
        name, state = where
        for automaton in automata:
            if automaton.name == name:
                flags = [e.flags for e in automaton.edges if e.source == state and not e.escape]
                return bool(flags) and "e" in flags[0]
        return False

    # -- inside --------------------------------------------------------------------------------

    def _judge(self, mode, path, root, spin_flags, cc_flags):
        texts = gather(path, root)
        key = hashlib.sha256(repr((VERSION, mode, spin_flags, cc_flags, self.pan_seconds,
                                   Path(path).name, sorted(
                                       (n, blank_comments(t)) for n, t in texts.items()
                                   ))).encode()).hexdigest()
        slot = self.cache / f"{key}.json" if self.cache else None
        if slot and slot.is_file():
            return Verdict.from_json(slot.read_text())
        with tempfile.TemporaryDirectory(prefix="gyre-oracle-") as folder:
            name = self._write(folder, texts, path, root)
            verdict = self._run_mode(mode, folder, name, spin_flags, cc_flags)
        if slot and verdict.status != "timeout":
            self.cache.mkdir(parents=True, exist_ok=True)
            draft = slot.with_name(f"{slot.name}.{os.getpid()}.{id(verdict)}")
            draft.write_text(verdict.to_json())
            draft.replace(slot)
        return verdict

    @staticmethod
    def _write(folder, texts, path, root):
        for name, text in texts.items():
            target = Path(folder) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text)
        return os.path.relpath(path, root) if root else Path(path).name

    def _run_mode(self, mode, folder, name, flags, cc_flags):
        pan_flags = ["-c0", "-n"] + [f[4:] for f in flags if f.startswith("pan:")]
        spin_flags = [f for f in flags if not f.startswith("pan:")]
        done = run([self.spin, "-a", *spin_flags, name], folder, SPIN_SECONDS)
        if done.timeout:
            return Verdict("timeout", "spin -a")
        if done.code < 0:
            return Verdict("crash", f"spin -a ended by {signal.Signals(-done.code).name}")
        if done.code != 0 or not (Path(folder) / "pan.c").exists():
            return Verdict("refused", first_line_with(done.out, "rror", "spin:")
                           or done.out.strip()[-200:])
        if mode == "parse":
            return Verdict("ok", done.out.strip())
        failed = self._compile(folder, cc_flags)
        if failed:
            return failed
        if mode == "shortest":
            return self._shortest(folder, name)
        verdict = self._search(folder, pan_flags)
        if verdict.status == "limit" and "VECTORSZ" in verdict.detail + " ".join(verdict.messages):
            failed = self._compile(folder, cc_flags + ["-DVECTORSZ=32000"])
            if failed:
                return failed
            verdict = self._search(folder, pan_flags)
        if mode == "textbook":
            verdict.automata = parse_automata(run([self.pan(folder), "-d"], folder, 60).out)
            if verdict.judged and verdict.errors:
                verdict.trails = self._trails(folder, name, verdict.depth)
        return verdict

    @staticmethod
    def pan(folder):
        return str(Path(folder) / "pan")

    def _compile(self, folder, cc_flags):
        done = run([self.cc, self.optimise, "-w", *cc_flags, "-o", "pan", "pan.c"], folder,
                   CC_SECONDS)
        if done.timeout:
            return Verdict("timeout", "C compiler")
        if done.code != 0:
            return Verdict("cc-error", first_line_with(done.out, "error"))
        return None

    def _search(self, folder, arguments):
        """Runs pan, deeper and deeper: its stack is allocated at once, so most runs start small."""
        for depth, width in ((10_000, 18), (1_000_000, 22), (10_000_000, 24)):
            done = run([self.pan(folder), *arguments, f"-m{depth}", f"-w{width}"], folder,
                       self.pan_seconds, MEMORY_KB)
            if done.timeout:
                return Verdict("timeout", "pan")
            verdict = parse_report(done.out)
            if done.code < 0:
                name = signal.Signals(-done.code).name
                return Verdict("crash", f"pan ended by {name}", messages=verdict.messages)
            if verdict.status != "depth":
                break
        return verdict

    def _trails(self, folder, name, depth):
        """Trails of the first few errors, one per kind."""
        run([self.pan(folder), "-n", "-e", "-c20", f"-m{max(depth + 10, 10_000)}", "-w20"],
            folder, self.pan_seconds, MEMORY_KB)
        # `-e` numbers trails like errors; which kind each one has, a run up to it tells.
        found, seen = [], set()
        for number in range(1, 21):
            file = Path(folder) / f"{name}{number}.trail"
            if not file.exists():
                break
            out = run([self.pan(folder), "-n", f"-c{number}", f"-m{max(depth + 10, 10_000)}",
                       "-w20"], folder, self.pan_seconds, MEMORY_KB).out
            messages = re.findall(r"^pan:\s?\d+: (.*)$", out, re.M)
            kind = kind_of(messages[-1]) if messages else None
            if kind and kind not in seen:
                seen.add(kind)
                found.append((kind, file.read_text()))
        return found

    def _shortest(self, folder, name):
        """pan -DREACH -i overlooks end states one step shorter than the best it has, so the bound
        is lowered here. With -mM pan finds assertions of length <= M, end states of length <= M-2."""
        trail = Path(folder) / f"{name}.trail"

        def found_length(extra, depth):
            trail.unlink(missing_ok=True)
            done = run([self.pan(folder), "-c1", "-n", *extra, f"-m{depth}", "-w20"], folder,
                       self.pan_seconds, MEMORY_KB)
            if done.timeout:
                return "timeout"
            if done.code < 0:
                return "crash"
            return len(parse_trail(trail.read_text())[0]) if trail.exists() else None

        best = None
        # Assertions (-E: no end states), then end states (-A: no assertions).
        for extra, slack in ((["-E"], -1), (["-A"], 1)):
            bound = 10_000 if best is None else best + slack
            while bound > 0:
                length = found_length(extra, bound)
                if isinstance(length, str):
                    return Verdict(length, "mode shortest")
                if length is None or (best is not None and length >= best):
                    break
                best = length
                bound = best + slack
        return Verdict("ok", length=best)


if __name__ == "__main__":
    import argparse

    parser = argparse.ArgumentParser(description="what SPIN says about a model")
    parser.add_argument("model", nargs="+")
    parser.add_argument("--mode", default="textbook",
                        choices=["textbook", "merged", "reduced", "bfs", "shortest", "parses"])
    parser.add_argument("-D", action="append", default=[], dest="defines")
    parser.add_argument("--automata", action="store_true")
    arguments = parser.parse_args()
    for model in arguments.model:
        answer = getattr(Oracle(cache=""), arguments.mode)(
            model, defines=[f"-D{d}" for d in arguments.defines])
        print(model, answer.status, answer.detail, f"states={answer.states}",
              f"transitions={answer.transitions} depth={answer.depth} atomic={answer.atomic}",
              f"errors={answer.errors} kinds={','.join(answer.kinds)} length={answer.length}")
        if arguments.automata:
            for automaton in answer.automata:
                for triple in automaton.triples():
                    print("  ", *triple)
