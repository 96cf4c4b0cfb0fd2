/// The types of key paths. Applying one, and its value, are the language's own: `Check/Solver/Apply.swift`, `KeyPathObject`.
extension StandardLibrary {
  static func anyKeyPath() -> LibraryType { LibraryType("class AnyKeyPath: Hashable {}") }
  static func partialKeyPath() -> LibraryType { LibraryType("class PartialKeyPath<Root>: AnyKeyPath {}") }
  static func keyPath() -> LibraryType { LibraryType("class KeyPath<Root, Value>: PartialKeyPath<Root> {}") }
  static func writableKeyPath() -> LibraryType {
    LibraryType("class WritableKeyPath<Root, Value>: KeyPath<Root, Value> {}")
  }
  static func referenceWritableKeyPath() -> LibraryType {
    LibraryType("class ReferenceWritableKeyPath<Root, Value>: WritableKeyPath<Root, Value> {}")
  }
}
