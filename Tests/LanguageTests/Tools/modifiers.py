#!/usr/bin/env python3
"""What swiftc says of modifiers and attributes: on each kind of declaration, in each place.

    modifiers.py record    writes the verdicts of `modifiers.txt` anew, from what its head lists
    modifiers.py check     compares them with swiftc's; exit 1 when something differs
"""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

TABLE = pathlib.Path(__file__).resolve().parents[1] / "modifiers.txt"
FLAGS = ["-swift-version", "5", "-module-name", "main", "-diagnostic-style=llvm", "-typecheck"]


def read_head(text):
    """The lines before the first verdict, and what they list."""
    head = text.split("\n\n", 2)[:2]
    places, declarations, requirements, words, left_out = {}, {}, {}, [], set()
    for line in head[1].splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "words":
            words += rest.split()
        elif kind == "except":
            left_out.add(tuple(rest.split()))
        else:
            name, _, template = rest.partition(": ")
            {"place": places, "declaration": declarations, "requirement": requirements}[kind][name] = template
    return "\n\n".join(head), places, declarations, requirements, words, left_out


def verdicts(rows):
    """What is wrong with each row, by its number. What the parser says keeps swiftc from saying more, so that it is asked
    again without those rows."""
    found, left = {}, list(range(len(rows)))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "rows.swift"
        while True:
            path.write_text("\n".join(rows[number] for number in left) + "\n")
            said = subprocess.run(["swiftc", *FLAGS, path], capture_output=True, text=True).stderr
            errors = collections.defaultdict(list)
            for line, message in re.findall(r"rows\.swift:(\d+):\d+: error: (.*)", said):
                errors[left[int(line) - 1]].append(message)
            if not errors:
                return found
            found.update(errors)
            left = [number for number in left if number not in errors]


def main():
    if sys.argv[1:] not in (["record"], ["check"]):
        sys.exit(__doc__)
    text = TABLE.read_text()
    head, places, declarations, requirements, words, left_out = read_head(text)
    keys, rows = [], []
    for place in places:
        for name, template in (requirements if place == "protocol" else declarations).items():
            for word in ["", *words]:
                if (place, name, word) in left_out or (place, "*", word) in left_out:
                    continue
                keys.append((place, name, word))
                written = template if not word else word + " " + template
                rows.append(places[place].replace("…", written).replace("#", str(len(rows))))
    found = verdicts(rows)
    by_place = collections.defaultdict(lambda: collections.defaultdict(list))
    wrong = {key[:2] for number, key in enumerate(keys) if not key[2] and number in found}
    for number, key in enumerate(keys):
        # Where the declaration itself may not stand, nothing is said of its modifiers.
        if key[:2] in wrong:
            continue
        paragraph = by_place[key[:2]]
        for message in found.get(number, []):
            message = re.sub(r"(\w)%d\b" % number, r"\1#", message)
            paragraph[re.sub(r"(?<![\w@-])" + re.escape(key[2]) + r"(?![\w(])", "…", message)].append(key[2])
    lines = [head, ""]
    for (place, name), messages in by_place.items():
        lines.append(f"{place} {name}")
        lines += [f"  {' '.join(said)}: {message}" for message, said in sorted(messages.items(), key=lambda item: item[1])]
    new = "\n".join(lines) + "\n"
    if sys.argv[1] == "record":
        TABLE.write_text(new)
    elif new != text:
        sys.exit("modifiers.txt differs from what swiftc says")


main()
