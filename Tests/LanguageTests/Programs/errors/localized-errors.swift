// LocalizedError: errorDescription becomes localizedDescription; errors that are plain enums.
import Foundation

enum APIError: LocalizedError {
  case invalidResponse
  case validationError(String)
  case server(statusCode: Int)

  var errorDescription: String? {
    switch self {
    case .invalidResponse: return "Invalid response"
    case .validationError(let reason): return "Validation error: \(reason)"
    case .server(let code): return "Server error \(code)"
    }
  }
}
let errors: [any Error] = [
  APIError.invalidResponse, APIError.validationError("too short"), APIError.server(statusCode: 500),
]
for error in errors { print(error.localizedDescription) }
print(errors[1])

struct Refused: Error, LocalizedError {
  var errorDescription: String? { "It was refused." }
  var failureReason: String? { "No reason" }
  var recoverySuggestion: String? { "Try again" }
}
do {
  throw Refused()
} catch {
  print(error.localizedDescription, (error as? LocalizedError)?.failureReason ?? "-")
}
func message(for error: any Error) -> String {
  if let error = error as? APIError, case .validationError(let reason) = error { return reason }
  return error.localizedDescription
}
print(message(for: APIError.validationError("password")), message(for: Refused()))
