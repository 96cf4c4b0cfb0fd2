// Types that come from the end of the chain: literals as Double, implicit members, .failure in catch.
import Combine

enum Message: Equatable {
  case valid, tooShort(minimum: Int), taken
}
enum Color { case red, orange, green }
struct Busy: Error {}
final class Form: ObservableObject {
  @Published var password = ""
  @Published var strength: Double = 0
  @Published var color: Color = .red
  @Published var message: Message?
  private lazy var lengthPublisher: AnyPublisher<Message, Never> = {
    $password
      .map { $0.count < 3 ? .tooShort(minimum: 3) : .valid }
      .share()
      .eraseToAnyPublisher()
  }()
  init() {
    $password.map { $0.count > 3 ? 1 : 0.5 }.assign(to: &$strength)
    $password.map { $0.isEmpty ? .red : .green }.assign(to: &$color)
    lengthPublisher.map { $0 == .valid ? nil : $0 }.assign(to: &$message)
  }
}
let form = Form()
print(form.strength, form.color, form.message as Any)
form.password = "abcd"
print(form.strength, form.color, form.message as Any)

func available(_ name: String) -> AnyPublisher<Result<Bool, Busy>, Never> {
  Just(name)
    .tryMap { name -> Bool in
      if name == "busy" { throw Busy() }
      return name != "admin"
    }
    .mapError { $0 as? Busy ?? Busy() }
    .map(Result.success)
    .catch { error in Just(.failure(error)) }
    .eraseToAnyPublisher()
}
for name in ["ann", "admin", "busy"] { _ = available(name).sink { print(name, $0) } }
let wholeNumbers: AnyPublisher<Double, Never> = Just("x").map { _ in 1 }.eraseToAnyPublisher()
_ = wholeNumbers.sink { print($0) }
let optional: AnyPublisher<Int?, Never> = Just(4).map { $0 }.eraseToAnyPublisher()
_ = optional.sink { print($0 as Any) }
