#!/usr/bin/env python3
"""Hours of everything at once: soak.py [FOLDER OF combined [MINUTES]], `.build/release` and 30 when not given.

Several clients do what `leaks.py` does, mixed, by chance, and look from time to time at the daemon: its memory, its
descriptors, its threads and its journal must be as they were when all had been done often enough. Before that the journal
is filled with as many commits as it keeps. SEED=n does the same again. Python's standard library only.
"""

import os
import random
import sqlite3
import sys
import time

from daemon import Daemon
from leaks import FORM, cases

CLIENTS = 4
# What the journal keeps, and how many more there may be before it forgets them: Sources/Journal/Journal.swift.
COMMITS, BETWEEN = 100_000, 4_096
# So many rows more or less are what happened to be declared at that moment.
CHANCE = 10
# What ends or moves something that all clients have in common, such as the clock.
ALONE = {"server.shutdown", "server.kick", "clock.use", "clock.advance", "clock.run", "pipe.define", "pipe.remove"}


def rows(daemon, client):
    """By table of the journal."""
    file = os.path.join(daemon.state, "backup")
    client.ask("server.backup", file=file)
    copy = sqlite3.connect("file:%s?mode=ro" % file, uri=True)
    try:
        tables = [name for name, in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {table: copy.execute('SELECT count(*) FROM "%s"' % table).fetchone()[0] for table in tables}
    finally:
        copy.close()


def look(daemon, client):
    return {
        "rows": rows(daemon, client), "memory": daemon.memory, "descriptors": daemon.descriptors,
        "threads": daemon.threads, "journal": daemon.kept}


def fill(client):
    """Until the journal forgets: from then on it may not grow."""
    for n in range(COMMITS + 2 * BETWEEN):
        client.ask("store.set", path="form.name", value="abcdefghi"[: n % 9])
    if client.ask("server.status")["oldestRev"] == 1:
        raise SystemExit("the journal forgets nothing")


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else ".build/release"
    minutes = float(sys.argv[2]) if len(sys.argv) > 2 else 30
    seed = int(os.environ.get("SEED", time.time()))
    chance = random.Random(seed)
    daemon = Daemon(folder)
    try:
        methods, others = cases(daemon)
        deeds = [act for name, act in {**methods, **others}.items() if act and name not in ALONE]
        clients = [daemon.client() for _ in range(CLIENTS)]
        clients[0].ask("program.eval", source=FORM)
        fill(clients[0])
        begin = time.monotonic()
        print("SEED=%d\n| minute | done | MB | descriptors | threads | KB of journal | rows of its log |\n%s" % (
            seed, "| ---: " * 7 + "|"))
        done, looks = 0, []
        for step in range(10):
            while time.monotonic() - begin < minutes * 60 * (step + 1) / 10:
                chance.choice(deeds)(chance.choice(clients), done)
                done += 1
            now = look(daemon, clients[0])
            print("| %6.1f | %d | %.1f | %d | %d | %d | %d |" % (
                minutes * (step + 1) / 10, done, now["memory"] / 1e6, now["descriptors"], now["threads"],
                now["journal"] / 1024, now["rows"]["log"]), flush=True)
            looks.append(now)
        # The first two tenths are for getting warm; of the next three the most counts, of the last three the least: a thread
        # that is there for a check, or a socket that is just opened, comes and goes. A tenth more, or a few pages, are no trend.
        first, last = looks[2], looks[-1]
        for what, slack in [("memory", 2 << 20), ("descriptors", 0), ("threads", 0), ("journal", 4 << 20)]:
            most, least = max(look[what] for look in looks[2:5]), min(look[what] for look in looks[-3:])
            if least > most * 1.1 + slack:
                raise SystemExit("%s grew from %d to %d" % (what, most, least))
        for table, count in last["rows"].items():
            most = COMMITS + BETWEEN if table == "log" else first["rows"][table] + CHANCE
            if count > most:
                raise SystemExit("the journal's table %s has %d rows, and %d at most were to be there" % (table, count, most))
    finally:
        daemon.end()


if __name__ == "__main__":
    main()
