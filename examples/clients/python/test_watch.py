"""watch.py against a daemon that follows a script: it hangs up in the middle of lines, restarts and forgets."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import unittest

WATCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "watch.py")
AT = "2026-11-21T01:17:03Z"


def event(n, type, **members):
    return {"jsonrpc": "2.0", "method": "sub.event", "params": {"sub": "watch", "n": n, "type": type, **members}}


def change(n, rev, path, value):
    return event(n, "change", rev=rev, at=AT, changes=[{"path": path, "op": "set", "value": value, "v": rev}])


class WatchTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = self.folder.name + "/sock"
        self.listen()

    def listen(self):
        self.listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(self.listener.close)
        self.listener.bind(self.path)
        self.listener.listen()
        self.listener.settimeout(20)

    def start(self, *paths):
        environment = dict(os.environ, COMBINED_SOCKET=self.path)
        self.client = subprocess.Popen(
            [sys.executable, WATCH, *paths], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(self.stop)

    def stop(self):
        self.client.kill()
        self.client.communicate()

    def accept(self, epoch="e1"):
        """Takes a connection, answers the handshake, and returns it with the params of sub.open."""
        connection, _ = self.listener.accept()
        self.addCleanup(connection.close)
        connection.settimeout(20)
        lines = connection.makefile("rb")
        hello, opening = json.loads(lines.readline()), json.loads(lines.readline())
        self.assertEqual([hello["method"], opening["method"]], ["session.hello", "sub.open"])
        self.assertEqual([hello["jsonrpc"], opening["jsonrpc"]], ["2.0", "2.0"])
        self.send(connection, {"jsonrpc": "2.0", "id": hello["id"], "result": {"protocol": "1", "epoch": epoch}})
        return connection, opening

    def send(self, connection, *messages):
        for message in messages:
            connection.sendall(json.dumps(message).encode() + b"\n")

    def granted(self, opening):
        result = {"sub": "watch", "rev": 5, "effective": {"mode": "latest"}}
        return {"jsonrpc": "2.0", "id": opening["id"], "result": result}

    def next_line(self):
        return self.client.stdout.readline().decode().rstrip("\n")

    def hang_up(self, connection):
        connection.shutdown(socket.SHUT_RDWR)
        connection.close()

    def test_prints_what_is_and_what_changes(self):
        self.start("a", "b.*")
        connection, opening = self.accept()
        self.assertEqual(opening["params"], {"sub": "watch", "paths": ["a", "b.*"]})
        self.send(
            connection, self.granted(opening),
            event(1, "snapshot", rev=5, entries=[{"path": "a", "value": "é", "rev": 1, "at": AT}]),
            event(2, "ready", rev=5, count=1), event(3, "lately invented", rev=5),
            change(4, 6, "b.c", {"x": [1, 2.5, None]}),
            event(5, "change", rev=7, at=AT, changes=[{"path": "a", "op": "remove", "v": 2}]))
        self.assertEqual(self.next_line(), 'a = "é"')
        self.assertEqual(self.next_line(), 'b.c = {"x": [1, 2.5, null]}')
        self.assertEqual(self.next_line(), "a = (removed)")

    def test_resumes_where_it_was(self):
        self.start("a")
        connection, opening = self.accept()
        self.assertNotIn("from", opening["params"])
        self.send(connection, self.granted(opening), event(1, "ready", rev=5, count=0), change(2, 6, "a", 1))
        self.assertEqual(self.next_line(), "a = 1")
        # Cut off in the middle of a line, between two letters.
        line = json.dumps(change(3, 7, "a", 2)).encode()
        connection.sendall(line[: len(line) // 2])
        self.hang_up(connection)
        connection, opening = self.accept()
        self.assertEqual(opening["params"]["from"], {"epoch": "e1", "rev": 6})
        self.send(connection, self.granted(opening), change(1, 7, "a", 2), event(2, "ready", rev=7, count=0))
        self.assertEqual(self.next_line(), "a = 2")
        # An end is a reason to come back too.
        self.send(connection, event(3, "end", reason="shutdown", resume={"epoch": "e1", "rev": 7}))
        self.hang_up(connection)
        connection, opening = self.accept()
        self.assertEqual(opening["params"]["from"], {"epoch": "e1", "rev": 7})

    def test_half_a_snapshot_is_none(self):
        self.start("a")
        connection, opening = self.accept()
        entry = {"path": "a", "value": 1, "rev": 1, "at": AT}
        self.send(connection, self.granted(opening), event(1, "snapshot", rev=5, entries=[entry]))
        self.assertEqual(self.next_line(), "a = 1")
        self.hang_up(connection)
        connection, opening = self.accept()
        self.assertNotIn("from", opening["params"])

    def test_another_history(self):
        self.start("a")
        connection, opening = self.accept()
        self.send(connection, self.granted(opening), event(1, "ready", rev=900, count=0), change(2, 901, "a", 1))
        self.assertEqual(self.next_line(), "a = 1")
        self.hang_up(connection)
        connection, opening = self.accept(epoch="e2")
        self.assertEqual(opening["params"]["from"], {"epoch": "e1", "rev": 901})
        entry = {"path": "a", "value": 2, "rev": 1, "at": AT}
        self.send(
            connection, self.granted(opening), event(1, "gap", reason="epoch", **{"from": 901, "to": 3}, lost=None),
            event(2, "snapshot", rev=3, entries=[entry]), event(3, "ready", rev=3, count=1))
        self.assertEqual(self.next_line(), "a = 2")
        self.assertIn(b"lost (epoch)", self.client.stderr.readline())
        self.hang_up(connection)
        _, opening = self.accept(epoch="e2")
        self.assertEqual(opening["params"]["from"], {"epoch": "e2", "rev": 3})

    def test_waits_for_a_daemon(self):
        self.listener.close()
        os.unlink(self.path)
        self.start("a")
        self.assertIn(b"trying again", self.client.stderr.readline())
        self.listen()
        connection, opening = self.accept()
        self.send(connection, self.granted(opening), event(1, "ready", rev=1, count=0), change(2, 2, "a", True))
        self.assertEqual(self.next_line(), "a = true")

    def test_a_refusal_ends_it(self):
        self.start("nonsense")
        connection, opening = self.accept()
        data = {"kind": "notFound", "path": "nonsense", "hint": "Try store.list.", "retry": "never"}
        error = {"code": -32002, "message": "Nothing is at 'nonsense'.", "data": data}
        self.send(connection, {"jsonrpc": "2.0", "id": opening["id"], "error": error})
        self.assertEqual(self.client.wait(20), 1)
        self.assertIn(b"Nothing is at 'nonsense'. Try store.list.", self.client.stderr.read())


if __name__ == "__main__":
    unittest.main()
