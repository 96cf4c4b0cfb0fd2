/// Parts of arrays and texts as values of their own: they keep the indices of what they are parts of.
///
/// A part of anything else, a range or a set, is a list. A text of static type `Substring` can also be a plain one,
/// which is a part that begins where its text does.

/// A collection of the library that is a part of itself: `Data`.
protocol SlicedObject: ListedObject {
  /// The index of the first element.
  var start: Int { get }
  var count: Int { get }
  /// Elements by their numbers.
  func part(_ range: Range<Int>) -> NativeObject
  /// Others in their place.
  func replaced(by elements: [Value]) -> NativeObject
}

/// `ArraySlice`.
final class ArrayPart: NativeObject, ListedObject {
  /// The index of the first element.
  let start: Int
  let slice: ArraySlice<Value>
  private(set) lazy var elements = Array(slice)
  var end: Int { start + slice.count }

  init(_ slice: ArraySlice<Value>, from start: Int? = nil) {
    self.slice = slice
    self.start = start ?? slice.startIndex
    super.init(type: .hole)
  }

  /// Elements by their numbers.
  func part(_ range: Range<Int>) -> ArrayPart {
    let base = slice.startIndex
    return ArrayPart(slice[(base + range.lowerBound)..<(base + range.upperBound)], from: start + range.lowerBound)
  }

  /// The element with a number; `nil` where there is none.
  func element(_ number: Int) -> Value? {
    slice.indices.contains(slice.startIndex &+ number) ? slice[slice.startIndex + number] : nil
  }

  override var bulk: Value.Bulk { Value.bulk(ofElements: slice.count) }
  override func isEqual(to other: NativeObject) -> Bool { (other as? ArrayPart).map { slice == $0.slice } ?? false }
  override func hash(into hasher: inout Hasher) { hasher.combine(elements) }
  override var portable: PortableValue? { Value.array(elements).portable }
}

/// `Substring`.
final class TextPart: NativeObject, ListedObject, OrderedObject {
  let base: String
  /// Where it begins, as the distance from the base's start in UTF-8 bytes.
  let start: Int
  let content: String
  private(set) lazy var elements: [Value] = content.map { .character($0) }

  init(_ content: String, from start: Int, of base: String) {
    self.content = content
    self.start = start
    self.base = base
    super.init(type: .hole)
  }

  static func whole(_ text: String) -> Value { .native(TextPart(text, from: 0, of: text)) }

  /// Another text in the place of this part.
  func replaced(by text: String) -> TextPart {
    let before = base[..<base.utf8.index(base.startIndex, offsetBy: start)]
    return TextPart(text, from: start, of: before + text)
  }

  /// The part without characters at its ends.
  func dropping(first: Int = 0, last: Int = 0) -> TextPart {
    let rest = content.dropFirst(first)
    let offset = content.utf8.distance(from: content.startIndex, to: rest.startIndex)
    return TextPart(String(rest.dropLast(last)), from: start + offset, of: base)
  }

  override var text: String { content }
  override var debugText: String { content.debugDescription }
  override var expression: String? { ValueSource.quoted(content) }
  override var bulk: Value.Bulk { Value.bulk(ofBytes: content.utf8.count) }
  override func isEqual(to other: NativeObject) -> Bool { (other as? TextPart)?.content.isSame(as: content) == true }
  override func hash(into hasher: inout Hasher) { content.addHash(to: &hasher) }
  override var portable: PortableValue? { .string(content) }
  func precedes(_ other: NativeObject) -> Bool { (other as? TextPart).map { content.precedes($0.content) } ?? false }
}

/// `Slice` of a program's own collection, and `DefaultIndices`: elements with the indices that they have in the whole.
final class IndexedPart: NativeObject, ListedObject {
  let elements: [Value]
  let indices: [Value]
  /// The index behind the last element.
  let end: Value

  init(_ elements: [Value], at indices: [Value], end: Value) {
    self.elements = elements
    self.indices = indices
    self.end = end
    super.init(type: .hole)
  }

  /// Elements by their numbers.
  func part(_ range: Range<Int>) -> IndexedPart {
    IndexedPart(Array(elements[range]), at: Array(indices[range]), end: index(range.upperBound))
  }

  func index(_ number: Int) -> Value { indices.indices.contains(number) ? indices[number] : end }

  func number(of index: Value) -> Int? {
    indices.firstIndex(of: index) ?? (index == end ? indices.count : nil)
  }

  override func isEqual(to other: NativeObject) -> Bool { (other as? IndexedPart)?.elements == elements }
  override func hash(into hasher: inout Hasher) { hasher.combine(elements) }
  override var portable: PortableValue? { Value.array(elements).portable }
}

extension Value {
  /// A text and where its indices begin; `nil` for what is neither `String` nor `Substring`.
  var textAndStart: (text: String, start: Int)? {
    switch self {
    case .string(let text): (text, 0)
    case .native(let part as TextPart): (part.content, part.start)
    case .any(let box): box.value.textAndStart
    default: nil
    }
  }

  /// What a part of the text is a part of: the text itself, unless it is a part already.
  var textBase: String {
    guard case .native(let object) = unboxed, let part = object as? TextPart else { return text }
    return part.base
  }

  /// A part of a text, at its place: offsets count from the beginning of the text.
  func textPart(_ range: Range<Int>) -> Value {
    let text = text
    let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
    let content = String(text[start..<text.utf8.index(start, offsetBy: range.count)])
    return .native(TextPart(content, from: textStart + range.lowerBound, of: textBase))
  }

  /// Where a text's indices begin.
  var textStart: Int { textAndStart?.start ?? 0 }

  var holdsText: Bool {
    switch self {
    case .string: true
    case .native(let object): object is TextPart
    default: false
    }
  }

  /// A part as the array or text that it is equal to, everything else as it is.
  var withoutBase: Value {
    guard case .native(let object) = self else { return self }
    if let part = object as? ArrayPart { return .array(part.elements) }
    if let part = object as? IndexedPart { return .array(part.elements) }
    return (object as? TextPart).map { .string($0.content) } ?? self
  }
}
