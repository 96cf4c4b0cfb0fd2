/// A text as its bytes, its UTF-16 units or its scalars: what `utf8`, `utf16` and `unicodeScalars` give, and parts of that.
///
/// The indices are the text's own, distances from its start in bytes. The second half of a surrogate pair stands one byte
/// behind the first.
final class TextUnits: NativeObject, ListedObject {
  enum Unit { case byte, word, scalar }

  let unit: Unit
  /// The index of the first.
  let start: Int
  let slice: ArraySlice<Value>
  private(set) lazy var elements = Array(slice)
  /// Where each begins, and where the last one ends.
  private lazy var offsets = slice.reduce(into: [start]) { $0.append($0[$0.count - 1] + width($1)) }

  init(_ unit: Unit, _ slice: ArraySlice<Value>, from start: Int = 0) {
    self.unit = unit
    self.slice = slice
    self.start = start
    super.init(type: .hole)
  }

  convenience init(_ unit: Unit, of text: String, from start: Int = 0) {
    let elements: [Value] =
      switch unit {
      case .byte: text.utf8.map { .int(Int($0)) }
      case .word: text.utf16.map { .int(Int($0)) }
      case .scalar: text.unicodeScalars.map { .character(Character($0)) }
      }
    self.init(unit, elements[...], from: start)
  }

  /// Others in their place.
  func replaced(by elements: [Value]) -> TextUnits { TextUnits(unit, elements[...], from: start) }

  /// Units by their numbers.
  func part(_ range: Range<Int>) -> TextUnits {
    let base = slice.startIndex
    return TextUnits(
      unit, slice[(base + range.lowerBound)..<(base + range.upperBound)], from: index(range.lowerBound).integer)
  }

  func element(_ number: Int) -> Value? { slice.indices.contains(number) ? slice[slice.startIndex + number] : nil }

  func index(_ number: Int) -> Value { .int(unit == .byte ? start + number : offsets[number]) }

  var indices: [Value] { (0..<slice.count).map(index) }
  var end: Value { index(slice.count) }

  /// The number of the unit that an index lies in; `nil` outside.
  func number(of index: Value) -> Int? {
    let offset = index.integer
    if unit == .byte {
      let (number, isOverflown) = offset.subtractingReportingOverflow(start)
      return !isOverflown && (0...slice.count).contains(number) ? number : nil
    }
    guard offset >= start, offset <= offsets[slice.count] else { return nil }
    var range = 0..<offsets.count
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = offsets[middle] <= offset ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// In bytes.
  private func width(_ element: Value) -> Int {
    guard unit == .word else { return unit == .byte ? 1 : element.symbol.utf8.count }
    switch element.integer {
    case ..<0x80, 0xD800..<0xDC00: return 1
    case 0x80..<0x800: return 2
    default: return 3
    }
  }

  /// The text; `nil` if they are none, where a part begins or ends in the middle of a character.
  var wholeText: String? {
    switch unit {
    case .byte: String(validating: slice.lazy.map { UInt8(truncatingIfNeeded: $0.integer) }, as: UTF8.self)
    case .word: String(validating: slice.lazy.map { UInt16(truncatingIfNeeded: $0.integer) }, as: UTF16.self)
    case .scalar: content
    }
  }

  var content: String {
    switch unit {
    case .byte: String(decoding: slice.lazy.map { UInt8(truncatingIfNeeded: $0.integer) }, as: UTF8.self)
    case .word: String(decoding: slice.lazy.map { UInt16(truncatingIfNeeded: $0.integer) }, as: UTF16.self)
    case .scalar: slice.reduce(into: "") { $0.append($1.symbol) }
    }
  }

  override var bulk: Value.Bulk { Value.bulk(ofElements: slice.count) }
  override var text: String { content }
  override var debugText: String {
    switch unit {
    case .byte: "UTF8View(\(content.debugDescription))"
    case .word: "StringUTF16(\(content.debugDescription))"
    case .scalar: "StringUnicodeScalarView(\(content.debugDescription))"
    }
  }
  override func isEqual(to other: NativeObject) -> Bool { (other as? TextUnits).map { slice == $0.slice } ?? false }
  override func hash(into hasher: inout Hasher) { hasher.combine(elements) }
  override var portable: PortableValue? { Value.array(elements).portable }
}
