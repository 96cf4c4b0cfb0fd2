#!/usr/bin/env python3
"""Prints every change of some paths of a running combined, one line each. Only Python's standard library.

    watch.py signup 'kitchen.*'

The daemon may come and go: this reconnects, and goes on where it was. The protocol is described in Protocol/README.md.
"""

import json
import os
import random
import socket
import sys
import time


def socket_path():
    """The first of the places that is given; the same rule as combinectl's."""
    if "COMBINED_SOCKET" in os.environ:
        return os.environ["COMBINED_SOCKET"]
    if "XDG_RUNTIME_DIR" in os.environ:
        return os.environ["XDG_RUNTIME_DIR"] + "/combined/sock"
    return f"{os.environ.get('TMPDIR', '/tmp').rstrip('/')}/combined-{os.getuid()}/sock"


class Refused(Exception):
    """The daemon said no; trying again would not help."""


def messages(connection, *requests):
    """Sends requests, then yields whatever comes: one JSON text per line. A line that was cut off is not one."""
    for number, (method, params) in enumerate(requests, start=1):
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        connection.sendall(json.dumps(request).encode() + b"\n")
    for line in connection.makefile("rb"):
        if line.endswith(b"\n"):
            yield json.loads(line)


def watch(paths, position):
    """One connection. Prints until it ends; `position` is how far we have come, and is kept up to date."""
    subscription = {"sub": "watch", "paths": paths}
    if "rev" in position:
        subscription["from"] = {"epoch": position["epoch"], "rev": position["rev"]}
    hello = {"protocols": ["1"], "client": {"name": "watch.py", "version": "1"}}
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(socket_path())
        epoch = None
        for message in messages(connection, ("session.hello", hello), ("sub.open", subscription)):
            if "error" in message:
                error = message["error"]
                if error["data"]["retry"] == "never":
                    raise Refused(error["message"] + " " + error["data"].get("hint", ""))
                return
            if message.get("id") == 1:
                epoch = message["result"]["epoch"]
            if message.get("method") != "sub.event":
                continue
            event = message["params"]
            if event["type"] == "snapshot":
                for entry in event["entries"]:
                    print(entry["path"], "=", json.dumps(entry["value"], ensure_ascii=False), flush=True)
            elif event["type"] == "change":
                for change in event["changes"]:
                    value = json.dumps(change["value"], ensure_ascii=False) if change["op"] == "set" else "(removed)"
                    print(change["path"], "=", value, flush=True)
            elif event["type"] == "gap":
                print(f"watch.py: changes up to revision {event['to']} are lost ({event['reason']})", file=sys.stderr)
            elif event["type"] == "end":
                return
            # A snapshot may be one of several: only these say that everything up to here has been told.
            if event["type"] in ("ready", "change", "progress"):
                position.update(epoch=epoch, rev=event["rev"], attempts=0, told=False)


def main(paths):
    if not paths:
        sys.exit(__doc__)
    position = {"attempts": 0, "told": False}
    while True:
        try:
            watch(paths, position)
        except Refused as refusal:
            sys.exit(f"watch.py: {refusal}")
        except OSError as error:
            if not position["told"]:
                print(f"watch.py: {socket_path()}: {error.strerror or error}; trying again", file=sys.stderr)
                position["told"] = True
        # 50 ms, 100 ms, … 5 s, and a random part of it, so that many clients do not come back at once.
        time.sleep(random.uniform(0, min(5, 0.05 * 2 ** min(position["attempts"], 10))))
        position["attempts"] += 1


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
