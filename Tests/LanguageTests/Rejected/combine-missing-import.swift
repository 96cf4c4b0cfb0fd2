// Combine is used without importing it.
class Form: ObservableObject {  // error: cannot find type 'ObservableObject' in scope
  var name = ""
}
