"""Reads the headers of golden models and judges a run of gyre by them. README.md has the format."""

import dataclasses
import json
import os
import re
import shlex
import signal
import subprocess
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent

TEXTBOOK = "check --safety --por off --merge off --errors 0"

EXIT_OF = {"holds": 0, "violated": 1, "inconclusive": 3}

# Names on an `expect:` line -> where the report has the number.
NUMBERS = {"states": "states", "transitions": "transitions", "depth": "depth",
           "atomic": "atomic_steps", "bits": "compacted_bits"}
OTHER_KEYS = {"verdict", "kinds", "exit", "length", "line", "unreached"}


class HeaderError(Exception):
    pass


@dataclasses.dataclass
class Case:
    """One `gyre:` line with what it leads to."""

    path: Path
    arguments: list  # command and options, without the model
    expect: dict = dataclasses.field(default_factory=dict)
    outputs: list = dataclasses.field(default_factory=list)
    spin: str = ""
    index: int = 0

    @property
    def name(self):
        top = HERE if self.path.is_relative_to(HERE) else HERE.parent.parent
        base = self.path.relative_to(top).as_posix()
        return base if self.index == 0 else f"{base}#{self.index + 1}"

    @property
    def textbook(self):
        return self.spin == "textbook"

    @property
    def whole_graph(self):
        """Whether this run visits what SPIN's textbook search visits: then their numbers are the same."""
        text = " ".join(self.arguments)
        return "--por off" in text and "--merge off" in text

    @property
    def defines(self):
        return [a for a in self.arguments if a.startswith(("-D", "-U", "-I"))]

    @property
    def exit(self):
        if "exit" in self.expect:
            return int(self.expect["exit"])
        codes = {EXIT_OF[verdict] for verdict in self.verdicts}
        return 1 if 1 in codes else max(codes)

    @property
    def verdicts(self):
        return [v for k, v in self.expect.items() if k == "verdict" or k.startswith("verdict:")]

    @property
    def kinds(self):
        """The kinds of error that must be met; those that may be are written with a `?`."""
        return sorted(k for k in self.expect.get("kinds", "").split(",") if k and k[-1] != "?")

    def kinds_fit(self, got):
        allowed = {k.rstrip("?") for k in self.expect.get("kinds", "").split(",")}
        return set(self.kinds) <= set(got) <= allowed


def first_comment(text):
    """(start, end) of the first comment: one /* */, (* *) (without others inside) or a row of // lines."""
    block = re.match(r"\s*/\*.*?\*/|\s*\(\*.*?\*\)", text, re.S)
    if block:
        return block.span()
    lines = re.match(r"(?:\s*//[^\n]*\n)+", text)
    return lines.span() if lines else (0, 0)


LINE = re.compile(r"^(?:\s*(?:/\*|\(\*|//)?\s*)(gyre|expect|output|spin):\s*(.*?)\s*(?:\*[/)]\s*)?$")


def read_cases(path):
    text = path.read_text(errors="replace")
    start, end = first_comment(text)
    cases = []
    for line in text[start:end].splitlines():
        found = LINE.match(line)
        if not found:
            continue
        key, value = found[1], found[2]
        if key == "gyre":
            cases.append(Case(path, shlex.split(value.replace("%d", str(path.parent.resolve()))), index=len(cases)))
            continue
        if not cases:
            raise HeaderError(f"{path}: '{key}:' before the first 'gyre:'")
        case = cases[-1]
        if key == "expect":
            for word in value.split():
                name, _, content = word.partition("=")
                if name not in NUMBERS and name not in OTHER_KEYS and not name.startswith(("verdict:", "thesis:")):
                    raise HeaderError(f"{path}: unknown expectation '{word}'")
                case.expect[name] = content
        elif key == "output":
            case.outputs.append(value)
        else:
            case.spin = value
    if not cases:
        raise HeaderError(f"{path}: no 'gyre:' line in the first comment")
    for case in cases:
        if not case.verdicts and "exit" not in case.expect:
            raise HeaderError(f"{path}: neither a verdict nor exit= expected")
        if path.suffix == ".esml":
            case.spin = "none SPIN reads no ESML"
        if not case.spin:
            raise HeaderError(f"{path}: no 'spin:' line")
    return cases


def all_models():
    """Every .pml and .esml below this folder (included files have other names), and the example models."""
    return [path for ending in ("*.pml", "*.esml")
            for path in sorted(HERE.rglob(ending)) + sorted((HERE.parent.parent / "models").rglob(ending))]


def all_cases(pattern=None):
    cases = [case for path in all_models() for case in read_cases(path)]
    return [c for c in cases if not pattern or re.search(pattern, c.name)]


# ---------------------------------------------------------------------------------------------
# Running gyre


@dataclasses.dataclass
class Run:
    code: int  # negative: a signal
    output: str
    report: dict = None
    timeout: bool = False
    seconds: float = 0.0

    def search(self):
        return (self.report or {}).get("search") or {}

    def properties(self):
        return (self.report or {}).get("properties") or []

    def kinds(self):
        return sorted({v.get("error") for p in self.properties() for v in p.get("violations") or []})


def run_gyre(gyre, arguments, model, seconds=30, want_report=True, folder=None):
    """Runs gyre in a temporary folder, so that trails it writes by default vanish with it."""
    with tempfile.TemporaryDirectory(prefix="gyre-golden-") as own:
        folder = folder or own
        command = [str(Path(gyre).resolve()), arguments[0], str(Path(model).resolve()), *arguments[1:]]
        report_file = Path(own) / "report.json"
        if want_report:
            command += ["--json", str(report_file)]
        started = time.monotonic()
        try:
            process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                       start_new_session=True)
        except OSError as problem:  # not there, or being linked anew at this moment
            return Run(126, f"cannot start {gyre}: {problem.strerror}")
        try:
            out, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, _ = process.communicate()
            return Run(-signal.SIGKILL, out.decode(errors="replace"), None, True, seconds)
        done = Run(process.returncode, out.decode(errors="replace"),
                   seconds=time.monotonic() - started)
        # What is refused has a file that says why, but no report: nothing was checked.
        if report_file.exists() and process.returncode != 2:
            try:
                done.report = json.loads(report_file.read_text())
            except ValueError as problem:
                done.output += f"\n[the report is not JSON: {problem}]"
        return done


def crashed(done):
    return done.code < 0 or done.code > 3


def last_line(text):
    lines = [line for line in text.strip().splitlines() if line.strip()]
    return lines[-1][:200] if lines else ""


def compare(case, done, verdict_only=False):
    """The differences between a run and what its header says, as a list of sentences."""
    if done.timeout:
        return [f"no answer in {done.seconds:.0f} s"]
    problems = []
    if done.code != case.exit:
        problems.append(f"exit: expected {case.exit}, got {done.code} ({last_line(done.output)})")
        if crashed(done) or done.code == 2:
            return problems
    name = re.escape(case.path.name)
    if "line" in case.expect and not verdict_only:
        if not re.search(rf"{name}:(?:{case.expect['line']}):\d+", done.output):
            problems.append(f"message: expected one at {case.path.name}:{case.expect['line']}:COLUMN,"
                            f" got: {last_line(done.output)}")
    if not verdict_only:
        for pattern in case.outputs:
            if not re.search(pattern.replace("%f", name), done.output, re.M):
                problems.append(f"output: nothing matches {pattern!r}, got: {last_line(done.output)}")
    if case.exit == 2 or case.arguments[0] != "check":
        return problems
    if done.report is None:
        return problems + ["no JSON report"]
    return problems + compare_report(case, done, verdict_only)


def compare_report(case, done, verdict_only):
    problems = []

    def differs(what, expected, got):
        if str(expected) != str(got):
            problems.append(f"{what}: expected {expected}, got {got}")

    verdicts = {p.get("name"): p.get("verdict") for p in done.properties()}
    for key, value in case.expect.items():
        if key == "verdict":
            first = done.properties()[0].get("verdict") if done.properties() else None
            differs("verdict", value, verdicts.get("safety", first))
        elif key.startswith("verdict:"):
            differs(key, value, verdicts.get(key.partition(":")[2]))
        elif verdict_only:
            continue
        elif key.startswith("thesis:"):
            differs(key, value, (done.search().get("thesis") or {}).get(key.partition(":")[2]))
        elif key in NUMBERS:
            differs(key, value, done.search().get(NUMBERS[key]))
        elif key == "length":
            differs(key, value, shortest_length(done))
        elif key == "unreached":
            differs(key, value, len(done.report.get("unreached") or []))
    if not verdict_only and "verdict" in case.expect and "--errors" in case.arguments:
        if not case.kinds_fit(done.kinds()):
            problems.append(f"kinds: expected {case.expect.get('kinds') or 'none'}, "
                            f"got {','.join(map(str, done.kinds())) or 'none'}")
    return problems


def shortest_length(done):
    lengths = [v["counterexample"]["length"] for p in done.properties()
               for v in p.get("violations") or [] if v.get("counterexample")]
    return min(lengths) if lengths else None
