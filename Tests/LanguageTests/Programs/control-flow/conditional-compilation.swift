// #if around statements, members and cases: only the active clause counts, the others may hold what is not there.
#if os(Linux) || os(macOS)
  let system = "a desktop"
#else
  let system = nothingOfTheKind()
#endif
print(system)

struct Settings {
  var name = "settings"
  #if NEVER_DEFINED
    var size = unknownFunction()
  #elseif swift(>=5.5)
    var size = 3
  #endif
  #if canImport(NoSuchModule)
    func describe() -> String { "with the module" }
  #else
    func describe() -> String { "\(name) \(size)" }
  #endif
}
print(Settings().describe())

func kind(_ number: Int) -> String {
  switch number {
  case 0: return "zero"
  #if compiler(>=5.0) && !os(Windows)
    case 1: return "one"
  #endif
  default: return "many"
  }
}
print(kind(0), kind(1), kind(2))

func nested() {
  #if true
    #if false
      print("never")
    #else
      print("inside")
    #endif
  #endif
}
nested()
