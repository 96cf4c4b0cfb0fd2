"""The client for asyncio: calls are awaited, events come from an `async for` loop, any number of tasks may use it."""

from __future__ import annotations

import asyncio
from typing import Any, AsyncIterator, Optional

from .core import Broken, Core, Event, socket_path
from .mirror import Mirror, OnChange


class AsyncClient:
    """A connection to the daemon that comes back by itself.

        async with AsyncClient() as client:
            await client.call("store.set", path="signup.username", value="ada")
            client.subscribe("signup.**")
            async for event in client.events(): ...
    """

    def __init__(self, path: Optional[str] = None, name: str = "python-asyncio") -> None:
        self.path = path or socket_path()
        self.core = Core(name)
        self.writer: Optional[asyncio.StreamWriter] = None
        self.task: Optional[asyncio.Task[None]] = None
        # What came of the present attempt to connect: a future of an error or None.
        self.attempt: Optional[asyncio.Future[Optional[OSError]]] = None
        self.has_events = asyncio.Event()

    async def __aenter__(self) -> AsyncClient:
        self.attempt = asyncio.get_running_loop().create_future()
        self.task = asyncio.create_task(self.run())
        return self

    async def __aexit__(self, *reason: object) -> None:
        assert self.task
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)

    async def call(self, method: str, /, **params: Any) -> Any:
        """The result of a request. Raises `Refused`, `Lost`, or `OSError` when no daemon is there. Never repeats it.
        When the waiting task is cancelled, the daemon is asked to give the request up."""
        assert self.attempt, "it connects in `async with`"
        failure = await asyncio.shield(self.attempt)
        if failure:
            raise failure
        outcome: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def done(result: Any, error: Optional[Exception]) -> None:
            if outcome.done():
                return
            if error:
                outcome.set_exception(error)
            else:
                outcome.set_result(result)

        self.core.request(method, params, done)
        request = self.core.last_id
        await self.flush()
        try:
            return await outcome
        except asyncio.CancelledError:
            if request in self.core.pending:
                self.core.send({"method": "$/cancel", "params": {"id": request}})
                await self.flush()
            raise

    def subscribe(self, *paths: str, name: str = "main", **options: Any) -> None:
        """Opens a subscription, which survives lost connections. Its events come from `events`."""
        self.core.open(name, paths, options, self.writer is not None)
        self.write()

    def unsubscribe(self, name: str = "main") -> None:
        self.core.close(name)
        self.write()

    async def mirror(self, *paths: str, name: str = "mirror", on_change: Optional[OnChange] = None) -> Mirror:
        """A copy of everything that matches, complete when this returns: a dictionary by path. Raises `Refused`."""
        mirror = self.core.mirror(name, paths, on_change, self.writer is not None)
        self.write()
        while not mirror.is_in_sync and not mirror.error:
            self.has_events.clear()
            await self.has_events.wait()
        if mirror.error:
            raise mirror.error
        return mirror

    async def events(self) -> AsyncIterator[Event]:
        """What the daemon tells, for ever. A refused subscription raises `Refused`."""
        while True:
            while self.core.events:
                event = self.core.events.pop(0)
                if event.type == "refused":
                    raise event["error"]
                yield event
            self.has_events.clear()
            await self.has_events.wait()

    def write(self) -> None:
        if self.writer and self.core.output:
            self.writer.write(bytes(self.core.output))
            self.core.output.clear()

    async def flush(self) -> None:
        self.write()
        if self.writer:
            try:
                await self.writer.drain()
            except OSError:
                # The reading side finds the end, and tells everybody.
                pass

    async def run(self) -> None:
        while True:
            assert self.attempt
            try:
                reader, self.writer = await asyncio.open_unix_connection(self.path)
            except OSError as error:
                self.attempt.set_result(error)
            else:
                await self.converse(reader)
            self.attempt = asyncio.get_running_loop().create_future()
            await asyncio.sleep(self.core.backoff.next())

    async def converse(self, reader: asyncio.StreamReader) -> None:
        """One connection, until it ends."""
        assert self.attempt and self.writer
        try:
            self.core.connected()
            self.attempt.set_result(None)
            await self.flush()
            while data := await reader.read(1 << 16):
                self.core.receive(data)
                self.has_events.set()
                await self.flush()
        except (OSError, Broken):
            pass
        finally:
            self.writer.close()
            self.writer = None
            self.core.disconnected()
            self.has_events.set()
