#!/usr/bin/env python3
"""What a person at the prompt waits for: prompt.py [FOLDER OF combined AND combinectl] [STARTS] [KEYS],
`.build/release`, 100 and 400.

On pseudo terminals of a hundred columns, with a daemon that runs: the time from the start of `combinectl` to its prompt; and
the time from a key to its echo, at rest and while a thousand events a second arrive that are watched, pinned or both. The
events are the changes of one property by another client, one each millisecond. Python's standard library only.
"""

import os
import pty
import select
import statistics
import struct
import fcntl
import sys
import termios
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Leaks"))
from daemon import Daemon  # noqa: E402

RATE = 1000
COUNTER = """
import Combine
class Counter: ObservableObject { @Published var n = 0 }
let counter = Counter()
"""


class Terminal:
    def __init__(self, folder, daemon):
        program = os.path.join(folder, "combinectl")
        # In a state directory of its own: what is typed is nobody's history.
        environment = dict(os.environ, TERM="xterm-256color", LC_ALL="C.UTF-8", XDG_STATE_HOME=daemon.directory.name)
        self.begin = time.perf_counter()
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.execve(program, [program, "--no-spawn", "--socket", daemon.path], environment)
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        self.seen = b""

    def until(self, text):
        """Reads until the text has come, and returns when that was."""
        while text not in self.seen:
            if not select.select([self.descriptor], [], [], 10)[0]:
                raise SystemExit(f"{text!r} did not appear: {self.seen[-400:]!r}")
            self.seen += os.read(self.descriptor, 1 << 16)
        self.seen = self.seen[self.seen.index(text) + len(text) :]
        return time.perf_counter()

    def type(self, text):
        os.write(self.descriptor, text)

    def enter(self, text):
        self.type(text + b"\r")
        self.until(b"combined>")

    def leave(self):
        self.type(b"\x15\x04")
        try:
            while os.read(self.descriptor, 1 << 16):
                pass
        except OSError:
            pass
        os.close(self.descriptor)
        os.waitpid(self.process, 0)


class Rain:
    """A client that changes the counter so often, until it is told to stop."""

    def __init__(self, daemon):
        self.client = daemon.client()
        self.ends = False
        self.count = 0
        self.thread = threading.Thread(target=self.run)
        self.begin = time.perf_counter()
        self.thread.start()

    def run(self):
        while not self.ends:
            self.count += 1
            self.client.ask("store.set", path="counter.n", value=self.count)
            delay = self.begin + self.count / RATE - time.perf_counter()
            if delay > 0:
                time.sleep(delay)

    def stop(self):
        self.ends = True
        self.thread.join()
        self.client.leave()
        return self.count / (time.perf_counter() - self.begin)


def percentile(times, part):
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1e3


def row(name, times, more=""):
    print("| %s | %.1f | %.1f | %.1f | %s |" % (
        name, statistics.median(times) * 1e3, percentile(times, 0.99), max(times) * 1e3, more), flush=True)


def echoes(terminal, keys):
    """Keys at the pace of somebody who types fast. Each letter differs from the one before, so that its echo is its own."""
    times = []
    for number in range(keys):
        if number % 40 == 0:
            terminal.type(b"\x15")
            time.sleep(0.05)
        while select.select([terminal.descriptor], [], [], 0)[0]:
            os.read(terminal.descriptor, 1 << 16)
        terminal.seen = b""
        letter = b"QXJKZVWY"[number % 8 : number % 8 + 1]
        begin = time.perf_counter()
        terminal.type(letter)
        times.append(terminal.until(letter) - begin)
        time.sleep(0.012)
    return times


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else ".build/release"
    starts = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    keys = int(sys.argv[3]) if len(sys.argv) > 3 else 400
    daemon = Daemon(folder)
    try:
        client = daemon.client()
        client.ask("program.eval", source=COUNTER)
        print("| | p50, ms | p99, ms | worst, ms | changes per second |\n| --- | ---: | ---: | ---: | ---: |")
        times = []
        for _ in range(starts):
            terminal = Terminal(folder, daemon)
            times.append(terminal.until(b"combined>") - terminal.begin)
            terminal.leave()
        row("start to prompt", times)
        for name, commands in [
            ("a key to its echo, at rest", []),
            ("the same, watching", [b":watch counter.n"]),
            ("with a pin", [b":pin counter.n"]),
            ("with both, and the tail", [b":watch counter.n", b":pin counter.n", b":tail on"]),
        ]:
            terminal = Terminal(folder, daemon)
            terminal.until(b"combined>")
            for command in commands:
                terminal.enter(command)
            rain = Rain(daemon) if commands else None
            time.sleep(1)
            times = echoes(terminal, keys)
            rate = rain.stop() if rain else None
            terminal.leave()
            row(name, times, "%.0f" % rate if rate else "")
    finally:
        daemon.end()


if __name__ == "__main__":
    main()
