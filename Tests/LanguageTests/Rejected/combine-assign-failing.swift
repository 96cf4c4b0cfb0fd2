// assign needs a publisher that cannot fail.
// swift-format-ignore-file
import Combine

enum LoadError: Error { case offline }
class Model: ObservableObject {
  @Published var name = ""
  init() {
    Fail<String, LoadError>(error: .offline).assign(to: &$name)  // error: referencing instance method 'assign(to:)' on 'Publisher' requires the types 'LoadError' and 'Never' be equivalent
  }
}
