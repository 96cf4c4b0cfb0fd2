// The sign-up form: username rule, password rules in order, validity of the form, messages, submit.
import Combine

class SignUpFormViewModel: ObservableObject {
  // Input
  @Published var username: String = ""
  @Published var password: String = ""
  @Published var passwordConfirmation: String = ""

  // Output
  @Published var usernameMessage: String = ""
  @Published var passwordMessage: String = ""
  @Published var isValid: Bool = false

  private lazy var isUsernameLengthValidPublisher: AnyPublisher<Bool, Never> = {
    $username
      .map { $0.count >= 3 }
      .eraseToAnyPublisher()
  }()

  private lazy var isPasswordEmptyPublisher: AnyPublisher<Bool, Never> = {
    $password
      .map(\.isEmpty)
      .eraseToAnyPublisher()
  }()

  private lazy var isPasswordMatchingPublisher: AnyPublisher<Bool, Never> = {
    Publishers.CombineLatest($password, $passwordConfirmation)
      .map(==)
      .eraseToAnyPublisher()
  }()

  private lazy var isPasswordValidPublisher: AnyPublisher<Bool, Never> = {
    Publishers.CombineLatest(isPasswordEmptyPublisher, isPasswordMatchingPublisher)
      .map { !$0 && $1 }
      .eraseToAnyPublisher()
  }()

  private lazy var isFormValidPublisher: AnyPublisher<Bool, Never> = {
    Publishers.CombineLatest(isUsernameLengthValidPublisher, isPasswordValidPublisher)
      .map { $0 && $1 }
      .eraseToAnyPublisher()
  }()

  init() {
    isFormValidPublisher
      .assign(to: &$isValid)
    isUsernameLengthValidPublisher
      .map { $0 ? "" : "Username too short. Needs to be at least 3 characters." }
      .assign(to: &$usernameMessage)
    Publishers.CombineLatest(isPasswordEmptyPublisher, isPasswordMatchingPublisher)
      .map { isPasswordEmpty, isPasswordMatching in
        if isPasswordEmpty {
          return "Password must not be empty"
        } else if !isPasswordMatching {
          return "Passwords do not match"
        }
        return ""
      }
      .assign(to: &$passwordMessage)
  }
  func signUp() {
    guard isValid else { return print("not yet") }
    print("Signing up as \(username)")
  }
}
let form = SignUpFormViewModel()
func show() { print(form.isValid, "[\(form.usernameMessage)]", "[\(form.passwordMessage)]") }
show()
form.username = "pe"
show()
form.username = "peter"
form.password = "secret"
show()
form.signUp()
form.passwordConfirmation = "secret"
show()
form.signUp()
form.password = ""
show()
