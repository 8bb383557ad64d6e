"""Starts `gyre explore` and talks to it as a page does, and as nobody should."""

import http.client
import json
import signal
import subprocess
import time
from pathlib import Path
from urllib.parse import urlparse

HERE = Path(__file__).resolve().parent
MODELS = HERE.parent.parent / "models"
PAGE = HERE / "page"
LIMIT = 60  # seconds that anything may take on a busy machine


class Failure(Exception):
    pass


def equal(got, wanted):
    if got != wanted:
        raise Failure(f"{got!r} instead of {wanted!r}")


def holds(condition, what):
    if not condition:
        raise Failure(what)


def written(folder, name, text):
    path = Path(folder) / name
    path.write_text(text)
    return path


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)


class Explorer:
    """One `gyre explore`; ends with the block that it is used in."""

    def __init__(self, gyre, model, *more):
        self.process = subprocess.Popen([str(gyre), "explore", str(model), *map(str, more), "--no-browser", "--page", str(PAGE)],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=Path(model).parent)
        line = self.process.stdout.readline().strip()
        if not line:
            raise Failure("it did not start: " + self.process.stderr.read())
        self.address = urlparse(line)
        self.port = self.address.port
        self.token = self.address.query.removeprefix("token=")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def end(self, how=signal.SIGINT):
        """Its exit status, after a signal."""
        self.process.send_signal(how)
        self.process.wait(LIMIT)
        return self.process.returncode

    def send(self, method, path, body=None, headers=None, token=True):
        """Any request; headers may replace the usual ones, None leaves one out."""
        every = {"Host": f"127.0.0.1:{self.port}"}
        if token:
            every["X-Gyre-Token"] = self.token
        every.update(headers or {})
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)
        try:
            data = body if body is None or isinstance(body, bytes) else body.encode()
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            if data is not None:
                every["Content-Length"] = str(len(data))
            for name, value in every.items():
                if value is not None:
                    connection.putheader(name, value)
            connection.endheaders(data)
            answer = connection.getresponse()
            return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def refused(self, status, path, body=None, method=None):
        """The sentence of a refusal."""
        data = body if body is None or isinstance(body, (str, bytes)) else json.dumps(body)
        answer = self.send(method or ("GET" if body is None else "POST"), path, data)
        if answer.status != status:
            raise Failure(f"{path}: status {answer.status} instead of {status}: {answer.body[:300]!r}")
        sentence = answer.json()["error"]
        holds(sentence, "a refusal without a sentence")
        return sentence

    def call(self, path, body=None):
        answer = self.send("GET" if body is None else "POST", path, None if body is None else json.dumps(body))
        if answer.status != 200:
            raise Failure(f"{path}: status {answer.status}: {answer.body[:300]!r}")
        return answer.json()

    def check(self, options=None, path="/api/runs"):
        """Starts a run and waits for its end; what GET /api/runs/ID says then."""
        run = self.call(path, options or {})["run"]
        began = time.monotonic()
        while time.monotonic() - began < LIMIT:
            answer = self.call(f"/api/runs/{run}")
            if answer["state"] != "running":
                return answer
            time.sleep(0.02)
        raise Failure("the run does not end")

    def counterexample(self, options=None):
        """The number of the first trace that a check finds."""
        report = self.check(options)["report"]
        for p in report["properties"]:
            for v in p["violations"]:
                if v["trace"] is not None:
                    return v["trace"]
        raise Failure("nothing was found: " + report["text"])
