import Language

extension PortableValue {
  /// About how many bytes its JSON text has. O(value).
  var byteCount: Int {
    switch self {
    case .null, .bool: 4
    case .int, .double: 8
    case .string(let text): text.utf8.count + 2
    case .list(let elements): elements.reduce(2) { $0 + $1.byteCount + 1 }
    case .record(let fields): fields.reduce(2) { $0 + $1.name.utf8.count + $1.value.byteCount + 4 }
    }
  }
}
