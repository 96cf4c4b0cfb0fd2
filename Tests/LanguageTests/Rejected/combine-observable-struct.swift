// A struct cannot be an ObservableObject.
import Combine

struct Form: ObservableObject {  // error: non-class type 'Form' cannot conform to class protocol 'ObservableObject'
  var name = ""
}
