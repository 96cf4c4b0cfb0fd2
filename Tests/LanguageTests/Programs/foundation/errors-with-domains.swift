// Errors that say their domain, code and texts for NSError.
import Foundation
enum SchoolError: Error, LocalizedError, CustomNSError {
  case invalidScore(Double, course: String), notEnrolled(student: String)
  var errorDescription: String? { "not asked for" }
  static var errorDomain: String { "School" }
  var errorCode: Int {
    switch self {
    case .invalidScore: return 11
    case .notEnrolled: return 12
    }
  }
}
struct Plain: CustomNSError {}
struct Told: CustomNSError {
  static let errorDomain = "told"
  let errorUserInfo: [String: Any] = [NSLocalizedDescriptionKey: "in its own words", "more": 3]
}
for error in [SchoolError.invalidScore(3, course: "a"), SchoolError.notEnrolled(student: "b"), Plain(), Told()]
  as [any Error]
{
  let seen = error as NSError
  print(seen.domain, seen.code, seen.localizedDescription, "|", error.localizedDescription)
}
print(
  (Told() as NSError).userInfo["more"] as? Int ?? 0, SchoolError.errorDomain,
  SchoolError.notEnrolled(student: "x").errorCode)
