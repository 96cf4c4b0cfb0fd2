"""The plain client: calls that wait, events in a `for` loop. For one thread."""

from __future__ import annotations

import socket
import time
from typing import Any, Iterator, List, Optional, Tuple

from .core import Broken, Core, Event, Lost, socket_path
from .mirror import Mirror, OnChange


class Client:
    """A connection to the daemon, made when it is first needed, and again when it is lost.

        client = Client()
        client.call("store.set", path="signup.username", value="ada")
        client.subscribe("signup.**")
        for event in client.events(): ...
    """

    def __init__(self, path: Optional[str] = None, name: str = "python") -> None:
        self.path = path or socket_path()
        self.core = Core(name)
        self.socket: Optional[socket.socket] = None

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection, and with it everything that it owns in the daemon."""
        if self.socket:
            self.socket.close()
            self.socket = None

    def call(self, method: str, /, **params: Any) -> Any:
        """The result of a request. Raises `Refused`, `Lost`, or `OSError` when no daemon is there. Never repeats it."""
        if not self.socket:
            self.connect()
        outcome: List[Tuple[Any, Optional[Exception]]] = []
        self.core.request(method, params, lambda result, error: outcome.append((result, error)))
        while not outcome:
            self.turn()
        result, error = outcome[0]
        if error:
            raise error
        return result

    def subscribe(self, *paths: str, name: str = "main", **options: Any) -> None:
        """Opens a subscription, which survives lost connections. Its events come from `events`."""
        self.core.open(name, paths, options, self.socket is not None)

    def unsubscribe(self, name: str = "main") -> None:
        self.core.close(name)

    def mirror(self, *paths: str, name: str = "mirror", on_change: Optional[OnChange] = None) -> Mirror:
        """A copy of everything that matches, complete when this returns: a dictionary by path. It is brought up to date
        while `call` and `events` wait. Raises `Refused`."""
        mirror = self.core.mirror(name, paths, on_change, self.socket is not None)
        while not mirror.is_in_sync and not mirror.error:
            if not self.socket:
                self.connect()
            self.turn()
        if mirror.error:
            raise mirror.error
        return mirror

    def events(self) -> Iterator[Event]:
        """What the daemon tells, for ever; it may come and go meanwhile. A refused subscription raises `Refused`."""
        while True:
            if self.core.events:
                event = self.core.events.pop(0)
                if event.type == "refused":
                    raise event["error"]
                yield event
            elif self.socket:
                self.turn()
            else:
                time.sleep(self.core.backoff.next())
                try:
                    self.connect()
                except OSError:
                    pass

    def connect(self) -> None:
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(self.path)
        except OSError:
            connection.close()
            raise
        self.socket = connection
        self.core.connected()

    def turn(self) -> None:
        """Sends what waits and takes in what comes."""
        assert self.socket
        try:
            if self.core.output:
                output = bytes(self.core.output)
                self.core.output.clear()
                self.socket.sendall(output)
            data = self.socket.recv(1 << 16)
            if not data:
                raise Lost
            self.core.receive(data)
        except (OSError, Lost, Broken):
            self.close()
            self.core.disconnected()
