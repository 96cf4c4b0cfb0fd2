import Foundation
import Combine
struct Card: Identifiable, Hashable, Codable {
  let id: Int; var title: String; var labels: Labels = []; var due: Date?
  struct Labels: OptionSet, Hashable, Codable, CustomStringConvertible {
    let rawValue: Int8
    static let bug = Labels(rawValue: 1 << 0), feature = Labels(rawValue: 1 << 1), urgent = Labels(rawValue: 1 << 2)
    static let all: Labels = [.bug, .feature, .urgent]
    var description: String {
      [(Labels.bug, "bug"), (.feature, "feature"), (.urgent, "urgent")].filter { contains($0.0) }.map(\.1).joined(
        separator: "+")
    }
  }
}
enum Column: String, CaseIterable, Codable, Identifiable, CodingKeyRepresentable {
  case todo, doing, done; var id: String { rawValue }; var limit: Int? { self == .doing ? 2 : nil }
  func next(_ n: Int = 1) -> Column? {
    Self.allCases.firstIndex(of: self).map { $0 + n }.flatMap {
      Self.allCases.indices.contains($0) ? Self.allCases[$0] : nil
    }
  }
}
enum BoardError: LocalizedError {
  case limit(Column), missing(Card.ID);
  var errorDescription: String? {
    switch self {
    case .limit(let c): "\(c.rawValue.capitalized) is full (\(c.limit ?? 0))";
    case .missing(let id): "No card \(id)"
    }
  }
}
final class Board: ObservableObject {
  @Published private(set) var columns: [Column: [Card]] = Dictionary(
    uniqueKeysWithValues: Column.allCases.map { ($0, []) })
  @Published var filter: Card.Labels = []
  @Published private(set) var lastError: BoardError?
  private(set) lazy var summary: AnyPublisher<String, Never> = $columns.combineLatest($filter).map { columns, filter in
    Column.allCases.map { c in
      "\(c): \(columns[c, default: []].filter { filter.isEmpty || !$0.labels.isDisjoint(with: filter) }.count)"
    }.joined(separator: " ")
  }.removeDuplicates().eraseToAnyPublisher()
  private func locate(_ id: Card.ID) -> (column: Column, index: Int)? {
    for (c, cards) in columns { if let i = cards.firstIndex(where: { $0.id == id }) { return (c, i) } }; return nil
  }
  func add(_ title: String, _ labels: Card.Labels..., to c: Column = .todo) {
    columns[c]!.append(Card(id: columns.values.joined().count + 1, title: title, labels: Card.Labels(labels)))
  }
  func move(_ id: Card.ID, to target: Column) throws {
    guard let (source, index) = locate(id) else { throw BoardError.missing(id) }
    if let limit = target.limit, columns[target]!.count >= limit { throw BoardError.limit(target) }
    let card = columns[source]!.remove(at: index); columns[target, default: []].insert(card, at: 0)
  }
  func attempt(_ work: (Board) throws -> Void) {
    do { try work(self); lastError = nil } catch let e as BoardError { lastError = e } catch { preconditionFailure() }
  }
  func update<V>(_ id: Card.ID, _ kp: WritableKeyPath<Card, V>, _ value: V) {
    guard let (c, i) = locate(id) else { return }; columns[c]?[i][keyPath: kp] = value
  }
}
extension Card.Labels { init(_ list: [Card.Labels]) { self = list.reduce([]) { $0.union($1) } } }
let b = Board(); var seen: [String] = []
let c = b.summary.sink { seen.append($0) }
b.add("Crash", .bug, .urgent); b.add("Dark mode", .feature); b.add("Docs"); b.add("Login", .bug, to: .doing)
try b.move(1, to: .doing)
b.attempt { try $0.move(2, to: .doing) }; print(b.lastError?.localizedDescription ?? "none")
b.attempt { try $0.move(9, to: .done) }; print(b.lastError!.errorDescription!)
b.attempt { try $0.move(4, to: .done) }; print(b.lastError == nil ? "ok" : "bad")
b.filter = .bug; b.filter.insert(.feature); b.filter.formIntersection(.feature); b.filter = .all.subtracting([.feature])
print(seen)
b.update(3, \.title, "Docs!"); b.update(3, \.labels, [.feature]); b.update(1, \.labels.rawValueCopy, 7)
extension Card.Labels {
  var rawValueCopy: Int8 {
    get { rawValue }
    set { self = .init(rawValue: newValue) }
  }
}
print(
  b.columns[.todo]!.map { "\($0.title) [\($0.labels)]" }, b.columns[.doing]!.map(\.labels), Column.todo.next() as Any,
  Column.done.next() as Any)
let enc = JSONEncoder(); enc.outputFormatting = .sortedKeys
let data = try enc.encode(b.columns); print(String(data: data, encoding: .utf8)!)
print(
  try JSONDecoder().decode([Column: [Card]].self, from: data) == b.columns, Card.Labels.all.rawValue,
  Card.Labels([.bug]).isSubset(of: .all), Card.Labels(rawValue: 0).isEmpty)
