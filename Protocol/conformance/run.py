#!/usr/bin/env python3
"""Plays the conformance kit. Only Python's standard library.

    run.py servers SOCKET                          the cases of servers/ against whatever listens there
    run.py servers --daemon combined               against a daemon that is started for each file
    run.py clients [--daemon combined] [FOLDER...] the scenarios against clients; default: examples/clients/*

Exit status: 0 when everything conforms, 1 when something does not, 64 for usage.
"""

import concurrent.futures
import glob
import json
import os
import shutil
import subprocess
import sys
import traceback

import clients
import servers
from stage import Failure, Stage

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


class Client:
    """A folder with a `conformance.json`: what the client is called, needs, and how it is built and started."""

    def __init__(self, folder, build):
        self.folder = folder
        with open(os.path.join(folder, "conformance.json")) as file:
            description = json.load(file)
        self.needs = description["needs"]
        self.build = description.get("build")
        self.test = description.get("test")
        # One package may hold several clients.
        self.variants = {name: [self.built(word, build) for word in command]
                         for name, command in description["clients"].items()}
        self.command = None

    @staticmethod
    def built(word, build):
        """`{build}` is where the package's own programs are built."""
        return word.replace("{build}", build)

    def missing(self):
        programs = [command[0] for command in self.variants.values() if command[0].startswith("/")]
        return [program for program in self.needs + programs if not shutil.which(program)]

    def variant(self, name):
        copy = object.__new__(Client)
        copy.__dict__.update(self.__dict__)
        copy.command = self.variants[name]
        return copy


class RealStage(Stage):
    daemon = None

    def watch_only(self, *paths):
        return self.start("watch", *paths)

    def end(self):
        if self.daemon:
            self.daemon.kill()
        super().end()


def play(client, scenario, executable):
    """None, or what went wrong."""
    stage = RealStage(client)
    try:
        scenario(stage, executable) if executable else scenario(stage)
    except Failure as failure:
        return f"{failure}\n    " + "\n    ".join(stage.story[-30:])
    except Exception:
        return traceback.format_exc() + "\n    " + "\n    ".join(stage.story[-30:])
    finally:
        stage.end()


def run_clients(folders, executable, only):
    failures = 0
    for folder in folders:
        client = Client(folder, os.path.dirname(executable) if executable else ROOT + "/.build/debug")
        missing = client.missing()
        if missing:
            print(f"{os.path.basename(folder)}: not tested, since this machine has no {' and no '.join(missing)}")
            continue
        if client.build and subprocess.run(client.build, cwd=folder).returncode != 0:
            print(f"{os.path.basename(folder)}: {' '.join(client.build)} failed")
            failures += 1
            continue
        if client.test and not only:
            test = subprocess.run(client.test, cwd=folder, capture_output=True, text=True)
            print(f"{os.path.basename(folder)}: its own tests {'fail' if test.returncode else 'pass'}")
            if test.returncode:
                print(test.stdout + test.stderr)
                failures += 1
        jobs = [(name, test, None) for name in client.variants for test in clients.SCENARIOS]
        if executable:
            jobs += [(name, test, executable) for name in client.variants for test in clients.REAL]
        jobs = [job for job in jobs if only in job[1].__name__]
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            outcomes = list(pool.map(lambda job: play(client.variant(job[0]), job[1], job[2]), jobs))
        for name in client.variants:
            mine = [(job, outcome) for job, outcome in zip(jobs, outcomes) if job[0] == name]
            bad = [(job, outcome) for job, outcome in mine if outcome]
            print(f"{name}: {len(mine) - len(bad)} of {len(mine)} scenarios")
            for job, outcome in bad:
                print(f"  {job[1].__name__}: {outcome}")
            failures += len(bad)
    return failures


def main(arguments):
    executable, only = None, ""
    rest = []
    words = iter(arguments)
    for word in words:
        if word == "--daemon":
            executable = os.path.abspath(next(words, ""))
        elif word == "--only":
            only = next(words, "")
        else:
            rest.append(word)
    kind, *rest = rest or [""]
    if kind == "servers" and len(rest) == (0 if executable else 1):
        # The transcripts of the documents need a fresh daemon each.
        folders = [HERE + "/servers"] + ([ROOT + "/Protocol/transcripts"] if executable else [])
        return 1 if servers.run(folders, executable, rest[0] if rest else None, only) else 0
    if kind == "clients":
        found = sorted(os.path.dirname(path) for path in glob.glob(ROOT + "/examples/clients/*/conformance.json"))
        return 1 if run_clients([os.path.abspath(folder) for folder in rest] or found, executable, only) else 0
    print(__doc__, file=sys.stderr)
    return 64


if __name__ == "__main__":
    # Messages may be nested 512 deep, and reading one level takes two calls.
    sys.setrecursionlimit(10_000)
    sys.exit(main(sys.argv[1:]))
