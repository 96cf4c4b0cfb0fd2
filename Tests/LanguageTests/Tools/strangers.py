#!/usr/bin/env python3
"""Sample code that nobody here wrote, as printed: the pages of playgrounds, and all files of an app together.

    strangers.py pages FOLDER…     each page with the sources of its playground: swiftc's output beside ours
    strangers.py targets FOLDER…   the Swift files below each folder as one program: is it accepted?

Pages that swiftc does not take on Linux are only checked. BUILD names a SwiftPM build folder with `interpret`,
`combinectl` and the module Combine (`.build/debug` when not set); targets are asked of a daemon of their own.
"""
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = pathlib.Path(os.environ.get("BUILD", ROOT / ".build/debug")).resolve()
BY_NAME = re.compile(r"is not supported here|was skipped: there is no screen")
SECONDS = 20


def run(command, **options):
    """What it printed, what it said, and its status; -1 for what was still running after a while."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, **options)
        return done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"), done.returncode
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").decode(errors="replace"), "", -1


def page_text(page):
    """The page behind the sources of its playground and its own, which are another module there."""
    playground = next(parent for parent in page.parents if parent.suffix == ".playground")
    sources = sorted((playground / "Sources").glob("**/*.swift")) + sorted((page.parent / "Sources").glob("**/*.swift"))
    return "\n".join(file.read_text(errors="replace") for file in dict.fromkeys(sources + [page]))


class Compiler:
    """swiftc with this project's Combine."""

    def __init__(self, scratch):
        self.scratch = scratch
        objects = sorted((BUILD / "Combine.build").glob("*.o"))
        subprocess.run(
            ["swiftc", "-emit-library", "-o", f"{scratch}/libCombine.so", *map(str, objects), "-use-ld=lld"], check=True)

    def output(self, source):
        """What its program prints; None if it takes it not, or the program does not end by itself."""
        program = f"{self.scratch}/program"
        made = subprocess.run(
            ["swiftc", "-swift-version", "5", "-module-name", "main", "-suppress-warnings", "-use-ld=lld", "-I",
             str(BUILD / "Modules"), "-L", self.scratch, "-lCombine", "-Xlinker", "-rpath", "-Xlinker", self.scratch,
             "-o", program, source], capture_output=True)
        if made.returncode != 0:
            return None
        out, _, status = run([program], env={**os.environ, "TZ": "UTC", "LC_ALL": "C.UTF-8"})
        return out if status == 0 else None


def refusal(said):
    errors = re.findall(r"error: (.*)", said)
    named = any(BY_NAME.search(error) for error in errors)
    return ("refused by name" if named else "refused otherwise"), errors


def judge_page(text, compiler, scratch):
    source = f"{scratch}/main.swift"
    pathlib.Path(source).write_text(text)
    expected = compiler.output(source)
    out, said, status = run([str(BUILD / "interpret"), source])
    if status == -1:
        return "hangs", []
    if status not in (0, 1):
        return "crashes", [said[:200]]
    if " error: " in said and ": error thrown: " not in said:
        return refusal(said)
    if expected is None:
        return "accepted, not taken by swiftc here", []
    if status == 1:
        return "stops", said.splitlines()[:1]
    return ("identical" if out == expected else "other output"), []


def judge_target(folder, scratch):
    files = sorted(str(file) for file in pathlib.Path(folder).glob("**/*.swift") if file.name != "Package.swift")
    home = {**os.environ, "XDG_RUNTIME_DIR": scratch, "XDG_STATE_HOME": scratch}
    out, said, status = run([str(BUILD / "combinectl"), "check", *files], env=home)
    if status == 0:
        return "accepted", []
    return refusal(out + said) if status == 65 else ("crashes or hangs", [said[:200]])


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("pages", "targets"):
        sys.exit(__doc__)
    verdicts, messages = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as scratch:
        os.chmod(scratch, 0o700)
        if sys.argv[1] == "pages":
            compiler = Compiler(scratch)
            pages = [page for folder in sys.argv[2:] for page in sorted(pathlib.Path(folder).glob("**/*.playground/**/Contents.swift"))]
            work = [(page, lambda page=page: judge_page(page_text(page), compiler, scratch)) for page in pages]
        else:
            work = [(folder, lambda folder=folder: judge_target(folder, scratch)) for folder in sys.argv[2:]]
        for name, judge in work:
            verdict, errors = judge()
            verdicts[verdict] += 1
            messages.update(set(errors))
            print(f"{verdict:36} {name}", flush=True)
        if sys.argv[1] == "targets":
            run([str(BUILD / "combinectl"), "stop"], env={**os.environ, "XDG_RUNTIME_DIR": scratch, "XDG_STATE_HOME": scratch})
    print()
    for message, count in messages.most_common(30):
        print(f"{count:4} {message[:140]}")
    print()
    for verdict, count in verdicts.most_common():
        print(f"{count:4} {verdict}")


main()
