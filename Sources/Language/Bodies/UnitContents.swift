/// Everything that a checked unit consists of: bodies, types, declarations, and what is needed to find out about them.
///
/// They refer to each other in all directions, so none of it would ever go by itself. Whoever still needs a part (a
/// statement that has not been executed, a closure that has not been compiled, a program that has the declarations) holds
/// the whole. When nobody does any more, it takes itself apart.
final class UnitContents {
  private let environment: TypeEnvironment
  /// The checker, which is asked when something is inferred late.
  private let checker: AnyObject
  private var declarers: [any TypeDeclarer] = []
  private var bodies: [FunctionContext] = []
  /// Objects of a type that a body declares may outlive the body, and whoever refers to such an object does not refer to
  /// this: a program holds it to its end.
  private(set) var hasLocalTypes = false

  init(_ environment: TypeEnvironment, checker: AnyObject) {
    self.environment = environment
    self.checker = checker
    environment.contents = self
  }

  var nominals: [Nominal] { declarers.flatMap(\.nominals) }

  func add(_ body: FunctionContext) { bodies.append(body) }

  /// - Parameter isLocal: a body declares the types.
  func add(_ declarer: any TypeDeclarer, isLocal: Bool = false) {
    declarers.append(declarer)
    if isLocal { hasLocalTypes = true }
  }

  deinit { dismantle() }

  /// Takes it apart. What is still there of the unit afterwards can go, but not run.
  func dismantle() {
    for body in bodies { body.dismantle() }
    bodies = []
    for nominal in nominals { nominal.dismantle() }
    environment.dismantle()
  }
}

/// Who has declared types, and completes them when somebody asks.
protocol TypeDeclarer: AnyObject {
  var nominals: [Nominal] { get }
}

extension FunctionContext {
  fileprivate func dismantle() {
    declaration?.dismantle()
    release()
  }
}

extension Nominal {
  /// It has no members any more, and refers to nothing.
  func dismantle() {
    for declaration in members.values.joined() { declaration.dismantle() }
    for declaration in memberOrder { declaration.dismantle() }
    for property in storedProperties { property.release() }
    (members, memberOrder, typeMembers, storedProperties) = ([:], [], [:], [])
    (genericParameters, requirements, associatedTypes, conformances) = ([], [], [:], [])
    (superclass, rawType, selfParameter, node) = (nil, nil, nil, nil)
    for enumCase in cases { enumCase.payload = [] }
    cases = []
    runtime = RuntimeTable()
  }
}

extension Declaration {
  func dismantle() {
    switch implementation {
    case .global(let variable): variable.release()
    case .local(let variable): variable.declaration = nil
    default: break
    }
    (implementation, resolve, storage) = (.none, nil, nil)
    (parameters, requirements, result, thrownType) = ([], [], .hole, nil)
  }
}

extension TypeEnvironment {
  /// It has no names any more.
  func dismantle() {
    for declaration in values.values.joined() { declaration.dismantle() }
    for declaration in extensionMembers.values.flatMap({ $0.values.joined() }) { declaration.dismantle() }
    (types, typesOfFiles, values) = ([:], [:], [:])
    (extensionMembers, extensionTypes, extensionConformances) = ([:], [:], [:])
  }
}
