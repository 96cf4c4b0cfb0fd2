// @Published needs a var.
import Combine

class Form: ObservableObject {
  @Published let name = ""  // error: property wrapper can only be applied to a 'var'
}
