// The view model of a sign-up form: every rule is a publisher, and `init` connects them with what the form shows.
import Combine

class SignUpFormViewModel: ObservableObject {
  // What is typed
  @Published var username = ""
  @Published var password = ""
  @Published var passwordConfirmation = ""

  // What is shown
  @Published var usernameMessage = ""
  @Published var passwordMessage = ""
  @Published var isValid = false

  // Lazy, so that each pipeline is made once, however often it is used.
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

    // The first rule that is broken is the one that is shown.
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

  func submit() {
    print("Signing up as \(username)")
  }
}
