// A property wrapper applies to one property.
// swift-format-ignore-file
import Combine

class Form: ObservableObject {
  @Published var first = "", last = ""  // error: property wrapper can only apply to a single variable  // error: property wrapper can only apply to a single variable
}
