// The sign-up form with a length rule and a strength meter: four inputs, enums, implicit members.
import Combine
import Foundation

enum PasswordStrength: Int, Comparable {
  case veryWeak, weak, reasonable, strong, veryStrong
  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
enum Color { case red, orange, yellow, green }
func strength(ofPassword password: String) -> PasswordStrength {
  var pool = 0
  if password.contains(where: \.isLowercase) { pool += 26 }
  if password.contains(where: \.isUppercase) { pool += 26 }
  if password.contains(where: \.isNumber) { pool += 10 }
  let bits = pool == 0 ? 0 : log2(Double(pool)) * Double(password.count)
  switch bits {
  case ..<28: return .veryWeak
  case ..<36: return .weak
  case ..<60: return .reasonable
  case ..<128: return .strong
  default: return .veryStrong
  }
}
class ViewModel: ObservableObject {
  @Published var password = ""
  @Published var passwordConfirmation = ""
  @Published var message = ""
  @Published var strengthValue = 0.0
  @Published var strengthColor: Color = .red
  private lazy var strengthPublisher: AnyPublisher<PasswordStrength, Never> = {
    $password.map(strength(ofPassword:)).eraseToAnyPublisher()
  }()
  private var isLongEnough: AnyPublisher<Bool, Never> {
    $password.map { $0.count >= 8 }.eraseToAnyPublisher()
  }
  private var isMatching: AnyPublisher<Bool, Never> {
    $password.combineLatest($passwordConfirmation).map { $0 == $1 }.eraseToAnyPublisher()
  }
  init() {
    Publishers.CombineLatest4($password.map { $0.isEmpty }, isLongEnough, strengthPublisher, isMatching)
      .map { isEmpty, isLong, strength, isMatching in
        if isEmpty { return "Password must not be empty" }
        if !isLong { return "Password needs to be at least 8 characters" }
        if strength < .reasonable { return "Password not strong enough" }
        return isMatching ? "" : "Passwords do not match"
      }
      .assign(to: &$message)
    strengthPublisher
      .map { strength in
        switch strength {
        case .veryWeak: return 0.25
        case .weak: return 0.35
        case .reasonable: return 0.5
        case .strong: return 0.75
        case .veryStrong: return 1
        }
      }
      .assign(to: &$strengthValue)
    strengthPublisher
      .map {
        switch $0 {
        case .veryWeak, .weak: return .red
        case .reasonable: return .orange
        case .strong: return .yellow
        case .veryStrong: return .green
        }
      }
      .assign(to: &$strengthColor)
  }
}
let model = ViewModel()
for password in ["", "short", "12345678", "abcdefgh", "Abcdefgh1234", "Abcdefgh1234Abcdefgh1234"] {
  model.password = password
  print(password.count, model.strengthValue, model.strengthColor, model.message)
}
model.passwordConfirmation = model.password
print(model.message.isEmpty)
