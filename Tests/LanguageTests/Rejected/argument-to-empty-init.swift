// An initialiser that takes nothing.
class ViewModel {
  init() {}
}
let model = ViewModel(name: "x")  // error: argument passed to call that takes no arguments
