#!/usr/bin/env python3
"""Talks to a running combined from the command line. Only Python's standard library.

    watch.py watch PATH...               prints every change, one line each; the daemon may come and go
    watch.py call METHOD [PARAMS]        prints the result of one request

`--asyncio` in front does the same with the asynchronous client.
"""

import asyncio
import json
import sys

from combined import AsyncClient, Client, Refused


def text(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def lines(event):
    """An event as people read it."""
    if event.type == "snapshot":
        yield from (f"{entry['path']} = {text(entry['value'])}" for entry in event["entries"])
    elif event.type == "change":
        for change in event["changes"]:
            yield f"{change['path']} = {text(change['value'])}" if "value" in change else f"{change['path']} removed"
    elif event.type == "ready":
        yield f"# ready {event['rev']}"
    elif event.type == "gap":
        yield f"# gap {event['reason']} {event['from']} {event['to']}"
    elif event.type == "end":
        yield f"# end {event['reason']}"
    elif event.type == "failed":
        yield f"# failed {event['error']['message']}"
    elif event.type == "print":
        yield f"# print {event['text']}"
    elif event.type in ("lost", "shutdown", "complete"):
        yield f"# {event.type}"


def show(event):
    """Prints an event; returns whether it is the end."""
    for line in lines(event):
        print(line, flush=True)
    return event.is_final


def watch(paths):
    with Client() as client:
        client.subscribe(*paths)
        for event in client.events():
            if show(event):
                return


def call(method, params):
    with Client() as client:
        return client.call(method, **params)


async def watch_asynchronously(paths):
    async with AsyncClient() as client:
        client.subscribe(*paths)
        async for event in client.events():
            if show(event):
                return


async def call_asynchronously(method, params):
    async with AsyncClient() as client:
        return await client.call(method, **params)


def main(arguments):
    is_asynchronous = arguments[:1] == ["--asyncio"]
    verb, *rest = arguments[is_asynchronous:] or [""]
    if verb == "watch" and rest:
        asyncio.run(watch_asynchronously(rest)) if is_asynchronous else watch(rest)
    elif verb == "call" and len(rest) in (1, 2):
        method, params = rest[0], json.loads(rest[1]) if len(rest) == 2 else {}
        print(text(asyncio.run(call_asynchronously(method, params)) if is_asynchronous else call(method, params)))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(141)
    except (Refused, OSError) as error:
        sys.exit(f"watch.py: {error}")
