#!/usr/bin/env python3
"""The examples of help beside swiftc.

    examples.py record    write behind each example what swiftc's program prints
    examples.py check     compare with what is written; exit 1 when something differs

The examples are compiled together, in a few programs: each is a function, and its types are in a scope of its own. What
is an extension of the library or a new operator needs a program for itself. `extras.txt` is ours alone, and swiftc is not
asked. COMBINE_BUILD names a SwiftPM build folder with the module Combine (`.build/debug` when not set).
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDER = ROOT / "Sources/CHelp/texts"
BUILD = pathlib.Path(os.environ.get("COMBINE_BUILD", ROOT / ".build/debug"))
TYPE = re.compile(r"(?:@\w+ )*(?:final |indirect )*(?:struct|class|enum|protocol) ")
ALONE = re.compile(r"^(?:extension|(?:infix|prefix|postfix) operator) ", re.M)
PROLOGUE = "import Combine\nimport Foundation\n"


class Entry:
    """One entry of a file: the lines of its example, and where its results are."""

    def __init__(self, file, title):
        self.file, self.title = file, title
        self.code, self.output = [], []
        self.lines = []

    @property
    def text(self):
        return "\n".join(self.code)

    @property
    def is_async(self):
        return re.search(r"\bawait\b", self.text) is not None


def entries(path):
    """The entries of a file."""
    found, entry, summary = [], None, False
    for number, line in enumerate(path.read_text().split("\n")):
        if line.startswith("# "):
            entry = Entry(path, line[2:])
            entry.number = number
            found.append(entry)
            summary = True
        elif entry is None or line.startswith((": ", "~ ")):
            continue
        elif summary:
            summary = False
        elif line.startswith("=>"):
            entry.output.append(line[3:])
            entry.lines.append(number)
        else:
            entry.code.append(line)
            if line:
                entry.end = number
    for entry in found:
        while entry.code and not entry.code[-1]:
            entry.code.pop()
    return found


def chunks(lines):
    """Statements and declarations, as they begin in the first column."""
    result = []
    for line in lines:
        begins = line[:1] not in (" ", "}", ")", "]", "#", "") and not line.startswith(".")
        if begins or not result:
            result.append([line])
        else:
            result[-1].append(line)
    return result


def scope(number, entry):
    """The example as a function in a scope of its own."""
    types, body = [], []
    for chunk in chunks(entry.code):
        if chunk[0].startswith("import "):
            continue
        (types if TYPE.match(chunk[0]) else body).extend(chunk)
    function = "@MainActor static func run() async throws" if entry.is_async else "static func run() throws"
    lines = [f"enum E{number} {{", *types, function + " {", *body, "}", "}"]
    marks = [f'print("@@{number}")', "do {", ("  try await " if entry.is_async else "  try ") + f"E{number}.run()"]
    return lines, marks + ['} catch { print("error:", error) }']


def run(name, text, folder, owners):
    """What a program prints, or the owners of the lines that swiftc does not accept; says why."""
    source = folder / (name + ".swift")
    source.write_text(text)
    command = ["swiftc", "-swift-version", "5", "-module-name", "main", "-enable-upcoming-feature", "BareSlashRegexLiterals",
               "-suppress-warnings", "-diagnostic-style=llvm", "-Onone", "-use-ld=lld", "-I", str(BUILD / "Modules"),
               "-L", str(folder), "-lCombine", "-Xlinker", "-rpath", "-Xlinker", str(folder), "-lm",
               "-o", str(folder / name), str(source)]
    built = subprocess.run(command, capture_output=True, text=True)
    if built.returncode:
        refused = set()
        for line in built.stderr.split("\n"):
            match = re.match(r"[^:]+:(\d+):\d+: error: (.*)", line)
            if match:
                at = int(match[1])
                owner = next(owner for first, owner in reversed(owners) if first <= at)
                print(f"REJECTED {owner.title}: {match[2]}   {text.split(chr(10))[at - 1].strip()}")
                refused.add(owner)
        return refused
    environment = dict(os.environ, LC_ALL="C.UTF-8", TZ="UTC")
    ran = subprocess.run([folder / name], capture_output=True, text=True, timeout=120, env=environment)
    if ran.returncode:
        print(f"FAILED {name}: {ran.stderr.strip()[:400]} after {ran.stdout.split('@@')[-1][:200]!r}")
    return ran.stdout


def oracle(all_entries, folder):
    """What swiftc's program prints for each entry."""
    answers = {}
    together = [entry for entry in all_entries if not ALONE.search(entry.text)]
    size = 120
    for is_async in (False, True):
        group = [entry for entry in together if entry.is_async == is_async]
        for start in range(0, len(group), size):
            part, output = group[start : start + size], None
            # What is refused is left out, and the rest tried again.
            while part and not isinstance(output, str):
                lines, calls, owners = [*PROLOGUE.split("\n"), "setvbuf(stdout, nil, _IONBF, 0)"], [], []
                for number, entry in enumerate(part):
                    owners.append((len(lines) + 1, entry))
                    text, marks = scope(number, entry)
                    lines += text
                    calls += marks
                output = run(f"examples{int(is_async)}{start}", "\n".join(lines + calls), folder, owners)
                if output == set():
                    break
                if not isinstance(output, str):
                    part = [entry for entry in part if entry not in output]
            for section in (output or "").split("@@")[1:]:
                number, _, printed = section.partition("\n")
                answers[part[int(number)]] = re.sub(rf"\bE{number}\.", "", printed)
    for number, entry in enumerate(e for e in all_entries if ALONE.search(e.text)):
        output = run(f"alone{number}", PROLOGUE + entry.text, folder, [(1, entry)])
        if isinstance(output, str):
            answers[entry] = output
    return {entry: text.split("\n")[:-1] for entry, text in answers.items()}


def main():
    if sys.argv[1:2] not in (["record"], ["check"]):
        sys.exit(__doc__)
    files = [path for path in sorted(FOLDER.glob("*.txt")) if path.name != "extras.txt"]
    all_entries = [entry for path in files for entry in entries(path)]
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        objects = [str(path) for path in (BUILD / "Combine.build").glob("*.o")]
        subprocess.run(["swiftc", "-emit-library", "-o", str(folder / "libCombine.so"), *objects, "-use-ld=lld"], check=True)
        answers = oracle(all_entries, folder)
    agreed = 0
    for entry in all_entries:
        if entry not in answers:
            print(f"NO ANSWER {entry.title}")
        elif answers[entry] == entry.output:
            agreed += 1
        elif sys.argv[1] == "check":
            print(f"DIFFERS {entry.title}: written {entry.output}, swiftc {answers[entry]}")
    if sys.argv[1] == "record":
        for path in files:
            record(path, [entry for entry in all_entries if entry.file == path and entry in answers], answers)
    print(f"{sys.argv[1]}: {agreed} of {len(all_entries)} examples agree with swiftc")
    sys.exit(0 if agreed == len(all_entries) else 1)


def record(path, changed, answers):
    """Writes the answers behind their examples."""
    lines = path.read_text().split("\n")
    for entry in reversed(changed):
        for number in reversed(entry.lines):
            del lines[number]
        lines[entry.end + 1 : entry.end + 1] = [("=> " + line).rstrip() for line in answers[entry]]
    path.write_text("\n".join(lines))


main()
