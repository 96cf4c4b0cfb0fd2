/// A trap of the running program: what compiled Swift would have died of, caught and located.
public struct Fault: Error, Hashable, Sendable {
  public var message: String
  public var location: Location
  /// The calls that led here, innermost first; at most `stackMax` of them.
  public var stack: [Call] = []
  /// The function it happened in; nil at top level.
  public var function: String?
  /// Why a binding is not read or written, where that is what happened.
  public var refusal: BindingRefusal?
  /// An activation was left since the last place: the next place is where it was called.
  var isLeaving = false

  static let stackMax = 32

  public init(message: String, location: Location) {
    self.message = message.asMessage
    self.location = location
  }

  public var file: String { location.file }
  public var line: Int { location.line }
  public var column: Int { location.column }

  /// A call that had not come back.
  public struct Call: Hashable, Sendable {
    public var location: Location
    /// The function in which the call stands; nil at top level.
    public var function: String?
  }

  /// The activation of a function ends. The last place was in it.
  mutating func leave(_ name: String) {
    isLeaving = true
    if stack.isEmpty { function = function ?? name } else { stack[stack.count - 1].function = name }
  }
}

/// Why what a binding leads to cannot be read, or does not take a value.
public enum BindingRefusal: Hashable, Sendable {
  /// There is nothing any more.
  case gone
  /// It is constant.
  case constant
  /// The value is one that it does not take: out of its range, or another element than it means.
  case value
  /// Its owner has not said whether it takes the value.
  case unanswered
  /// The value was made of what was there, and its owner has changed that since.
  case outdated(path: String)
}

extension String {
  private static var messageBytesMax: Int { 8192 }

  /// As a message for people: a program may say a megabyte in one.
  public var asMessage: String {
    guard utf8.count > Self.messageBytesMax else { return self }
    var end = utf8.index(startIndex, offsetBy: Self.messageBytesMax)
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return self[..<end] + "… (\(utf8.count) bytes)"
  }
}
