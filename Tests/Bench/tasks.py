#!/usr/bin/env python3
"""What tasks cost, and a virtual day: tasks.py [FOLDER OF combined], `.build/release` when not given.

Asks a daemon of its own, and takes the time until its reply; the best of five rounds. Python's standard library only.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time

COUNT = 10_000
DAY = """
import Combine
import Foundation
class Day: ObservableObject {
  @Published var ticks = 0
  @Published var answer = ""
  var seconds = 0
  var tokens: Set<AnyCancellable> = []
  init() {
    Timer.publish(every: 1, on: .main, in: .common).autoconnect()
      .sink { [unowned self] _ in %s }
      .store(in: &tokens)
    Timer.publish(every: 60, on: .main, in: .common).autoconnect()
      .map { _ in
        URLSession.shared.dataTaskPublisher(for: URL(string: "https://day.test/")!)
          .checkedData()
          .retry(3, backoff: .exponential(.seconds(3)))
          .map { String(decoding: $0, as: UTF8.self) }
          .replaceError(with: "gave up")
      }
      .switchToLatest()
      .assign(to: &$answer)
  }
}
let day = Day()
"""
TASKS = [
    ("a call: n = next(n)", "func next(_ n: Int) -> Int { n + 1 }", "for _ in 0..<{0} {{ n = next(n) }}"),
    ("await of a function that does not wait", "func same(_ n: Int) async -> Int { n + 1 }", "for _ in 0..<{0} {{ n = await same(n) }}"),
    ("await Task.yield()", "", "for _ in 0..<{0} {{ await Task.yield() }}"),
    ("await Task { … }.value", "", "for _ in 0..<{0} {{ n = await Task {{ 1 }}.value }}"),
    ("async let, awaited", "func one() async -> Int { 1 }\nfunc pair() async -> Int { async let a = one(); return await a }", "for _ in 0..<{0} {{ n = await pair() }}"),
    ("a task group with as many children", "func all(_ count: Int) async -> Int { await withTaskGroup(of: Int.self) { group in for _ in 0..<count { group.addTask { 1 } }; var sum = 0; for await one in group { sum += one }; return sum } }", "n = await all({0})"),
]


class Daemon:
    def __init__(self, folder):
        self.directory = tempfile.TemporaryDirectory()
        path = os.path.join(self.directory.name, "sock")
        self.process = subprocess.Popen([os.path.join(folder, "combined"), "--socket", path, "--ephemeral", "--log", "error"])
        while True:
            try:
                self.socket = socket.socket(socket.AF_UNIX)
                self.socket.connect(path)
                break
            except OSError:
                time.sleep(0.01)
        self.file = self.socket.makefile("r")
        self.count = 0

    def ask(self, method, **params):
        self.count += 1
        message = {"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}
        self.socket.sendall(json.dumps(message).encode() + b"\n")
        for line in self.file:
            reply = json.loads(line)
            if reply.get("id") == self.count:
                if "error" in reply:
                    raise SystemExit(json.dumps(reply["error"], indent=2))
                return reply["result"]

    def resident(self):
        with open("/proc/%d/statm" % self.process.pid) as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")

    def end(self):
        self.ask("server.shutdown")
        self.process.wait()


def best(folder, prepare, measure, rounds=5):
    times = []
    for _ in range(rounds):
        daemon = Daemon(folder)
        prepare(daemon)
        begin = time.perf_counter()
        measure(daemon)
        times.append(time.perf_counter() - begin)
        daemon.end()
    return min(times)


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else ".build/release"
    print("| per element | ns |\n| --- | ---: |")
    for name, declarations, statement in TASKS:

        def prepare(daemon):
            daemon.ask("program.eval", source=declarations + "\nvar n = 0\n" + statement.format(10))

        seconds = best(folder, prepare, lambda daemon: daemon.ask("program.eval", source=statement.format(COUNT)))
        print("| %s | %d |" % (name, seconds / COUNT * 1e9))

    daemon = Daemon(folder)
    sleeping = "for _ in 0..<{0} {{ Task {{ try? await Task.sleep(for: .seconds(3600)) }} }}"
    daemon.ask("program.eval", source=sleeping.format(100) + "\nawait Task.yield()")
    before = daemon.resident()
    daemon.ask("program.eval", source=sleeping.format(5000) + "\nawait Task.yield()")
    print("\nA task that waits: %.1f KiB." % ((daemon.resident() - before) / 5000 / 1024))
    daemon.end()

    print("\n| a virtual day of a timer of one second, and a request a minute with retries | ms |\n| --- | ---: |")
    for name, body in [("every tick is counted", "seconds += 1"), ("every tick is a commit", "ticks += 1")]:

        def prepare(daemon):
            daemon.ask("clock.use", mode="virtual")
            daemon.ask("http.stub", url="*", answers=[{"status": 503, "times": 2}, {"body": "fine"}])
            daemon.ask("program.eval", source=DAY % body)

        seconds = best(folder, prepare, lambda daemon: daemon.ask("clock.advance", by="1d"))
        print("| %s | %d |" % (name, seconds * 1e3))


if __name__ == "__main__":
    main()
