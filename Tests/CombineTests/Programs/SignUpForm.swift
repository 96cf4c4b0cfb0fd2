// A form that checks a name and two passwords, and says what is wrong first.

import Combine
import Foundation

let signUpForm = Program(
  "sign-up form",
  prints: """
    [] name: Username too short. Needs to be at least 3 characters. password: Password must not be empty
    [ann] name:  password: Password must not be empty
    [ann] name:  password: Password needs to be at least 8 characters
    [ann] name:  password: Passwords do not match
    [ann] name:  password: 
    Signing up as ann
    checks of the name: 5
    """
) { print in
  final class Model: ObservableObject {
    @Published var username = ""
    @Published var password = ""
    @Published var confirmation = ""
    @Published var usernameMessage = ""
    @Published var passwordMessage = ""
    @Published var isValid = false
    var checks = 0
    private var cancellables = Set<AnyCancellable>()

    private lazy var isUsernameValid =
      $username
      .map { [unowned self] name -> Bool in
        checks += 1
        return name.count >= 3
      }
      .share()
    private lazy var passwordProblem = Publishers.CombineLatest3(
      $password.map(\.isEmpty), $password.map { $0.count >= 8 }, $password.combineLatest($confirmation, ==)
    )
    .map { isEmpty, isLong, isEqual in
      if isEmpty { return "Password must not be empty" }
      if !isLong { return "Password needs to be at least 8 characters" }
      return isEqual ? "" : "Passwords do not match"
    }
    .removeDuplicates()
    .share()

    init() {
      isUsernameValid.combineLatest(passwordProblem) { $0 && $1.isEmpty }.assign(to: &$isValid)
      isUsernameValid.map { $0 ? "" : "Username too short. Needs to be at least 3 characters." }
        .sink { [unowned self] in usernameMessage = $0 }.store(in: &cancellables)
      passwordProblem.sink { [unowned self] in passwordMessage = $0 }.store(in: &cancellables)
      // What was shared is heard from now on; say everything once.
      username = username
      password = password
    }
  }

  let model = Model()
  model.passwordMessage = "Password must not be empty"
  func show() {
    print("[\(model.username)] name: \(model.usernameMessage) password: \(model.passwordMessage)")
    if model.isValid { print("Signing up as \(model.username)") }
  }
  show()
  model.username = "ann"
  show()
  model.password = "12345"
  show()
  model.password = "123456789"
  show()
  model.confirmation = "123456789"
  show()
  model.username = "an"
  model.username = "anne"
  print("checks of the name:", model.checks)
}
