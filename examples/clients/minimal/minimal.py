#!/usr/bin/env python3
"""The smallest client: `minimal.py get PATH`, `minimal.py set PATH JSON`, `minimal.py watch PATH...`."""
import json
import os
import socket
import sys


def socket_path():
    if os.environ.get("COMBINED_SOCKET"):
        return os.environ["COMBINED_SOCKET"]
    if os.environ.get("XDG_RUNTIME_DIR"):
        return os.environ["XDG_RUNTIME_DIR"] + "/combined/sock"
    return f"{os.environ.get('TMPDIR', '/tmp')}/combined-{os.getuid()}/sock"


def main(verb, *words):
    daemon = socket.socket(socket.AF_UNIX)
    daemon.connect(socket_path())
    lines = daemon.makefile("r", encoding="utf-8", newline="\n")

    def ask(method, **params):
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        daemon.sendall(json.dumps(request).encode() + b"\n")

    if verb == "get":
        ask("store.get", path=words[0])
    elif verb == "set":
        ask("store.set", path=words[0], value=json.loads(words[1]))
    else:
        ask("sub.open", sub="main", paths=words)
    for line in lines:
        message = json.loads(line)
        if "error" in message:
            sys.exit(message["error"]["message"])
        if "result" in message and verb != "watch":
            result = message["result"]
            return print(json.dumps(result["value"] if verb == "get" else result["rev"]))
        event = message.get("params", {})
        for entry in event.get("entries", []) + event.get("changes", []):
            print(entry["path"], "=", json.dumps(entry.get("value")), flush=True)
    sys.exit("the daemon has gone")


main(*sys.argv[1:])
