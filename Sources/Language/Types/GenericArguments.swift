/// What a type stands with in angle brackets, and what occurs anywhere within that.
///
/// A long chain of operators has the type of each link as an argument of the next. Whoever looks for what is left to be found out
/// in it sees here that there is nothing, and does not walk down the chain again for each link.
struct GenericArguments: Hashable, RandomAccessCollection {
  let list: [Type]
  /// What occurs in them, at any depth.
  let contents: Type.Contents

  init(_ list: [Type]) {
    self.list = list
    contents = list.reduce(into: []) { $0.formUnion($1.contents) }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { list.count }
  subscript(index: Int) -> Type { list[index] }

  static func == (left: GenericArguments, right: GenericArguments) -> Bool { left.list == right.list }
  func hash(into hasher: inout Hasher) { hasher.combine(list) }
}

extension Type {
  /// Kinds of types that occur in a type and are replaced once more is known.
  struct Contents: OptionSet {
    let rawValue: UInt8

    static let variables = Contents(rawValue: 1)
    static let parameters = Contents(rawValue: 2)
    static let members = Contents(rawValue: 4)
    static let holes = Contents(rawValue: 8)
    static let everything: Contents = [.variables, .parameters, .members, .holes]
  }

  /// Takes no time for the arguments of a nominal type, however deep they are.
  var contents: Contents {
    switch self {
    case .nominal(_, let arguments): return arguments.contents
    case .tuple(let elements): return elements.reduce(into: []) { $0.formUnion($1.type.contents) }
    case .function(let function):
      var contents = function.result.contents
      for parameter in function.parameters { contents.formUnion(parameter.type.contents) }
      if let thrown = function.thrown { contents.formUnion(thrown.contents) }
      return contents
    case .variable: return .variables
    case .parameter: return .parameters
    case .member(let base, _): return base.contents.union(.members)
    case .existential(let existential):
      var contents: Contents = []
      for argument in existential.arguments.values { contents.formUnion(argument.contents) }
      for base in existential.base { contents.formUnion(base.contents) }
      return contents
    case .metatype(let instance): return instance.contents
    case .hole: return .holes
    }
  }

  static func nominal(_ nominal: Nominal, _ arguments: [Type]) -> Type {
    .nominal(nominal, GenericArguments(arguments))
  }
}
