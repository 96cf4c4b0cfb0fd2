// Combine with the types above: validation by regular expression, formatting, mapping over key paths, errors typed.
import Combine
import Foundation

enum FormError: Error, Equatable, LocalizedError {
  case tooShort(minimum: Int)
  case invalidMail
  var errorDescription: String? {
    switch self {
    case .tooShort(let minimum): "at least \(minimum) characters"
    case .invalidMail: "no mail address"
    }
  }
}
final class SignUp: ObservableObject {
  @Published var name = ""
  @Published var mail = ""
  @Published private(set) var message: String?
  @Published private(set) var isValid = false
  private var cancellables: Set<AnyCancellable> = []

  private func check(name: String) throws(FormError) -> String {
    guard name.count >= 3 else { throw .tooShort(minimum: 3) }
    return name
  }
  private func failure(of name: String) -> FormError? {
    do {
      _ = try check(name: name)
      return nil
    } catch { return error }
  }
  init() {
    let isMailValid = $mail.map { $0.wholeMatch(of: /[a-z]+@[a-z]+\.[a-z]{2,}/) != nil }.removeDuplicates()
    let nameError = $name.map { [unowned self] name in failure(of: name) }
    Publishers.CombineLatest(nameError, isMailValid)
      .map { nameError, isMailValid in nameError ?? (isMailValid ? nil : FormError.invalidMail) }
      .removeDuplicates()
      .sink { [weak self] error in
        self?.message = error?.localizedDescription
        self?.isValid = error == nil
      }
      .store(in: &cancellables)
  }
}
let form = SignUp()
var token: AnyCancellable? = form.$message.dropFirst().sink { print($0 ?? "fine") }
form.name = "Al"
form.name = "Alice"
form.mail = "alice@example"
form.mail = "alice@example.com"
print(form.isValid)
token = nil
form.name = ""
print(form.message ?? "-", form.isValid)

let formatter = NumberFormatter()
formatter.locale = Locale(identifier: "en_US")
formatter.numberStyle = .currency
let prices = CurrentValueSubject<[Decimal], Never>([1, 2.5])
let total = prices.map { $0.reduce(0, +) }.compactMap { formatter.string(for: $0) }.sink { print("total", $0) }
prices.value.append(4)
prices.send([])
struct Song { var title: String; var seconds: Int }
_ = [Song(title: "A", seconds: 61), Song(title: "B", seconds: 125)].publisher
  .map(\.title, \.seconds)
  .map { "\($0) \($1 / 60):" + String(format: "%02d", $1 % 60) }
  .collect()
  .sink { print($0) }
_ = Result<Int, FormError>.failure(.invalidMail).publisher
  .catch { error in Just(error == .invalidMail ? -1 : 0) }
  .sink { print("recovered", $0) }
