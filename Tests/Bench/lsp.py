#!/usr/bin/env python3
"""What who types in an editor waits for: lsp.py [FOLDER OF combined AND combinectl], `.build/release` when not given.

Over `combinectl lsp`, as an editor has it, files of 500 and of 5,000 lines: the time from a change of one character to the
diagnostics of that version, and from a completion that is asked for to its answer, at a member that was just typed; for one
that is typed on, each key of which is both. Python's standard library only.
"""

import json
import os
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Leaks"))
from daemon import Daemon  # noqa: E402

FORM = """
struct Entry{0}: Hashable, Codable, Identifiable {{
  var id: Int
  var title: String
  var tags: [String] = []
  var isLong: Bool {{ title.count > 20 && tags.contains {{ $0.hasPrefix("a") }} }}
}}
class Form{0}: ObservableObject {{
  @Published var query = ""
  @Published var entries: [Entry{0}] = []
  @Published private(set) var found: [String] = []
  init() {{
    $query.combineLatest($entries).debounce(for: .milliseconds(300), scheduler: RunLoop.main)
      .map {{ query, entries in entries.filter {{ $0.title.contains(query) }}.map(\\.title).sorted() }}
      .removeDuplicates().assign(to: &$found)
  }}
  func add(_ title: String) {{
    entries.append(Entry{0}(id: entries.count, title: title))
  }}
}}
let form{0} = Form{0}()
"""
FORM_LINES = FORM.count("\n")
KEYS = {500: 60, 5000: 20}


class Editor:
    def __init__(self, folder, daemon):
        environment = dict(os.environ, XDG_STATE_HOME=daemon.directory.name)
        self.process = subprocess.Popen(
            [os.path.join(folder, "combinectl"), "--no-spawn", "--socket", daemon.path, "lsp"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self.count = 0
        self.diagnostics = {}
        self.ask("initialize", capabilities={})

    def send(self, **message):
        body = json.dumps(dict(message, jsonrpc="2.0")).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline().strip()) != b"":
            name, value = line.split(b":")
            length = int(value) if name.lower() == b"content-length" else length
        return json.loads(self.process.stdout.read(length))

    def ask(self, method, **params):
        self.count += 1
        self.send(id=self.count, method=method, params=params)
        while (message := self.receive()).get("id") != self.count:
            self.note(message)
        return message.get("result")

    def checked(self, version):
        """Waits for the diagnostics of a version."""
        while version not in self.diagnostics:
            self.note(self.receive())
        return self.diagnostics.pop(version)

    def note(self, message):
        if message.get("method") == "textDocument/publishDiagnostics":
            self.diagnostics[message["params"].get("version")] = message["params"]["diagnostics"]


class Document:
    def __init__(self, editor, lines):
        self.editor, self.version = editor, 1
        self.text = "import Combine\nimport Foundation\n" + "".join(FORM.format(n) for n in range(lines // FORM_LINES))
        self.uri = f"file:///tmp/of{lines}.swift"
        editor.send(method="textDocument/didOpen",
                    params={"textDocument": {"uri": self.uri, "version": 1, "languageId": "swift", "text": self.text}})
        found = editor.checked(1)
        assert not found, found[:3]

    def type(self, line, character, text):
        self.version += 1
        place = {"line": line, "character": character}
        self.editor.send(method="textDocument/didChange", params={
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"range": {"start": place, "end": place}, "text": text}]})

    def complete(self, line, character):
        found = self.editor.ask("textDocument/completion", textDocument={"uri": self.uri},
                                position={"line": line, "character": character})
        return found["items"] if isinstance(found, dict) else found


def row(name, times):
    times = sorted(1000 * each for each in times)
    print(f"| {name} | {statistics.median(times):.1f} | {times[len(times) * 95 // 100]:.1f} |")


def measure(folder, lines):
    daemon = Daemon(folder)
    editor = Editor(folder, daemon)
    document = Document(editor, lines)
    # A line of its own in the middle, within no type.
    line = 2 + lines // FORM_LINES // 2 * FORM_LINES
    document.type(line, 0, "form1.\n")
    editor.checked(document.version)
    keys, completions, both = [], [], []
    end = len("form1.")
    for _ in range(KEYS[lines]):
        begin = time.perf_counter()
        document.type(line, 0, " ")
        editor.checked(document.version)
        keys.append(time.perf_counter() - begin)
        end += 1
        begin = time.perf_counter()
        items = document.complete(line, end)
        completions.append(time.perf_counter() - begin)
        assert any(item["label"].startswith("query") for item in items), len(items)
        # As an editor does it: the change, and at once what can stand there.
        begin = time.perf_counter()
        document.type(line, 0, " ")
        end += 1
        document.complete(line, end)
        both.append(time.perf_counter() - begin)
        editor.checked(document.version)
    row(f"{lines} lines, key to diagnostics", keys)
    row(f"{lines} lines, completion", completions)
    row(f"{lines} lines, key and completion", both)
    editor.process.stdin.close()
    editor.process.wait()
    daemon.end()


def main():
    folder = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else ".build/release")
    print("| in milliseconds | median | 95 of 100 |\n| --- | ---: | ---: |")
    for lines in KEYS:
        measure(folder, lines)


main()
