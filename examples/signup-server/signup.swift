// A sign-up form that asks a server whether a name is free: not at every keystroke, not twice for the same name, and never
// with an old answer for a new name.
import Combine
import Foundation

struct Availability: Codable {
  var isAvailable: Bool
  var userName: String
}

class SignUpForm: ObservableObject {
  @Published var username = ""
  @Published var message = ""
  @Published var isValid = false

  /// Where the server is.
  static var address = "http://127.0.0.1:8080"

  private lazy var isAvailable: AnyPublisher<Bool, Never> = {
    $username
      .debounce(for: 0.8, scheduler: DispatchQueue.main)
      .removeDuplicates()
      .map { [unowned self] name in check(name) }
      .switchToLatest()
      .share()
      .eraseToAnyPublisher()
  }()

  init() {
    isAvailable
      .assign(to: &$isValid)
    isAvailable
      .map { $0 ? "" : "This name is not available. Try a different one." }
      .assign(to: &$message)
  }

  private func check(_ name: String) -> AnyPublisher<Bool, Never> {
    guard name.count >= 3 else { return Just(false).eraseToAnyPublisher() }
    var parts = URLComponents(string: SignUpForm.address + "/isUserNameAvailable")!
    parts.queryItems = [URLQueryItem(name: "userName", value: name)]
    return URLSession.shared.dataTaskPublisher(for: parts.url!)
      .checkedData()
      .retry(3, backoff: .exponential(.seconds(3)))
      .decode(type: Availability.self, decoder: JSONDecoder())
      .map(\.isAvailable)
      .replaceError(with: false)
      .eraseToAnyPublisher()
  }
}
