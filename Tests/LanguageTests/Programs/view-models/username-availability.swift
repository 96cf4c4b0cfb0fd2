// Checking a name with a service: the result type travels through the pipeline, the form reacts to all cases.
import Combine
import Foundation

enum APIError: LocalizedError {
  case validationError(String), serverError(Int)
  var errorDescription: String? {
    switch self {
    case .validationError(let reason): return reason
    case .serverError(let code): return "Server error \(code)"
    }
  }
}
typealias Available = Result<Bool, APIError>
struct AuthenticationService {
  var taken = ["peterfriese", "johnnyappleseed"]
  func checkUserNameAvailable(userName: String) -> AnyPublisher<Bool, APIError> {
    if userName == "servererror" { return Fail(error: .serverError(500)).eraseToAnyPublisher() }
    if userName.count < 4 { return Fail(error: .validationError("Username too short")).eraseToAnyPublisher() }
    return Just(!taken.contains(userName)).setFailureType(to: APIError.self).eraseToAnyPublisher()
  }
}
class ViewModel: ObservableObject {
  @Published var username = ""
  @Published var usernameMessage = ""
  @Published var isValid = false
  private let service = AuthenticationService()
  private lazy var isUsernameAvailablePublisher: AnyPublisher<Available, Never> = {
    $username
      .removeDuplicates()
      .flatMap { username -> AnyPublisher<Available, Never> in
        self.service.checkUserNameAvailable(userName: username)
          .map { .success($0) }
          .catch { error in Just(.failure(error)) }
          .eraseToAnyPublisher()
      }
      .share()
      .eraseToAnyPublisher()
  }()
  init() {
    isUsernameAvailablePublisher
      .map { result in
        switch result {
        case .success(true): return ""
        case .success(false): return "This username is not available"
        case .failure(let error):
          if case .validationError(let reason) = error { return reason }
          return error.localizedDescription
        }
      }
      .assign(to: &$usernameMessage)
    isUsernameAvailablePublisher
      .map { result in
        if case .failure(let error) = result, case .serverError = error { return true }
        if case .success(let available) = result { return available }
        return false
      }
      .assign(to: &$isValid)
  }
}
let model = ViewModel()
for name in ["ann", "peterfriese", "servererror", "annabel", "annabel"] {
  model.username = name
  print(name, model.isValid, model.usernameMessage)
}
