"""Plays transcripts against a server. The notation is described in ../transcripts/README.md."""

import glob
import json
import os
import re
import socket
import tempfile
import time

from messages import Conversation
from stage import PATIENCE, Daemon, Failure


ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Hole:
    """What may be anything; with a name, the same thing each time."""

    def __init__(self, name=None):
        self.name = name


class Number(str):
    """Compared as it is written: 21.0 is not 21."""


class Rest(list):
    """An array, or the pairs of an object, that may go on."""


class Pattern:
    """JSON with holes: `...` and `$name`."""

    TOKEN = re.compile(r'\s*(\.\.\.|\$\w+|"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[][{}:,])')
    ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)")

    def __init__(self, text):
        self.text, self.at = text, 0

    @classmethod
    def read(cls, text):
        """One value; after it a comment may follow."""
        pattern = cls(text)
        value = pattern.value()
        rest = text[pattern.at:].strip()
        if rest and not rest.startswith("#"):
            raise Failure(f"expected the end of the line at: {rest[:40]}")
        return value

    def token(self):
        match = self.TOKEN.match(self.text, self.at)
        if not match:
            raise Failure(f"not JSON at: {self.text[self.at:self.at + 40]}")
        self.at = match.end()
        return match.group(1)

    def peek(self):
        at, token = self.at, self.token()
        self.at = at
        return token

    def value(self):
        token = self.token()
        if token == "...":
            return Hole()
        if token[0] == "$":
            return Hole(token[1:])
        if token in ("true", "false", "null"):
            return {"true": True, "false": False, "null": None}[token]
        if token[0] == '"':
            return self.string(token)
        if token in "{[":
            return self.collection("}" if token == "{" else "]")
        return Number(token)

    @classmethod
    def string(cls, token):
        short = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}

        def unescape(match):
            escape = match.group(1)
            return chr(int(escape[1:], 16)) if len(escape) == 5 else short.get(escape, escape)

        text = cls.ESCAPE.sub(unescape, token[1:-1])
        # Two halves of a letter become one.
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")

    def collection(self, close):
        items, has_rest = [], False
        while self.peek() != close:
            if self.peek() == ",":
                self.token()
            elif close == "}" and self.peek() == "...":
                self.token()
                has_rest = True
            elif close == "}":
                name = self.string(self.token())
                if self.token() != ":":
                    raise Failure(f"expected ':' after {name}")
                items.append((name, self.value()))
            else:
                items.append(self.value())
        self.token()
        if close == "]" and items and isinstance(items[-1], Hole) and items[-1].name is None:
            # As the last element it stands for further ones.
            items.pop()
            has_rest = True
        members = Rest(items) if has_rest else items
        return ("object", members) if close == "}" else ("array", members)


def written(value):
    """A value without holes as JSON."""
    if isinstance(value, Number):
        return str(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        escaped = "".join(f"\\u{ord(c):04x}" if c < " " else "\\" + c if c in '"\\' else c for c in value)
        return f'"{escaped}"'
    if isinstance(value, Hole):
        return f"${value.name}" if value.name else "..."
    kind, items = value
    if kind == "array":
        return "[" + ",".join(map(written, items)) + "]"
    return "{" + ",".join(f"{written(name)}:{written(item)}" for name, item in items) + "}"


def filled(value, variables):
    if isinstance(value, Hole):
        if value.name not in variables:
            raise Failure(f"{written(value)} cannot be sent")
        return variables[value.name]
    if not isinstance(value, tuple):
        return value
    kind, items = value
    if kind == "array":
        return kind, [filled(item, variables) for item in items]
    return kind, [(name, filled(item, variables)) for name, item in items]


def match(expected, actual, variables, place="the message"):
    """Raises Failure with the place of the first difference."""

    def differs(expected, actual):
        return Failure(f"{place}: expected {expected}, got {actual[:300]}")

    if isinstance(expected, Hole):
        if expected.name is None:
            return
        if variables.setdefault(expected.name, actual) != actual:
            raise differs(f"${expected.name} = {written(variables[expected.name])}", written(actual))
        return
    if not isinstance(expected, tuple) or not isinstance(actual, tuple) or expected[0] != actual[0]:
        if type(expected) is not type(actual) or expected != actual:
            raise differs(written(expected), written(actual))
        return
    kind, items = expected
    if kind == "array":
        if len(actual[1]) < len(items) or len(actual[1]) > len(items) and not isinstance(items, Rest):
            raise differs(f"{len(items)} elements", str(len(actual[1])))
        for index, item in enumerate(items):
            match(item, actual[1][index], variables, f"{place}[{index}]")
        return
    members = dict(actual[1])
    for name, item in items:
        if name not in members:
            raise differs(f"a member '{name}'", written(actual))
        match(item, members.pop(name), variables, name if place == "the message" else f"{place}.{name}")
    if members and not isinstance(items, Rest):
        raise differs("no further members", ", ".join(members))


def raw(text):
    """The bytes of a line in which `‹ff 00›` stands for bytes, `‹x×500›` for repetition, `‹text of PATH›` for a file in a string."""

    def expand(found):
        inside = found.group(1)
        if inside.startswith("text of "):
            with open(os.path.join(ROOT, inside[len("text of ") :]), encoding="utf-8") as file:
                return json.dumps(file.read())[1:-1].encode()
        if "×" in inside:
            repeated, count = inside.split("×")
            return repeated.encode() * int(count)
        return bytes(int(digits, 16) for digits in inside.split())

    pieces = re.split(r"(‹[^›]*›)", text)
    return b"".join(expand(re.match("‹(.*)›", piece)) if piece.startswith("‹") else piece.encode() for piece in pieces)


class Connection:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(path)
        self.lines = self.socket.makefile("rb")
        self.conversation = Conversation()
        # Lines that came before the answer of a `settle`, for whoever expects them later.
        self.early = []
        self.pings = 0
        self.is_unread = False
        self.last_id = None

    def send_message(self, data):
        """A whole message: nobody can know that it has been read until something is answered."""
        self.send(data)
        self.is_unread = True
        self.last_id = identifier(data)

    def settle(self):
        """Returns when the server has read what was sent here. Between two connections no order is promised, so what is
        said on one must have been read before the next line speaks on another."""
        if not self.is_unread:
            return
        self.is_unread = False
        self.pings += 1
        name = f"kit-{self.pings}"
        self.send(f'{{"jsonrpc":"2.0","id":"{name}","method":"session.ping"}}\n'.encode())
        while True:
            line = self.read()
            if line is not None and json.loads(line).get("id") == name:
                return
            self.early.append(line)
            if line is None:
                return

    def send(self, data):
        try:
            message = json.loads(data)
            for member in message if isinstance(message, list) else [message]:
                # Much of it is wrong on purpose.
                self.conversation.sent(member)
        except ValueError:
            pass
        try:
            self.socket.sendall(data)
        except OSError:
            # What it had to say about it is read next.
            pass

    def receive(self):
        """The next line as text, None at the end."""
        line = self.early.pop(0) if self.early else self.read()
        if line is not None and self.last_id is not None and identifier(line) == self.last_id:
            # Answered, so it was read: a ping would only be counted among this connection's requests.
            self.is_unread = False
        return line

    def read(self):
        try:
            line = self.lines.readline()
        except ConnectionResetError:
            line = b""
        except OSError:
            raise Failure("nothing came") from None
        if not line:
            return None
        complaint = self.conversation.received(json.loads(line))
        if complaint:
            raise Failure(f"the schemas do not have this: {complaint}\n    {line[:300]}")
        return line.decode("utf-8").rstrip("\n")

    def close(self):
        self.lines.close()
        self.socket.close()


def identifier(text):
    """The id of a message; None if it is a batch, a notification, or no JSON."""
    try:
        message = json.loads(text)
    except ValueError:
        return None
    return message.get("id") if isinstance(message, dict) else None


class Clock:
    """The daemon's clock in the kit's hands, by a connection of its own: `@ 800ms` takes no time."""

    def __init__(self, socket_path):
        self.connection = Connection(socket_path)
        self.ask("clock.use", '{"mode":"virtual"}')

    def ask(self, method, params):
        self.connection.send(f'{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}\n'.encode())
        reply = self.connection.receive()
        # What everybody is told is none of its business.
        while reply is not None and "id" not in json.loads(reply):
            reply = self.connection.receive()
        if reply is None or '"result"' not in reply:
            raise Failure(f"{method} is answered with {reply}")

    def advance(self, duration):
        self.ask("clock.advance", f'{{"by":"{duration}"}}')

    def close(self):
        self.connection.close()


class Player:
    """One transcript: its clients, and what variables stand for."""

    def __init__(self, socket_path, restart):
        self.socket_path = socket_path
        self.restart = restart
        self.clients = {}
        self.variables = {}
        self.clock = None

    def play(self, text):
        """None, or the line that failed and why."""
        if re.search(r"^@ \d+ms", text, re.MULTILINE) and '"clock.' not in text:
            self.clock = Clock(self.socket_path)
        for number, line in enumerate(text.split("\n"), start=1):
            if not line.strip() or line.startswith("#"):
                continue
            try:
                self.step(line)
            except (Failure, OSError) as failure:
                return f"line {number}: {failure}\n    {line[:300]}"
        return None

    def step(self, line):
        if line.startswith("@"):
            self.settle_others(None)
            return self.command(line[1:].split("#")[0].strip())
        name, kind, rest = re.match(r"(\w+)(>>|>\||>|<) ?(.*)", line, re.DOTALL).groups()
        if name not in self.clients:
            self.clients[name] = Connection(self.socket_path)
        client = self.clients[name]
        if kind != "<":
            self.settle_others(client)
        is_end = rest.split("#")[0].strip() == "eof"
        if kind == ">>":
            client.send(raw(rest) + b"\n")
        elif kind == ">|":
            client.send(raw(rest))
        elif kind == ">" and is_end:
            client.socket.shutdown(socket.SHUT_WR)
        elif kind == ">":
            text = written(filled(Pattern.read(rest), self.variables))
            client.send_message(with_version(text).encode() + b"\n")
        else:
            self.expect(client, rest, is_end)

    def settle_others(self, client):
        for other in self.clients.values():
            if other is not client:
                other.settle()

    def expect(self, client, rest, is_end):
        got = client.receive()
        if is_end or got is None:
            if is_end and got is None:
                return
            raise Failure(f"expected {'the end' if is_end else 'a message'}, got {'the end' if got is None else got[:300]}")
        match(Pattern.read(rest), without_version(Pattern.read(got)), self.variables)

    def command(self, command):
        if re.fullmatch(r"\d+ms", command):
            if self.clock:
                return self.clock.advance(command)
            # The transcript moves the clock itself, so this is real time: a second shows what there is to see.
            return time.sleep(min(int(command[:-2]) / 1000, 1))
        if command != "restart" or not self.restart:
            raise Failure(f"'@ {command}' cannot be done here")
        self.close()
        self.restart()

    def close(self):
        for client in self.clients.values():
            client.close()
        self.clients = {}
        if self.clock:
            self.clock.close()
            self.clock = None


def with_version(text):
    """Transcripts leave `"jsonrpc":"2.0"` out for reading."""
    if text.startswith("["):
        return re.sub(r'(^\[|(?<=\}),)\{', lambda found: found.group(1) + '{"jsonrpc":"2.0",', text)
    return '{"jsonrpc":"2.0",' + text[1:]


def without_version(message):
    kind, items = message
    if kind == "array":
        return kind, [without_version(item) for item in items]
    if ("jsonrpc", "2.0") not in items:
        raise Failure('a message without "jsonrpc":"2.0"')
    return kind, [item for item in items if item[0] != "jsonrpc"]


def play_file(path, executable, socket_path):
    """Against a daemon of its own, or against who listens."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with tempfile.TemporaryDirectory(prefix="combined-") as folder:
        daemon = None
        if executable:
            daemon = Daemon(executable, folder, folder + "/sock")
            socket_path = daemon.socket_path
            daemon.start()

        def restart():
            daemon.kill(15)
            daemon.start()

        player = Player(socket_path, restart if daemon else None)
        try:
            return player.play(text)
        finally:
            player.close()
            if daemon:
                daemon.kill()


def run(folders, executable, socket_path, only):
    """Plays every transcript of some folders; returns how many failed."""
    failures = 0
    for path in sorted(path for folder in folders for path in glob.glob(folder + "/*.txt")):
        name = os.path.splitext(os.path.basename(path))[0]
        if only in name:
            problem = play_file(path, executable, socket_path)
            print(f"{name}: {problem or 'as written'}")
            failures += problem is not None
    return failures
