#!/usr/bin/env python3
"""How long looking back takes, and others wait for it: lookingback.py [FOLDER OF combined], `.build/release` when not given.

One property is written 100,000 times, as many commits as are kept; two others were written once, before. Then `combinectl`
asks for what the quiet ones have, which is behind all of it, and for the whole, while another client pings every
millisecond. Python's standard library only.
"""

import os
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Leaks"))
from daemon import Daemon  # noqa: E402

WRITES = 100_000
STORES = """
class S: ObservableObject {
  @Published var n = 0
  @Published var twice = 0
  init() { $n.map { $0 &* 2 }.assign(to: &$twice) }
}
let busy = S()
let quiet = S()
"""
COMMANDS = [
    ["tail", "-n", "5", "--no-follow", "quiet.*"],
    ["tail", "-n", "5", "--no-follow"],
    ["history", "quiet.n"],
    ["why", "quiet.twice"],
    ["why", "busy.twice"],
    ["tail", "-n", "100", "--no-follow", "--tree"],
    ["report", os.devnull],
]


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else ".build/release"
    daemon = Daemon(folder)
    try:
        client, other = daemon.client(), daemon.client()
        client.ask("program.eval", source=STORES)
        client.ask("store.set", path="quiet.n", value=1)
        for n in range(0, WRITES, 1000):
            for k in range(n, n + 1000):
                client.send("store.set", path="busy.n", value=k + 1)
            client.ask("session.ping")
        print("| asked | s | others: p50 ms | worst ms |\n| --- | ---: | ---: | ---: |")
        for command in COMMANDS:
            times, over = [], threading.Event()

            def ping():
                while not over.is_set():
                    begin = time.perf_counter()
                    other.ask("session.ping")
                    times.append((time.perf_counter() - begin) * 1e3)
                    time.sleep(0.001)

            pings = threading.Thread(target=ping)
            pings.start()
            begin = time.perf_counter()
            done = subprocess.run(
                [os.path.join(folder, "combinectl"), "--no-spawn", "--socket", daemon.path] + command,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            seconds = time.perf_counter() - begin
            over.set()
            pings.join()
            if done.returncode != 0:
                raise SystemExit("%s: %s" % (" ".join(command), done.stderr))
            times.sort()
            print("| %s | %.2f | %.1f | %.1f |" % (" ".join(command), seconds, times[len(times) // 2], times[-1]), flush=True)
    finally:
        daemon.end()


if __name__ == "__main__":
    main()
