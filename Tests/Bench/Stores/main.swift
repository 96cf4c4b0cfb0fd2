// What an edit of something long costs in a compiled program whose object is a store: told by the program, and asked by a client.
//
//     swift run -c release StoresBench [EDITS] [COUNT…]
import Combine
import CombineClient
import Foundation
import Stores

struct Book: Codable, Hashable, Identifiable {
  var id: Int
  var title: String
  var done = false
}

struct Room: Codable, Hashable {
  var name = "hall"
  var books: [Book]
}

@MainActor
final class Shelf: ObservableObject {
  @Published var books: [Book]
  @Published var room: Room
  @Published var byName: [String: Book]

  init(_ count: Int) {
    let books = (0..<count).map { Book(id: $0, title: "The book of number \($0)") }
    self.books = books
    room = Room(books: books)
    byName = Dictionary(uniqueKeysWithValues: books.map { ("book \($0.id)", $0) })
  }
}

/// Milliseconds, the median and the worst; or why it is not done.
@MainActor
func measured(_ edits: Int, _ body: (Int) async throws -> Void) async throws -> String {
  var times: [Double] = []
  for number in 0...edits {
    let begin = ContinuousClock.now
    do { try await body(number) } catch ClientError.refused(let error) { return error.kind }
    let time = (ContinuousClock.now - begin) / .milliseconds(1)
    // The first one finds out what the others know.
    if number > 0 { times.append(time) }
  }
  times.sort()
  return String(format: "%.1f (%.1f)", times[times.count / 2], times[times.count - 1])
}

let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let edits = arguments.first ?? 20
let counts = arguments.count > 1 ? Array(arguments.dropFirst()) : [1000, 10_000, 100_000]
var rows: [(name: String, cells: [String])] = []
for count in counts {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stores-bench-\(getpid())-\(count)")
  try FileManager.default.createDirectory(
    at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  defer { try? FileManager.default.removeItem(at: folder) }
  let server = try StoreServer(path: folder.path + "/sock")
  // What is told at first takes its time.
  server.deadline = .seconds(600)
  let shelf = Shelf(count)
  try server.expose(shelf, as: "shelf") { store in
    store.settable("books", \.books)
    store.settable("room", \.room)
    store.settable("byName", \.byName)
  }
  try await server.ready()
  let client = try CombineClient.connect(to: folder.path + "/sock")
  let middle = count / 2
  func title(_ path: String) async -> String? { try? await client.get(path, as: String.self) }
  /// Until everybody can read it.
  func isTold(_ path: String, _ text: String) async { while await title(path) != text {} }
  await isTold("shelf.books[\(count - 1)].title", "The book of number \(count - 1)")
  await isTold("shelf.room.books[\(count - 1)].title", "The book of number \(count - 1)")
  await isTold("shelf.byName[\"book \(count - 1)\"].title", "The book of number \(count - 1)")

  var number = 0
  func row(_ name: String, _ body: (Int) async throws -> Void) async throws {
    let cell = try await measured(edits, body)
    if rows.count <= number { rows.append((name, [])) }
    rows[number].cells.append(cell)
    number += 1
  }
  try await row("told: an element of a list") {
    shelf.books[middle].title = "a\($0)"
    await isTold("shelf.books[\(middle)].title", "a\($0)")
  }
  try await row("told: one inserted in front, one appended") {
    shelf.books.insert(Book(id: -$0, title: "b\($0)"), at: 0)
    shelf.books.append(Book(id: 10_000_000 + $0, title: "c\($0)"))
    await isTold("shelf.books[0].title", "b\($0)")
  }
  try await row("told: one moved from the front to the middle") {
    shelf.books.insert(shelf.books.remove(at: 0), at: middle)
    await isTold("shelf.books[\(middle)].title", shelf.books[middle].title)
    _ = $0
  }
  try await row("told: an element of a list in a structure") {
    shelf.room.books[middle].title = "a\($0)"
    await isTold("shelf.room.books[\(middle)].title", "a\($0)")
  }
  try await row("told: a value of a dictionary") {
    shelf.byName["book \(middle)"]?.title = "a\($0)"
    await isTold("shelf.byName[\"book \(middle)\"].title", "a\($0)")
  }
  try await row("`store.set`, an element of a list") {
    try await client.set("shelf.books[\(middle)].title", to: "d\($0)")
  }
  try await row("`store.set`, by identity") {
    try await client.set("shelf.books[id: 7].title", to: "e\($0)")
  }
  try await row("`store.patch`, one inserted") {
    let book: JSONValue = ["id": .int(20_000_000 + $0), "title": "f", "done": false]
    _ = try await client.call(
      named: "store.patch",
      ["path": "shelf.books", "patch": [[.string("insert"), .int(middle), [book]]]])
  }
  try await row("`store.set`, an element of a list in a structure") {
    try await client.set("shelf.room.books[\(middle)].title", to: "d\($0)")
  }
  try await row("`store.set`, a value of a dictionary") {
    try await client.set("shelf.byName[\"book \(middle)\"].title", to: "d\($0)")
  }
  await client.close()
  await server.close()
}
print("| ms, median (worst) | \(counts.map(String.init).joined(separator: " | ")) |")
print("| --- |" + counts.map { _ in " ---: |" }.joined())
for row in rows { print("| \(row.name) | \(row.cells.joined(separator: " | ")) |") }
