// A form with its view, its preview and the colours of its messages.
#if canImport(UIKit)
  import UIKit
#endif
import SwiftUI

enum Strength: Int, CaseIterable {
  case weak, fair, strong
  var color: Color {
    switch self {
    case .weak: .red
    case .fair: Color(red: 1, green: 0.5, blue: 0)
    case .strong: .green.opacity(0.5)
    }
  }
}

@MainActor
class SignUpViewModel: ObservableObject {
  @Published var password = ""
  @Published var message = ""
  @Published private(set) var color = Color.gray

  private lazy var strength: AnyPublisher<Strength, Never> = {
    $password
      .map { $0.count }
      .map { $0 < 4 ? .weak : $0 < 8 ? .fair : .strong }
      .removeDuplicates()
      .eraseToAnyPublisher()
  }()

  init() {
    strength.map(\.color).assign(to: &$color)
    strength.map { "The password is \($0)." }.assign(to: &$message)
  }

  func clear() {
    withAnimation(.easeInOut(duration: 0.3)) { password = "" }
  }
}

struct SignUpView: View {
  @StateObject private var model = SignUpViewModel()
  @FocusState private var isFocused: Bool

  var body: some View {
    Form {
      SecureField("Password", text: $model.password)
        .focused($isFocused)
      Text(model.message).foregroundStyle(model.color)
      Button("Clear", action: model.clear)
    }
    .animation(.default, value: model.message)
  }
}

extension SignUpView {
  var footer: some View { Text("footer") }
}

#Preview("Sign up") {
  SignUpView()
}

struct SignUpView_Previews: PreviewProvider {
  static var previews: some View {
    SignUpView()
      .previewDisplayName("Sign up")
  }
}

let model = SignUpViewModel()
print(model.message, model.color)
model.password = "secret"
print(model.message, model.color)
model.password = "long enough"
print(model.message, model.color)
model.clear()
print(model.message, model.color == .red)
