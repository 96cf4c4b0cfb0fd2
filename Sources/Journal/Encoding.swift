// Values and commits as bytes: a version byte, then tags, variable-length integers and length-prefixed text. About half
// the size of JSON, exact for every number, and read back strictly: what does not fit is damage, not a guess.

internal import Engine
internal import Language

/// What encoding and decoding can find. The journal adds the path.
enum EncodingError: Error, Equatable {
  /// Not something `Encoder` wrote; says what was wrong and where.
  case malformed(String, at: Int)
  /// A version this program does not know.
  case version(Int)
  case tooDeep
}

enum Encoding {
  /// The first byte of every blob: the lowest that has what is in it. The last is the newest that is known.
  static let plainVersion: UInt8 = 1
  static let editsVersion: UInt8 = 2
  static let unwatchableVersion: UInt8 = 3
  /// Of a commit that says who asked without having committed anything.
  static let askedVersion: UInt8 = 4
  /// Of a commit that says what was asked, and by which program.
  static let toldVersion: UInt8 = 5
  /// Of a commit that has edits within a value, or of an object.
  static let innerEditsVersion: UInt8 = 6
  static let newestVersion = innerEditsVersion
  /// How deep values may nest, in both directions. Far above what the engine lets through, far below the stack's end.
  static let depthMax = 1000

  /// What there is of a value.
  enum Flag {
    static let none: UInt8 = 0
    static let value: UInt8 = 1
    static let edits: UInt8 = 2
    static let editsAndValue: UInt8 = 3
    /// Added to any of these: clients are not told of the change.
    static let unwatchable: UInt8 = 4
    /// Each edit with where it is.
    static let innerEdits: UInt8 = 8
    static let innerEditsAndValue: UInt8 = 9
    /// Of a cause, in the place of the commit that it follows from.
    static let asked: UInt8 = 2
    /// Added to what stands there: what else the cause tells comes behind it.
    static let told: UInt8 = 4
  }

  /// What a cause tells besides, each with a bit; a task has file, line and column.
  enum Told {
    static let text: UInt8 = 1
    static let method: UInt8 = 2
    static let place: UInt8 = 4
    static let client: UInt8 = 8
    static let process: UInt8 = 16
    static let task: UInt8 = 32
    static let awaited: UInt8 = 64
  }

  enum Tag {
    static let null: UInt8 = 0
    static let no: UInt8 = 1
    static let yes: UInt8 = 2
    static let int: UInt8 = 3
    static let double: UInt8 = 4
    static let string: UInt8 = 5
    static let list: UInt8 = 6
    static let record: UInt8 = 7
  }
}

/// Appends to a buffer that is kept from turn to turn.
struct Encoder: ~Copyable {
  private var blob = EncodedBytes()

  /// What has been written, for as long as the call.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try body(blob.readable)
  }

  /// A copy of what has been written.
  var bytes: [UInt8] { Array(blob.readable) }

  var count: Int { blob.count }

  /// Begins a blob.
  mutating func reset() {
    blob.removeAll()
    blob.append(Encoding.plainVersion)
  }

  /// - Parameter form: whether the change at a position is written as edits.
  mutating func append(
    _ commit: CommitRecord, form: (_ position: Int) -> EditKeeping.Form = { _ in .whole }
  ) throws(EncodingError) {
    append(commit.revision)
    append(commit.at)
    append(commit.cause)
    append(count: commit.changes.count)
    let changes = commit.changes
    for position in changes.indices {
      append(changes[position].path)
      let isWatchable = changes[position].isWatchable
      if !isWatchable { blob.raiseFirst(to: Encoding.unwatchableVersion) }
      let mark = isWatchable ? 0 : Encoding.Flag.unwatchable
      switch form(position) {
      case .whole:
        if let value = changes[position].value {
          blob.append(mark | Encoding.Flag.value)
          try append(value)
        } else {
          blob.append(mark | Encoding.Flag.none)
        }
        try append(optional: changes[position].old)
      case .edits(let edits, let withValue):
        let areInner = edits.contains { !$0.steps.isEmpty || !$0.removed.isList }
        blob.raiseFirst(to: areInner ? Encoding.innerEditsVersion : Encoding.editsVersion)
        blob.append(
          mark
            | (areInner
              ? withValue ? Encoding.Flag.innerEditsAndValue : Encoding.Flag.innerEdits
              : withValue ? Encoding.Flag.editsAndValue : Encoding.Flag.edits))
        append(count: edits.count)
        for edit in edits {
          if areInner {
            append(count: edit.steps.count)
            for step in edit.steps { append(step) }
          }
          append(edit.place)
          try append(edit.removed)
          try append(edit.added)
        }
        if withValue, let value = changes[position].value { try append(value) }
      }
      append(changes[position].version)
    }
  }

  private mutating func append(_ cause: Cause) {
    append(cause.by)
    append(optional: cause.request)
    append(optional: cause.note)
    // Else it is found with the commit that this one follows from.
    let asked = cause.of == nil ? cause.asked : nil
    let (told, toldByAsked) = (Self.told(by: cause), asked.map { Self.told(by: $0.cause) } ?? 0)
    let mark = told | toldByAsked == 0 ? 0 : Encoding.Flag.told
    let kind = asked != nil ? Encoding.Flag.asked : cause.of == nil ? Encoding.Flag.none : Encoding.Flag.value
    blob.append(kind | mark)
    if let of = cause.of { append(of) }
    if let asked {
      blob.raiseFirst(to: Encoding.askedVersion)
      append(asked.cause.by)
      append(optional: asked.cause.request)
      append(optional: asked.cause.note)
      append(asked.at)
    }
    append(count: cause.via.count)
    for pipeline in cause.via { append(pipeline) }
    guard mark != 0 else { return }
    blob.raiseFirst(to: Encoding.toldVersion)
    append(told, by: cause)
    if let asked { append(toldByAsked, by: asked.cause) }
  }

  private static func told(by cause: Cause) -> UInt8 {
    (cause.text == nil ? 0 : Encoding.Told.text) | (cause.method == nil ? 0 : Encoding.Told.method)
      | (cause.place == nil ? 0 : Encoding.Told.place) | (cause.client == nil ? 0 : Encoding.Told.client)
      | (cause.client?.pid == nil ? 0 : Encoding.Told.process) | (cause.task == nil ? 0 : Encoding.Told.task)
      | (cause.awaited == nil ? 0 : Encoding.Told.awaited)
  }

  private mutating func append(_ told: UInt8, by cause: Cause) {
    blob.append(told)
    if let text = cause.text { append(text) }
    if let method = cause.method { append(method) }
    if let place = cause.place { append(place) }
    if let client = cause.client {
      append(client.name)
      if let pid = client.pid { append(pid) }
    }
    if let task = cause.task {
      append(task.file)
      append(task.line)
      append(task.column)
    }
    if let awaited = cause.awaited { append(awaited) }
  }

  mutating func append(_ value: PortableValue, depth: Int = 0) throws(EncodingError) {
    guard depth < Encoding.depthMax else { throw .tooDeep }
    switch value {
    case .null: blob.append(Encoding.Tag.null)
    case .bool(let flag): blob.append(flag ? Encoding.Tag.yes : Encoding.Tag.no)
    case .int(let number):
      blob.append(Encoding.Tag.int)
      append(number)
    case .double(let number):
      blob.append(Encoding.Tag.double)
      withUnsafeBytes(of: number.bitPattern.littleEndian) { blob.append($0) }
    case .string(let text):
      blob.append(Encoding.Tag.string)
      append(text)
    case .list(let elements):
      blob.append(Encoding.Tag.list)
      append(count: elements.count)
      for element in elements { try append(element, depth: depth + 1) }
    case .record(let fields):
      blob.append(Encoding.Tag.record)
      append(count: fields.count)
      for field in fields {
        append(field.name)
        try append(field.value, depth: depth + 1)
      }
    }
  }

  private mutating func append(optional value: PortableValue?) throws(EncodingError) {
    guard let value else { return blob.append(0) }
    blob.append(1)
    try append(value)
  }

  private mutating func append(optional text: String?) {
    guard let text else { return blob.append(0) }
    blob.append(1)
    append(text)
  }

  mutating func append(_ text: String) {
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { append($0) }
    guard isWritten == nil else { return }
    // What stems from Foundation may not be UTF-8 in one piece.
    var text = text
    text.withUTF8 { append($0) }
  }

  private mutating func append(_ utf8: UnsafeBufferPointer<UInt8>) {
    append(count: utf8.count)
    blob.append(UnsafeRawBufferPointer(utf8))
  }

  /// Seven bits a byte, the sign folded into the lowest bit, so that small numbers of both signs are short.
  mutating func append(_ number: Int) { append(unsigned: UInt64(bitPattern: Int64(number << 1) ^ Int64(number >> 63))) }

  mutating func append(count: Int) { append(unsigned: UInt64(count)) }

  private mutating func append(unsigned number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      blob.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    blob.append(UInt8(rest))
  }
}

/// Reads what `Encoder` wrote, from memory it does not own.
struct Decoder {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var version: UInt8 = 0

  /// Begins with the version byte.
  init(_ bytes: UnsafeRawBufferPointer) throws(EncodingError) {
    self.bytes = bytes
    version = try byte()
    guard (Encoding.plainVersion...Encoding.newestVersion).contains(version) else {
      throw .version(Int(version))
    }
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func commit() throws(EncodingError) -> StoredCommit {
    let revision = try integer()
    let at = try integer()
    let cause = try cause()
    var changes: [CommitRecord.Change] = []
    var edits: [Int: [ValueEdit]] = [:]
    for position in 0..<(try count()) {
      var change = CommitRecord.Change(path: try text(), value: nil, old: nil, version: 0)
      let start = self.position
      var flag = try byte()
      if version >= Encoding.unwatchableVersion, flag & Encoding.Flag.unwatchable != 0 {
        change.isWatchable = false
        flag -= Encoding.Flag.unwatchable
      }
      switch flag {
      case Encoding.Flag.none: change.old = try optionalValue()
      case Encoding.Flag.value:
        change.value = try value()
        change.old = try optionalValue()
      case Encoding.Flag.edits, Encoding.Flag.editsAndValue:
        edits[position] = try valueEdits(areInner: false)
        if flag == Encoding.Flag.editsAndValue { change.value = try value() }
      case Encoding.Flag.innerEdits, Encoding.Flag.innerEditsAndValue:
        edits[position] = try valueEdits(areInner: true)
        if flag == Encoding.Flag.innerEditsAndValue { change.value = try value() }
      case let other: throw .malformed("flag \(other)", at: start)
      }
      change.version = try integer()
      changes.append(change)
    }
    return StoredCommit(
      record: CommitRecord(revision: revision, at: at, cause: cause, changes: changes), edits: edits)
  }

  private mutating func optionalValue() throws(EncodingError) -> PortableValue? { try flag() ? try value() : nil }

  private mutating func valueEdits(areInner: Bool) throws(EncodingError) -> [ValueEdit] {
    var edits: [ValueEdit] = []
    for _ in 0..<(try count()) {
      var steps: [Int] = []
      if areInner { for _ in 0..<(try count()) { steps.append(try integer()) } }
      let place = try integer()
      let start = position
      let (removed, added) = (try value(), try value())
      switch (removed, added) {
      case (.list, .list): break
      case (.record, .record) where areInner: break
      default: throw .malformed("an edit of what is no list", at: start)
      }
      edits.append(ValueEdit(steps: steps, place: place, removed: removed, added: added))
    }
    return edits
  }

  private mutating func cause() throws(EncodingError) -> Cause {
    let by = try text()
    let request = try flag() ? try text() : nil
    let note = try flag() ? try text() : nil
    var (of, asked): (Int?, Cause.Asked?) = (nil, nil)
    let start = position
    var kind = try byte()
    let isTold = version >= Encoding.toldVersion && kind & Encoding.Flag.told != 0
    if isTold { kind -= Encoding.Flag.told }
    switch kind {
    case Encoding.Flag.none: break
    case Encoding.Flag.value: of = try integer()
    case Encoding.Flag.asked:
      let cause = Cause(
        by: try text(), request: try flag() ? try text() : nil, note: try flag() ? try text() : nil)
      asked = Cause.Asked(cause, at: try integer())
    case let other: throw .malformed("flag \(other)", at: start)
    }
    var via: [String] = []
    for _ in 0..<(try count()) { via.append(try text()) }
    var cause = Cause(by: by, request: request, of: of, via: via, note: note, asked: asked)
    guard isTold else { return cause }
    try readTold(into: &cause)
    if let asked {
      var beginning = asked.cause
      try readTold(into: &beginning)
      cause.asked = Cause.Asked(beginning, at: asked.at)
    }
    return cause
  }

  private mutating func readTold(into cause: inout Cause) throws(EncodingError) {
    let start = position
    let told = try byte()
    guard told < 128, told & Encoding.Told.process == 0 || told & Encoding.Told.client != 0 else {
      throw .malformed("flag \(told)", at: start)
    }
    if told & Encoding.Told.text != 0 { cause.text = try text() }
    if told & Encoding.Told.method != 0 { cause.method = try text() }
    if told & Encoding.Told.place != 0 { cause.place = try text() }
    if told & Encoding.Told.client != 0 {
      cause.client = Cause.Client(
        name: try text(), pid: told & Encoding.Told.process != 0 ? try integer() : nil)
    }
    if told & Encoding.Told.task != 0 {
      cause.task = Location(file: try text(), line: try integer(), column: try integer())
    }
    if told & Encoding.Told.awaited != 0 { cause.awaited = try text() }
  }

  mutating func value(depth: Int = 0) throws(EncodingError) -> PortableValue {
    guard depth < Encoding.depthMax else { throw .tooDeep }
    switch try byte() {
    case Encoding.Tag.null: return .null
    case Encoding.Tag.no: return .bool(false)
    case Encoding.Tag.yes: return .bool(true)
    case Encoding.Tag.int: return .int(try integer())
    case Encoding.Tag.double:
      let start = try take(8)
      return .double(
        Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))))
    case Encoding.Tag.string: return .string(try text())
    case Encoding.Tag.list:
      let count = try count()
      var elements: [PortableValue] = []
      elements.reserveCapacity(count)
      for _ in 0..<count { elements.append(try value(depth: depth + 1)) }
      return .list(elements)
    case Encoding.Tag.record:
      let count = try count()
      var fields: [PortableValue.Field] = []
      fields.reserveCapacity(count)
      for _ in 0..<count { fields.append(PortableValue.Field(try text(), try value(depth: depth + 1))) }
      return .record(fields)
    case let tag: throw .malformed("tag \(tag)", at: position - 1)
    }
  }

  mutating func text() throws(EncodingError) -> String {
    let count = try count()
    let start = try take(count)
    guard let text = String(validating: bytes[start..<start + count], as: UTF8.self) else {
      throw .malformed("text that is not UTF-8", at: start)
    }
    return text
  }

  mutating func integer() throws(EncodingError) -> Int {
    let folded = try unsigned()
    return Int(truncatingIfNeeded: folded >> 1) ^ -Int(truncatingIfNeeded: folded & 1)
  }

  /// A number of things to come, each of at least one byte: a damaged count cannot make us reserve more than there is.
  mutating func count() throws(EncodingError) -> Int {
    let start = position
    let count = try unsigned()
    guard count <= UInt64(bytes.count - position) else { throw .malformed("a count of \(count)", at: start) }
    return Int(count)
  }

  private mutating func unsigned() throws(EncodingError) -> UInt64 {
    var result: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      let next = try byte()
      if shift == 63 && next > 1 { break }
      result |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return result }
    }
    throw .malformed("a number of more than 64 bits", at: position)
  }

  private mutating func flag() throws(EncodingError) -> Bool {
    switch try byte() {
    case 0: return false
    case 1: return true
    case let other: throw .malformed("flag \(other)", at: position - 1)
    }
  }

  private mutating func byte() throws(EncodingError) -> UInt8 { bytes[try take(1)] }

  private mutating func take(_ count: Int) throws(EncodingError) -> Int {
    guard count <= bytes.count - position else { throw .malformed("an end", at: bytes.count) }
    defer { position += count }
    return position
  }
}

extension PortableValue {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }
}
