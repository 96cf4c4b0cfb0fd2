#!/usr/bin/env python3
"""How long `combinectl test` takes, by the clock and of processor time: python3 -B Tests/Bench/testing.py [.build/release] [ROUNDS].

Each folder has twenty files; a further file costs the difference to a folder of one, divided by nineteen. Processor time is that of
the daemons, too, since combinectl waits for their end. The median of the rounds counts. Goals: a folder in 1000 ms, a further file in 25 ms.
"""
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HOUSE = pathlib.Path(__file__).resolve().parents[2]
PRODUCTS = (HOUSE / (sys.argv[1] if len(sys.argv) > 1 else ".build/release")).resolve()
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
COUNT = 20


def run(files):
    """The milliseconds that a run of files takes: by the clock, and of processor time."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run([PRODUCTS / "combinectl", "test", *files], check=True, stdout=subprocess.DEVNULL)
    elapsed, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return elapsed * 1000, used * 1000


def measure(name, sources):
    """A row: one file, each further one, all of them."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number in range(COUNT):
            source = sources[number % len(sources)]
            place = pathlib.Path(folder) / "examples" / f"{number}" / "x.test"
            place.parent.mkdir(parents=True)
            place.write_text(source if isinstance(source, str) else source.read_text())
            files.append(str(place))
        # What the examples read stands beside them.
        for example in (HOUSE / "examples").iterdir():
            if example.is_dir() and any(example.glob("*.swift")):
                shutil.copytree(example, pathlib.Path(folder) / "examples" / example.name, dirs_exist_ok=True)
        run(files[:1])
        one = [run(files[:1]) for _ in range(ROUNDS)]
        all_of_them = [run(files) for _ in range(ROUNDS)]
    (one_elapsed, one_used), (elapsed, used) = (
        [statistics.median(column) for column in zip(*rows)] for rows in (one, all_of_them)
    )
    further = (elapsed - one_elapsed) / (COUNT - 1), (used - one_used) / (COUNT - 1)
    print(
        f"| {name} | {one_elapsed:.0f} ({one_used:.0f}) | {further[0]:.1f} ({further[1]:.1f}) "
        f"| {elapsed:.0f} ({used:.0f}) |", flush=True)


os.environ["PATH"] = f"{PRODUCTS}:{os.environ['PATH']}"
print("| by the clock (of processor time), ms | one file | each further one | a folder of twenty |")
print("| --- | ---: | ---: | ---: |")
measure("`let a = 1`, `#expect(a == 1)`", ["let a = 1\n#expect(a == 1)\n"])
measure("the tests of `examples/waiting`", sorted((HOUSE / "examples/waiting").glob("*.test")))
