#!/usr/bin/env python3
"""Who waits for a slow disk: slowdisk.py [FOLDER OF combined] [MILLISECONDS]. Needs strace, which delays each sync.

One client writes with `"await":"durable"` all the time, another pings, a third writes as usual: every 5 ms, and then as fast as it is answered. Prints
what each waited for, in milliseconds. Python's standard library only.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time

PROGRAM = "class Bench: ObservableObject { @Published var n = 0; @Published var m = 0 }\nlet bench = Bench()"
SECONDS = 8


class Client:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.file = self.socket.makefile("r")

    def ask(self, method, **params):
        """How many milliseconds it takes until the reply."""
        begun = time.perf_counter()
        self.socket.sendall(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n")
        for line in self.file:
            reply = json.loads(line)
            if reply.get("id") == 1:
                if "error" in reply:
                    raise SystemExit(line)
                return (time.perf_counter() - begun) * 1e3
        raise SystemExit("the daemon closed the connection")


def measure(path, pause):
    is_over = threading.Event()

    def repeat(times, pause, method, **params):
        client, number = Client(path), 0
        while not is_over.is_set():
            number += 1
            times.append(client.ask(method, **dict(params, **({"value": number} if params else {}))))
            time.sleep(pause)

    rows = {"pings": [], "writes": [], "durable writes": []}
    threads = [
        threading.Thread(target=repeat, args=(rows["pings"], 0.005, "session.ping")),
        threading.Thread(target=repeat, args=(rows["writes"], pause, "store.set"), kwargs={"path": "bench.n"}),
        threading.Thread(target=repeat, args=(rows["durable writes"], 0, "store.set"), kwargs={"path": "bench.m", "await": "durable"}),
    ]
    for thread in threads:
        thread.start()
    time.sleep(SECONDS)
    is_over.set()
    for thread in threads:
        thread.join()
    for name, times in rows.items():
        times.sort()
        print("| %s, others' writes %s | %d | %.1f | %.1f | %.1f |" % (
            name, "every 5 ms" if pause else "without a pause", len(times), times[len(times) // 2],
            times[len(times) * 99 // 100], times[-1]), flush=True)


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else ".build/release"
    delay = int(sys.argv[2]) if len(sys.argv) > 2 else 400
    with tempfile.TemporaryDirectory() as home:
        path = home + "/sock"
        daemon = subprocess.Popen([
            "strace", "-f", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=fdatasync,fsync", "-e",
            "inject=fdatasync,fsync:delay_enter=%d" % (delay * 1000), folder + "/combined", "--socket", path, "--state", home + "/state",
            "--log", "error"])
        while not os.path.exists(path):
            time.sleep(0.05)
        first = Client(path)
        first.ask("program.eval", source=PROGRAM)
        time.sleep(3)
        print("| a sync takes %d ms | replies | p50 ms | p99 ms | longest ms |\n| --- | ---: | ---: | ---: | ---: |" % delay)
        measure(path, 0.005)
        measure(path, 0)
        first.ask("server.shutdown")
        daemon.wait()


main()
