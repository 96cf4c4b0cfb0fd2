"""The libraries: what the program watch.py does not show. A daemon that answers by itself is at the other end."""

import asyncio
import json
import socket
import tempfile
import threading
import unittest

from combined import AsyncClient, Client, Lost, Refused


class Script(threading.Thread):
    """Serves connections, one after another; `answer` gives what to send for a message, or None to hang up."""

    def __init__(self, path, answer):
        super().__init__(daemon=True)
        self.answer = answer
        self.heard = []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()
        self.start()

    def run(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            with connection, connection.makefile("rb") as lines:
                for line in lines:
                    message = json.loads(line)
                    self.heard.append(message["method"])
                    answers = self.answer(message)
                    if answers is None:
                        break
                    for one in answers:
                        connection.sendall(json.dumps({"jsonrpc": "2.0", **one}).encode() + b"\n")

    def stop(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.join()
        self.listener.close()


def polite(message):
    """Answers as a daemon does."""
    method, params = message["method"], message.get("params", {})
    if method == "session.hello":
        return [{"id": message["id"], "result": {"protocol": "1", "epoch": "e1", "rev": 5}}]
    if method == "sub.open":
        event = {"sub": params["sub"], "n": 1, "type": "ready", "rev": 5, "count": 0}
        granted = {"sub": params["sub"], "rev": 5, "effective": {}}
        return [{"id": message["id"], "result": granted}, {"method": "sub.event", "params": event}]
    if method == "tell":
        return [{"method": "sub.event", "params": {"sub": "mirror", **event}} for event in params["events"]] + [
            {"id": message["id"], "result": {}}]
    if method == "refuse":
        error = {"code": -32002, "message": "No.", "data": {"kind": "notFound", "retry": "never", "path": "x"}}
        return [{"id": message["id"], "error": error}]
    if method == "hang.up":
        return None
    if method == "wait":
        return []
    return [{"id": message["id"], "result": params}] if "id" in message else []


class ClientTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = self.folder.name + "/sock"

    def serve(self):
        script = Script(self.path, polite)
        self.addCleanup(script.stop)
        return script

    def test_calls(self):
        self.serve()
        with Client(self.path) as client:
            self.assertEqual(client.call("echo", method="a name that is taken", n=1), {"method": "a name that is taken", "n": 1})
            with self.assertRaises(Refused) as refusal:
                client.call("refuse")
            self.assertEqual((refusal.exception.kind, refusal.exception.data["path"]), ("notFound", "x"))
            self.assertTrue(refusal.exception.is_final)
            with self.assertRaises(Lost):
                client.call("hang.up")
            # The next call connects again.
            self.assertEqual(client.call("echo", n=2), {"n": 2})

    def test_events_wait_while_calls_are_answered(self):
        script = self.serve()
        with Client(self.path) as client:
            client.subscribe("a", name="first")
            client.subscribe("b", name="second", old=True)
            self.assertEqual(client.call("echo", n=1), {"n": 1})
            events = client.events()
            self.assertEqual([next(events).sub, next(events).sub], ["first", "second"])
            with self.assertRaises(Lost):
                client.call("hang.up")
            self.assertEqual(next(events).type, "lost")
            self.assertEqual([next(events).sub, next(events).sub], ["first", "second"])
        self.assertEqual(script.heard.count("sub.open"), 4)

    def test_a_mirror_is_whole_or_as_it_was(self):
        self.serve()
        heard = []
        with Client(self.path) as client:
            mirror = client.mirror("a", on_change=lambda mirror, paths: heard.append((mirror.rev, sorted(paths))))
            self.assertEqual((dict(mirror), mirror.is_in_sync, mirror.rev), ({}, True, 5))
            change = {"type": "change", "rev": 6, "changes": [{"path": "a.n", "op": "set", "value": 1, "v": 1}]}
            client.call("tell", events=[{"n": 2, **change}])
            self.assertEqual((dict(mirror), mirror.rev), ({"a.n": 1}, 6))
            entries = [{"path": "a.m", "value": 2, "rev": 9}]
            client.call("tell", events=[
                {"n": 3, "type": "gap", "reason": "retention", "from": 6, "to": 9},
                {"n": 4, "type": "snapshot", "rev": 9, "entries": entries}])
            self.assertEqual((dict(mirror), mirror.is_in_sync), ({"a.n": 1}, False))
            client.call("tell", events=[{"n": 5, "type": "ready", "rev": 9, "count": 1}])
            self.assertEqual((dict(mirror), mirror.is_in_sync), ({"a.m": 2}, True))
            remove = {"type": "change", "rev": 10, "changes": [{"path": "a.m", "op": "remove", "v": 2}]}
            client.call("tell", events=[{"n": 6, **remove}])
            self.assertEqual(heard, [(6, ["a.n"]), (9, ["a.m", "a.n"]), (10, ["a.m"])])
            with self.assertRaises(Lost):
                client.call("hang.up")
            self.assertFalse(mirror.is_in_sync)
            client.call("echo")
            self.assertTrue(mirror.is_in_sync)

        async def body():
            async with AsyncClient(self.path) as client:
                self.assertTrue((await client.mirror("a")).is_in_sync)

        asyncio.run(body())

    def test_no_daemon(self):
        with Client(self.path) as client, self.assertRaises(OSError):
            client.call("echo")

        async def body():
            async with AsyncClient(self.path) as client:
                with self.assertRaises(OSError):
                    await client.call("echo")

        asyncio.run(body())

    def test_many_tasks(self):
        self.serve()

        async def body():
            async with AsyncClient(self.path) as client:
                answers = await asyncio.gather(*[client.call("echo", n=n) for n in range(100)])
                self.assertEqual([answer["n"] for answer in answers], list(range(100)))
                with self.assertRaises(Refused):
                    await client.call("refuse")
                with self.assertRaises(Lost):
                    await client.call("hang.up")

        asyncio.run(body())

    def test_a_cancelled_task_cancels_its_request(self):
        script = self.serve()

        async def body():
            async with AsyncClient(self.path) as client:
                task = asyncio.create_task(client.call("wait"))
                # An answer to a later request proves that the first one has been sent.
                while "wait" not in script.heard:
                    await client.call("echo")
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
                await client.call("echo")

        asyncio.run(body())
        self.assertIn("$/cancel", script.heard)


if __name__ == "__main__":
    unittest.main()
