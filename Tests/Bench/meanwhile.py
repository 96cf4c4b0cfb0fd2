#!/usr/bin/env python3
"""How long others wait while a program runs: meanwhile.py [FOLDER OF combined], `.build/release` when not given.

One client runs a program that takes long; another pings and reads, one after the other, until the first has its reply or
ten seconds are over. A fresh daemon for each program. Milliseconds until the reply; Python's standard library only.
"""

import os
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Leaks"))
from daemon import Daemon, Refused  # noqa: E402

STORE = """
class S: ObservableObject {
  @Published var n = 0
  func grow() { for i in 0..<100_000_000 { n = i } }
}
let s = S()
"""
TREE = "indirect enum T: Hashable { case l, n(T, T) }\n" \
    "func deep(_ k: Int) -> T { var t = T.l; for _ in 0..<k { t = .n(t, t) }; return t }\n"
PROGRAMS = [
    ("a loop", "while true {}"),
    ("reduce without end", "(0..<Int.max).reduce(0) { ($0 &+ $1) % 7 }"),
    ("a store that is written", "s.grow()"),
    ("a list that grows", "var list: [Int] = []; for i in 0..<3_000_000 { list.append(i) }"),
    ("a dictionary that grows", "var d: [Int: Int] = [:]; for i in 0..<3_000_000 { d[i] = i }"),
    ("a tree that doubles, compared", TREE + "_ = deep(60) == deep(60)"),
    ("a tree that doubles, written", TREE + "print(deep(60))"),
    ("lists of long lists, compared",
     "_ = Array(repeating: Array(repeating: 0, count: 1 << 22), count: 1 << 22)"
     " == Array(repeating: Array(repeating: 0, count: 1 << 22), count: 1 << 22)"),
    ("contains in four million", "let big = Array(0..<4_000_000); _ = (0..<50).map { big.contains(-$0 - 1) }"),
    ("retry without end", "_ = Fail<Int, URLError>(error: URLError(.badURL)).retry(Int.max)"
     ".sink(receiveCompletion: { _ in }, receiveValue: { _ in })"),
    ("a pattern that backtracks", 'String(repeating: "a", count: 26).contains(/^(a+)+$b/)'),
]


def measure(folder, program):
    daemon = Daemon(folder)
    try:
        first, other = daemon.client(), daemon.client()
        first.ask("program.eval", source=STORE)

        def run():
            try:
                first.ask("program.eval", source=program)
            except (Refused, OSError, ValueError):
                pass

        thread = threading.Thread(target=run, daemon=True)
        begin = time.perf_counter()
        thread.start()
        times = []
        while thread.is_alive() and time.perf_counter() - begin < 10:
            for method, params in (("session.ping", {}), ("store.get", {"path": "s.n"})):
                asked = time.perf_counter()
                other.ask(method, **params)
                times.append((time.perf_counter() - asked) * 1e3)
            time.sleep(0.001)
        return time.perf_counter() - begin, sorted(times)
    finally:
        daemon.process.kill()
        daemon.process.wait()
        daemon.end()


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else ".build/release"
    print("| while it runs | s | replies | p50 ms | p99 ms | worst ms |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    for name, program in PROGRAMS:
        seconds, times = measure(folder, program)
        p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
        print("| %s | %.1f | %d | %.1f | %.1f | %.1f |" % (name, seconds, len(times), p50, p99, times[-1]), flush=True)


if __name__ == "__main__":
    main()
