// The sign-up form with patience: the user name is judged 0.8 s after the last letter, once per name, and the enum that
// says how it did is shared by the message and the verdict.
import Combine
import Foundation

enum UsernameValid {
  case valid
  case tooShort
}

class DebouncedSignUpFormViewModel: ObservableObject {
  @Published var username = ""
  @Published var usernameMessage = ""
  @Published var isValid = false
  /// How often the rule was applied.
  @Published var checks = 0

  private lazy var isUsernameValidPublisher: AnyPublisher<UsernameValid, Never> = {
    $username
      .debounce(for: 0.8, scheduler: DispatchQueue.main)
      .removeDuplicates()
      .print("username")
      .handleEvents(receiveOutput: { [weak self] _ in self?.checks += 1 })
      .map { $0.count >= 3 ? .valid : .tooShort }
      .share()
      .eraseToAnyPublisher()
  }()

  init() {
    isUsernameValidPublisher
      .map { $0 == .valid }
      .assign(to: &$isValid)

    isUsernameValidPublisher
      .map { result in
        switch result {
        case .valid: return ""
        case .tooShort: return "Username too short. Needs to be at least 3 characters."
        }
      }
      .assign(to: &$usernameMessage)
  }
}

let debounced = DebouncedSignUpFormViewModel()

debounced.$usernameMessage
  .dropFirst()
  .sink { print("message: '\($0)'") }

debounced.$isValid
  .removeDuplicates(by: ==)
  .sink { print("valid: \($0)") }
