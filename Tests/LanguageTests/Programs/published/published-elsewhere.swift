// @Published in classes that are not observable, with observers, access control, init from a parameter.
import Combine

final class Plain {
  @Published var level: Int
  @Published private(set) var log: [String] = []
  init(level: Int) {
    self.level = level
    $level.map { "level \($0)" }.sink { [weak self] in self?.log.append($0) }.store(in: &bag)
  }
  private var bag: Set<AnyCancellable> = []
}
let plain = Plain(level: 3)
plain.level = 4
print(plain.log, plain.level)

class Model: ObservableObject {
  @Published var text: String
  @Published var optional: String?
  @Published var isOn: Bool = true
  @Published var other = 1.5
  init(text: String) { _text = Published(initialValue: text) }
}
let model = Model(text: "given")
print(model.text, model.optional as Any, model.isOn, model.other)
let token = model.$isOn.combineLatest(model.$other).sink { print($0, $1) }
model.isOn.toggle()
model.other *= 2
let path: ReferenceWritableKeyPath<Model, String> = \.text
model[keyPath: path] = "by key path"
print(model.text)
