/// Types in which no variable and no dependent member is left, by the place of their generic arguments in memory.
///
/// A link of a chain has the type of the links before it as an argument, and shares its memory: so what has been looked through
/// once is not looked through again for each link that follows. What is remembered is held, so that no other list takes its place.
struct SettledTypes {
  private var arguments: [UnsafeRawPointer: [Type]] = [:]

  mutating func contains(_ type: Type) -> Bool {
    switch type {
    case .nominal(_, let arguments):
      if arguments.isEmpty { return true }
      let place = arguments.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress!) }
      if self.arguments[place] != nil { return true }
      for argument in arguments where !contains(argument) { return false }
      self.arguments[place] = arguments
      return true
    case .function(let function):
      for parameter in function.parameters where !contains(parameter.type) { return false }
      if let thrown = function.thrown, !contains(thrown) { return false }
      return contains(function.result)
    case .tuple(let elements):
      for element in elements where !contains(element.type) { return false }
      return true
    case .metatype(let instance): return contains(instance)
    case .existential(let existential):
      for base in existential.base where !contains(base) { return false }
      for (_, argument) in existential.arguments where !contains(argument) { return false }
      return true
    case .variable, .member: return false
    case .parameter, .hole: return true
    }
  }
}
