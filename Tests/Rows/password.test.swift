// Passwords: their length, their strength, what a meter shows of it.
import Combine
import Foundation

enum Strength: Int { case veryWeak, weak, reasonable, strong, veryStrong }
enum Shade: String { case red, orange, yellow, green }

func entropy(_ password: String) -> Double {
  var symbols = 0
  if password.contains(where: { $0.isLowercase }) { symbols += 26 }
  if password.contains(where: { $0.isUppercase }) { symbols += 26 }
  if password.contains(where: { $0.isNumber }) { symbols += 10 }
  if password.contains(where: { !$0.isLetter && !$0.isNumber }) { symbols += 32 }
  return symbols == 0 ? 0 : Double(password.count) * log2(Double(symbols))
}
func strength(_ password: String) -> Strength {
  switch entropy(password) {
  case ..<28: return .veryWeak
  case ..<36: return .weak
  case ..<60: return .reasonable
  case ..<128: return .strong
  default: return .veryStrong
  }
}

class Form: ObservableObject {
  @Published var password = ""
  @Published var confirmation = ""
  @Published var message = ""
  @Published var isValid = false
  @Published var meter = 0.0
  @Published var shade: Shade = .red
  init() {
    let isEmpty = $password.map { $0.isEmpty }
    let isLong = $password.map { $0.count >= 8 }
    let strengths = $password.map { strength($0) }
    let isSame = $password.combineLatest($confirmation).map { $0 == $1 }
    Publishers.CombineLatest4(isEmpty, isLong, strengths, isSame)
      .map { isEmpty, isLong, strength, isSame in
        if isEmpty { return "Password must not be empty" }
        if !isLong { return "Password needs to be at least 8 characters" }
        if strength.rawValue < Strength.reasonable.rawValue { return "Password not strong enough" }
        return isSame ? "" : "Passwords do not match"
      }
      .assign(to: &$message)
    $message.dropFirst().map { $0.isEmpty }.assign(to: &$isValid)
    strengths.map { [0.25, 0.35, 0.5, 0.75, 1][$0.rawValue] }.assign(to: &$meter)
    strengths.map { strength in
      switch strength {
      case .veryWeak, .weak: .red
      case .reasonable: .orange
      case .strong: .yellow
      case .veryStrong: .green
      }
    }
    .assign(to: &$shade)
  }
}
let form = Form()

// S058: at least eight characters; after empty, before the match.
#expect(form.message == "Password must not be empty")
form.password = "abc123!"
#expect(form.message == "Password needs to be at least 8 characters")

// S059: five levels; what is weak is refused, after the length, before the match.
form.password = "12345678"
#expect(strength(form.password) == .veryWeak)
#expect(form.message == "Password not strong enough")
form.password = "abcdefgh"
#expect(strength(form.password) == .reasonable)
#expect(form.message == "Passwords do not match")
form.confirmation = "abcdefgh"
#expect(form.isValid)
#expect(strength("1234567890") == .weak)
#expect(strength("abcdefghijklm") == .strong)
#expect(strength("abcdefghijklmnopqrstuvwxyzAB") == .veryStrong)

// S060: the meter's value and colour; the colour's case is found from the property.
form.password = "12345678"
#expect(form.meter == 0.25)
#expect(form.shade == .red)
form.password = "1234567890"
#expect(form.meter == 0.35)
#expect(form.shade == .red)
form.password = "abcdefgh"
#expect(form.meter == 0.5)
#expect(form.shade == .orange)
form.password = "abcdefghijklm"
#expect(form.meter == 0.75)
#expect(form.shade == .yellow)
form.password = "abcdefghijklmnopqrstuvwxyzAB"
#expect(form.meter == 1)
#expect(form.shade == .green)
