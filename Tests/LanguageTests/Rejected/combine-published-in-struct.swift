// @Published belongs to classes.
// swift-format-ignore-file
import Combine

struct Form {
  @Published var name = ""  // error: 'wrappedValue' is unavailable: @Published is only available on properties of classes
}
print(Form().name)
