// A required initialiser is there in all subclasses.
// swift-format-ignore-file
class Base {
  required init(name: String) {}
  init() {}
}
class Missing: Base {
  init(number: Int) { super.init() }
}  // error: 'required' initializer 'init(name:)' must be provided by subclass of 'Base'
class Inherits: Base { var number = 1 }
class Has: Base {
  required init(name: String) { super.init(name: name) }
  init(number: Int) { super.init() }
}
class Below: Has {
  let number: Int
  init(number: Int, twice: Bool) {
    self.number = number
    super.init(number: number)
  }
}  // error: 'required' initializer 'init(name:)' must be provided by subclass of 'Has'
class WithoutWord: Base {
  init(name: String) { super.init(name: name) }  // error: 'required' modifier must be present on all overrides of a required initializer
}
