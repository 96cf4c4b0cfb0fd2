#!/usr/bin/env python3
"""Writes what Swift's modules have, from the toolchain's symbol graphs, into ../Symbols: a line for each type and member.

    symbols.py

What the compiler synthesises, underscored names, operators, type aliases and the members of vectors and pointers are left
out. `SymbolTests` compares the library with the files.
"""
import json
import pathlib
import subprocess
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Symbols"
MODULES = {
    "Swift": ["Swift", "_StringProcessing", "_Concurrency"],
    "Foundation": ["FoundationEssentials", "FoundationInternationalization", "Foundation"],
}
TYPES = {"swift.struct", "swift.class", "swift.enum", "swift.protocol"}
MEMBERS = {
    "swift.method", "swift.property", "swift.init", "swift.subscript", "swift.type.property", "swift.type.method",
    "swift.type.subscript", "swift.enum.case", "swift.func", "swift.var",
}
ONLY_TYPES = ("SIMD", "Unsafe", "AutoreleasingUnsafe", "OpaquePointer", "NS", "PredicateExpressions", "AttributeScopes")


def target():
    info = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))
    return info["target"]["unversionedTriple"]


def main():
    triple = target()
    FOLDER.mkdir(exist_ok=True)
    for name, modules in MODULES.items():
        lines = set()
        for module in modules:
            with tempfile.TemporaryDirectory() as scratch:
                subprocess.run(
                    ["swift", "symbolgraph-extract", "-module-name", module, "-target", triple, "-output-dir", scratch,
                     "-minimum-access-level", "public"], check=True)
                for graph in pathlib.Path(scratch).glob("*.json"):
                    for symbol in json.loads(graph.read_text())["symbols"]:
                        path, kind = symbol["pathComponents"], symbol["kind"]["identifier"]
                        if "::SYNTHESIZED::" in symbol["identifier"]["precise"] or any(p.startswith("_") for p in path):
                            continue
                        if kind in TYPES:
                            lines.add("type " + ".".join(path))
                        elif kind in MEMBERS and not path[0].startswith(ONLY_TYPES):
                            lines.add(".".join(path))
        (FOLDER / f"{name}.txt").write_text("\n".join(sorted(lines)) + "\n")
        print(name, len(lines))


if __name__ == "__main__":
    main()
