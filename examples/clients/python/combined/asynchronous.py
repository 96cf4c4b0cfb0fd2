"""The client for asyncio: calls are awaited, events come from an `async for` loop, any number of tasks may use it."""

import asyncio

from .core import Broken, Core, socket_path


class AsyncClient:
    """A connection to the daemon that comes back by itself.

        async with AsyncClient() as client:
            await client.call("store.set", path="signup.username", value="ada")
            client.subscribe("signup.**")
            async for event in client.events(): ...
    """

    def __init__(self, path=None, name="python-asyncio"):
        self.path = path or socket_path()
        self.core = Core(name)
        self.writer = None
        self.task = None
        # What came of the present attempt to connect: a future of an error or None.
        self.attempt = None
        self.has_events = asyncio.Event()

    async def __aenter__(self):
        self.attempt = asyncio.get_running_loop().create_future()
        self.task = asyncio.create_task(self.run())
        return self

    async def __aexit__(self, *reason):
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)

    async def call(self, method, /, **params):
        """The result of a request. Raises `Refused`, `Lost`, or `OSError` when no daemon is there. Never repeats it.
        When the waiting task is cancelled, the daemon is asked to give the request up."""
        failure = await asyncio.shield(self.attempt)
        if failure:
            raise failure
        outcome = asyncio.get_running_loop().create_future()

        def done(result, error):
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

    def subscribe(self, *paths, name="main", **options):
        """Opens a subscription, which survives lost connections. Its events come from `events`."""
        self.core.open(name, paths, options, self.writer is not None)
        self.write()

    def unsubscribe(self, name="main"):
        self.core.close(name)
        self.write()

    async def mirror(self, *paths, name="mirror", on_change=None):
        """A copy of everything that matches, complete when this returns: a dictionary by path. Raises `Refused`."""
        mirror = self.core.mirror(name, paths, on_change, self.writer is not None)
        self.write()
        while not mirror.is_in_sync and not mirror.error:
            self.has_events.clear()
            await self.has_events.wait()
        if mirror.error:
            raise mirror.error
        return mirror

    async def events(self):
        """What the daemon tells, for ever. A refused subscription raises `Refused`."""
        while True:
            while self.core.events:
                event = self.core.events.pop(0)
                if event.type == "refused":
                    raise event["error"]
                yield event
            self.has_events.clear()
            await self.has_events.wait()

    def write(self):
        if self.writer and self.core.output:
            self.writer.write(bytes(self.core.output))
            self.core.output.clear()

    async def flush(self):
        self.write()
        if self.writer:
            try:
                await self.writer.drain()
            except OSError:
                # The reading side finds the end, and tells everybody.
                pass

    async def run(self):
        while True:
            try:
                reader, self.writer = await asyncio.open_unix_connection(self.path)
            except OSError as error:
                self.attempt.set_result(error)
            else:
                await self.converse(reader)
            self.attempt = asyncio.get_running_loop().create_future()
            await asyncio.sleep(self.core.backoff.next())

    async def converse(self, reader):
        """One connection, until it ends."""
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
