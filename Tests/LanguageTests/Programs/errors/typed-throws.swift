// Typed throws: the caught error has the type, generic rethrowing with it.
enum FormError: Error {
  case empty(field: String)
  case tooShort(minimum: Int)
}
func check(_ name: String) throws(FormError) -> String {
  guard !name.isEmpty else { throw .empty(field: "name") }
  guard name.count >= 3 else { throw FormError.tooShort(minimum: 3) }
  return name
}
for name in ["", "ab", "abc"] {
  do {
    print(try check(name))
  } catch {
    switch error {
    case .empty(let field): print("\(field) is empty")
    case .tooShort(let minimum): print("at least \(minimum)")
    }
  }
}
func twice<E: Error>(_ body: () throws(E) -> Int) throws(E) -> Int { try body() + body() }
print(twice { 4 })
do throws(FormError) {
  _ = try check("x")
} catch {
  print("typed: \(error)")
}
