/// How a member of the library is written down, by how it is called.
func nullary(_ signature: String, _ body: @escaping () throws(Abort) -> Value) -> LibraryEntry {
  LibraryEntry(signature: signature, native: .nullary(body))
}
func unary(_ signature: String, _ body: @escaping (Value) throws(Abort) -> Value) -> LibraryEntry {
  LibraryEntry(signature: signature, native: .unary(body))
}
func binary(_ signature: String, _ body: @escaping (Value, Value) throws(Abort) -> Value) -> LibraryEntry {
  LibraryEntry(signature: signature, native: .binary(body))
}
func ternary(_ signature: String, _ body: @escaping (Value, Value, Value) throws(Abort) -> Value) -> LibraryEntry {
  LibraryEntry(signature: signature, native: .ternary(body))
}
func list(_ signature: String, _ body: @escaping ([Value]) throws(Abort) -> Value) -> LibraryEntry {
  LibraryEntry(signature: signature, native: .list(body))
}
func mutating(_ signature: String, _ body: @escaping (inout Value, [Value]) throws(Abort) -> Value) -> LibraryEntry {
  LibraryEntry(signature: signature, native: .mutating(body))
}
func writing(_ signature: String, _ body: @escaping (NativeCall, inout Value) throws(Abort) -> Value) -> LibraryEntry {
  LibraryEntry(signature: signature, native: .writing(body))
}
func contextual(_ signature: String, _ body: @escaping (NativeCall) throws(Abort) -> Value) -> LibraryEntry {
  LibraryEntry(signature: signature, native: .contextual(body))
}
func property(
  _ signature: String, get: @escaping ([Value]) throws(Abort) -> Value,
  set: @escaping (inout Value, [Value], Value) throws(Abort) -> Void
) -> LibraryEntry {
  LibraryEntry(signature: signature, native: .property(get: get, set: set))
}
func reference(
  _ signature: String, get: @escaping (NativeCall) throws(Abort) -> Value,
  set: @escaping (NativeCall, Value) throws(Abort) -> Void
) -> LibraryEntry {
  LibraryEntry(signature: signature, native: .reference(get: get, set: set))
}
