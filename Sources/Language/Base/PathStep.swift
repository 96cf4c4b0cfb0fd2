/// A way into a value: `books[0].title` is `.member("books"), .index(0), .member("title")`.
public enum PathStep: Hashable, Sendable {
  case member(String)
  case index(Int)
  /// The value of a dictionary under this key.
  case key(String)
  /// The element of a list whose `field` has this value: `books[id: "b7"]`.
  case identified(field: String, value: PortableValue)
}

/// Why a path leads nowhere.
public struct PathError: Error, Hashable, Sendable {
  /// A sentence such as "'Book' has no stored property 'titel'".
  public var message: String
  /// The part of the path that does not lead on, as text.
  public var at: String
  /// Nothing is there in this value, and in another one may be: no element of that identity or index, no such key,
  /// nothing in what is nil.
  public var isGone = false
}

/// A plain value that does not fit the type it is meant for.
public struct ValueMismatch: Error, Hashable, Sendable {
  public var expected: String
  public var got: String
  /// Where inside the value, such as `books[0].title`; empty for the value itself.
  public var at: String
}
