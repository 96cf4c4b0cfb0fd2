#!/usr/bin/env python3
"""How long others wait while one client asks for something of a size that nobody has by accident: sizes.py FOLDER-OF-combined [NAME…].

A fresh daemon for each. A second client pings and reads a property, one after the other; a third writes one every 20 ms. Prints how long what was
asked for took, or how it ended, and the others' times in milliseconds. Python's standard library only.
"""

import os
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Leaks"))
from daemon import Daemon, Refused  # noqa: E402

IMPORTS = "import Combine\nimport Foundation\n"
STORE = IMPORTS + "class Measured: ObservableObject { @Published var number = 0 }\nlet measured = Measured()"
ITEM = ("final class Item: ObservableObject { @Published var n = 0; @Published var twice = 0%s; "
        "init() { $n.map { $0 * 2 }.assign(to: &$twice) } }")
ROWS = ("struct Row: Codable, Identifiable, Equatable { let id: Int; var t = \"t\" }\n"
        "class Model: ObservableObject { @Published var rows: [Row] = [] }\nlet model = Model()\n"
        "model.rows = (0..<20_000).map { Row(id: $0) }")
TABLE = "class Model: ObservableObject { @Published var table: [String: Int] = [:] }\nlet model = Model()"
SINKS = ("class Model: ObservableObject { @Published var n = 0 }\nlet model = Model()\nvar bag = Set<AnyCancellable>()\n"
         "for _ in 0..<100_000 { model.$n.sink { _ in }.store(in: &bag) }")
LITERALS = ["1", '"x"', "2.5", "true", "[1, 2]", "nil as Int? as Any"]


def run(text):
    return "program.eval", {"source": IMPORTS + text}


def items(count):
    return [run(ITEM % "")] + [
        run("\n".join("let s%d = Item()" % number for number in range(first, first + 500)))
        for first in range(0, count, 500)]


def shuffled(factor):
    return run("model.rows = (0..<20_000).map { Row(id: ($0 * %d) %% 20_000) }" % factor)


# What is there before, and what is asked for.
CASES = {
    "sort": ([run("let list = (0..<8_000_000).map { ($0 &* 7919) % 8_000_009 }")], [run("print(list.sorted()[0])")]),
    "marks": (
        [run("let a = String(repeating: \"e\\u{301}\\u{323}\", count: 2_000_000)\n"
             "let b = String(repeating: \"e\\u{323}\\u{301}\", count: 2_000_000)")],
        [run("print(a == b, a < b, [a: 1][b] ?? 0)")]),
    "sets": (
        [run("let a = Set(0..<2_000_000); let b = Set((0..<2_000_000).reversed())")],
        [run("print(a == b, a.union(b).count, a.intersection(b).count)")]),
    "dictionary": (
        [run("let pairs = (0..<1_000_000).map { ($0, $0) }")],
        [run("print(Dictionary(uniqueKeysWithValues: pairs).count)")]),
    "literals": ([], [run("let d: [String: Any] = [" + ", ".join(
        '"k%d": %s' % (number, LITERALS[number % 6]) for number in range(18_000)) + "]")]),
    "classes": ([], [run("\n".join(
        "final class C%d: ObservableObject { @Published var n = %d; var next: C%d? }"
        % (number, number, (number + 1) % 12_000) for number in range(12_000)))]),
    "redefinition": (items(4000), [run(ITEM % "; @Published var more = 1")]),
    "list": (items(8000), [("store.list", {})] * 5),
    "snapshot": (items(8000), [("sub.open", {"sub": "all%d" % number, "paths": ["**"]}) for number in range(3)]),
    "patch": ([run(ROWS), ("sub.open", {"sub": "rows", "paths": ["model.**"], "value": "patch"})],
              [shuffled(7919), shuffled(7907)]),
    "table": ([run(TABLE)], [("store.set", {"path": "model.table", "value": {
        "k%d" % number: number + turn for number in range(60_000)}}) for turn in range(3)]),
    "zip": ([], [run("let c = (0..<Int.max).publisher.zip((0..<Int.max).publisher).sink { _ in }")]),
    "sinks": ([run(SINKS)], [("store.set", {"path": "model.n", "value": number}) for number in range(1, 4)]),
    "print": ([run("let long = String(repeating: \"0123456789abcdef\", count: 1_000_000)")],
              [run("for _ in 0..<20 { print(long) }")]),
}


def measure(folder, before, asked):
    daemon = Daemon(folder)
    done, reads, writes, outcomes = threading.Event(), [], [], []

    def timed(client, times, method, **params):
        begun = time.perf_counter()
        try:
            client.ask(method, **params)
        except Refused as refusal:
            if "closed" in str(refusal):
                raise
        times.append((time.perf_counter() - begun) * 1e3)

    def ask():
        for method, params in asked:
            begun = time.perf_counter()
            try:
                first.ask(method, **params)
                outcomes.append("%.2f s" % (time.perf_counter() - begun))
            except (Refused, OSError, ValueError) as error:
                outcomes.append("%.2f s: %s" % (time.perf_counter() - begun, str(error)[:100]))
        done.set()

    def others(client, times, pause, *requests):
        try:
            while not done.is_set():
                for method, params in requests:
                    timed(client, times, method, **params)
                time.sleep(pause)
        except (Refused, OSError, ValueError):
            pass

    try:
        first, reader, writer = daemon.client(), daemon.client(), daemon.client()
        first.ask("program.eval", source=STORE)
        for method, params in before:
            first.ask(method, **params)
        threads = [threading.Thread(target=body, args=args, daemon=True) for body, args in [
            (ask, ()),
            (others, (reader, reads, 0.002, ("session.ping", {}), ("store.get", {"path": "measured.number"}))),
            (others, (writer, writes, 0.02, ("store.set", {"path": "measured.number", "value": 1})))]]
        for thread in threads:
            thread.start()
        if not done.wait(30):
            outcomes.append("given up after 30 s")
            done.set()
            first.socket.shutdown(2)
        for thread in threads[1:]:
            thread.join(20)
        return outcomes, sorted(reads) or [0.0], sorted(writes) or [0.0]
    finally:
        daemon.process.kill()
        daemon.process.wait()
        daemon.end()


def main():
    folder, names = sys.argv[1], sys.argv[2:] or list(CASES)
    print("| what | took | replies | p50 ms | p99 ms | worst ms | longest write ms |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for name in names:
        outcomes, reads, writes = measure(folder, *CASES[name])
        print("| %s | %s | %d | %.1f | %.1f | %.1f | %.1f |" % (
            name, ", ".join(outcomes), len(reads), reads[len(reads) // 2], reads[min(len(reads) - 1, len(reads) * 99 // 100)],
            reads[-1], writes[-1]), flush=True)


if __name__ == "__main__":
    main()
