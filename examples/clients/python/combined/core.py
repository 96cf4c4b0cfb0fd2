"""The protocol without sockets: bytes in, replies and events out. Both clients drive it."""

from __future__ import annotations

import json
import os
import random
from typing import Any, Callable, Dict, Iterable, List, Optional, cast

from .mirror import Mirror, OnChange


def socket_path() -> str:
    """Where the daemon listens: the first of these that is given, the same rule as combinectl's."""
    if os.environ.get("COMBINED_SOCKET"):
        return os.environ["COMBINED_SOCKET"]
    if os.environ.get("XDG_RUNTIME_DIR"):
        return os.environ["XDG_RUNTIME_DIR"] + "/combined/sock"
    return f"{os.environ.get('TMPDIR') or '/tmp'}/combined-{os.getuid()}/sock"


# The longest line that the daemon takes.
LINE_BYTES_MAX = 1 << 20


class Refused(Exception):
    """The daemon said no. `kind` never changes and is for programs; the text is for people."""

    def __init__(self, error: Dict[str, Any]) -> None:
        self.error = error
        self.data: Dict[str, Any] = error.get("data") or {}
        self.kind: str = self.data.get("kind", "internal")
        super().__init__(" ".join(filter(None, [f"{self.kind}: {error['message']}", self.data.get("hint")])))

    @property
    def is_final(self) -> bool:
        """Whether trying again would not help."""
        return bool(self.data.get("retry", "never") == "never")


class Lost(Exception):
    """The connection ended before the reply. Whether the request took effect is not known."""


class Broken(Exception):
    """What the daemon sent cannot be: the connection is of no use any more. A new one resumes."""


class Event(Dict[str, Any]):
    """What the daemon tells without being asked: the members of a `sub.event` or, without `sub`, of a `session.notice`.
    The client adds events of type `lost`, when the connection ended, and `refused`, when a subscription was."""

    @property
    def type(self) -> Optional[str]:
        return self.get("type")

    @property
    def sub(self) -> Optional[str]:
        return self.get("sub")

    @property
    def is_final(self) -> bool:
        """Whether nothing of its subscription follows, not even after it was opened again."""
        return self.type in ("complete", "failed") or self.type == "end" and self["reason"] not in ("slow", "shutdown")


class Subscription:
    """What is known of one subscription: which number comes next, and from where to resume."""

    def __init__(self, params: Dict[str, Any]) -> None:
        self.params = params
        self.bookmark: Optional[Dict[str, Any]] = None
        self.reset()

    def reset(self) -> None:
        """A new opening counts from 1."""
        self.number = 0
        self.parts: List[str] = []

    def opening(self) -> Dict[str, Any]:
        return {**self.params, "from": self.bookmark} if self.bookmark else self.params


class Backoff:
    """50 ms, 100 ms, … 5 s, and a random part of it, so that many clients do not come back at once."""

    def __init__(self) -> None:
        self.attempt = 0

    def next(self) -> float:
        self.attempt = min(self.attempt + 1, 20)
        return random.uniform(0, min(5, 0.05 * 2 ** (self.attempt - 1)))


# What is called with the result of a request, or with an error.
Done = Callable[[Any, Optional[Exception]], None]


class Core:
    def __init__(self, name: str) -> None:
        self.name = name
        self.epoch: Optional[str] = None
        self.output = bytearray()
        self.events: List[Event] = []
        self.backoff = Backoff()
        self.subscriptions: Dict[str, Subscription] = {}
        self.mirrors: Dict[str, Mirror] = {}
        self.pending: Dict[int, Done] = {}
        self.requests: List[Dict[str, Any]] = []
        self.last_id = 0
        self.input = bytearray()

    # Connections

    def connected(self) -> None:
        """A connection was made: greets, and opens again what was subscribed to, where it was."""
        self.input.clear()
        self.output.clear()
        agent = {"name": self.name, "version": "1", "pid": os.getpid()}
        greeting = {"protocols": ["1"], "client": agent, "features": ["parts"]}
        self.request("session.hello", greeting, self.greeted)
        for name in self.subscriptions:
            self.send_open(name)

    def greeted(self, result: Any, error: Optional[Exception]) -> None:
        if error is None:
            self.epoch = result["epoch"]
            self.backoff = Backoff()
        elif isinstance(error, Refused):
            # It speaks another version: nothing that follows would be understood.
            self.refuse(list(self.subscriptions), error)

    def disconnected(self) -> None:
        """Every pending request fails; the next connection opens the subscriptions again."""
        pending, self.pending = self.pending, {}
        self.requests.clear()
        for done in pending.values():
            done(None, Lost("the connection was lost before the reply"))
        for mirror in self.mirrors.values():
            mirror.is_in_sync = False
        self.events.append(Event(type="lost"))

    # Requests

    def request(self, method: str, params: Dict[str, Any], done: Done) -> None:
        """Writes a request to `output`; `done(result, error)` is called once. Raises `ValueError` for what is no message: then
        nothing is written."""
        self.last_id += 1
        self.send({"id": self.last_id, "method": method, **({"params": params} if params else {})})
        self.pending[self.last_id] = done

    def send(self, message: Dict[str, Any]) -> None:
        line = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, allow_nan=False).encode()
        if len(line) > LINE_BYTES_MAX:
            raise ValueError(f"the message has {len(line)} bytes, and a line has {LINE_BYTES_MAX} at most")
        self.output += line + b"\n"

    # Subscriptions

    def open(self, name: str, paths: Iterable[str], options: Dict[str, Any], is_connected: bool) -> None:
        self.subscriptions[name] = Subscription({"sub": name, "paths": list(paths), **options})
        if is_connected:
            self.send_open(name)

    def mirror(self, name: str, paths: Iterable[str], on_change: Optional[OnChange], is_connected: bool) -> Mirror:
        """Opens a subscription whose events go into a mirror."""
        mirror = self.mirrors[name] = Mirror(on_change)
        self.open(name, paths, {}, is_connected)
        return mirror

    def send_open(self, name: str) -> None:
        def done(result: Any, error: Optional[Exception]) -> None:
            # A connection that is lost, or an overload, is a reason to try again; the next connection does.
            if isinstance(error, Refused):
                if not error.is_final:
                    raise Broken(str(error))
                self.refuse([name], error)

        self.subscriptions[name].reset()
        self.request("sub.open", self.subscriptions[name].opening(), done)

    def refuse(self, names: Iterable[str], error: Refused) -> None:
        for name in names:
            self.subscriptions.pop(name, None)
            if name in self.mirrors:
                self.mirrors.pop(name).error = error
            else:
                self.events.append(Event(type="refused", sub=name, error=error))

    def close(self, name: str) -> None:
        """Forgets a subscription at once; what still comes of it is skipped."""
        self.mirrors.pop(name, None)
        if self.subscriptions.pop(name, None):
            self.request("sub.close", {"sub": name}, lambda result, error: None)

    # Bytes

    def receive(self, data: bytes) -> None:
        """Takes in bytes in any pieces. A line without its end is not a message."""
        begin = len(self.input)
        self.input += data
        if self.input.find(b"\n", begin) < 0:
            return
        *lines, rest = bytes(self.input).split(b"\n")
        self.input = bytearray(rest)
        for line in lines:
            try:
                message = json.loads(line)
            except ValueError:
                raise Broken("a line is not JSON") from None
            for one in message if isinstance(message, list) else [message]:
                self.take(one)

    def take(self, message: Dict[str, Any]) -> None:
        method, params = message.get("method"), message.get("params") or {}
        if method == "sub.event":
            self.take_event(Event(params))
        elif method == "session.notice":
            self.events.append(Event(params))
        elif method == "provide.request":
            self.requests.append(params)
        elif method == "session.ping" and "id" in message:
            self.send({"id": message["id"], "result": {"t": params["t"]} if "t" in params else {}})
        elif method is not None and "id" in message:
            unknown = {"code": -32601, "message": "A client has no such method.", "data": {"kind": "methodNotFound"}}
            self.send({"id": message["id"], "error": unknown})
        elif method is None and message.get("id") in self.pending:
            error = message.get("error")
            self.pending.pop(message["id"])(message.get("result"), Refused(error) if error else None)

    def take_event(self, event: Event) -> None:
        name = cast(str, event.sub)
        state = self.subscriptions.get(name)
        if state is None:
            return
        if event["n"] != state.number + 1:
            raise Broken(f"message {event['n']} of {name} came where {state.number + 1} was due")
        state.number += 1
        whole = self.joined(state, event)
        if whole is None:
            return
        event = whole
        if event.type in ("ready", "progress") or event.type == "change" and state.bookmark:
            # A snapshot may be one of several, and what comes with it too: only from `ready` on everything was delivered.
            state.bookmark = {"epoch": self.epoch, "rev": event["rev"]}
        if name in self.mirrors:
            self.mirrors[name].take(event)
        else:
            self.events.append(event)
        if event.is_final:
            del self.subscriptions[name]
            self.mirrors.pop(name, None)
        elif event.type == "end":
            state.bookmark = event.get("resume") or state.bookmark
            # Too slow for what was asked: go on from where it was cut off. After a shutdown the next connection does.
            if event["reason"] == "slow":
                self.send_open(name)

    @staticmethod
    def joined(state: Subscription, event: Event) -> Optional[Event]:
        """An event too long for a line comes in pieces, and happens when the last is here; None until then."""
        if event.type != "part":
            return event
        state.parts.append(event["text"])
        if event["part"] < event["parts"]:
            return None
        text, state.parts = "".join(state.parts), []
        return Event(json.loads(text), sub=event.sub, n=event["n"])
