#!/usr/bin/env python3
"""What thousands of stores cost: manystores.py [FOLDER OF combined] [STORES], `.build/release` and 2,000 when not given.

So many stores of four properties are there, and a client names all of them in one request after the other. The time until the
reply is taken, and the worst that a ping and a read of another client took meanwhile, in milliseconds. Python's standard library
only.
"""

import os
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Leaks"))
from daemon import Daemon, Refused  # noqa: E402

CLASS = "import Combine\nclass S: ObservableObject { %s }" % "; ".join(f"@Published var p{i} = 0" for i in range(4))
DECLARED_AT_ONCE = 500


class Pings(threading.Thread):
    """Another client, which asks for nothing and reads a property, again and again."""

    def __init__(self, client):
        super().__init__(daemon=True)
        self.client, self.goes_on = client, True
        self.forget()

    def forget(self):
        self.worst = {"session.ping": 0.0, "store.get": 0.0}

    def run(self):
        while self.goes_on:
            for method, params in (("session.ping", {}), ("store.get", {"path": "watched.n"})):
                begin = time.perf_counter()
                try:
                    self.client.ask(method, **params)
                except Refused:
                    pass  # At last nothing is left to be read.
                self.worst[method] = max(self.worst[method], time.perf_counter() - begin)
            time.sleep(0.001)


def rows(count):
    stores = [f"s{i}" for i in range(count)]
    paths = [f"{store}.p{i}" for store in stores for i in range(4)]
    return [
        ("`sub.open`, each property", "sub.open", {"sub": "a", "paths": paths, "initial": "none"}),
        ("`sub.open`, each store", "sub.open", {"sub": "b", "paths": stores, "initial": "none"}),
        ("`sub.open`, a pattern for each store", "sub.open", {"sub": "c", "paths": [s + ".*" for s in stores], "initial": "none"}),
        ("`sub.open`, one pattern for all", "sub.open", {"sub": "d", "paths": ["*.p0"], "initial": "none"}),
        ("`store.set`", "store.set", {"path": paths[-1], "value": 2}),
        ("`tx.commit`, each property", "tx.commit", {"ops": [{"set": path, "value": 1} for path in paths]}),
        ("`sub.resync` of the first", "sub.resync", {"sub": "a"}),
        ("`store.list`", "store.list", {}),
        ("`program.eval`, one more store", "program.eval", {"source": "let more = S()"}),
        ("the class is declared anew", "program.eval", {"source": CLASS[:-1] + "; var first = 1 }"}),
        ("and once more", "program.eval", {"source": CLASS[:-1] + "; var second = 1 }"}),
        ("`program.remove`, the last of them", "program.remove", {"name": stores[-1]}),
        ("`sub.close` of the first", "sub.close", {"sub": "a"}),
        ("`program.remove`, everything", "program.remove", {"everything": True}),
    ]


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else ".build/release"
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    daemon = Daemon(folder)
    try:
        client = daemon.client()
        client.ask("program.eval", source=CLASS)
        client.ask("program.eval", source="class W: ObservableObject { @Published var n = 0 }\nlet watched = W()")
        for first in range(0, count, DECLARED_AT_ONCE):
            names = range(first, min(first + DECLARED_AT_ONCE, count))
            client.ask("program.eval", source="\n".join(f"let s{i} = S()" for i in names))
        pings = Pings(daemon.client())
        pings.start()
        print("| %d stores | reply, ms | a ping meanwhile, ms | a read, ms |\n| --- | ---: | ---: | ---: |" % count)
        for name, method, params in rows(count):
            time.sleep(0.2)
            pings.forget()
            begin = time.perf_counter()
            client.ask(method, **params)
            taken = time.perf_counter() - begin
            time.sleep(0.05)
            worst = [pings.worst[method] * 1e3 for method in ("session.ping", "store.get")]
            print("| %s | %.0f | %.0f | %.0f |" % (name, taken * 1e3, *worst), flush=True)
        pings.goes_on = False
        pings.join()
    finally:
        daemon.end()


if __name__ == "__main__":
    main()
