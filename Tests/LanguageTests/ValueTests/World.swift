// Types made by hand, for tests of values that need no parser and no checker.
@testable import Language

/// The types of `Programs/descriptions.swift` and what they need of the library.
struct World {
  let int: Type
  let int8: Type
  let uint: Type
  let double: Type
  let float: Type
  let bool: Type
  let string: Type
  let character: Type
  let date: Type
  let data: Type
  let uuid: Type
  let url: Type
  let error: Type
  let identifiable: Nominal
  private let generic: [String: Nominal]

  init() {
    func simple(_ name: String) -> Type { .nominal(Nominal(name, .structure), []) }
    int = simple("Int")
    int8 = simple("Int8")
    uint = simple("UInt")
    double = simple("Double")
    float = simple("Float")
    bool = simple("Bool")
    string = simple("String")
    character = simple("Character")
    date = simple("Date")
    data = simple("Data")
    uuid = simple("UUID")
    url = simple("URL")
    error = .existential(ExistentialType(protocols: [Nominal("Error", .protocolType)]))
    identifiable = Nominal("Identifiable", .protocolType)
    var generic: [String: Nominal] = [:]
    for (name, parameters) in [
      ("Array", ["Element"]), ("ArraySlice", ["Element"]), ("Set", ["Element"]), ("Dictionary", ["Key", "Value"]),
      ("Optional", ["Wrapped"]), ("Range", ["Bound"]), ("ClosedRange", ["Bound"]), ("Result", ["Success", "Failure"]),
    ] {
      let nominal = Nominal(name, name == "Result" || name == "Optional" ? .enumeration : .structure)
      nominal.genericParameters = parameters.map { GenericParameter($0) }
      generic[name] = nominal
    }
    generic["Array"]!.sugar = .array
    generic["Dictionary"]!.sugar = .dictionary
    generic["Optional"]!.sugar = .optional
    self.generic = generic
    let result = generic["Result"]!
    World.addCases(
      [
        ("success", [(nil, .parameter(result.genericParameters[0]))]),
        ("failure", [(nil, .parameter(result.genericParameters[1]))]),
      ], to: result)
  }

  func array(_ element: Type) -> Type { .nominal(generic["Array"]!, [element]) }
  func slice(_ element: Type) -> Type { .nominal(generic["ArraySlice"]!, [element]) }
  func set(_ element: Type) -> Type { .nominal(generic["Set"]!, [element]) }
  func dictionary(_ key: Type, _ value: Type) -> Type { .nominal(generic["Dictionary"]!, [key, value]) }
  func optional(_ wrapped: Type) -> Type { .nominal(generic["Optional"]!, [wrapped]) }
  func range(_ bound: Type) -> Type { .nominal(generic["Range"]!, [bound]) }
  func closedRange(_ bound: Type) -> Type { .nominal(generic["ClosedRange"]!, [bound]) }
  func result(_ success: Type, _ failure: Type) -> Type { .nominal(generic["Result"]!, [success, failure]) }
  func tuple(_ elements: (String?, Type)...) -> Type {
    .tuple(elements.map { Type.TupleElement(label: $0.0, type: $0.1) })
  }

  // MARK: Types of the program

  /// A type of the program; its superclass' properties come first.
  static func declare(
    _ name: String, _ kind: Nominal.Kind, generics: [String] = [], parent: Nominal? = nil, superclass: Type? = nil,
    properties: [(String, Type)] = [], lets: Set<String> = [], identifiable: Nominal? = nil
  ) -> Nominal {
    let nominal = Nominal(name, kind, parent: parent)
    nominal.genericParameters += generics.map { GenericParameter($0) }
    nominal.node = NominalNode(
      kind: kind, name: name, nameSpan: .none, generics: GenericsNode(), inherited: [], members: [], end: .none)
    nominal.isUserType = true
    nominal.superclass = superclass
    nominal.storedProperties = superclass?.nominal?.storedProperties ?? []
    if let identifiable { nominal.conformances = [Conformance(proto: identifiable)] }
    addProperties(properties, lets: lets, to: nominal)
    return nominal
  }

  static func addProperties(_ properties: [(String, Type)], lets: Set<String> = [], to nominal: Nominal) {
    for (name, type) in properties {
      nominal.storedProperties.append(
        StoredProperty(
          name: name, type: type, isLet: lets.contains(name), slot: nominal.storedProperties.count,
          declaration: Declaration(.variable, name, owner: nominal)))
    }
  }

  static func addCases(_ cases: [(String, [(String?, Type)])], to nominal: Nominal) {
    for (name, payload) in cases {
      let enumCase = EnumCase(name: name, owner: nominal, index: nominal.cases.count)
      enumCase.payload = payload.map { Declaration.Parameter(label: $0.0, name: $0.0 ?? "", type: $0.1) }
      nominal.cases.append(enumCase)
    }
  }

  static func enumeration(
    _ name: String, generics: [String] = [], parent: Nominal? = nil, raw: [String: Value] = [:], rawType: Type? = nil,
    _ cases: [(String, [(String?, Type)])]
  ) -> Nominal {
    let nominal = declare(name, .enumeration, generics: generics, parent: parent)
    addCases(cases, to: nominal)
    nominal.rawType = rawType
    for enumCase in nominal.cases { enumCase.rawValue = raw[enumCase.name] }
    return nominal
  }
}

extension Nominal {
  /// A struct's value, or an object.
  func make(_ values: Value...) -> Value {
    kind == .classType ? .instance(Instance(self, slots: values)) : .record(Record(self, values))
  }

  subscript(name: String) -> Value { .choice(cases.first { $0.name == name }!) }

  subscript(name: String, payload: Value...) -> Value {
    .payload(Payload(cases.first { $0.name == name }!, payload))
  }

  var plainType: Type { .nominal(self, []) }
}
