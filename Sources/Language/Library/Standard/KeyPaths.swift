/// The types of key paths. Applying one, and its value, are the language's own: `Check/Solver/Apply.swift`, `KeyPathObject`.
extension StandardLibrary {
  static func anyKeyPath() -> LibraryType { LibraryType("class AnyKeyPath: Hashable {}", [], .keyPath) }
  static func partialKeyPath() -> LibraryType { LibraryType("class PartialKeyPath<Root>: AnyKeyPath {}", [], .keyPath) }
  static func keyPath() -> LibraryType {
    LibraryType("class KeyPath<Root, Value>: PartialKeyPath<Root> {}", [appending("KeyPath", "KeyPath")], .keyPath)
  }
  static func writableKeyPath() -> LibraryType {
    LibraryType(
      "class WritableKeyPath<Root, Value>: KeyPath<Root, Value> {}",
      [
        appending("KeyPath", "KeyPath"), appending("WritableKeyPath", "WritableKeyPath"),
        appending("ReferenceWritableKeyPath", "ReferenceWritableKeyPath"),
      ], .keyPath)
  }
  static func referenceWritableKeyPath() -> LibraryType {
    LibraryType(
      "class ReferenceWritableKeyPath<Root, Value>: WritableKeyPath<Root, Value> {}",
      [appending("KeyPath", "KeyPath"), appending("WritableKeyPath", "ReferenceWritableKeyPath")],
      .keyPath)
  }

  private static func appending(_ path: String, _ result: String) -> LibraryEntry {
    contextual("func appending<Appended>(path: \(path)<Value, Appended>) -> \(result)<Root, Appended>") { call in
      guard let first = call[0].object(KeyPathObject.self), let second = call[1].object(KeyPathObject.self) else {
        return call[0]
      }
      return .native(first.appending(second, type: call.result))
    }
  }
}
