"""A daemon of its own, and clients of it, for what looks at its memory."""

import json
import os
import socket
import subprocess
import tempfile
import time


class Refused(Exception):
    """The daemon answered with an error."""


class Client:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.file = self.socket.makefile("rb")
        self.count = 0
        hello = self.ask("session.hello")
        self.session, self.epoch = hello["session"], hello["epoch"]

    def send(self, method, **params):
        """Asks, and does not wait for the result."""
        self.count += 1
        message = {"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}
        self.socket.sendall(json.dumps(message).encode() + b"\n")

    def ask(self, method, **params):
        """The result; what is told in between is read and forgotten."""
        self.send(method, **params)
        for line in self.file:
            reply = json.loads(line)
            if reply.get("id") == self.count:
                if "error" in reply:
                    raise Refused(reply["error"]["message"])
                return reply["result"]
        raise Refused("the daemon closed the connection")

    def read(self, part, count):
        """Reads lines until a part was in them so many times."""
        for line in self.file:
            if b'"error"' in line:
                raise Refused(line.decode())
            count -= line.count(part)
            if count <= 0:
                return
        raise Refused("the daemon closed the connection")

    def cancelled(self, method, **params):
        """Asks, and has no use for the result any more."""
        self.send(method, **params)
        message = {"jsonrpc": "2.0", "method": "$/cancel", "params": {"id": self.count}}
        self.socket.sendall(json.dumps(message).encode() + b"\n")
        for line in self.file:
            if json.loads(line).get("id") == self.count:
                return

    def refused(self, method, **params):
        try:
            self.ask(method, **params)
        except Refused:
            return
        raise SystemExit(f"{method} {params} was to be refused, and was not")

    def leave(self):
        self.file.close()
        self.socket.close()


class Daemon:
    def __init__(self, folder, *options):
        self.directory = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.directory.name, "sock")
        self.state = os.path.join(self.directory.name, "state")
        self.command = [os.path.join(folder, "combined"), "--socket", self.path, "--log", "error", "--state", self.state, *options]
        self.start()

    def start(self):
        """Also once more, with what it kept, after its process has ended."""
        self.process = subprocess.Popen(self.command)
        while not os.path.exists(self.path):
            if self.process.poll() is not None:
                raise SystemExit("the daemon does not start")
            time.sleep(0.01)

    def client(self):
        while True:
            try:
                return Client(self.path)
            except ConnectionRefusedError:
                time.sleep(0.01)

    @property
    def memory(self):
        """Bytes that are the daemon's alone."""
        with open(f"/proc/{self.process.pid}/smaps_rollup") as file:
            for line in file:
                if line.startswith("Private_Dirty:"):
                    return int(line.split()[1]) * 1024
        return 0

    @property
    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    @property
    def threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    @property
    def kept(self):
        """Bytes of the journal."""
        return sum(os.path.getsize(os.path.join(folder, name)) for folder, _, names in os.walk(self.state) for name in names)

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait()
        self.directory.cleanup()
