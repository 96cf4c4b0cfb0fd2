"""What the scenarios for clients are made of: a daemon that follows a script, and a client that runs as a program."""

import json
import os
import queue
import signal
import socket
import subprocess
import tempfile
import threading
import time

from messages import Conversation

PATIENCE = 60  # seconds; only a failing test ever waits so long
AT = "2026-11-21T01:17:03Z"


class Failure(Exception):
    """What was expected did not happen."""


class Program:
    """A client under test: what it prints comes line by line, and it ends with the scenario."""

    def __init__(self, command, folder, socket_path, log):
        environment = dict(os.environ, COMBINED_SOCKET=socket_path)
        self.log = log
        self.process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, start_new_session=True)
        self.lines = queue.Queue()
        self.errors = ""
        self.readers = [threading.Thread(target=self.read), threading.Thread(target=self.read_errors)]
        for reader in self.readers:
            reader.daemon = True
            reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode("utf-8", "replace").rstrip("\n"))
        self.lines.put(None)

    def read_errors(self):
        for line in self.process.stderr:
            self.errors += line.decode("utf-8", "replace")

    def next_line(self):
        try:
            line = self.lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise Failure("it printed nothing") from None
        self.log(f"printed   {'(the end)' if line is None else line[:200]}")
        return line

    def prints(self, *lines):
        """The next lines are these."""
        for line in lines:
            got = self.next_line()
            if got != line:
                raise Failure(f"expected {line[:200]!r}, got {got if got is None else got[:200]!r}")

    def prints_until(self, *lines):
        """These lines come in this order; others between them are of no interest. Returns all."""
        seen = []
        for line in lines:
            while True:
                got = self.next_line()
                if got is None:
                    raise Failure(f"it ended before it printed {line!r}: {self.errors}")
                seen.append(got)
                if got == line:
                    break
        return seen

    def exits(self, status):
        try:
            got = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise Failure(f"it did not exit with {status}") from None
        for reader in self.readers:
            reader.join(PATIENCE)
        if got != status:
            raise Failure(f"it exited with {got}, not {status}; it said: {self.errors}")

    def stop(self):
        """Ends it and what it started; the group is its own."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        for reader, stream in zip(self.readers, (self.process.stdout, self.process.stderr)):
            # A stream must not be closed under its reader.
            reader.join(PATIENCE)
            if not reader.is_alive():
                stream.close()


class Peer:
    """The daemon's end of one connection."""

    def __init__(self, connection, log):
        connection.settimeout(PATIENCE)
        self.connection = connection
        self.lines = connection.makefile("rb")
        self.log = log
        self.conversation = Conversation()

    def next(self):
        """The next message of the client, or None at its end."""
        try:
            line = self.lines.readline()
        except OSError:
            line = b""
        self.log(f"received  {line.decode('utf-8', 'replace').rstrip()[:300] or '(the end)'}")
        if not line:
            return None
        message = json.loads(line)
        if message.get("jsonrpc") != "2.0":
            raise Failure('a message without "jsonrpc":"2.0"')
        complaint = self.conversation.sent(message)
        if complaint:
            raise Failure(f"it sent what the schemas do not have: {complaint}")
        return message

    def expects(self, method):
        message = self.next()
        if message is None or message.get("method") != method:
            raise Failure(f"expected {method}, got {message}")
        return message

    def send(self, *messages):
        for message in messages:
            # What a scenario gets wrong by mistake would teach clients to expect it.
            complaint = self.conversation.received({"jsonrpc": "2.0", **message})
            if complaint:
                raise AssertionError(f"the scenario sends what the schemas do not have: {complaint}")
            self.send_bytes(encoded(message))

    def send_bytes(self, data):
        self.log(f"sent      {data.decode('utf-8', 'replace').rstrip()[:300]}")
        try:
            self.connection.sendall(data)
        except OSError as error:
            raise Failure(f"the client had closed the connection: {error}") from None

    def greets(self, epoch="e1", rev=5):
        """Answers the handshake, which comes first."""
        request = self.greeting = self.expects("session.hello")
        if "1" not in request["params"].get("protocols", ["1"]):
            raise Failure("the greeting does not offer protocol 1")
        self.reply(request, hello(epoch, rev))

    def opens(self, epoch="e1", rev=5):
        """Answers the handshake and returns the request to subscribe, not answered yet."""
        self.greets(epoch, rev)
        return self.expects("sub.open")

    def reply(self, request, result):
        self.send({"id": request["id"], "result": result})

    def grant(self, request, rev=5):
        self.name = request["params"]["sub"]
        self.reply(request, {"sub": self.name, "rev": rev, "effective": {"mode": "latest"}})

    def event(self, n, type, **members):
        self.send(self.made(n, type, **members))

    def made(self, n, type, **members):
        params = {"sub": self.name, "n": n, "type": type, **{key.rstrip("_"): value for key, value in members.items()}}
        return {"method": "sub.event", "params": params}

    def change(self, n, rev, **values):
        self.event(n, "change", **changed(rev, **values))

    def snapshot(self, n, rev, **values):
        entries = [{"path": path, "value": value, "rev": rev, "at": AT} for path, value in values.items()]
        self.event(n, "snapshot", rev=rev, entries=entries)

    def hang_up(self):
        self.log("sent      (the end)")
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.lines.close()
        self.connection.close()

    def is_left(self):
        """The client ends the connection; what it sends until then does not matter."""
        while self.next() is not None:
            pass
        self.hang_up()


def encoded(message):
    return json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def changed(rev, **values):
    changes = [{"path": path, "op": "set", "value": value, "v": 1} for path, value in values.items()]
    return {"rev": rev, "at": AT, "changes": changes}


def hello(epoch, rev):
    return {
        "protocol": "1", "session": "c1", "server": {"name": "script", "version": "0", "pid": 1}, "epoch": epoch,
        "rev": rev, "oldestRev": 1, "durableRev": rev, "clock": {"mode": "real", "now": AT}, "features": [],
        "limits": {"frame": 1048576, "batch": 100, "inflight": 128, "subs": 256, "queue": 65536},
        "you": {"uid": 1, "gid": 1, "role": "owner"}, "lately": {"invented": True}}


class Stage:
    """One scenario: a socket to listen on, one client, and a log of what was said."""

    def __init__(self, client):
        self.client = client
        self.folder = tempfile.TemporaryDirectory(prefix="combined-")
        self.socket_path = self.folder.name + "/sock"
        self.story = []
        self.programs = []
        self.sockets = []
        self.listener = None

    def log(self, line):
        self.story.append(line)

    def listen(self):
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.socket_path)
        self.listener.listen()
        self.listener.settimeout(PATIENCE)

    def stop_listening(self):
        self.listener.close()
        os.unlink(self.socket_path)
        self.listener = None

    def start(self, *arguments):
        program = Program([*self.client.command, *arguments], self.client.folder, self.socket_path, self.log)
        self.programs.append(program)
        return program

    def watch(self, *paths):
        """Listens, and starts the client as a watcher."""
        self.listen()
        return self.start("watch", *(paths or ("a",)))

    def accept(self):
        # Asked in short turns, so that a client that has gone is not waited for.
        end = time.monotonic() + PATIENCE
        self.listener.settimeout(0.1)
        while True:
            gone = all(program.process.poll() is not None for program in self.programs)
            try:
                connection, _ = self.listener.accept()
                break
            except TimeoutError:
                if gone:
                    said = "".join(program.errors for program in self.programs)
                    raise Failure(f"the client had exited before it connected; it said: {said}") from None
                if time.monotonic() > end:
                    raise Failure("the client did not connect") from None
        self.log("accepted")
        peer = Peer(connection, self.log)
        self.sockets.append(peer)
        return peer

    def end(self):
        for program in self.programs:
            program.stop()
        for peer in self.sockets:
            peer.lines.close()
            peer.connection.close()
        if self.listener:
            self.listener.close()
        self.folder.cleanup()


class Daemon:
    """The real daemon, which can be killed and started again on the same state."""

    def __init__(self, executable, folder, socket_path):
        self.executable = executable
        self.folder = folder
        self.socket_path = socket_path
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            [self.executable, "--socket", self.socket_path, "--state", self.folder + "/state"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for line in self.process.stderr:
            if b"listen" in line or b"ready" in line:
                break
        # It writes little, and nobody reads it.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def kill(self, number=signal.SIGKILL):
        if self.process:
            self.process.send_signal(number)
            self.process.wait()
            self.process = None

    def ask(self, method, **params):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(PATIENCE)
            connection.connect(self.socket_path)
            connection.sendall(encoded({"id": 1, "method": method, "params": params}))
            reply = json.loads(connection.makefile("rb").readline())
        if "error" in reply:
            raise Failure(f"{method}: {reply['error']['message']}")
        return reply["result"]
