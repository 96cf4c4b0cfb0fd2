"""What every client has to get right, as scenarios: against a daemon that misbehaves, and against the real one that is killed."""

import json
import time

from stage import AT, Daemon, Failure, changed, encoded, hello

SCENARIOS = []
REAL = []


def scenario(test):
    SCENARIOS.append(test)
    return test


def with_the_daemon(test):
    REAL.append(test)
    return test


# Reading


@scenario
def prints_what_is_and_what_changes(stage):
    client = stage.watch("a", "b.*")
    peer = stage.accept()
    request = peer.opens()
    if request["params"].get("paths") != ["a", "b.*"] or "from" in request["params"]:
        raise Failure(f"it asked for {request['params']}")
    peer.grant(request)
    peer.snapshot(1, 5, a="é")
    peer.snapshot(2, 5, **{"b.c": {"x": [1, 0.5, None, True, "\"\\/\n\t"]}})
    peer.event(3, "ready", rev=5, count=2)
    peer.change(4, 6, a="", **{"b.c": 7})
    client.prints('a = "é"', r'b.c = {"x":[1,0.5,null,true,"\"\\/\n\t"]}', "# ready 5", 'a = ""', "b.c = 7")
    peer.event(5, "change", rev=7, at=AT, changes=[{"path": "a", "op": "remove", "v": 2}])
    client.prints("a removed")


@scenario
def ignores_what_it_does_not_know(stage):
    client = stage.watch()
    peer = stage.accept()
    request = peer.opens()
    peer.send({"id": request["id"], "result": {"sub": "x", "rev": 5, "effective": {}, "new": 1}, "trace": [1]})
    peer.name = request["params"]["sub"]
    peer.event(1, "ready", rev=5, count=0, lately=[{}])
    peer.event(2, "invented", rev=9, changes=[{"path": "a", "op": "set", "value": 0, "v": 1}])
    peer.send({"method": "session.notice", "params": {"type": "invented", "text": "?"}})
    peer.send({"method": "lately.invented", "params": {"sub": peer.name, "n": 3}})
    peer.send({"method": "lately.invented"})
    peer.send({"id": 4711, "result": {}})
    peer.send({"id": None, "error": {"code": -32700, "message": "?", "data": {"kind": "invented", "retry": "never"}}})
    peer.send({"method": "sub.event", "params": {"sub": "of somebody else", "n": 9, "type": "ready", "rev": 1, "count": 0}})
    peer.event(3, "change", **changed(6, a=1), cause={"by": "c2", "via": []}, shade="blue")
    client.prints("# ready 5", "a = 1")


@scenario
def bytes_come_as_they_like(stage):
    client = stage.watch()
    peer = stage.accept()
    request = peer.opens()
    peer.grant(request)
    # Every byte on its own, so that letters and lines are cut in the middle.
    for byte in encoded(peer.made(1, "ready", rev=5, count=0)) + encoded(peer.made(2, "change", **changed(6, a="ä€𝄞"))):
        peer.connection.sendall(bytes([byte]))
    client.prints("# ready 5", 'a = "ä€𝄞"')
    # And many lines at once.
    peer.send_bytes(b"".join(encoded(peer.made(n, "change", **changed(n + 4, a=n))) for n in range(3, 203)))
    client.prints(*[f"a = {n}" for n in range(3, 203)])


@scenario
def a_line_may_have_a_mebibyte(stage):
    client = stage.watch()
    peer = stage.accept()
    peer.grant(peer.opens())
    peer.event(1, "ready", rev=5, count=0)
    client.prints("# ready 5")
    room = 1048576 - len(encoded(peer.made(2, "change", **changed(6, a="")))) + 1
    peer.change(2, 6, a="x" * room)
    client.prints('a = "' + "x" * room + '"')


@scenario
def an_event_in_parts_counts_when_it_is_whole(stage):
    client = stage.watch()
    peer = stage.accept()
    request = peer.opens()
    if "parts" not in peer.greeting["params"].get("features", []):
        raise Failure("the greeting does not ask for the feature 'parts'")
    peer.grant(request)
    peer.event(1, "ready", rev=5, count=0)
    text = json.dumps({"type": "change", **changed(6, a='1 \\ "', b=2)}, ensure_ascii=False)
    peer.event(2, "part", part=1, parts=3, text=text[:20])
    peer.event(3, "part", part=2, parts=3, text=text[20:90])
    # A sign of life in between proves that nothing was printed yet.
    peer.send({"method": "session.notice", "params": {"type": "print", "text": "still here", "by": "x", "rev": 5}})
    client.prints("# ready 5", "# print still here")
    peer.event(4, "part", part=3, parts=3, text=text[90:])
    client.prints(r'a = "1 \\ \""', "b = 2")
    # Half of an event is none: it is asked for again, with all that follows.
    text = json.dumps({"type": "change", **changed(7, a=4)})
    peer.event(5, "part", part=1, parts=2, text=text[:50])
    peer.hang_up()
    client.prints("# lost")
    again = stage.accept()
    request = again.opens(rev=7)
    starts_from(request, "e1", 6)
    again.grant(request, rev=7)
    again.event(1, "part", part=1, parts=2, text=text[:70])
    again.event(2, "part", part=2, parts=2, text=text[70:])
    again.event(3, "ready", rev=7, count=0)
    client.prints("a = 4", "# ready 7")


@scenario
def notices_are_told(stage):
    client = stage.watch()
    peer = stage.accept()
    peer.grant(peer.opens())
    peer.event(1, "ready", rev=5, count=0)
    peer.send({"method": "session.notice", "params": {"type": "print", "text": "later", "by": "$R0", "rev": 5}})
    # JSON may be written in ASCII only.
    peer.send_bytes(
        rb'{"jsonrpc":"2.0","method":"session.notice","params":{"type":"print","text":"\u00e9 \u20ac \ud834\udd1e\/","by":"","rev":5}}' + b"\n")
    peer.send({"method": "session.notice", "params": {"type": "shutdown", "graceMs": 100}})
    client.prints("# ready 5", "# print later", "# print é € 𝄞/", "# shutdown")


@scenario
def answers_a_ping(stage):
    client = stage.watch()
    peer = stage.accept()
    peer.grant(peer.opens())
    peer.event(1, "ready", rev=5, count=0)
    client.prints("# ready 5")
    peer.send({"id": "ping-1", "method": "session.ping", "params": {"t": {"at": [1, "x"]}}})
    answer = peer.next()
    if answer != {"jsonrpc": "2.0", "id": "ping-1", "result": {"t": {"at": [1, "x"]}}}:
        raise Failure(f"the ping was answered with {answer}")


# A daemon that breaks its promises


@scenario
def an_event_before_the_reply_is_no_reason_to_fail(stage):
    client = stage.watch()
    peer = stage.accept()
    request = peer.opens()
    peer.name = request["params"]["sub"]
    peer.event(1, "ready", rev=5, count=0)
    peer.grant(request)
    peer.change(2, 6, a=1)
    # Whether it takes the early event or comes again, in the end it has the value.
    line = client.next_line()
    if line == "# lost":
        again = stage.accept()
        again.grant(again.opens(rev=6), rev=6)
        again.snapshot(1, 6, a=1)
        again.event(2, "ready", rev=6, count=1)
    elif line != "# ready 5":
        raise Failure(f"printed {line!r}")
    client.prints("a = 1")


@scenario
def a_hole_in_the_numbers_is_noticed(stage):
    client = stage.watch()
    peer = stage.accept()
    peer.grant(peer.opens())
    peer.event(1, "ready", rev=5, count=0)
    peer.change(2, 6, a=1)
    client.prints("# ready 5", "a = 1")
    peer.change(4, 8, a=3)
    peer.is_left()
    client.prints("# lost")
    again = stage.accept()
    request = again.opens(rev=8)
    starts_from(request, "e1", 6)
    again.grant(request, rev=8)
    again.change(1, 7, a=2)
    again.change(2, 8, a=3)
    again.event(3, "ready", rev=8, count=0)
    client.prints("a = 2", "a = 3", "# ready 8")


@scenario
def what_is_not_json_ends_the_connection_only(stage):
    client = stage.watch()
    peer = stage.accept()
    peer.grant(peer.opens())
    peer.event(1, "ready", rev=5, count=0)
    client.prints("# ready 5")
    peer.send_bytes(b'{"jsonrpc":"2.0","method":"sub.event","params":{"sub":}\n')
    peer.is_left()
    client.prints("# lost")
    again = stage.accept()
    request = again.opens()
    starts_from(request, "e1", 5)


# Lost connections


def starts_from(request, epoch, rev):
    start = request["params"].get("from")
    if start != {"epoch": epoch, "rev": rev}:
        raise Failure(f"it resumes from {json.dumps(start)}, not from {rev}@{epoch}")


@scenario
def resumes_where_it_was(stage):
    client = stage.watch()
    peer = stage.accept()
    peer.grant(peer.opens())
    peer.event(1, "ready", rev=5, count=0)
    peer.change(2, 6, a=1)
    client.prints("# ready 5", "a = 1")
    # Cut off in the middle of a line.
    line = encoded(peer.made(3, "change", **changed(7, a=2)))
    peer.send_bytes(line[: len(line) // 2])
    peer.hang_up()
    client.prints("# lost")
    peer = stage.accept()
    request = peer.opens(rev=7)
    starts_from(request, "e1", 6)
    peer.grant(request, rev=7)
    peer.change(1, 7, a=2)
    peer.event(2, "ready", rev=7, count=0)
    client.prints("a = 2", "# ready 7")
    # All of a line but its end may be taken or left, as long as the place to resume from agrees.
    peer.send_bytes(encoded(peer.made(3, "change", **changed(8, a=3)))[:-1])
    peer.hang_up()
    known = 7
    line = client.next_line()
    if line == "a = 3":
        known, line = 8, client.next_line()
    if line != "# lost":
        raise Failure(f"expected '# lost', got {line!r}")
    peer = stage.accept()
    request = peer.opens(rev=8)
    starts_from(request, "e1", known)
    peer.grant(request, rev=8)
    # Progress moves the place on as well.
    peer.change(1, 8, b=3)
    peer.event(2, "ready", rev=8, count=0)
    peer.event(3, "progress", rev=80)
    peer.send({"method": "session.notice", "params": {"type": "print", "text": "so far", "by": "x", "rev": 80}})
    client.prints("b = 3", "# ready 8", "# print so far")
    peer.hang_up()
    client.prints("# lost")
    starts_from(stage.accept().opens(rev=80), "e1", 80)


@scenario
def half_a_snapshot_is_none(stage):
    client = stage.watch()
    peer = stage.accept()
    peer.grant(peer.opens())
    peer.snapshot(1, 5, a=1)
    client.prints("a = 1")
    peer.hang_up()
    client.prints("# lost")
    request = stage.accept().opens()
    if "from" in request["params"]:
        raise Failure(f"it resumes from {request['params']['from']}, before it knew everything")


@scenario
def a_gap_and_another_history(stage):
    client = stage.watch()
    peer = stage.accept()
    peer.grant(peer.opens(rev=900), rev=900)
    peer.event(1, "ready", rev=900, count=0)
    peer.change(2, 901, a=1)
    client.prints("# ready 900", "a = 1")
    # Within the stream: too slow for a bounded queue. No snapshot follows, and the next change counts at once.
    peer.event(3, "gap", reason="overflow", from_=901, to=949, lost=48)
    peer.change(4, 950, a=2)
    client.prints("# gap overflow 901 949", "a = 2")
    peer.hang_up()
    client.prints("# lost")
    # Another history: revisions begin again.
    peer = stage.accept()
    request = peer.opens(epoch="e2", rev=3)
    starts_from(request, "e1", 950)
    peer.grant(request, rev=3)
    peer.event(1, "gap", reason="epoch", from_=950, to=3, lost=None)
    peer.snapshot(2, 3, a=3)
    peer.event(3, "ready", rev=3, count=1)
    client.prints("# gap epoch 950 3", "a = 3", "# ready 3")
    peer.hang_up()
    client.prints("# lost")
    starts_from(stage.accept().opens(epoch="e2", rev=3), "e2", 3)


@scenario
def ends_that_are_no_end(stage):
    client = stage.watch()
    peer = stage.accept()
    peer.grant(peer.opens())
    peer.event(1, "ready", rev=5, count=0)
    peer.event(2, "end", reason="slow", resume={"epoch": "e1", "rev": 7})
    client.prints("# ready 5", "# end slow")
    # It opens again from there, on this connection or on the next.
    request = peer.next()
    while request and request.get("method") != "sub.open":
        request = peer.next()
    if request is None:
        client.prints("# lost")
        peer = stage.accept()
        request = peer.opens(rev=9)
    starts_from(request, "e1", 7)
    peer.grant(request, rev=9)
    peer.change(1, 9, a=1)
    peer.event(2, "ready", rev=9, count=0)
    client.prints("a = 1", "# ready 9")
    peer.send({"method": "session.notice", "params": {"type": "shutdown", "graceMs": 100}})
    peer.event(3, "end", reason="shutdown", resume={"epoch": "e1", "rev": 11})
    peer.hang_up()
    client.prints("# shutdown", "# end shutdown", "# lost")
    starts_from(stage.accept().opens(rev=11), "e1", 11)


@scenario
def an_end_that_is_one(stage):
    client = stage.watch()
    peer = stage.accept()
    peer.grant(peer.opens())
    peer.event(1, "ready", rev=5, count=0)
    peer.event(2, "end", reason="closed", resume={"epoch": "e1", "rev": 5})
    client.prints("# ready 5", "# end closed")
    client.exits(0)


@scenario
def sent_away_by_an_operator(stage):
    client = stage.watch()
    peer = stage.accept()
    peer.grant(peer.opens())
    peer.event(1, "ready", rev=5, count=0)
    peer.event(2, "end", reason="kicked", resume={"epoch": "e1", "rev": 5})
    peer.hang_up()
    client.prints("# ready 5", "# end kicked")
    client.exits(0)


@scenario
def a_publisher_that_completes(stage):
    client = stage.watch()
    peer = stage.accept()
    peer.grant(peer.opens())
    peer.event(1, "ready", rev=5, count=0)
    peer.event(2, "complete")
    client.prints("# ready 5", "# complete")
    client.exits(0)


@scenario
def waits_for_a_daemon(stage):
    client = stage.start("watch", "a")
    stage.listen()
    # The socket of a daemon that is gone: there, and nobody listens.
    peer = stage.accept()
    stage.listener.close()
    peer.hang_up()
    client.prints("# lost")
    stage.stop_listening()
    stage.listen()
    peer = stage.accept()
    peer.grant(peer.opens())
    peer.event(1, "ready", rev=5, count=0)
    # Between the two it may have met the old one's socket for a moment, and lost it once more.
    if set(client.prints_until("# ready 5")[:-1]) - {"# lost"}:
        raise Failure("something else came first")


@scenario
def comes_back_with_patience(stage):
    """A daemon that hangs up at once must not be hammered. The bound is an upper one: a slow machine passes it too."""
    stage.watch()
    # It has come once, however long it took to start; from here on the pauses count.
    stage.listener.accept()[0].close()
    stage.listener.settimeout(0.1)
    attempts, begin = 1, time.monotonic()
    while time.monotonic() - begin < 2:
        try:
            connection, _ = stage.listener.accept()
        except OSError:
            continue
        attempts += 1
        connection.close()
    stage.log(f"{attempts} attempts within two seconds")
    # The mean of 25, 50, 100, … ms gives six or seven; without a growing pause it is hundreds.
    if not 1 <= attempts <= 30:
        raise Failure(f"{attempts} attempts to connect within two seconds")


# Refusals


def refusal(kind, retry, **data):
    return {"code": -32002, "message": "No.", "data": {"kind": kind, "hint": "Try another.", "retry": retry, **data}}


@scenario
def a_refusal_ends_it(stage):
    client = stage.watch("nonsense")
    peer = stage.accept()
    request = peer.opens()
    peer.send({"id": request["id"], "error": refusal("notFound", "never", path="nonsense")})
    client.exits(1)
    if "notFound: No. Try another." not in client.errors:
        raise Failure(f"it said {client.errors!r}, not the kind, the message and the hint")


@scenario
def another_protocol_ends_it(stage):
    client = stage.watch()
    peer = stage.accept()
    greeting = peer.expects("session.hello")
    peer.send({"id": greeting["id"], "error": {"code": -32010, "message": "No.", "data": {
        "kind": "protocol", "supported": ["2"], "retry": "never"}}})
    client.exits(1)


@scenario
def an_overload_does_not(stage):
    client = stage.watch()
    peer = stage.accept()
    request = peer.opens()
    peer.send({"id": request["id"], "error": refusal("overloaded", "later", retryAfterMs=20)})
    request = peer.next()
    while request and request.get("method") != "sub.open":
        request = peer.next()
    if request is None:
        client.prints("# lost")
        peer = stage.accept()
        request = peer.opens()
    peer.grant(request)
    peer.event(1, "ready", rev=5, count=0)
    client.prints("# ready 5")


@scenario
def calls(stage):
    stage.listen()
    client = stage.start("call", "store.set", '{"path":"a","value":{"x":[1,"é"]}}')
    peer = stage.accept()
    request = peer.next()
    if request["method"] == "session.hello":
        peer.reply(request, hello("e1", 5))
        request = peer.next()
    if request["method"] != "store.set" or request["params"] != {"path": "a", "value": {"x": [1, "é"]}}:
        raise Failure(f"it sent {request}")
    # Other things come first, and have nothing to do with it.
    peer.send({"method": "session.notice", "params": {"type": "print", "text": "x", "by": "y", "rev": 1}})
    peer.send({"id": "nobody's", "result": {"rev": 0}})
    peer.reply(request, {"rev": 6, "v": 1, "changed": True})
    line = client.next_line()
    if line is None or json.loads(line) != {"rev": 6, "v": 1, "changed": True}:
        raise Failure(f"it printed {line!r}")
    client.exits(0)


@scenario
def calls_that_are_refused_or_lost(stage):
    stage.listen()
    client = stage.start("call", "store.get", '{"path":"x"}')
    peer = stage.accept()
    request = peer.next()
    if request["method"] == "session.hello":
        peer.reply(request, hello("e1", 5))
        request = peer.next()
    peer.send({"id": request["id"], "error": refusal("notFound", "never")})
    client.exits(1)
    if "notFound: No. Try another." not in client.errors:
        raise Failure(f"it said {client.errors!r}, not the kind, the message and the hint")
    # Whether a lost request took effect is not known: it is never sent again.
    client = stage.start("call", "store.set", '{"path":"x","value":1}')
    peer = stage.accept()
    request = peer.next()
    if request["method"] == "session.hello":
        peer.reply(request, hello("e1", 5))
        peer.next()
    peer.hang_up()
    client.exits(1)


# The real daemon

PROGRAM = """class Shelf: ObservableObject {
  @Published var title = "none"
  @Published var count = 0
}
let shelf = Shelf()"""


@with_the_daemon
def reads_and_writes(stage, executable):
    daemon = Daemon(executable, stage.folder.name, stage.socket_path)
    stage.daemon = daemon
    daemon.start()
    daemon.ask("program.eval", source=PROGRAM)
    client = stage.watch_only("shelf")
    client.prints_until("# ready 1")
    call = stage.start("call", "store.set", '{"path":"shelf.title","value":"Emma — ä€𝄞"}')
    call.exits(0)
    client.prints('shelf.title = "Emma — ä€𝄞"')
    call = stage.start("call", "store.set", '{"path":"shelf.titel","value":""}')
    call.exits(1)
    if "notFound" not in call.errors or "shelf.title" not in call.errors:
        raise Failure(f"it said {call.errors!r}")


@with_the_daemon
def the_daemon_is_killed_under_it(stage, executable):
    """Five times: changes, kill -9, changes behind its back, and nothing is missing."""
    daemon = Daemon(executable, stage.folder.name, stage.socket_path)
    stage.daemon = daemon
    daemon.start()
    daemon.ask("program.eval", source=PROGRAM)
    client = stage.watch_only("shelf.count")
    client.prints("shelf.count = 0", "# ready 1")
    for life in range(1, 6):
        rev = daemon.ask("store.set", path="shelf.count", value=life * 10)["rev"]
        client.prints(f"shelf.count = {life * 10}")
        # By hand it is no different from a crash.
        daemon.kill()
        client.prints("# lost")
        daemon.start()
        rev = daemon.ask("store.set", path="shelf.count", value=life * 10 + 1)["rev"]
        # It may be back before or after that write: the value comes once, within the replay or live. It may also have
        # met the old daemon's socket for a moment, and lost it once more.
        seen = []
        while len(seen) < 2:
            line = client.next_line()
            seen += [line] if line != "# lost" else []
        if f"shelf.count = {life * 10 + 1}" not in seen or not any(
            line in seen for line in (f"# ready {rev}", f"# ready {rev - 1}")):
            raise Failure(f"after the restart it printed {seen}")
    daemon.kill(15)
    client.prints("# shutdown", "# end shutdown", "# lost")
    # A daemon that has lost its memory, and got another before the client can see it.
    daemon.folder += "/another"
    daemon.socket_path += "-aside"
    daemon.start()
    daemon.ask("program.eval", source=PROGRAM)
    daemon.kill()
    daemon.socket_path = stage.socket_path
    daemon.start()
    seen = client.prints_until("shelf.count = 0")
    if not any(line.startswith("# gap epoch") for line in seen):
        raise Failure(f"with another history it printed {seen}")
