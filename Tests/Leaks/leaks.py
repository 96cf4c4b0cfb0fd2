#!/usr/bin/env python3
"""What each method keeps: leaks.py [FOLDER OF combined [ROUNDS]], `.build/release` and 300 when not given.

Does each thing again and again, and looks how much the daemon's memory has grown for each time. What a first round needs
(types of the library that are looked up, buffers that grow to their size) is not counted. Every method of the protocol
has to be among them. ONLY=sub. looks at those whose names begin like that, COMMITS=0 begins at once. Python's standard
library only.
"""

import json
import os
import sys

from daemon import Daemon, Refused

FORM = """
import Combine
import Foundation
class Form: ObservableObject {
  @Published var name = ""
  @Published var count = 0
  @Published var items: [Int] = []
  var bag: Set<AnyCancellable> = []
  init() {
    $name.map { $0.count }.assign(to: &$count)
    $name.debounce(for: 0.001, scheduler: RunLoop.main).sink { [weak self] in self?.items = [$0.count] }.store(in: &bag)
  }
  func twice(_ n: Int) -> Int { n * 2 }
  func soon() async -> Int { try? await Task.sleep(nanoseconds: 1000); return 1 }
  func long() async -> String {
    try? await Task.sleep(nanoseconds: 50_000_000)
    return String(repeating: "x", count: 10_000)
  }
}
let form = Form()
let shout = form.$name.sink { _ = $0.uppercased() }
"""
# Commits that are kept in memory on purpose: as many are made before anything is measured.
COMMITS = int(os.environ.get("COMMITS", 4200))
# Their commits are larger than the others', and so the ones in memory have to be of their kind. Of paths that were never
# there before the database's page cache (2 MB) goes on growing by 0.1 KB each until some 17,000 are made.
NEW_PATHS = "a class with another property each time"
REMOVED = "a class and its store, removed"
# Less than this is what allocators do; memory comes in pages.
NOISE = 0.2
WARM_MAX = 20_000


def passing(method, **params):
    return lambda client, n: client.ask(method, **params)


def pair(first, second):
    def act(client, n):
        first(client, n)
        second(client, n)
    return act


def write(client, n):
    client.ask("store.set", path="form.name", value="abcdefghi"[: n % 9])


def undo(client, n):
    """Where the same was changed since, or the last commit removed something, the refusal is the answer."""
    try:
        client.ask("tx.undo")
    except Refused as refusal:
        if "closed the connection" in str(refusal):
            raise


def opened(daemon, method=None, **params):
    """A subscription is opened, something is done with it, and it is closed."""
    def act(client, n):
        client.ask("sub.open", sub="s", paths=["form.**"])
        if method:
            client.ask(method, **params)
        client.ask("sub.close", sub="s")
    return act


def connected(daemon, *asked):
    """Done on a connection that closes behind it."""
    def act(client, n):
        other = daemon.client()
        for method, params in asked:
            other.ask(method, **params)
        other.leave()
    return act


def left(daemon, method, **params):
    """Asked on a connection that closes before it is answered."""
    def act(client, n):
        other = daemon.client()
        other.send(method, **params)
        other.ask("session.ping")
        other.leave()
    return act


def kicked(daemon):
    def act(client, n):
        other = daemon.client()
        client.ask("server.kick", session=other.session)
        other.leave()
    return act


def virtual(daemon, method, **params):
    """On a clock of the connection's own."""
    def act(client, n):
        other = daemon.client()
        other.ask("clock.use", mode="virtual")
        other.ask(method, **params)
        other.ask("clock.use", mode="real")
        other.leave()
    return act


SHOP = [{"name": "cart", "properties": [{"name": "total", "type": "Int", "settable": True, "value": 0}],
         "methods": [{"name": "add", "parameters": [{"name": "price", "type": "Int"}], "result": "Int"}]}]


def provided(daemon, close=False):
    """A client's object is a store, until it leaves."""
    def act(client, n):
        other = daemon.client()
        other.ask("provide.open", provider="stall", namespace="stall", stores=SHOP)
        if close:
            other.ask("provide.close", provider="stall")
        other.leave()
        # What the daemon tells everybody of it waits until it is read.
        for each in [client, *STAYING.values()]:
            each.ask("session.ping")
    return act


STAYING = {}


def till(daemon):
    """A provider that stays."""
    if daemon not in STAYING:
        STAYING[daemon] = daemon.client()
        STAYING[daemon].ask("provide.open", provider="till", namespace="shop", requests="taken", stores=SHOP)
    return STAYING[daemon]


def taken(daemon):
    """Somebody sets what another one provides."""
    def act(client, n):
        provider = till(daemon)
        other = daemon.client()
        other.send("store.set", path="shop.cart.total", value=n)
        request = provider.ask("provide.next", provider="till")
        provider.ask("provide.answer", provider="till", request=request["request"],
                     changes=[{"path": "cart.total", "value": n}])
        other.leave()
    return act


def cases(daemon):
    """By method; and those that have no method of their own."""
    define = lambda client, n: client.ask("pipe.define", name="late", source="form.$name.map { $0.count }.sink { _ in }")
    remove = passing("pipe.remove", pipe="late")
    ask = passing
    stub = ask("http.stub", url="https://example.com/*", answers=[{"status": 200}])
    evaluate = lambda source: (lambda client, n: client.ask("program.eval", source=source.replace("NUMBER", str(n))))
    return {
        "session.hello": connected(daemon),
        "session.ping": ask("session.ping", t=1),
        "session.bye": connected(daemon, ("session.bye", {})),
        "rpc.discover": ask("rpc.discover"),
        "program.eval": connected(daemon, ("program.eval", {"source": "form.twice(2)"})),
        "program.check": ask("program.check", source="class X { func me() -> X { self } }\nX().me()"),
        "program.complete": ask("program.complete", source="form.na", offset=7),
        "program.list": ask("program.list"),
        "program.source": ask("program.source", name="form"),
        "program.remove": pair(evaluate("let gone = 1"), ask("program.remove", name="gone")),
        "program.help": ask("program.help", name="debounce"),
        "program.lookup": ask("program.lookup", source="form.name", offset=6),
        "program.outline": ask("program.outline", source="class X { func me() -> X { self } }"),
        "program.leaks": ask("program.leaks"),
        "store.list": ask("store.list"),
        "store.get": ask("store.get", path="form.name"),
        "store.set": lambda client, n: client.ask("store.set", path="form.name", value="abcdefghi"[: n % 9]),
        "store.patch": pair(
            ask("store.patch", path="form.items", patch=[["insert", 0, [1]]]),
            ask("store.set", path="form.items", value=[])),
        "store.call": ask("store.call", path="form.twice", args=[2]),
        "store.reset": ask("store.reset", path="form.name"),
        "store.history": ask("store.history", path="form.name", limit=3),
        "store.schema": ask("store.schema", path="form.name"),
        "tx.commit": lambda client, n: client.ask("tx.commit", ops=[{"set": "form.name", "value": "abc"[: n % 3]}]),
        "tx.undo": pair(
            lambda client, n: client.ask("store.set", path="form.name", value="abcdefghi"[: 1 + n % 7]), undo),
        "draft.open": pair(ask("draft.open", draft="d", path="form.items"), ask("draft.cancel", draft="d")),
        "draft.get": pair(
            pair(ask("draft.open", draft="d", path="form.items"), ask("draft.get", draft="d")),
            ask("draft.cancel", draft="d")),
        "draft.set": pair(
            pair(ask("draft.open", draft="d", path="form.name"), ask("draft.set", draft="d", value="edited")),
            ask("draft.cancel", draft="d")),
        "draft.save": pair(
            pair(
                ask("draft.open", draft="d", path="form.name"),
                lambda client, n: client.ask("draft.set", draft="d", value="abcdefghi"[: n % 9])),
            ask("draft.save", draft="d")),
        "draft.cancel": connected(daemon, ("draft.open", {"draft": "d", "path": "form.items"})),
        "draft.list": ask("draft.list"),
        "bus.post": ask("bus.post", name="n", userInfo={"id": 1}),
        "provide.open": provided(daemon),
        "provide.change": lambda client, n: till(daemon).ask(
            "provide.change", provider="till", changes=[{"path": "cart.total", "value": n}]),
        "provide.next": taken(daemon),
        "provide.answer": taken(daemon),
        "provide.close": provided(daemon, close=True),
        "pipe.list": ask("pipe.list"),
        "pipe.get": ask("pipe.get", pipe="shout"),
        "pipe.define": pair(define, remove),
        "pipe.remove": pair(define, remove),
        "pipe.pause": pair(ask("pipe.pause", pipe="shout"), ask("pipe.resume", pipe="shout")),
        "pipe.resume": pair(ask("pipe.pause", pipe="shout"), ask("pipe.resume", pipe="shout")),
        "pipe.step": pair(
            pair(ask("pipe.pause", pipe="shout"), ask("pipe.step", pipe="shout")), ask("pipe.resume", pipe="shout")),
        "pipe.stats": ask("pipe.stats", pipe="shout"),
        "pipe.tap": pair(ask("pipe.tap", pipe="shout", sub="t"), ask("sub.close", sub="t")),
        "pipe.try": ask("pipe.try", operators="debounce 200ms", inputs=["a-bc----d|"]),
        "pipe.replay": pair(write, ask("pipe.replay", pipe="form.count", limit=5)),
        "sub.open": opened(daemon),
        "sub.close": opened(daemon),
        "sub.pause": opened(daemon, "sub.pause", sub="s"),
        "sub.resume": opened(daemon, "sub.resume", sub="s"),
        "sub.demand": opened(daemon, "sub.demand", sub="s", add=5),
        "sub.sync": opened(daemon, "sub.sync"),
        "sub.resync": opened(daemon, "sub.resync", sub="s"),
        "sub.list": opened(daemon, "sub.list"),
        "wait": ask("wait", path="form.name", when="value.count >= 0"),
        "why": ask("why", path="form.count"),
        "graph": ask("graph"),
        "clock.get": ask("clock.get"),
        "clock.use": virtual(daemon, "clock.get"),
        "clock.advance": virtual(daemon, "clock.advance", by="1ms"),
        "clock.run": virtual(daemon, "clock.run", steps=1),
        "http.stub": pair(stub, ask("http.clear", stubs=True, log=True)),
        "http.clear": pair(stub, ask("http.clear", stubs=True, log=True)),
        "http.log": ask("http.log"),
        "server.status": ask("server.status"),
        "server.stats": ask("server.stats", lists=["stores", "pipelines", "clients"]),
        "server.clients": ask("server.clients"),
        "server.kick": kicked(daemon),
        "server.config": ask("server.config"),
        "server.backup": ask("server.backup", file=os.path.join(daemon.state, "backup")),
        # Ends the daemon, and all that it has.
        "server.shutdown": None,
    }, {
        "an eval that is refused": lambda client, n: client.refused("program.eval", source="let x: Int = form.nam"),
        "a class that is refused": lambda client, n: client.refused(
            "program.eval", source="class X { let y: Int; func me() -> X { self } }"),
        "a closure": connected(daemon, ("program.eval", {"source": "[1, 2].map { $0 + 1 }.filter { $0 > 1 }"})),
        "a pipeline of a session": connected(daemon, ("program.eval", {"source": "form.$name.sink { _ in }"})),
        "a task": evaluate("_ = await Task { 1 }.value"),
        "a redefinition": evaluate("let k = NUMBER"),
        "a class redefined": evaluate("class Small { var n = NUMBER; func me() -> Small { self } }"),
        REMOVED: pair(
            evaluate("class Gone: ObservableObject { @Published var n = 1 }\nlet gone = Gone()"),
            pair(ask("program.remove", name="gone"), ask("program.remove", name="Gone"))),
        NEW_PATHS: evaluate(
            "class Other: ObservableObject { @Published var nNUMBER = 0 }\nlet other = Other()"),
        "a namespace": connected(
            daemon, ("program.eval", {"source": "let x = 1", "namespace": "red"}),
            ("program.remove", {"name": "x", "namespace": "red"})),
        "sub.open of a publisher": pair(
            ask("sub.open", sub="p", publisher="form.$name.map { $0.count }"), ask("sub.close", sub="p")),
        "sub.open with a condition": pair(
            ask("sub.open", sub="w", paths=["form.name"], when="value.count > 3"), ask("sub.close", sub="w")),
        "store.call that waits": ask("store.call", path="form.soon"),
        "store.call that is cancelled": lambda client, n: client.cancelled("store.call", path="form.long"),
        "store.call whose client goes away": left(daemon, "store.call", path="form.long"),
        "program.eval that is cancelled": lambda client, n: client.cancelled("program.eval", source="await form.long()"),
        "program.eval whose client goes away": left(daemon, "program.eval", source="await form.long()"),
        "wait that is cancelled": lambda client, n: client.cancelled("wait", path="form.name", when="value.count > 99"),
        "wait that times out": lambda client, n: client.refused(
            "wait", path="form.name", when="value.count > 99", timeout="1ms"),
    }


def kept(daemon, client, act, rounds, first):
    """KB for each time: the least of two turns, so that what grows once is not taken for what grows always. What still grows
    is done again until it does not, WARM_MAX times at most: the log keeps 4,096 commits in memory, and behind them the cache of
    the database fills up to its 2 MB."""
    done = first
    while True:
        growth = []
        for turn in range(2):
            before = daemon.memory
            for n in range(rounds):
                act(client, done + n)
            done += rounds
            growth.append((daemon.memory - before) / 1024 / rounds)
        if min(growth) <= NOISE or done - first >= WARM_MAX:
            return min(growth)


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else ".build/release"
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    with open(os.path.join(root, "Protocol", "openrpc.json")) as file:
        known = [method["name"] for method in json.load(file)["methods"]]
    daemon = Daemon(folder)
    leaking = []
    try:
        methods, others = cases(daemon)
        missing = set(known) ^ set(methods)
        if missing:
            raise SystemExit("these are methods without a case here, or cases without a method: " + ", ".join(sorted(missing)))
        client = daemon.client()
        client.ask("program.eval", source=FORM)
        for n in range(COMMITS):
            write(client, n)
        print("| KB kept | of what is done %d times |\n| ---: | --- |" % (2 * rounds))
        for name, act in {**methods, **others}.items():
            if act is None or not name.startswith(os.environ.get("ONLY", "")):
                continue
            warm = COMMITS if name in (NEW_PATHS, REMOVED) else max(20, rounds // 3)
            for n in range(warm):
                act(client, n)
            kilobytes = kept(daemon, client, act, rounds, warm)
            if kilobytes > NOISE:
                leaking.append(name)
            print("| %7.2f | %s%s |" % (max(0, kilobytes), name, ", which leaks" if kilobytes > NOISE else ""), flush=True)
    finally:
        daemon.end()
    if leaking:
        raise SystemExit("kept: " + ", ".join(leaking))


if __name__ == "__main__":
    main()
