// Capture lists with weak and unowned self; a cycle that is broken lets the object go.
class Timer2 {
  var onTick: (() -> Void)?
  func fire() { onTick?() }
}
class ViewModel {
  let name: String
  let timer = Timer2()
  var ticks = 0
  init(name: String) {
    self.name = name
    timer.onTick = { [weak self] in
      guard let self = self else { return }
      self.ticks += 1
      print("\(self.name) ticked \(self.ticks)")
    }
  }
  deinit { print("\(name) is gone") }
}
var model: ViewModel? = ViewModel(name: "weak")
let timer = model!.timer
timer.fire()
timer.fire()
model = nil
timer.fire()

class Form {
  lazy var describe: () -> String = { [unowned self] in "form with \(self.fields) fields" }
  var fields = 3
  deinit { print("form gone") }
}
var form: Form? = Form()
print(form!.describe())
form = nil

class Leaky {
  var action: (() -> Void)?
  init() { action = { [weak self] in print(self == nil ? "no self" : "self") } }
  deinit { print("leaky gone") }
}
do {
  let leaky = Leaky()
  leaky.action?()
}
weak var gone = Leaky()
print(gone == nil)
