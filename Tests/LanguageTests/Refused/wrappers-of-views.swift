// Wrappers of views on properties of what is no view: each is refused where it stands, with what to write instead.
// swift-format-ignore-file
import Combine

class Model: ObservableObject {
  @FocusState var isFocused: Bool  // error: the property wrapper '@FocusState' is not supported here; outside of a view write a plain property, or '@Published' in a class
  @State var number = 1  // error: the property wrapper '@State' is not supported here; outside of a view write a plain property, or '@Published' in a class
}
