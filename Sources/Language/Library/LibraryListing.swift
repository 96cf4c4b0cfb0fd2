/// Every member of the library with its parts as text: for generators that call them all.
package struct LibraryMember {
  package enum Kind { case function, operatorFunction, variable, initializer, subscripted, enumCase }

  package struct Parameter {
    package let label: String?
    package let type: String
    package let isInout: Bool
    package let isVariadic: Bool
    package let hasDefault: Bool
  }

  /// The qualified name of its type; nil for what is at top level.
  package let owner: String?
  package let kind: Kind
  package let name: String
  package let isStatic: Bool
  package let isMutating: Bool
  package let isThrowing: Bool
  package let isAsync: Bool
  package let isSettable: Bool
  package let fixity: String?
  package let parameters: [Parameter]
  package let result: String
  /// The protocols that are asked of each of its own generic parameters.
  package let generics: [String: [String]]

  package static func all() -> [LibraryMember] {
    let library = Library()
    let globals = library.index.globals.flatMap { library.parse([$0], owner: nil) }.map { LibraryMember($0, nil) }
    return globals
      + library.index.typeNames.flatMap { name -> [LibraryMember] in
        var parts = name.split(separator: ".").map(String.init)
        var found = library.type(named: parts.removeFirst())
        for part in parts { found = found.flatMap { library.nestedType(of: $0, named: part) } }
        guard let owner = found, let table = library.index.type(named: name) else { return [] }
        return table.entries.flatMap { library.parse([$0], owner: owner) }.map { LibraryMember($0, name) }
          + owner.memberOrder.map { LibraryMember($0, name) }
      }
  }

  private init(_ declaration: Declaration, _ owner: String?) {
    declaration.resolved()
    self.owner = owner
    name = declaration.name
    kind =
      switch declaration.kind {
      case .variable: .variable
      case .function: declaration.name.first.map { $0.isLetter || $0 == "_" } == true ? .function : .operatorFunction
      case .initializer: .initializer
      case .subscripted: .subscripted
      case .enumCase: .enumCase
      }
    isStatic = declaration.isStatic || declaration.kind == .enumCase
    isMutating = declaration.isMutating
    isThrowing = declaration.isThrowing
    isAsync = declaration.isAsync
    isSettable = declaration.isSettable
    fixity = declaration.fixity.map { "\($0)" }
    parameters = declaration.parameters.map {
      Parameter(
        label: $0.label, type: $0.type.description, isInout: $0.isInout, isVariadic: $0.isVariadic,
        hasDefault: $0.hasDefault)
    }
    result = declaration.result.description
    var generics: [String: [String]] = [:]
    for generic in declaration.generics { generics[generic.name] = [] }
    for case .conforms(.parameter(let parameter), let proto) in declaration.requirements
    where generics[parameter.name] != nil {
      generics[parameter.name, default: []].append(proto.name)
    }
    self.generics = generics
  }
}
