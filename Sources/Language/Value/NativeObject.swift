/// Something the library made: a publisher, a cancellable, a date. Subclasses hold the real thing.
///
/// The hooks say how it behaves as a Swift value; the default is a reference without a description of its own.
public class NativeObject {
  /// The library type it shows in messages and dynamic casts.
  let type: Type
  init(type: Type) { self.type = type }

  /// What `print` writes.
  var text: String { type.description }
  /// What `print` writes inside a collection.
  var debugText: String { text }
  func isEqual(to other: NativeObject) -> Bool { self === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  /// Its plain form outside the language, where it has one.
  var portable: PortableValue? { nil }
}
