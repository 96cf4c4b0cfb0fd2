/// Something the library made: a publisher, a cancellable, a date. Subclasses hold the real thing.
///
/// The hooks say how it behaves as a Swift value; the default is a reference without a description of its own.
public class NativeObject {
  /// The library type it shows in messages and dynamic casts.
  let type: Type
  init(type: Type) { self.type = type }

  /// What tells it apart from all others; 0 until somebody asks.
  private var number = 0
  final var identity: Int {
    if number == 0 { number = AbstractMachine.random.nextIdentity() }
    return number
  }

  /// What `print` writes.
  var text: String { type.description }
  /// What `print` writes inside a collection.
  var debugText: String { text }
  func isEqual(to other: NativeObject) -> Bool { self === other }
  func hash(into hasher: inout Hasher) { hasher.combine(identity) }
  /// What an operation of the library on it is about.
  var bulk: Value.Bulk { .code }
  /// Neither `==` nor `hash` looks at values of the program.
  var isPlainKey: Bool { false }
  /// What reflection shows inside it.
  var children: [(label: String, value: Value)] { [] }
  /// Its plain form outside the language, where it has one.
  var portable: PortableValue? { nil }
  /// A Swift expression that makes one that is equal, where it has one.
  var expression: String? { nil }
}

/// A value of the library's that programs hold, such as a date: equal to what holds the same, and written as that is.
class ValueObject<Content: Hashable>: NativeObject {
  /// Changed only by one who has the object alone.
  final var content: Content

  init(_ content: Content, type: Type) {
    self.content = content
    super.init(type: type)
  }

  override var text: String { "\(content)" }
  override func isEqual(to other: NativeObject) -> Bool {
    // Of several kinds that hold a text, each is something else.
    guard let other = other as? ValueObject<Content>, Swift.type(of: other) == Swift.type(of: self) else {
      return false
    }
    return other.content == content
  }
  override func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

/// An object that is a collection, such as bytes.
protocol ListedObject: NativeObject {
  var elements: [Value] { get }
}

/// An object that is a collection of what it has to find out first, which may fail.
protocol CollectingObject: NativeObject {
  func collect() throws(Abort) -> [Value]
}

/// An error of the library's with a text of its own.
protocol LocalizedObject {
  var localizedDescription: String { get }
}

/// An object that is `Comparable`.
protocol OrderedObject: NativeObject {
  func precedes(_ other: NativeObject) -> Bool
}
