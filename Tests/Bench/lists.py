#!/usr/bin/env python3
"""What one edit of a long list costs: lists.py [FOLDER OF combined] [EDITS] [COUNT…], `.build/release`, 200 and 1000 10000 100000.

A store holds a list of so many records, and a client edits it, one edit after the other; the time until the reply is taken,
which is sent when the journal has the commit. Medians, in microseconds, and the worst. Where somebody watches, a second client has a
subscription and reads what it is told. Python's standard library only.
"""

import os
import statistics
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Leaks"))
from daemon import Daemon  # noqa: E402

PROGRAM = """
import Combine
struct Book: Identifiable, Codable { var id: Int; var title: String; var done = false }
struct Room: Codable { var name = "hall"; var books: [Book] = [] }
class Shelf: ObservableObject {
  @Published var books: [Book] = []
  @Published var room = Room()
  @Published var byName: [String: Book] = [:]
  init(_ count: Int) {
    books = (0..<count).map { Book(id: $0, title: "The book of number \\($0)") }
    room.books = books
    byName = Dictionary(uniqueKeysWithValues: books.map { ("book \\($0.id)", $0) })
  }
  func rename(_ place: Int, _ title: String) { books[place].title = title }
  func add(_ id: Int) { books.append(Book(id: id, title: "added")) }
  func put(_ id: Int, at place: Int) { books.insert(Book(id: id, title: "put"), at: place) }
  func take(_ place: Int) { books.remove(at: place) }
  func move(_ from: Int, _ to: Int) { books.move(fromOffsets: IndexSet(integer: from), toOffset: to) }
  func renameInside(_ place: Int, _ title: String) { room.books[place].title = title }
  func renameByName(_ id: Int, _ title: String) { byName["book \\(id)"]?.title = title }
}
let shelf = Shelf(%d)
"""


def rows(count):
    """Names of edits, and what is asked for the edit of a number."""
    middle = count // 2
    call = lambda n, method, *arguments: ("store.call", {"path": "shelf." + method, "args": list(arguments)})
    patch = lambda *operations: ("store.patch", {"path": "shelf.books", "patch": list(operations)})
    return [
        ("store.set, by index", lambda n: ("store.set", {"path": f"shelf.books[{middle}].title", "value": f"a{n}"})),
        ("store.set, by identity", lambda n: ("store.set", {"path": f"shelf.books[id: {middle}].title", "value": f"b{n}"})),
        ("store.patch: patch", lambda n: patch(["patch", middle, {"set": {"title": f"c{n}"}}])),
        ("store.patch: insert", lambda n: patch(["insert", middle, [{"id": 10**6 + n, "title": "i", "done": False}]])),
        ("store.patch: remove", lambda n: patch(["remove", middle, 1])),
        ("store.patch: move", lambda n: patch(["move", 5, count - 5])),
        ("books[n].title = …", lambda n: call(n, "rename", middle, f"d{n}")),
        ("books.append(…)", lambda n: call(n, "add", 2 * 10**6 + n)),
        ("books.insert(…, at: n)", lambda n: call(n, "put", 3 * 10**6 + n, middle)),
        ("books.remove(at: n)", lambda n: call(n, "take", middle)),
        ("books.move(…)", lambda n: call(n, "move", 5, count - 5)),
        ("store.set, in a structure", lambda n: (
            "store.set", {"path": f"shelf.room.books[{middle}].title", "value": f"e{n}"})),
        ("room.books[n].title = …", lambda n: call(n, "renameInside", middle, f"f{n}")),
        ("store.set, in a dictionary", lambda n: (
            "store.set", {"path": f'shelf.byName["book {middle}"].title', "value": f"g{n}"})),
        ("byName[key]?.title = …", lambda n: call(n, "renameByName", middle, f"h{n}")),
    ]


def watch(daemon, form):
    client = daemon.client()
    client.ask("sub.open", sub="w", paths=["shelf.books"], initial="none", value=form, deliver={"mode": "every"})

    def read():
        try:
            for _ in client.file:
                pass
        except (OSError, ValueError):
            pass

    threading.Thread(target=read, daemon=True).start()


WATCHERS = [
    ("nobody", lambda daemon, client: None),
    ("a client, by patches", lambda daemon, client: watch(daemon, "patch")),
    ("a pipeline on $books", lambda daemon, client: client.ask(
        "program.eval", source="let counting = shelf.$books.map { $0.count }.sink { _ in }")),
]


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else ".build/release"
    edits = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    counts = [int(count) for count in sys.argv[3:]] or [1000, 10000, 100000]
    for watching, start in WATCHERS:
        found = {}
        for count in counts:
            daemon = Daemon(folder)
            try:
                client = daemon.client()
                client.ask("program.eval", source=PROGRAM % count)
                start(daemon, client)
                for name, make in rows(count):
                    times = []
                    for n in range(edits + edits // 10 + 1):
                        method, params = make(n)
                        begin = time.perf_counter()
                        client.ask(method, **params)
                        times.append((time.perf_counter() - begin) * 1e6)
                    times = times[edits // 10 + 1:]
                    found.setdefault(name, []).append("%.0f (%.0f)" % (statistics.median(times), max(times)))
            finally:
                daemon.end()
        print("| %s watches: µs, median (worst) | %s |" % (watching, " | ".join(f"{count:,}" for count in counts)))
        print("| --- |" + " ---: |" * len(counts))
        for name, cells in found.items():
            print("| %s | %s |" % (name, " | ".join(cells)))
        print(flush=True)


if __name__ == "__main__":
    main()
