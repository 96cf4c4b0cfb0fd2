// How large a value's plain form is at least, without making it. What a value holds many times is there once, and is measured
// once: sixty steps that hold the last one twice each take sixty looks here, and would be all memory as data.

extension Value {
  /// Bytes that its plain form has at least; more than `bytes` where it has more than that. O(what is there).
  /// - Parameter meanwhile: called again and again, some hundred microseconds apart.
  func leastBytes(within bytes: Int, _ meanwhile: () -> Void) -> Int {
    withoutActuallyEscaping(meanwhile) { meanwhile in
      var sizes = SharedSizes(max: bytes, meanwhile)
      return sizes.measure(self, depth: 0)
    }
  }
}

private struct SharedSizes {
  private let max: Int
  private let call: () -> Void
  private var untilCall = callEach
  /// By where the storage is that copies share. It stays there, as the value that is measured holds it.
  private var known: [UnsafeRawPointer: Int] = [:]

  private static let callEach = 4096
  /// What is nested deeper has no plain form.
  private static let depthMax = 256

  init(max: Int, _ call: @escaping () -> Void) {
    self.max = max
    self.call = call
  }

  mutating func measure(_ value: Value, depth: Int) -> Int {
    untilCall -= 1
    if untilCall == 0 {
      untilCall = Self.callEach
      call()
    }
    guard depth < Self.depthMax, StackGuard.hasRoom else { return 2 }
    switch value {
    case .array(let elements):
      return once(elements.place.map { UnsafeRawPointer($0) }) { $0.measure(all: elements, depth) + 2 }
    case .set(let elements):
      return once(Self.place(of: elements)) { $0.measure(all: elements, depth) + 2 }
    case .dictionary(let elements):
      return once(Self.place(of: elements)) { sizes in
        var sum = 2
        for (key, value) in elements where sum <= sizes.max {
          sum += sizes.measure(key, depth: depth + 1) + sizes.measure(value, depth: depth + 1)
        }
        return sum
      }
    case .tuple(let tuple):
      return once(Self.place(of: tuple)) { $0.measure(all: tuple.elements, depth) + 2 }
    case .record(let record):
      if record.type.isRange { return 2 }
      guard record.type.isPlainRecord else { return 2 }
      return once(Self.place(of: record)) { sizes in
        let properties = record.type.plainProperties
        let fields =
          properties.count == record.fields.count ? record.fields : properties.map { $0.stored(in: record.fields) }
        return sizes.measure(all: fields, depth) + properties.reduce(2) { $0 + $1.name.bytesAsField }
      }
    case .payload(let payload):
      return once(Self.place(of: payload)) { sizes in
        let isBare = payload.values.count == 1 && payload.enumCase.payload.first?.label == nil
        return sizes.measure(all: payload.values, depth) + payload.enumCase.name.bytesAsField + 2
          + (isBare ? 0 : payload.enumCase.payloadNames.bytesAsFields)
      }
    case .any(let box): return measure(box.value, depth: depth + 1)
    case .cell(let cell): return measure(cell.value, depth: depth + 1)
    default: return value.leastBytes
    }
  }

  private mutating func measure(all values: some Sequence<Value>, _ depth: Int) -> Int {
    var sum = 0
    for value in values {
      sum += measure(value, depth: depth + 1)
      if sum > max { break }
    }
    return sum
  }

  /// What is at a place is measured the first time. More than too much is too much.
  private mutating func once(_ place: UnsafeRawPointer?, _ measure: (inout SharedSizes) -> Int) -> Int {
    guard let place else { return 2 }
    if let size = known[place] { return size }
    let size = Swift.min(measure(&self), max + 1)
    known[place] = size
    return size
  }

  private static func place(of object: AnyObject) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
  }

  // A set and a dictionary are a reference to their storage.

  private static func place(of elements: Set<Value>) -> UnsafeRawPointer {
    unsafeBitCast(elements, to: UnsafeRawPointer.self)
  }

  private static func place(of elements: [Value: Value]) -> UnsafeRawPointer {
    unsafeBitCast(elements, to: UnsafeRawPointer.self)
  }
}

extension String {
  /// What a field of this name takes at least, beside its value: quotes and a colon.
  var bytesAsField: Int { utf8.count + 3 }
}

extension [String] {
  var bytesAsFields: Int { reduce(0) { $0 + $1.bytesAsField } }
}
