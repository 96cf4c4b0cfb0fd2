import Foundation
import Combine

protocol Command {
  associatedtype Document; func execute(on d: inout Document); func undo(on d: inout Document); var name: String { get }
}
struct AnyCommand<D>: Command {
  private let _do: (inout D) -> Void, _undo: (inout D) -> Void
  let name: String
  init<C: Command>(_ c: C) where C.Document == D { _do = c.execute(on:); _undo = c.undo(on:); name = c.name }
  func execute(on d: inout D) { _do(&d) }
  func undo(on d: inout D) { _undo(&d) }
}
struct Insert: Command {
  let text: String; let at: Int
  var name: String { "insert \(text.debugDescription)" }
  func execute(on d: inout String) { d.insert(contentsOf: text, at: d.index(d.startIndex, offsetBy: at)) }
  func undo(on d: inout String) {
    let start = d.index(d.startIndex, offsetBy: at)
    d.removeSubrange(start..<d.index(start, offsetBy: text.count))
  }
}
struct Replace: Command {
  let name = "replace"
  let find: String, with: String
  private final class Memory { var old: String? }
  private let memory = Memory()
  init(_ find: String, with: String) { self.find = find; self.with = with }
  func execute(on d: inout String) { memory.old = d; d = d.replacingOccurrences(of: find, with: with) }
  func undo(on d: inout String) { if let old = memory.old { d = old } }
}
final class Editor<D: Equatable>: ObservableObject {
  @Published private(set) var document: D
  @Published private var undoStack: [AnyCommand<D>] = []
  @Published private var redoStack: [AnyCommand<D>] = []
  init(_ d: D) { document = d }
  var canUndo: AnyPublisher<Bool, Never> { $undoStack.map { !$0.isEmpty }.removeDuplicates().eraseToAnyPublisher() }
  var canRedo: AnyPublisher<Bool, Never> { $redoStack.map(\.isEmpty).map(!).removeDuplicates().eraseToAnyPublisher() }
  func perform<C>(_ command: C) where C: Command, C.Document == D {
    command.execute(on: &document)
    undoStack.append(AnyCommand(command))
    redoStack.removeAll()
  }
  func undo() {
    guard let last = undoStack.popLast() else { return }
    last.undo(on: &document)
    redoStack.append(last)
  }
  func redo() {
    guard let last = redoStack.popLast() else { return }
    last.execute(on: &document)
    undoStack.append(last)
  }
  var history: String { undoStack.reversed().enumerated().map { "\($0 + 1). \($1.name)" }.joined(separator: "\n") }
}
let ed = Editor("hello")
var subs: Set<AnyCancellable> = []
ed.canUndo.sink { print("undo", $0) }.store(in: &subs)
ed.canRedo.sink { print("redo", $0) }.store(in: &subs)
ed.perform(Insert(text: " world", at: 5))
ed.perform(Replace("o", with: "0"))
ed.perform(Insert(text: "> ", at: 0))
print(ed.document)
print(ed.history)
ed.undo(); print(ed.document)
ed.undo(); print(ed.document)
ed.redo(); print(ed.document)
ed.undo(); ed.undo(); ed.undo()
print(ed.document, ed.history.isEmpty)
ed.perform(Insert(text: "!", at: ed.document.count))
print(ed.document)
// the same with snapshots
struct Snapshots<T> {
  private var past: [T] = [], future: [T] = []; private(set) var present: T
  init(_ v: T) { present = v }
  mutating func change(_ body: (inout T) throws -> Void) rethrows {
    past.append(present); future = []; try body(&present)
  }
  mutating func undo() { guard let p = past.popLast() else { return }; future.append(present); present = p }
  mutating func redo() { guard let f = future.popLast() else { return }; past.append(present); present = f }
}
var s = Snapshots([1, 2, 3])
s.change { $0.append(4) }
s.change { $0.swapAt(0, 3) }
s.undo(); print(s.present); s.redo(); print(s.present)
