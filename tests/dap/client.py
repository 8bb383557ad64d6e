"""A client of the Debug Adapter Protocol for tests: starts `gyre dap`, sends requests, waits for answers and events.

Whatever does not come within the time limit is a failure: an adapter that hangs is found.
"""

import json
import queue
import subprocess
import threading

LIMIT = 30  # seconds for one answer; the machine may be busy


class Failure(Exception):
    pass


def frame(message):
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


class Client:
    def __init__(self, gyre, folder):
        self.process = subprocess.Popen([str(gyre), "dap"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.sequence = 0
        self.messages = queue.Queue()
        self.events = []  # that nobody has waited for
        threading.Thread(target=self.read, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stderr):
            try:
                stream.close()
            except BrokenPipeError:
                pass

    def read(self):
        stream = self.process.stdout
        while header := stream.readline():
            name, _, length = header.partition(b":")
            if name != b"Content-Length" or stream.readline() != b"\r\n":
                self.messages.put({"type": "broken", "line": header})
                return
            self.messages.put(json.loads(stream.read(int(length))))
        self.messages.put(None)

    def send_raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, command, arguments=None):
        self.sequence += 1
        message = {"seq": self.sequence, "type": "request", "command": command}
        if arguments is not None:
            message["arguments"] = arguments
        self.send_raw(frame(message))
        return self.sequence

    def receive(self, what):
        try:
            message = self.messages.get(timeout=LIMIT)
        except queue.Empty:
            raise Failure(f"no {what} within {LIMIT} s") from None
        if message is None:
            raise Failure(f"the adapter ended while {what} was expected: {self.process.stderr.read().decode()}")
        if message["type"] == "broken":
            raise Failure(f"no message: {message['line']}")
        return message

    def response(self, sequence):
        while True:
            message = self.receive("response")
            if message["type"] == "response":
                if message["request_seq"] != sequence:
                    raise Failure(f"an answer to {message['request_seq']} and not to {sequence}: {message}")
                return message
            self.events.append(message)

    def event(self, name):
        """The next event of that name; those before it are left out."""
        while True:
            message = self.events.pop(0) if self.events else self.receive(f"event {name}")
            if message["type"] == "event" and message["event"] == name:
                return message.get("body", {})

    def request(self, command, **arguments):
        message = self.response(self.send(command, arguments))
        if not message["success"]:
            raise Failure(f"{command} was refused: {message['message']}")
        return message.get("body", {})

    def refused(self, command, arguments=None):
        """The sentence with which a request is refused."""
        message = self.response(self.send(command, arguments))
        if message["success"]:
            raise Failure(f"{command} was not refused: {message}")
        return message["message"]

    def outputs(self, category="console"):
        """What was written since the last wait for an event."""
        return "".join(e["body"]["output"] for e in self.events
                       if e["event"] == "output" and e["body"]["category"] == category)

    # What most sessions begin with.

    def launch(self, program, configure=None, **arguments):
        """Up to the first stop, or to configurationDone if it does not stop on entry."""
        self.capabilities = self.request("initialize", adapterID="gyre", linesStartAt1=True, columnsStartAt1=True)
        self.request("launch", program=str(program), **arguments)
        self.event("initialized")
        if configure:
            configure()
        self.request("configurationDone")
        if arguments.get("stopOnEntry", True):
            return self.event("stopped")
        return None

    def go(self, command, thread=1, **arguments):
        """A move, and the stop behind it."""
        self.request(command, threadId=thread, **arguments)
        return self.event("stopped")

    def top(self, thread):
        return self.request("stackTrace", threadId=thread)["stackFrames"][0]

    def frames(self, thread):
        return self.request("stackTrace", threadId=thread)["stackFrames"]

    def scope(self, thread, name):
        for scope in self.request("scopes", frameId=self.top(thread)["id"])["scopes"]:
            if scope["name"] == name:
                return self.request("variables", variablesReference=scope["variablesReference"])["variables"]
        return []

    def value(self, expression, thread=None, context="watch"):
        arguments = {"expression": expression, "context": context}
        if thread is not None:
            arguments["frameId"] = self.top(thread)["id"]
        return self.request("evaluate", **arguments)["result"]

    def console(self, text):
        return self.value(text, context="repl")

    def breakpoints(self, path, *lines):
        """Lines are numbers, or objects with conditions."""
        wanted = [line if isinstance(line, dict) else {"line": line} for line in lines]
        return self.request("setBreakpoints", source={"path": str(path)}, breakpoints=wanted)["breakpoints"]

    def end(self):
        self.request("disconnect")
        status = self.process.wait(LIMIT)
        if status != 0:
            raise Failure(f"ended with status {status}: {self.process.stderr.read().decode()}")
