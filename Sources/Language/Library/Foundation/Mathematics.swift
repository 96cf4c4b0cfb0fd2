/// The functions of numbers that C has, which come with Foundation.
internal import Glibc

extension FoundationLibrary {
  static func mathematics() -> [LibraryEntry] {
    let functions: [(String, (Double) -> Double)] = [
      ("sqrt", { $0.squareRoot() }), ("floor", { $0.rounded(.down) }), ("ceil", { $0.rounded(.up) }),
      ("round", { $0.rounded() }), ("trunc", { $0.rounded(.towardZero) }), ("fabs", { $0.magnitude }),
      ("sin", Glibc.sin), ("cos", Glibc.cos), ("tan", Glibc.tan), ("asin", Glibc.asin), ("acos", Glibc.acos),
      ("atan", Glibc.atan), ("sinh", Glibc.sinh), ("cosh", Glibc.cosh), ("tanh", Glibc.tanh), ("exp", Glibc.exp),
      ("exp2", Glibc.exp2), ("log", Glibc.log), ("log2", Glibc.log2), ("log10", Glibc.log10), ("cbrt", Glibc.cbrt),
    ]
    let pairs: [(String, (Double, Double) -> Double)] = [
      ("pow", Glibc.pow), ("atan2", Glibc.atan2), ("hypot", Glibc.hypot), ("fmod", Glibc.fmod),
    ]
    return functions.flatMap { name, function in
      [
        unary("func \(name)(_ x: Double) -> Double") { .double(function($0.number)) },
        unary("func \(name)(_ x: Float) -> Float") { .float(Float(function($0.number))) },
      ]
    }
      + pairs.flatMap { name, function in
        [
          binary("func \(name)(_ x: Double, _ y: Double) -> Double") { .double(function($0.number, $1.number)) },
          binary("func \(name)(_ x: Float, _ y: Float) -> Float") { .float(Float(function($0.number, $1.number))) },
        ]
      }
  }
}
