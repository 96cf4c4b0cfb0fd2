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
    let constants: [(String, Double)] = [
      ("M_PI", .pi), ("M_PI_2", .pi / 2), ("M_PI_4", .pi / 4), ("M_1_PI", 1 / .pi), ("M_2_PI", 2 / .pi),
      ("M_E", Glibc.M_E), ("M_LN2", Glibc.M_LN2), ("M_LN10", Glibc.M_LN10), ("M_LOG2E", Glibc.M_LOG2E),
      ("M_LOG10E", Glibc.M_LOG10E), ("M_SQRT2", 2.0.squareRoot()), ("M_SQRT1_2", 0.5.squareRoot()),
    ]
    return constants.map { name, value in nullary("var \(name): Double { get }") { .double(value) } }
      + functions.flatMap { name, function in
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
