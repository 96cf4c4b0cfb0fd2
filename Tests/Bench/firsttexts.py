#!/usr/bin/env python3
"""What the first texts of a daemon take: firsttexts.py [FOLDER OF combined] [DAEMONS], `.build/release` and 9.

Each of them is evaluated in a daemon that has just started, and in one that nobody has asked for anything for a second, which
has read ahead what most programs speak of. Medians of so many daemons, in milliseconds until the reply; and how long a ping
waits at most while one reads ahead. Python's standard library only.
"""

import os
import statistics
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Leaks"))
from daemon import Daemon  # noqa: E402

TEXTS = [
    ("let k = 1", "let k = 1"),
    ("a class with two properties, and its store",
     "class Form: ObservableObject { @Published var name = \"\"; @Published var n = 0 }\nlet form = Form()"),
    ("a pipeline of it", "let long = form.$name.map { $0.count > 2 }.removeDuplicates().sink { print($0) }"),
    ("what is not read ahead: a date as text", "let today = Date().formatted()"),
]


def texts(folder, rest):
    daemon = Daemon(folder)
    try:
        client = daemon.client()
        time.sleep(rest)
        times = []
        for _, text in TEXTS:
            begin = time.perf_counter()
            client.ask("program.eval", source=text)
            times.append((time.perf_counter() - begin) * 1e3)
        return times
    finally:
        daemon.end()


def longest_wait(folder):
    """A ping every 120 ms: nobody asks for a tenth of a second in between, so that it goes on reading."""
    daemon = Daemon(folder)
    try:
        client, waits = daemon.client(), []
        for _ in range(15):
            begin = time.perf_counter()
            client.ask("session.ping")
            waits.append((time.perf_counter() - begin) * 1e3)
            time.sleep(0.12)
        return max(waits)
    finally:
        daemon.end()


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else ".build/release"
    daemons = int(sys.argv[2]) if len(sys.argv) > 2 else 9
    begun = [texts(folder, 0) for _ in range(daemons)]
    rested = [texts(folder, 1) for _ in range(daemons)]
    print("| text | at once, ms | after a second, ms |\n| --- | ---: | ---: |")
    for index, (name, _) in enumerate(TEXTS):
        medians = [statistics.median(run[index] for run in runs) for runs in (begun, rested)]
        print("| %s | %.1f | %.1f |" % (name, *medians))
    print("\na ping waits at most %.1f ms while it reads ahead" % max(longest_wait(folder) for _ in range(daemons)))


if __name__ == "__main__":
    main()
