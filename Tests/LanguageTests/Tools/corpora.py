#!/usr/bin/env python3
"""Programs that strangers wrote, in swiftc and in the interpreter.

    corpora.py FOLDER [WORD…]   every program below FOLDER whose path contains one of the words
    corpora.py --apps FOLDER [WORD…]   every app for Apple's systems, all files of its target together

A program is a Swift file, a playground or page of one with its sources, or the files of a folder with their tests
(XCTest or Testing), which become statements. Both get the same text: a module that swiftc does not have here is left out.
The table is printed, and what belongs to each class is in a file of its own: the program's text, and the first message.
Of apps only the interpreter is asked, since swiftc has no SwiftUI here: whether all of it that is no view is taken and runs.

SCRATCH keeps texts and swiftc's answers (`/tmp/corpora`), JOBS programs run at a time (2), COMBINE_BUILD names the SwiftPM
folder with the module Combine and the program `interpret` (`.build/debug`).
"""
import collections
import hashlib
import json
import os
import pathlib
import queue
import re
import resource
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = pathlib.Path(os.environ.get("COMBINE_BUILD", ROOT / ".build/debug"))
SCRATCH = pathlib.Path(os.environ.get("SCRATCH", "/tmp/corpora"))
JOBS = int(os.environ.get("JOBS", "2"))
SECONDS_COMPILED = 10
# The interpreter of a debug build takes some fifty times as long.
SECONDS_INTERPRETED = 90

CLASSES = {
    "identical": "both run it, and print the same",
    "order": "the same but for the order of sets and dictionaries, which differs from run to run in swiftc too",
    "varies": "swiftc's own output differs from run to run otherwise (random numbers, the clock)",
    "refused by name": "outside the language, with a message that says so",
    "refused wrongly": "swiftc takes it, the checker does not",
    "wrong output": "another output than swiftc's",
    "false trap": "stops where swiftc's program goes on",
    "limits": "needs more steps, calls or memory than the interpreter gives",
    "hang": f"not done after {SECONDS_INTERPRETED} seconds",
    "crash": "took its process with it",
    "accepted wrongly": "swiftc refuses it, the checker does not",
    "refused by both": "swiftc refuses it, and so does the checker",
    "not judged": "swiftc itself, or its program, does not come to an end",
}
SAME = ["identical", "order", "varies"]
IN_SCOPE = SAME + ["refused wrongly", "wrong output", "false trap", "limits", "hang", "crash"]

# Modules that are not on Linux, or not without a package.
MODULES = re.compile(r"^[ \t]*(?:@testable[ \t]+)?import[ \t]+(?!(?:Combine|Foundation|Swift|Dispatch|Glibc)\b).*$", re.M)
PLAYGROUND = re.compile(r"^[ \t]*PlaygroundPage\.current\..*$", re.M)

# What tests say, so that both print it. Values are shown as they are compared.
ASSERTIONS = """
enum ExpectationFailed: Error { case missing }
class XCTestCase { func setUp() {}; func tearDown() {} }
func expect(_ condition: @autoclosure () throws -> Bool, _ comment: String = "") rethrows { print("expect", try condition()) }
func expectThrows<T>(_ type: Any, _ body: () throws -> T) { do { _ = try body(); print("nothing thrown") } catch { print("threw", error) } }
func require<T>(_ value: @autoclosure () throws -> T?) throws -> T { guard let value = try value() else { throw ExpectationFailed.missing }; return value }
func XCTFail(_ message: String = "") { print("failed", message) }
func XCTAssert(_ c: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "") rethrows { print("assert", try c()) }
func XCTAssertTrue(_ c: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "") rethrows { print("true", try c()) }
func XCTAssertFalse(_ c: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "") rethrows { print("false", try c()) }
func XCTAssertNil(_ v: @autoclosure () throws -> Any?, _ message: @autoclosure () -> String = "") rethrows { print("nil", try v() == nil) }
func XCTAssertNotNil(_ v: @autoclosure () throws -> Any?, _ message: @autoclosure () -> String = "") rethrows { print("not nil", try v() != nil) }
func XCTAssertEqual<T: Equatable>(_ a: @autoclosure () throws -> T, _ b: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "") rethrows { let (x, y) = (try a(), try b()); print("equal", x == y) }
func XCTAssertEqual<T: FloatingPoint>(_ a: @autoclosure () throws -> T, _ b: @autoclosure () throws -> T, accuracy: T, _ message: @autoclosure () -> String = "") rethrows { let (x, y) = (try a(), try b()); print("equal", abs(x - y) <= accuracy) }
func XCTAssertNotEqual<T: Equatable>(_ a: @autoclosure () throws -> T, _ b: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "") rethrows { print("not equal", try a() != b()) }
func XCTAssertGreaterThan<T: Comparable>(_ a: T, _ b: T, _ message: String = "") { print("greater", a > b) }
func XCTAssertGreaterThanOrEqual<T: Comparable>(_ a: T, _ b: T, _ message: String = "") { print("at least", a >= b) }
func XCTAssertLessThan<T: Comparable>(_ a: T, _ b: T, _ message: String = "") { print("less", a < b) }
func XCTAssertLessThanOrEqual<T: Comparable>(_ a: T, _ b: T, _ message: String = "") { print("at most", a <= b) }
func XCTAssertThrowsError<T>(_ body: @autoclosure () throws -> T, _ message: String = "", _ handler: (Error) -> Void = { _ in }) { do { _ = try body(); print("nothing thrown") } catch { print("threw", error); handler(error) } }
func XCTAssertNoThrow<T>(_ body: @autoclosure () throws -> T, _ message: String = "") { do { _ = try body(); print("nothing thrown") } catch { print("threw", error) } }
"""


def read(path):
    return path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n").lstrip("\ufeff")


def statements_of_tests(text):
    """Tests as a program: their macros as calls, and a call of each test at the end."""
    text = re.sub(r"^let RUNALL\b.*$", "", text, flags=re.M)
    text = re.sub(r"@(?:Test|Suite)\b(?:\((?:[^()\"]|\"(?:[^\"\\]|\\.)*\"|\([^()]*\))*\))?", "", text)
    text = re.sub(r"#expect\(throws: ", "expectThrows(", text).replace("#expect(", "expect(").replace("#require(", "require(")
    calls, kind = [], None
    for line in text.split("\n"):
        if found := re.match(r"(?:@\w+ )*(?:(?:public|open|internal|final) )*(class|struct) (\w+)", line):
            kind = found
        elif kind and (found := re.match(r"\s+(?:@\w+ )*func (test\w*)\(\)\s*((?:async\s*)?(?:throws)?)", line)):
            marks = ("try " if "throws" in found[2] else "") + ("await " if "async" in found[2] else "")
            ready = "t.setUp(); " if kind[1] == "class" else ""
            calls.append(f'do {{ let t = {kind[2]}(); {ready}print("{found[1]}"); {marks}t.{found[1]}() }}'
                         + (" catch { print(error) }" if "throws" in found[2] else ""))
    return text + "\n" + "\n".join(calls) + "\n", bool(calls)


def programs(folder):
    """Name and files of each program: sources first, then what has statements, then the tests."""
    everything = sorted(folder.rglob("*.swift"))
    by_folder = collections.defaultdict(list)
    for path in everything:
        by_folder[path.parent].append(path)
    for path in everything:
        if path.name == "Package.swift" or ".build" in path.parts or "Tests" in path.parts:
            continue
        bundle = next((p for p in path.parents if p.suffix in (".playground", ".xcplaygroundpage")), None)
        if bundle:
            if path.name == "Contents.swift":
                sources = [*by_folder[bundle / "Sources"]]
                if bundle.suffix == ".xcplaygroundpage":
                    sources = [*by_folder[bundle.parent.parent / "Sources"], *sources]
                yield path, [*sources, path], []
            continue
        yield path, [path], []
    for tests in sorted(p for p in folder.rglob("Tests") if p.is_dir()):
        home = tests.parent
        if (home / ".meta").is_dir():
            home = home / ".meta"
        sources = [p for p in sorted(home.rglob("*.swift"))
                   if not {"Tests", "Package.swift", "template.swift"} & {*p.parts, p.name} and ".playground" not in str(p)]
        checks = sorted(tests.rglob("*.swift"))
        if sources and checks:
            yield checks[0], sources, [p for p in checks if p.name != "XCTestManifests.swift"]


def text_of(sources, tests):
    parts = [read(path) for path in sources]
    if tests:
        calling, has_tests = statements_of_tests("\n".join(read(path) for path in tests))
        if not has_tests:
            return None
        parts += [ASSERTIONS, calling]
    text = PLAYGROUND.sub("", MODULES.sub("", "\n".join(parts)))
    return text if re.search(r"^\s*import Foundation\b", text, re.M) or not MODULES.search("\n".join(parts)) else "import Foundation\n" + text


class Compiler:
    FLAGS = ["-swift-version", "5", "-module-name", "main", "-enable-upcoming-feature", "BareSlashRegexLiterals",
             "-suppress-warnings", "-diagnostic-style=llvm", "-use-ld=lld", "-lm", "-Onone"]

    def __init__(self):
        (SCRATCH / "answers").mkdir(parents=True, exist_ok=True)
        self.flags = list(self.FLAGS)
        library = SCRATCH / "libCombine.so"
        if (BUILD / "Modules/Combine.swiftmodule").exists():
            if not library.exists():
                subprocess.run(["swiftc", "-emit-library", "-o", library, *BUILD.glob("Combine.build/*.o"), "-use-ld=lld"], check=True)
            self.flags += ["-I", BUILD / "Modules", "-L", SCRATCH, "-lCombine", "-Xlinker", "-rpath", "-Xlinker", SCRATCH]

    def answer(self, file, text, key):
        kept = SCRATCH / "answers" / f"{key}.json"
        if kept.exists():
            return json.loads(kept.read_text())
        answer = self.ask(file, text, SCRATCH / f"program-{key}")
        kept.write_text(json.dumps(answer))
        return answer

    def ask(self, file, text, program):
        entry = ["-parse-as-library"] if re.search(r"^@main\b", text, re.M) else []
        try:
            built = subprocess.run(["nice", "swiftc", *self.flags, *entry, "-o", program, file], capture_output=True, text=True, timeout=120)
        except subprocess.TimeoutExpired:
            return {"errors": None}
        if built.returncode:
            return {"errors": re.findall(r"^[^:\n]+:(\d+:\d+: error: .*)", built.stderr, re.M) or [built.stderr[-300:]]}
        try:
            outputs = []
            for _ in range(2):
                ran = subprocess.run([program], stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS_COMPILED,
                                     env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no"},
                                     cwd="/tmp", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 24, 1 << 24)))
                outputs.append((ran.stdout + b"").decode(errors="replace"))
            return {"errors": [], "outputs": outputs, "status": ran.returncode, "said": ran.stderr.decode(errors="replace")[:300]}
        except subprocess.TimeoutExpired:
            return {"errors": [], "outputs": None}
        finally:
            program.unlink(missing_ok=True)


class Interpreter:
    """A process that runs one program after the other; what ends it, or does not end, is followed by another process."""

    def __init__(self):
        self.process = None

    def run(self, file):
        if self.process is None:
            self.process = subprocess.Popen(
                ["nice", BUILD / "interpret", "--each"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                env={**os.environ, "SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C.UTF-8", "TZ": "UTC"})
        process = self.process
        process.stdin.write(f"{file}\n".encode())
        process.stdin.flush()
        overdue = threading.Event()
        timer = threading.Timer(SECONDS_INTERPRETED, lambda: (overdue.set(), process.kill()))
        timer.start()
        said = process.stdout.readline()
        timer.cancel()
        if said and not overdue.is_set():
            return json.loads(said)
        self.end()
        return "hang" if overdue.is_set() else f"crash: {process.returncode}"

    def end(self):
        if self.process:
            self.process.stdin.close()
            self.process.wait()
            self.process = None


def judge(compiled, run):
    """The class, and the first message."""
    if isinstance(run, str):
        isEndless = run == "hang" and compiled["errors"] == [] and compiled["outputs"] is None
        return ("not judged", "neither comes to an end") if isEndless else (run.split(":")[0], run)
    said = re.sub(r"^[^:]*:", "", (run["errors"] or [""])[0]) or (run["failure"] or "")
    if compiled["errors"] is None:
        return "not judged", "swiftc takes too long"
    if compiled["errors"]:
        return ("refused by both", f"{compiled['errors'][0]} | {said}") if run["errors"] else ("accepted wrongly", compiled["errors"][0])
    if run["errors"]:
        named = [e for e in run["errors"] if re.search(r"(?:is|are) not supported here|not supported here[;:]", e)]
        return ("refused by name", re.sub(r"^[^:]*:", "", named[0])) if named else ("refused wrongly", said)
    if compiled["outputs"] is None:
        return "not judged", "swiftc's program does not end"
    first, second = compiled["outputs"]
    if run["failure"] and compiled["status"] == 0:
        limit = re.search(r"steps|too deep|levels|nested|too long|too large|memory|elements", run["failure"])
        return ("limits" if limit and "fault:" in run["failure"] else "false trap"), run["failure"].split("\n")[0]
    if run["output"] in (first, second):
        return ("identical", "") if bool(run["failure"]) == (compiled["status"] != 0) else ("wrong output", f"ends otherwise: {run['failure']} | {compiled['status']} {compiled['said']}")
    if sorted(run["output"]) == sorted(first):
        return "order", ""
    if first != second:
        return ("order", "") if len(run["output"]) == len(first) else ("varies", "")
    lines = zip(run["output"].split("\n") + [""] * 99999, first.split("\n"))
    ours, theirs = next(((a, b) for a, b in lines if a != b), ("more lines", ""))
    return "wrong output", f"{ours[:100]!r} instead of {theirs[:100]!r}"


APP = re.compile(r"^@(?:main|UIApplicationMain|NSApplicationMain)\b", re.M)
APP_FOLDERS = {"App", "Core", "Application", "Main", "AppDelegate", "Other", "UI", "launch"}
APP_CLASSES = {
    "runs": "taken, views and what shows them skipped",
    "lacks a declaration": "speaks of what is in a package, a data model or a file that is not there",
    "refused by name": "outside the language, with a message that says so",
    "refused wrongly": "anything else",
}


def apps(folder):
    """Name and files of each target with an entry point of an app."""
    seen = set()
    for path in sorted(folder.rglob("*.swift")):
        if any("Tests" in part for part in path.parts) or not APP.search(read(path)):
            continue
        home = path.parent
        while home.name in APP_FOLDERS and home != folder:
            home = home.parent
        files = [p for p in sorted(home.rglob("*.swift"))
                 if p.name != "Package.swift" and not any("Tests" in part or part.endswith(".playground") for part in p.parts)]
        key = hashlib.sha256("\0".join(read(p) for p in files).encode()).hexdigest()
        if key not in seen:
            seen.add(key)
            yield str(home.relative_to(folder)), files


def judge_app(run):
    if isinstance(run, str) or not run["errors"]:
        return ("refused wrongly", run) if isinstance(run, str) else ("refused wrongly", run["failure"]) if run["failure"] else ("runs", "")
    messages = [re.sub(r"^.*?: error: ", "", e) for e in run["errors"]]
    for kind, pattern in [("lacks a declaration", r"cannot find (?:type )?'"),
                          ("refused by name", r"not supported here|was skipped: there is no screen")]:
        if found := [m for m in messages if re.search(pattern, m)]:
            return kind, found[0]
    return "refused wrongly", messages[0]


def main_of_apps(folder, words):
    (SCRATCH / "classes").mkdir(parents=True, exist_ok=True)
    interpreter, counts, lists = Interpreter(), collections.Counter(), []
    for name, files in apps(folder):
        if words and not any(word in name for word in words):
            continue
        kind, message = judge_app(interpreter.run("\t".join(map(str, files))))
        counts[kind] += 1
        lists.append(f"{kind}: {name} ({len(files)} files)\n    {message}\n")
    interpreter.end()
    (SCRATCH / "classes/apps.txt").write_text("".join(sorted(lists)))
    for kind in APP_CLASSES:
        print(f"{kind:20}{counts[kind]:6}")
    print(f"list: {SCRATCH / 'classes/apps.txt'}")


def main():
    arguments = [a for a in sys.argv[1:] if a != "--apps"]
    if not arguments:
        sys.exit(__doc__)
    if "--apps" in sys.argv:
        return main_of_apps(pathlib.Path(arguments[0]).resolve(), arguments[1:])
    folder, words = pathlib.Path(arguments[0]).resolve(), arguments[1:]
    (SCRATCH / "texts").mkdir(parents=True, exist_ok=True)
    work, seen = [], set()
    for path, sources, tests in programs(folder):
        name = str(path.relative_to(folder))
        text = text_of(sources, tests)
        if text is None or not text.strip() or (words and not any(word in name for word in words)):
            continue
        key = hashlib.sha256(text.encode()).hexdigest()[:16]
        if key in seen:
            continue
        seen.add(key)
        file = SCRATCH / "texts" / f"{key}.swift"
        file.write_text(text)
        lines = sum(1 for line in text.replace(ASSERTIONS, "").split("\n") if line.strip() and not line.strip().startswith("//"))
        work.append((name, file, text, key, lines))
    compiler, waiting, results, lock = Compiler(), queue.SimpleQueue(), [], threading.Lock()
    for item in work:
        waiting.put(item)

    def worker():
        interpreter = Interpreter()
        while True:
            try:
                name, file, text, key, lines = waiting.get_nowait()
            except queue.Empty:
                return interpreter.end()
            kind, message = judge(compiler.answer(file, text, key), interpreter.run(file))
            with lock:
                results.append((kind, name, file, lines, message))
                print(f"\r{len(results)} of {len(work)}", end="", file=sys.stderr)

    threads = [threading.Thread(target=worker) for _ in range(JOBS)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    print(file=sys.stderr)
    report(results)


def report(results):
    sizes = [("below 50 lines", 0, 50), ("50 to 200", 50, 200), ("above 200", 200, 1 << 30), ("all", 0, 1 << 30)]
    lists = SCRATCH / "classes"
    lists.mkdir(exist_ok=True)
    print(f"{'':18}" + "".join(f"{size[0]:>16}" for size in sizes))
    for kind in CLASSES:
        members = sorted(r for r in results if r[0] == kind)
        (lists / f"{kind.replace(' ', '-')}.txt").write_text("".join(f"{file}  {name}\n    {message}\n" for _, name, file, _, message in members))
        print(f"{kind:18}" + "".join(f"{sum(low <= r[3] < high for r in members):16}" for _, low, high in sizes))
    shares = []
    for _, low, high in sizes:
        here = [r for r in results if low <= r[3] < high]
        scope = sum(r[0] in IN_SCOPE for r in here)
        shares.append(f"{100 * sum(r[0] in SAME for r in here) / scope:15.1f}%" if scope else f"{'':16}")
    print(f"{'alike, in scope':18}" + "".join(shares))
    print(f"lists: {lists}")


if __name__ == "__main__":
    main()
