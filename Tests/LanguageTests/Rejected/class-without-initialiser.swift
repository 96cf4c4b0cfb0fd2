// A class with a property that has no value, and no initialiser.
class ViewModel {  // error: class 'ViewModel' has no initializers
  var name: String
}
