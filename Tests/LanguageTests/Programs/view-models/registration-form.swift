import Combine
import Foundation

enum FieldError: LocalizedError, CaseIterable {
  case empty, tooShort, noDigit, mismatch
  var errorDescription: String? {
    switch self {
    case .empty: "Must not be empty"
    case .tooShort: "At least 8 characters"
    case .noDigit: "Needs a digit"
    case .mismatch: "Passwords differ"
    }
  }
}

protocol Validator {
  associatedtype Value
  func validate(_ value: Value) -> Result<Value, FieldError>
}

struct NotEmpty: Validator {
  func validate(_ value: String) -> Result<String, FieldError> {
    value.trimmingCharacters(in: .whitespaces).isEmpty ? .failure(.empty) : .success(value)
  }
}
struct MinLength: Validator {
  let n: Int
  func validate(_ value: String) -> Result<String, FieldError> {
    value.count >= n ? .success(value) : .failure(.tooShort)
  }
}
struct HasDigit: Validator {
  func validate(_ value: String) -> Result<String, FieldError> {
    value.contains(where: \.isNumber) ? .success(value) : .failure(.noDigit)
  }
}
struct And<A: Validator, B: Validator>: Validator where A.Value == B.Value {
  let a: A, b: B
  func validate(_ value: A.Value) -> Result<A.Value, FieldError> { a.validate(value).flatMap(b.validate) }
}
extension Validator {
  func and<Other: Validator>(_ other: Other) -> And<Self, Other> where Other.Value == Value { And(a: self, b: other) }
}
extension Validator where Self == NotEmpty { static var notEmpty: NotEmpty { .init() } }

extension Result {
  var failureOrNil: Failure? { if case .failure(let e) = self { return e } else { return nil } }
  var isSuccess: Bool { (try? get()) != nil }
}

class RegistrationViewModel: ObservableObject {
  struct Form: Equatable {
    var name = ""
    var password = ""
    var again = ""
  }
  @Published var form = Form()
  @Published private(set) var nameError: String?
  @Published private(set) var passwordError: String? = nil
  @Published private(set) var canSubmit = false

  private var cancellables: Set<AnyCancellable> = []
  private let nameRule = NotEmpty()
  private let passwordRule = NotEmpty().and(MinLength(n: 8)).and(HasDigit())

  private lazy var nameResult: AnyPublisher<Result<String, FieldError>, Never> = {
    $form.map(\.name).removeDuplicates().map(nameRule.validate).eraseToAnyPublisher()
  }()
  private lazy var passwordResult: AnyPublisher<Result<String, FieldError>, Never> =
    $form
    .map { ($0.password, $0.again) }
    .removeDuplicates(by: ==)
    .map { [passwordRule] password, again in
      passwordRule.validate(password).flatMap { $0 == again ? .success($0) : .failure(.mismatch) }
    }
    .eraseToAnyPublisher()

  init() {
    nameResult.map(\.failureOrNil?.localizedDescription).assign(to: &$nameError)
    passwordResult.map { $0.failureOrNil?.errorDescription }.assign(to: \.passwordError, on: self).store(
      in: &cancellables)
    Publishers.CombineLatest(nameResult, passwordResult)
      .map { $0.isSuccess && $1.isSuccess }
      .assign(to: &$canSubmit)
  }
}

let vm = RegistrationViewModel()
let log = vm.objectWillChange.count().sink { print("changes", $0) }
print(vm.nameError as Any, vm.passwordError ?? "-", vm.canSubmit)
vm.form.name = "  "
vm.form.name = "Ann"
print(vm.nameError as Any)
vm.form.password = "short"
print(vm.passwordError!)
vm.form.password = "longenough"
print(vm.passwordError!)
vm.form.password += "1"
print(vm.passwordError!)
vm.form.again = vm.form.password
print(vm.passwordError as Any, vm.canSubmit)
vm.form = .init(name: "Bob", password: "12345678", again: "12345678")
print(vm.canSubmit, vm.form)
for e in FieldError.allCases { print(e, e.localizedDescription) }
let rule: some Validator = NotEmpty.notEmpty
print(rule)
