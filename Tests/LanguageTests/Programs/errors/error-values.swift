// Errors as values: stored, compared, in arrays, nested, with descriptions.
enum AppError: Error, CustomStringConvertible {
  case wrapped(Error, context: String)
  case plain
  var description: String {
    switch self {
    case .wrapped(let inner, let context): "\(context): \(inner)"
    case .plain: "plain"
    }
  }
}
struct Missing: Error, Equatable { let name: String }
func inner() throws { throw Missing(name: "file") }
func outer() throws { do { try inner() } catch { throw AppError.wrapped(error, context: "outer") } }
do { try outer() } catch { print(error) }
var last: Error?
for step in 1...2 {
  do {
    if step == 1 { try outer() } else { throw Missing(name: "b") }
  } catch { last = error }
}
print(
  (last as? Missing) == Missing(name: "b"), last is AppError,
  [AppError.plain, .wrapped(Missing(name: "q"), context: "c")])
