// An enum that contains itself: expressions evaluated and printed.
indirect enum Expression {
  case number(Int)
  case sum(Expression, Expression)
  case product(Expression, Expression)
  case negated(Expression)
  var value: Int {
    switch self {
    case .number(let n): n
    case .sum(let a, let b): a.value + b.value
    case .product(let a, let b): a.value * b.value
    case .negated(let inner): -inner.value
    }
  }
}
extension Expression: CustomStringConvertible {
  var description: String {
    switch self {
    case .number(let n): return "\(n)"
    case .sum(let a, let b): return "(\(a) + \(b))"
    case .product(let a, let b): return "\(a) * \(b)"
    case .negated(let inner): return "-\(inner)"
    }
  }
}
let expression = Expression.sum(.number(2), .product(.number(3), .negated(.number(4))))
print(expression, "=", expression.value)
