import Combine
import Foundation

enum Key: Hashable { case digit(Int), op(Op), dot, equals, clear, sign, percent }
enum Op: String, CaseIterable {
  case plus = "+", minus = "−", times = "×", divide = "÷"
  var function: (Double, Double) -> Double {
    switch self {
    case .plus: (+);
    case .minus: (-);
    case .times: (*);
    case .divide: (/)
    }
  }
}
extension Key: CustomStringConvertible, ExpressibleByIntegerLiteral {
  init(integerLiteral value: Int) { self = .digit(value) }
  var description: String {
    switch self {
    case .digit(let d): return "\(d)";
    case .op(let o): return o.rawValue;
    case .dot: return ".";
    case .equals: return "=";
    case .clear: return "AC";
    case .sign: return "±";
    case .percent: return "%"
    }
  }
  static func parse(_ text: String) -> [Key] {
    text.compactMap { c -> Key? in
      if let d = c.wholeNumberValue { return .digit(d) }
      if let o = Op(rawValue: String(c)) { return .op(o) }
      switch c {
      case ".": return .dot;
      case "=": return .equals;
      case "C": return .clear;
      case "~": return .sign;
      case "%": return .percent;
      default: return nil
      }
    }
  }
}
struct Calculator {
  private enum State { case entering(String), shown(Double), failed }
  private var state = State.shown(0)
  private var pending: (value: Double, op: Op)?
  var display: String {
    switch state {
    case .entering(let text): return text
    case .shown(let v): return Self.format(v)
    case .failed: return "Error"
    }
  }
  static func format(_ v: Double) -> String { v == v.rounded() && abs(v) < 1e15 ? String(Int(v)) : String(v) }
  private var value: Double {
    switch state {
    case .entering(let t): Double(t) ?? 0;
    case .shown(let v): v;
    case .failed: .nan
    }
  }
  mutating func press(_ key: Key) {
    switch (key, state) {
    case (.clear, _): self = Calculator()
    case (_, .failed): break
    case (.digit(let d), .entering("0")): state = .entering("\(d)")
    case (.digit(let d), .entering(let t)) where t.count < 12: state = .entering(t + "\(d)")
    case (.digit, .entering): break
    case (.digit(let d), _): state = .entering("\(d)")
    case (.dot, .entering(let t)): if !t.contains(".") { state = .entering(t + ".") }
    case (.dot, _): state = .entering("0.")
    case (.sign, _): state = .shown(-value)
    case (.percent, _): state = .shown(value / 100)
    case (.op(let o), _): evaluate(); if case .failed = state { return }; pending = (value, o); state = .shown(value)
    case (.equals, _): evaluate(); pending = nil
    }
  }
  private mutating func evaluate() {
    guard let (left, op) = pending else { return }
    let result = op.function(left, value)
    state = result.isFinite ? .shown(result) : .failed
  }
}
final class CalculatorViewModel: ObservableObject {
  @Published private var calculator = Calculator()
  let keys = PassthroughSubject<Key, Never>()
  @Published private(set) var tape: [String] = []
  private var bag: Set<AnyCancellable> = []
  var display: String { calculator.display }
  init() {
    keys.sink { [weak self] in self?.calculator.press($0) }.store(in: &bag)
    keys.map(\.description)
      .scan(into: [String]()) { line, key in line.append(key) }
      .map { $0.joined() }
      .map { [$0] }
      .assign(to: &$tape)
  }
}
extension Publisher {
  func scan<R>(into initial: R, _ f: @escaping (inout R, Output) -> Void) -> Publishers.Scan<Self, R> {
    scan(initial) {
      var r = $0; f(&r, $1); return r
    }
  }
}
let vm = CalculatorViewModel()
var changes = 0
let c = vm.objectWillChange.sink { changes += 1 }
for program in ["12+7=", "C1.5.5×4=", "C9÷0=5", "C7~+10−2=", "C50%", "C0005", "C1+2×3="] {
  Key.parse(program).forEach(vm.keys.send)
  print(program, "->", vm.display)
}
print(vm.tape, changes > 20)
let literal: Key = 7
print(literal, Set<Key>([7, .digit(7), .dot]).count, Op.allCases.map { $0.function(6, 3) })
