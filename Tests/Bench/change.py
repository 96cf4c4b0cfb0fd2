#!/usr/bin/env python3
"""How many instructions a daemon takes for a change that a client makes and one reader hears of: change.py [FOLDER OF combined AND combinectl].

Needs valgrind. The daemon runs under callgrind; 4,000 changes are counted, a thousand in flight, after 500 that are not. Other work on the machine does
not change these numbers. Python's standard library only.
"""

import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
CHANGES = 4000
PROGRAM = 'class Bench: ObservableObject { @Published var v = "" }\nlet bench = Bench()'
ENVIRONMENT = {
    "JRPC_SUBSCRIBE": '{"jsonrpc":"2.0","id":1,"method":"sub.open","params":{"sub":"b","paths":["bench.v"],"initial":"none",'
                      '"deliver":{"mode":"every"}}}',
    "JRPC_SET": '{"jsonrpc":"2.0","id":%d,"method":"store.set","params":{"path":"bench.v","value":"%s"}}',
    "JRPC_MATCH": '"type":"change"',
}


def costs(path):
    """What each function cost with all that it called, by its name as people write it, and the whole."""
    names, inclusive, whole = {}, collections.Counter(), 0
    called, caller, calls = None, None, False

    def name(text):
        number, given = re.match(r"\((\d+)\)\s*(.*)", text).groups()
        if given:
            names[number] = given
        return names[number]

    with open(path, errors="replace") as file:
        for line in file:
            if line.startswith("fn="):
                caller = name(line[3:].rstrip())
            elif line.startswith("cfn="):
                called = name(line[4:].rstrip())
            elif line.startswith("calls="):
                calls = True
            elif line[:1].isdigit() or line[:1] in "+-*":
                cost = int(line.split()[1])
                if not calls:
                    whole += cost
                elif called != caller:
                    inclusive[called] += cost
                calls = False
    mangled = list(inclusive)
    readable = subprocess.run(["swift", "demangle", "--compact"], input="\n".join(mangled), capture_output=True, text=True, check=True)
    return dict(zip(readable.stdout.split("\n"), (inclusive[name] for name in mangled))), whole


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else ".build/release"
    with tempfile.TemporaryDirectory() as home:
        # Valgrind cannot read the debug information of a Swift program.
        subprocess.run(["strip", "-g", "-o", home + "/combined", folder + "/combined"], check=True)
        shutil.copy(folder + "/combinectl", home + "/combinectl")
        subprocess.run(["cc", "-O2", "-o", home + "/loadgen", HERE + "/Load/loadgen.c"], check=True)
        os.mkdir(home + "/run", 0o700)
        socket = home + "/run/sock"
        environment = dict(os.environ, COMBINED_SOCKET=socket, XDG_STATE_HOME=home + "/state", **ENVIRONMENT)

        def run(*words):
            return subprocess.run(words, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def client(*words):
            run(home + "/combinectl", "--no-spawn", "--quiet", "--socket", socket, *words)

        daemon = subprocess.Popen(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=" + home + "/counted", home + "/combined", "--socket", socket],
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not os.path.exists(socket):
            time.sleep(0.1)
        client("eval", PROGRAM)
        load = [home + "/loadgen", "jsonrpc", socket, "1"]
        run(*load, "500", "32", "throughput")
        run("callgrind_control", "-z", str(daemon.pid))
        run(*load, str(CHANGES), "32", "throughput")
        run("callgrind_control", "-d", str(daemon.pid))
        client("stop")
        daemon.wait()
        functions, whole = costs(home + "/counted.1")

    def of(beginning):
        found = [cost for name, cost in functions.items() if name.startswith(beginning)]
        if not found:
            raise SystemExit("no function is called " + beginning + " any more")
        return max(found) / CHANGES

    engine, reply = of("Engine.Engine.setUnheard("), of("Server.Connection.reply(_: Swift.Int")
    print("| step | instructions |\n| --- | ---: |")
    print("| request: cut out, read, dispatched | %d |" % (of("Server.Connection.(run in") - engine - reply))
    print("| the engine's write and commit | %d |" % engine)
    print("| the event's bytes | %d |" % of("Server.Connection.flush()"))
    print("| the journal | %d |" % of("Server.Server.commit()"))
    print("| the reply | %d |" % reply)
    print("| in all | %d |" % (whole / CHANGES))


main()
