// A form with rules: the first rule that is broken is shown, and the button can be pressed when none is.
import Combine
import Foundation

class Registration: ObservableObject {
  @Published var mail = ""
  @Published var password = ""
  @Published var repeated = ""
  @Published private(set) var problem = ""
  @Published private(set) var canSubmit = false

  init() {
    let problems = $mail.combineLatest($password, $repeated)
      .map { mail, password, repeated in
        if mail.wholeMatch(of: /\S+@\S+\.\S+/) == nil { return "Please give a mail address." }
        if password.count < 8 { return "A password has at least 8 characters." }
        if repeated != password { return "The passwords differ." }
        return ""
      }
      .removeDuplicates()
    problems.assign(to: &$problem)
    problems.map(\.isEmpty).assign(to: &$canSubmit)
  }
}

let registration = Registration()
