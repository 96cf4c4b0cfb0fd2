// @Published with willSet and didSet of another property; what a sink sees of the object.
import Combine

final class Model: ObservableObject {
  @Published var text = "" { didSet { count += 1 } }
  @Published private(set) var upper = ""
  var count = 0
  init() { $text.map { $0.uppercased() }.assign(to: &$upper) }
}
let model = Model()
var seen: [String] = []
let a = model.$text.sink { seen.append("\($0)/\(model.text)") }
let b = model.objectWillChange.sink { seen.append("will") }
model.text = "a"
model.text += "b"
print(seen)
print(model.upper, model.count)
_ = (a, b)
