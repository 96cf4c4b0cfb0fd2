/// Writes JSON straight into bytes, in the order of the calls, with no tree in between.
///
///     writer.beginObject()
///     writer.field("path", path)
///     writer.key("value"); writer.value(value)
///     writer.endObject()
///
/// Commas are the writer's affair; that calls make a well-formed value is the caller's. What it writes is always valid
/// UTF-8 and valid JSON, since Swift's strings are and numbers must be finite.
public struct JSONWriter: ~Copyable {
  /// What has been written and not yet been taken.
  public var buffer: ByteBuffer
  /// Whether a value ended directly before: a next one needs a comma.
  private var needsComma = false
  /// The time that was written last.
  private var lastTime: Timestamp?
  private var lastTimeText: [UInt8] = []

  /// Called now and then while long lists are written, some hundred microseconds apart.
  private let meanwhile: (() -> Void)?

  public init(capacity: Int = 256, meanwhile: (() -> Void)? = nil) {
    buffer = ByteBuffer(capacity: capacity)
    self.meanwhile = meanwhile
  }

  /// What has been written, as text.
  public var text: String { buffer.withReadable { String(decoding: $0, as: UTF8.self) } }

  /// Ends a text: the next value begins a new one.
  mutating func endText() {
    needsComma = false
  }

  /// Goes on with an object whose beginning is written elsewhere: a comma comes first.
  mutating func continueObject() {
    needsComma = true
  }

  /// Takes back everything after the first `count` bytes.
  mutating func truncate(to count: Int, needsComma: Bool) {
    buffer.truncate(to: count)
    self.needsComma = needsComma
  }

  var isAfterValue: Bool { needsComma }

  @inline(__always)
  private mutating func begin() {
    if needsComma { buffer.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private static let elementsAtOnce = 32

  /// After an element of a list has been written.
  @inline(__always)
  mutating func look(after number: Int) {
    if let meanwhile, number % Self.elementsAtOnce == Self.elementsAtOnce - 1 { meanwhile() }
  }

  // MARK: Containers

  public mutating func beginObject() {
    begin()
    buffer.append(UInt8(ascii: "{"))
    needsComma = false
  }

  public mutating func endObject() {
    buffer.append(UInt8(ascii: "}"))
    needsComma = true
  }

  public mutating func beginArray() {
    begin()
    buffer.append(UInt8(ascii: "["))
    needsComma = false
  }

  public mutating func endArray() {
    buffer.append(UInt8(ascii: "]"))
    needsComma = true
  }

  /// The name of the member that the next call gives a value.
  /// - Precondition: nothing in it needs escaping.
  public mutating func key(_ name: StaticString) {
    let count = name.utf8CodeUnitCount
    buffer.withSpace(atLeast: count + 4) { space in
      let start = space.baseAddress!
      var end = start
      if needsComma {
        end.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
        end += 1
      }
      end.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
      (end + 1).copyMemory(from: name.utf8Start, byteCount: count)
      end += count + 1
      end.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
      (end + 1).storeBytes(of: UInt8(ascii: ":"), as: UInt8.self)
      return end + 2 - start
    }
    needsComma = false
  }

  /// A member whose value is one of the protocol's own words.
  /// - Precondition: nothing in it needs escaping.
  mutating func field(_ name: StaticString, word: StaticString) {
    key(name)
    buffer.append(UInt8(ascii: "\""))
    buffer.append(word)
    buffer.append(UInt8(ascii: "\""))
    needsComma = true
  }

  public mutating func key(_ name: String) {
    value(name)
    buffer.append(UInt8(ascii: ":"))
    needsComma = false
  }

  // MARK: Values

  public mutating func null() {
    begin()
    buffer.append("null" as StaticString)
  }

  public mutating func value(_ value: Bool) {
    begin()
    buffer.append(value ? "true" : "false" as StaticString)
  }

  public mutating func value(_ value: Int) {
    begin()
    digits(value)
  }

  /// The shortest text that reads back as the same double; whole numbers keep their `.0`.
  /// - Precondition: it is finite. JSON has no other numbers, so a store refuses them before they can get here.
  public mutating func value(_ value: Double) {
    precondition(value.isFinite, "JSON has no text for \(value)")
    begin()
    if value.magnitude < 1e15, value == value.rounded(.towardZero), value != 0 {
      digits(Int(value))
      buffer.append(".0" as StaticString)
    } else {
      buffer.append(utf8: value.description)
    }
  }

  public mutating func value(_ value: String) {
    begin()
    buffer.append(UInt8(ascii: "\""))
    var value = value
    value.withUTF8 { escaped(UnsafeRawBufferPointer($0)) }
    buffer.append(UInt8(ascii: "\""))
  }

  public mutating func time(_ time: Timestamp) {
    begin()
    buffer.append(UInt8(ascii: "\""))
    // What happens in one turn has one time: it is mostly that of the time before.
    if time != lastTime {
      let start = buffer.count
      time.write(to: &buffer)
      lastTime = time
      lastTimeText = buffer.withReadable { Array($0[start...]) }
    } else {
      buffer.append(lastTimeText)
    }
    buffer.append(UInt8(ascii: "\""))
  }

  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): self.value(value)
    case .int(let value): self.value(value)
    case .double(let value): self.value(value)
    case .string(let value): self.value(value)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        key(member.name)
        self.value(member.value)
      }
      endObject()
    }
  }

  /// Bytes that are a whole JSON value already.
  public mutating func raw(_ json: [UInt8]) {
    begin()
    buffer.append(json)
  }

  // MARK: Members

  @inlinable
  public mutating func field(_ name: StaticString, _ value: some WireEncodable) {
    key(name)
    value.encode(to: &self)
  }

  /// A member that is left out when there is nothing to say.
  public mutating func field(_ name: StaticString, ifPresent value: (some WireEncodable)?) {
    if let value { field(name, value) }
  }

  // MARK: Digits and escapes

  private mutating func digits(_ value: Int) {
    if value < 0 { buffer.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    if rest < 10 { return buffer.append(UInt8(ascii: "0") + UInt8(rest)) }
    buffer.withSpace(atLeast: 20) { space in
      // From the right, then moved to the front.
      var begin = 20
      while rest > 0 {
        begin -= 1
        space[begin] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      space.copyMemory(from: UnsafeRawBufferPointer(rebasing: space[begin..<20]))
      return 20 - begin
    }
  }

  /// Nearly always nothing needs escaping, and the text is one run.
  private mutating func escaped(_ text: UnsafeRawBufferPointer) {
    var begin = 0
    while let position = text.firstIndexToEscape(from: begin) {
      buffer.append(UnsafeRawBufferPointer(rebasing: text[begin..<position]))
      escape(text[position])
      begin = position + 1
    }
    buffer.append(UnsafeRawBufferPointer(rebasing: text[begin...]))
  }

  private mutating func escape(_ byte: UInt8) {
    buffer.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): buffer.append(byte)
    case 0x0a: buffer.append(UInt8(ascii: "n"))
    case 0x09: buffer.append(UInt8(ascii: "t"))
    case 0x0d: buffer.append(UInt8(ascii: "r"))
    case 0x08: buffer.append(UInt8(ascii: "b"))
    case 0x0c: buffer.append(UInt8(ascii: "f"))
    default:
      let hexadecimal: StaticString = "0123456789abcdef"
      buffer.append("u00" as StaticString)
      buffer.append(hexadecimal.utf8Start[Int(byte >> 4)])
      buffer.append(hexadecimal.utf8Start[Int(byte & 15)])
    }
  }
}

extension ByteBuffer {
  /// Appends a number in decimal.
  /// - Precondition: not negative.
  public mutating func append(decimal number: Int) {
    precondition(number >= 0)
    withSpace(atLeast: 20) { number.writeDigits(to: $0, at: 0) }
  }
}

extension Int {
  /// Writes a number that is not negative at a place with room for 20 digits.
  /// - Returns: how many digits there are.
  func writeDigits(to space: UnsafeMutableRawBufferPointer, at place: Int) -> Int {
    var (count, bound) = (1, 10)
    while count < 19, self >= bound {
      count += 1
      bound = bound &* 10
    }
    var (rest, position) = (self, place + count)
    repeat {
      position -= 1
      space[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while position > place
    return count
  }
}

extension UnsafeRawBufferPointer {
  /// The next quote, backslash or control character. Looks at eight bytes at a time, as the parser does; bytes beyond
  /// ASCII pass.
  func firstIndexToEscape(from start: Int) -> Int? {
    var position = start
    while position + 8 <= count {
      let word = loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
      let t =
        (word &- 0x2020_2020_2020_2020) | ((word ^ 0x2222_2222_2222_2222) &- 0x0101_0101_0101_0101)
        | ((word ^ 0x5c5c_5c5c_5c5c_5c5c) &- 0x0101_0101_0101_0101)
      let marks = t & ~word & 0x8080_8080_8080_8080
      if marks != 0 { return position + marks.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < count {
      let byte = self[position]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return position }
      position += 1
    }
    return nil
  }
}
