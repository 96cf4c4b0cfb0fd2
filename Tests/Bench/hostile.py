#!/usr/bin/env python3
"""Whether one program holds the others: hostile.py FOLDER-OF-combined INTERPRET [PART OF A NAME].

Each program of the corpus (`interpret --hostile --list`) is evaluated by one client of a daemon of its own. Meanwhile a second
client pings and reads a property, one after the other, and a third writes one; until the program is done, or for six
seconds, after which it is cancelled. Prints a row for each kind of program, and each program that is over a bound:
25 ms for 99 of 100 pings and reads, 1,100 ms for a write (the deadline and a turn). Exits with 1 if the daemon dies.
Milliseconds; Python's standard library only.
"""

import json
import os
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Leaks"))
from daemon import Daemon, Refused  # noqa: E402

SECONDS = 6
STORE = "class Measured: ObservableObject { @Published var number = 0 }\nlet measured = Measured()"
READ_BOUND, WRITE_BOUND = 25.0, 1100.0


def timed(client, method, **params):
    asked = time.perf_counter()
    try:
        client.ask(method, **params)
    except Refused as refusal:
        if "closed" in str(refusal):
            raise
    return (time.perf_counter() - asked) * 1e3


def measure(folder, text):
    """Sorted times of reads and of writes, and how the daemon ended if it did."""
    daemon = Daemon(folder)
    done = threading.Event()
    reads, writes = [], []
    try:
        first, reader, writer = daemon.client(), daemon.client(), daemon.client()
        first.ask("program.eval", source=STORE)

        def run():
            try:
                first.ask("program.eval", source=text)
            except (Refused, OSError, ValueError):
                pass
            done.set()

        def read():
            try:
                while not done.is_set():
                    reads.append(timed(reader, "session.ping"))
                    reads.append(timed(reader, "store.get", path="measured.number"))
                    time.sleep(0.002)
            except (Refused, OSError, ValueError):
                pass

        def write():
            number = 0
            try:
                while not done.is_set():
                    number += 1
                    writes.append(timed(writer, "store.set", path="measured.number", value=number))
                    time.sleep(0.02)
            except (Refused, OSError, ValueError):
                pass

        threads = [threading.Thread(target=body, daemon=True) for body in (run, read, write)]
        for thread in threads:
            thread.start()
        if not done.wait(SECONDS):
            # Whoever is asked to stop may still hold the others: that counts.
            message = {"jsonrpc": "2.0", "method": "$/cancel", "params": {"id": first.count}}
            first.socket.sendall(json.dumps(message).encode() + b"\n")
            done.wait(2 * SECONDS)
        done.set()
        for thread in threads[1:]:
            thread.join(4 * SECONDS)
        # What waits still is at least as long as that.
        if any(thread.is_alive() for thread in threads[1:]):
            reads.append(4e3 * SECONDS)
        status = daemon.process.poll()
        return sorted(reads) or [0.0], sorted(writes) or [0.0], status
    finally:
        daemon.process.kill()
        daemon.process.wait()
        daemon.end()


def main():
    folder, interpret = sys.argv[1], sys.argv[2]
    part = sys.argv[3] if len(sys.argv) > 3 else ""
    listed = subprocess.run([interpret, "--hostile", "--list"], check=True, capture_output=True).stdout
    programs = [json.loads(line) for line in listed.splitlines()]
    kinds, over, died = {}, [], []
    for program in programs:
        if part not in program["name"] and part not in program["kind"]:
            continue
        reads, writes, status = measure(folder, program["text"])
        p99 = reads[min(len(reads) - 1, len(reads) * 99 // 100)]
        row = kinds.setdefault(program["kind"], [0, 0, 0.0, 0.0, 0])
        row[0] += 1
        row[1] += len(reads)
        row[2] = max(row[2], p99)
        row[3] = max(row[3], writes[-1])
        if status is not None:
            died.append((program["name"], status))
        if p99 > READ_BOUND or writes[-1] > WRITE_BOUND:
            row[4] += 1
            over.append((program["name"], len(reads), p99, reads[-1], writes[-1]))
            print("over: %s: p99 %.1f, worst %.1f, write %.1f" % (program["name"], p99, reads[-1], writes[-1]),
                  file=sys.stderr, flush=True)
    print("| kind | programs | replies | largest p99 ms | longest write ms | over |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for kind, (count, replies, p99, write, beyond) in kinds.items():
        print("| %s | %d | %s | %.1f | %.1f | %d |" % (kind, count, format(replies, ","), p99, write, beyond))
    if over:
        print("\n| over a bound | replies | p99 ms | worst ms | longest write ms |\n| --- | ---: | ---: | ---: | ---: |")
        for name, count, p99, worst, write in over:
            print("| %s | %d | %.1f | %.1f | %.1f |" % (name, count, p99, worst, write))
    for name, status in died:
        print("ended the daemon: %s: %d" % (name, status))
    sys.exit(1 if died else 0)


if __name__ == "__main__":
    main()
