"""Asks the library many times in one process (asked.cc). A process that crashes or takes too long is replaced."""

import json
import os
import select
import subprocess
import threading
import types


class Asker:
    """One process. May be used by one thread at a time."""

    def __init__(self, program, seconds):
        self.program = str(program)
        self.seconds = seconds
        self.process = None

    def ask(self, text, options):
        """What golden.run_gyre returns of a check: report, code, output, timeout."""
        if self.process is None:
            self.process = subprocess.Popen([self.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.STDOUT, env={**os.environ, "GYRE_CACHE": "off"})
        question = json.dumps({"text": text, "options": options}) + "\n"
        try:
            self.process.stdin.write(question.encode())
            self.process.stdin.flush()
            answer = self.line()
        except BrokenPipeError:
            answer = b""
        if answer is None:
            self.close()
            return types.SimpleNamespace(report=None, code=None, output="", timeout=True)
        try:
            report = json.loads(answer)
        except ValueError:  # what it says as it dies, and the rest of that
            rest = answer + self.process.stdout.read()
            code = self.process.wait()
            self.close()
            return types.SimpleNamespace(report=None, code=code or 4, output=rest.decode(errors="replace"), timeout=False)
        refused = report.get("refused")
        return types.SimpleNamespace(report=None if refused else report, code=2 if refused else 0, output=refused or "",
                                     timeout=False)

    def line(self):
        """The next line; nothing if it takes too long."""
        out = b""
        descriptor = self.process.stdout.fileno()
        while not out.endswith(b"\n"):
            if not select.select([descriptor], [], [], self.seconds)[0]:
                return None
            more = os.read(descriptor, 1 << 20)
            if not more:
                break
            out += more
        return out

    def close(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
            self.process = None


class Askers:
    """One for each thread."""

    def __init__(self, program, seconds):
        self.program, self.seconds = program, seconds
        self.mine = threading.local()

    def ask(self, text, options):
        if not hasattr(self.mine, "asker"):
            self.mine.asker = Asker(self.program, self.seconds)
        return self.mine.asker.ask(text, options)
