// Bytes as decisions: each makes a request of what its method's schema admits, and now and then of what it does not.
import Wire

/// Takes one decision after the other from an input. Where that is over, the simplest is taken.
struct RequestWriter {
  private var bytes: ArraySlice<UInt8>
  private static let methods = MethodTable.methods.filter { !avoided.contains($0.name) }
  /// Files where the bytes say; the end of what is tested.
  private static let avoided: Set<String> = ["server.backup", "server.shutdown"]

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  var isAtEnd: Bool { bytes.isEmpty }

  private mutating func byte() -> Int { Int(bytes.popFirst() ?? 0) }
  private mutating func pick<Element>(_ list: [Element]) -> Element { list[byte() % list.count] }

  mutating func next(id: Int) -> String {
    let method = pick(Self.methods)
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": .int(id), "method": .string(method.name), "params": object(method.params, 0),
    ]
    return request.description
  }

  private mutating func object(_ schema: ObjectSchema, _ depth: Int) -> JSONValue {
    var members: [JSONValue.Member] = []
    for field in schema.fields where field.isRequired || byte() % 3 == 1 {
      members.append(.init("\(field.name)", value(field.shape, depth + 1)))
    }
    return .object(members)
  }

  private mutating func value(_ shape: Shape, _ depth: Int) -> JSONValue {
    let kind = byte()
    // Of another shape.
    if kind > 250 || depth > 6 { return any(depth) }
    return switch shape {
    case .bool: .bool(kind % 2 == 1)
    case .int: .int(pick(Self.integers))
    case .count(let bounds):
      .int(kind % 4 == 0 ? bounds.lowerBound : min(max(pick(Self.integers), bounds.lowerBound), bounds.upperBound))
    case .number(let bounds):
      .double(min(max(pick([0, 1, -1, 0.5, 1e9, 1e300]), bounds.lowerBound), bounds.upperBound))
    case .string: .string(pick(Self.paths + ["", "a", "s1", "native", "id", "\u{0}", "é"]))
    case .path: .string(pick(Self.paths))
    case .source: .string(pick(Self.sources))
    case .time: .string("2026-11-21T01:16:12.5Z")
    case .duration: .string(pick(["0s", "1ms", "1s", "1h", "-1s", "9999999h"]))
    case .any: any(depth)
    case .choice(let words): .string(pick(words))
    case .either(let shapes): value(pick(shapes), depth + 1)
    case .list(let element): .array((0..<kind % 4).map { _ in value(element, depth + 1) })
    case .object(let schema): object(schema, depth + 1)
    }
  }

  private mutating func any(_ depth: Int) -> JSONValue {
    switch byte() % (depth > 6 ? 5 : 8) {
    case 0: .null
    case 1: .bool(true)
    case 2: .int(pick(Self.integers))
    case 3: .double(pick([0.5, -0.0, 1e300]))
    case 4: .string(pick(Self.paths))
    case 5: .array((0..<byte() % 3).map { _ in any(depth + 1) })
    case 6: ["insert", 0, .array([any(depth + 1)])]
    default: .object([.init(pick(["n", "label", "items", "set", "id", "op"]), any(depth + 1))])
    }
  }

  private static let integers = [0, 1, 2, 7, -1, 255, 1 << 31, 1 << 53, -(1 << 53), .max, .min]
  private static let paths = [
    "counter", "counter.n", "counter.label", "counter.items", "counter.items[0]", "counter.items[0].name",
    "counter.add", "counter.**",
    "**", "*", "pipe:p", "gone", "counter.n.m", "counter[", "a.b.c.d", "{counter,gone}.n", "!counter.n",
    "counter.items[id: 1]",
    "counter.table[\"a\"]", "counter.$n",
  ]
  private static let sources = [
    "", "1 + 1", "counter.n += 1", "counter.items.append(Item(id: 1))", "counter.items = []",
    "let x = counter.$n.sink { print($0) }",
    "let p = counter.$n.map { $0 * 2 }.removeDuplicates().sink { _ in }", "counter = Counter()", "value > 3",
    "value == nil", "}{",
    "counter.$n.debounce(for: 1, scheduler: DispatchQueue.main)", "counter.$n.scan(0, +)", "fatalError()", "throw 1",
    "while true {}",
    "class Counter: ObservableObject { @Published var n = \"a\" }", "let y = counter", "await counter.later()",
    "counter.",
    "Timer.publish(every: 1, on: .main, in: .common).autoconnect()", "counter.table[\"a\"] = 1", "var z = [1, 2, 3]",
    "z[7]",
  ]
}
