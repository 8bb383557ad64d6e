"""A client of the language server, for tests: it starts the server, sends messages and waits for answers."""

import json
import queue
import subprocess
import threading
import time


class Client:
    def __init__(self, gyre, timeout=20):
        self.process = subprocess.Popen([gyre, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.timeout = timeout
        self.next = 0
        self.answers = {}
        self.notes = []  # notifications and requests of the server that nobody has asked for yet
        self.inbox = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        out = self.process.stdout
        while True:
            length = None
            while True:
                line = out.readline()
                if not line:
                    self.inbox.put(None)
                    return
                line = line.strip()
                if not line:
                    break
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            self.inbox.put(json.loads(out.read(length)))

    def raw(self, body):
        if isinstance(body, str):
            body = body.encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def send(self, message):
        self.raw(json.dumps({"jsonrpc": "2.0", **message}))

    def notify(self, method, params=None):
        self.send({"method": method, "params": params if params is not None else {}})

    def ask(self, method, params=None):
        """Sends a request, returns its number."""
        self.next += 1
        self.send({"id": self.next, "method": method, "params": params if params is not None else {}})
        return self.next

    def _one(self, deadline):
        message = self.inbox.get(timeout=max(0.01, deadline - time.monotonic()))
        if message is None:
            raise EOFError("the server has ended: " + self.process.stderr.read().decode())
        if "method" in message:
            self.notes.append(message)
        else:
            self.answers.setdefault(message["id"], message)

    def answer(self, number):
        deadline = time.monotonic() + self.timeout
        while number not in self.answers:
            self._one(deadline)
        return self.answers.pop(number)

    def result(self, method, params=None):
        answer = self.answer(self.ask(method, params))
        if "error" in answer:
            raise AssertionError(f"{method}: {answer['error']}")
        return answer["result"]

    def error(self, method, params=None):
        answer = self.answer(self.ask(method, params))
        if "error" not in answer:
            raise AssertionError(f"{method}: expected an error, got {answer['result']}")
        return answer["error"]

    def note(self, method, accept=lambda params: True):
        """The next notification or request of the server of this kind; those before it are forgotten."""
        deadline = time.monotonic() + self.timeout
        while True:
            while self.notes:
                message = self.notes.pop(0)
                if message["method"] == method and accept(message.get("params")):
                    return message.get("params")
            self._one(deadline)

    def start(self, **options):
        params = {"processId": None, "rootUri": None, "capabilities": {}}
        params.update(options)
        result = self.result("initialize", params)
        self.notify("initialized")
        return result

    def open(self, uri, text, language="promela", version=1):
        self.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": language, "version": version,
                                                              "text": text}})

    def diagnostics(self, uri):
        return self.note("textDocument/publishDiagnostics", lambda p: p["uri"] == uri)["diagnostics"]

    def at(self, uri, line, character, **more):
        return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}, **more}

    def end(self):
        """Shuts down; returns the exit status."""
        self.result("shutdown")
        self.notify("exit")
        return self.process.wait(timeout=self.timeout)

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
