internal import Combine

/// Single expressions from outside: conditions, publishers, calls of methods.
extension Program {
  /// Why an expression gave no value.
  public enum ExpressionFailure: Error {
    case refused([Diagnostic], rendered: String)
    case failed(RunFailure)
    /// The text is something else than one expression.
    case notOne
  }

  /// Checks and evaluates one expression. Its value is the caller's; the session only says whose names it can use.
  public func value(of source: SourceText, session: SessionResults) throws(ExpressionFailure) -> StatementValue {
    let checked = check(source, session: session)
    guard let unit = checked.unit else { throw .refused(checked.diagnostics, rendered: checked.rendered) }
    guard unit.statements.count == 1 else { throw .notOne }
    let outcome: StatementOutcome
    do { outcome = try execute(unit.statements[0], session: session) } catch { throw .failed(error) }
    guard let value = outcome.value else { throw .notOne }
    session.takeBack(value.name)
    return value
  }

  /// Checks and evaluates a closure whose body somebody outside has written. What is said of it is said of the body alone:
  /// its author knows nothing of what stands around it.
  ///
  /// - Parameters:
  ///   - head: what stands before the body, with the opening brace.
  ///   - tail: what stands behind it.
  ///   - spelling: what to call types that have no name.
  public func closure(
    _ head: String, _ body: SourceText, _ tail: String, session: SessionResults, spelling: [String: String] = [:]
  ) throws(ExpressionFailure) -> Value {
    let file = SourceFile(body)
    let diagnostics = Diagnostics()
    let rendering = SourceParser.syntax(of: file, into: diagnostics)
    if diagnostics.hasErrors {
      let list = diagnostics.sorted([file.name])
      throw .refused(list, rendered: rendering.rendered(list))
    }
    // On lines of its own, the body keeps its places.
    let whole = SourceText(
      file: body.file, text: head + "\n" + body.text + "\n" + tail, firstLine: body.firstLine - 1)
    do { return try value(of: whole, session: session).value } catch {
      guard case .refused(let list, _) = error else { throw error }
      let own = list.map { $0.within(file, spelling) }
      throw .refused(own, rendered: rendering.rendered(own))
    }
  }

  /// Asks a function value, with arguments of its parameters' types: a condition of somebody outside, which only looks.
  public func call(_ function: Value, _ arguments: [Value]) throws(RunFailure) -> Value {
    guard case .function(let body) = function.unboxed else {
      throw .trap(Fault(message: "internal error: what is called is no function", location: .unknown))
    }
    do {
      return try machine.look { () throws(Abort) in try body.call(arguments) }
    } catch { throw machine.outside(error) }
  }

  // MARK: Publishers

  /// Subscribes to a publisher on behalf of somebody outside; `nil` if the value is none.
  ///
  /// - Parameters:
  ///   - text: the publisher as written, for lists.
  ///   - demand: how many values may come at first; `nil` is unlimited.
  ///   - complete: called once, with nothing or with what went wrong.
  public func observe(
    _ publisher: Value, text: String, session: SessionResults, demand: Int?, receive: @escaping (Value) -> Void,
    complete: @escaping (Observation.End) -> Void
  ) -> Observation? {
    guard let publisher = object(ofPublisher: publisher) else { return nil }
    registry.session = session.id
    defer { registry.session = "" }
    let location = Location(file: "publisher", line: 1, column: 1)
    let pipeline = registry.begin(location: location, text: text, terminal: "subscription")
    let observation = Observation(pipeline, machine, demand, receive, complete)
    machine.enter({ [registry] in
      registry.run(pipeline) { publisher.stream.subscribe(ObservationSubscriber(observation)) }
    }) { observation.fail($0) }
    return observation
  }

  /// The publisher that a value is: one of the library's, or of a type that the program declares.
  private func object(ofPublisher value: Value) -> PublisherObject? {
    if case .native(let object) = value.unboxed { return object as? PublisherObject }
    guard value.isOwn, machine.ownMethod("receive", ["subscriber"], of: value.unboxed) != nil else { return nil }
    return try? PublisherObject.read(value)
  }

  /// The type of the values at the end of a pipeline, as source says it; `Any` where that is known only while it runs.
  public func valueType(of pipeline: Pipeline) -> String {
    let type = library.output(of: pipeline.chainType)
    return type.isSettled ? type.description : "Any"
  }

  // MARK: Methods

  /// The methods of an object that can be called from outside, in the order of declaration: what protocols of the library give
  /// it, what extensions of its protocols do, a superclass' and its own; those of extensions after the type's own.
  public func methods(of instance: Instance) -> [MethodSignature] {
    let (nominal, type) = (instance.type, instance.ownType)
    let protocols = environment.protocols(of: nominal).map(\.proto).filter { machine.conforms(type, $0) }
    var found: [MethodSignature] = []
    for proto in protocols {
      for name in proto.offeredNames {
        for declaration in environment.members(of: proto, named: name) where declaration.kind == .function {
          declaration.resolved()
          found.append(MethodSignature(declaration, of: instance))
        }
      }
    }
    // What comes later is nearer. Protocols only ask for methods; their extensions have them.
    let isSeen: (Nominal) -> Bool = { $0.access != .private && $0.access != .fileprivate }
    for owner in protocols.reversed().filter(isSeen) + nominal.lineage.reversed() {
      for declaration in environment.declaredMembers(of: owner)
      where declaration.kind == .function && !declaration.isStatic && declaration.name != "deinit"
        && declaration.access != .private && declaration.access != .fileprivate && declaration.generics.isEmpty
        && !declaration.implementation.isRequirement
      {
        declaration.resolved()
        guard machine.hold(declaration.requirements, of: owner, for: type) else { continue }
        let method = MethodSignature(declaration, of: instance)
        // What takes other types is another method.
        let place = found.firstIndex {
          $0.declaration.fullName == declaration.fullName && $0.types == method.types
        }
        if let place { found[place] = method } else { found.append(method) }
      }
    }
    return found
  }

  /// The source of a call of a method, with each argument as a result of `session`; and the call as people write it, with
  /// the beginnings of its arguments.
  /// - Parameters:
  ///   - receiver: the store, as source says it.
  ///   - arguments: by parameter; `nil` leaves the default. A list is all that a variadic one is given.
  public func callSource(
    _ method: MethodSignature, on receiver: String, _ arguments: [PortableValue?], session: SessionResults
  ) throws(ValueMismatch) -> (source: SourceText, shown: String) {
    let file = SourceFile(SourceText(file: "call", text: ""), isLibrary: false)
    var (spelled, shown): ([String], [String]) = ([], [])
    for ((parameter, type), argument) in zip(zip(method.declaration.parameters, method.types), arguments) {
      guard let argument else { continue }
      var names: [String] = []
      let values = parameter.isVariadic ? argument.elements : [argument]
      try PortableReader().within(type) { () throws(ValueMismatch) in
        for value in values {
          names.append(session.nextResultName)
          session.keep(try Value(value, as: type), type, file, isForGood: true)
        }
      }
      guard !names.isEmpty else { continue }
      let label = parameter.label.map { "\($0): " } ?? ""
      spelled.append(label + names.joined(separator: ", "))
      shown.append(
        label + values.prefix(PortableValue.shownMax).map { $0.shown(as: type.schema) }.joined(separator: ", "))
    }
    let effects = (method.declaration.isThrowing ? "try " : "") + (method.isAsync ? "await " : "")
    func call(_ arguments: [String]) -> String {
      "\(receiver).\(method.name)(\(arguments.joined(separator: ", ")))"
    }
    return (SourceText(file: "call", text: effects + call(spelled)), call(shown))
  }
}

extension Diagnostic {
  /// The same diagnostic, with places before and behind the text of `file` moved to its ends.
  fileprivate func within(_ file: SourceFile, _ spelling: [String: String]) -> Diagnostic {
    var own = self
    own.start = file.nearest(start)
    own.end = file.nearest(end)
    for (type, name) in spelling { own.message = own.message.replacing(type, with: name) }
    own.notes = notes.map { $0.within(file, spelling) }
    own.fixIts = fixIts.filter {
      $0.edits.allSatisfy { $0.start == file.nearest($0.start) && $0.end == file.nearest($0.end) }
    }
    return own
  }
}

extension SourceFile {
  fileprivate func nearest(_ place: Diagnostic.Position) -> Diagnostic.Position {
    if place.line < firstLine { return position(0) }
    return place.line < firstLine + lineCount ? place : position(text.utf8.count)
  }
}

/// A method of an object, as it can be called from outside.
public struct MethodSignature {
  let declaration: Declaration
  private let nominal: Nominal
  private let substitution: Substitution

  init(_ declaration: Declaration, of instance: Instance) {
    self.declaration = declaration
    var substitution = instance.substitution
    if let own = declaration.owner?.selfParameter { substitution[own] = instance.ownType }
    self.substitution = substitution
    nominal = instance.type
  }

  /// The parameters' types, as the object has them.
  var types: [Type] { declaration.parameters.map { settled($0.type) } }

  /// A type as the object has it.
  private func settled(_ type: Type) -> Type { nominal.settled(type.substituting(substitution)) }

  public var name: String { declaration.name }
  public var isAsync: Bool { declaration.isAsync }
  /// Where the program declares it.
  public var location: Location? { declaration.declaredIn?.location(declaration.span) }
  public var labels: [String?] { declaration.labels }
  /// What the method itself calls its parameters.
  public var parameterNames: [String] { declaration.parameters.map(\.name) }
  /// Whether each parameter may be left out.
  public var defaults: [Bool] { declaration.parameters.map { $0.hasDefault || $0.isVariadic } }
  /// Whether each parameter takes any number of values, which a client gives as a list.
  public var areVariadic: [Bool] { declaration.parameters.map(\.isVariadic) }
  public var typeNames: [String] { zip(types, areVariadic).map { $1 ? "\($0)..." : $0.description } }
  /// What each parameter takes, as a client sees it.
  public var schemas: [Schema] { zip(types, areVariadic).map { $1 ? .list($0.schema) : $0.schema } }
  /// Whether a client has values for all that has to be given.
  public var isCallable: Bool {
    zip(declaration.parameters, types).allSatisfy { parameter, type in
      !parameter.isInout && (parameter.hasDefault || type.schema.mayBePlain)
    }
  }

  /// How far arguments are from the parameters' types, where methods differ in these only: how many of them are another kind
  /// of value as they come, such as a text that could be a date. `nil` where one is no value of its parameter's type.
  /// - Parameter arguments: by parameter; `nil` leaves the default.
  public func distance(of arguments: [PortableValue?]) -> Int? {
    var distance = 0
    for ((type, isVariadic), argument) in zip(zip(types, areVariadic), arguments) {
      guard let argument else { continue }
      for value in isVariadic ? argument.elements : [argument] {
        guard (try? Value(value, as: type)) != nil else { return nil }
        if !value.isPlainly(type.schema) { distance += 1 }
      }
    }
    return distance
  }

  private var result: Type { settled(declaration.result) }
  /// The type of what it returns; `nil` where that is nothing.
  public var resultTypeName: String? { result.isVoid ? nil : result.description }
  public var resultSchema: Schema { result.schema }

  /// `func add(by amount: Int) -> Int`
  public var text: String {
    let parameters = zip(declaration.parameters, typeNames).map { parameter, type in
      let label = parameter.label ?? "_"
      let names = label == parameter.name ? label : "\(label) \(parameter.name)"
      return "\(names): \(type)\(parameter.hasDefault ? " = …" : "")"
    }
    return "func \(name)(\(parameters.joined(separator: ", ")))"
      + (isAsync ? " async" : "") + (declaration.isThrowing ? " throws" : "")
      + (resultTypeName.map { " -> " + $0 } ?? "")
  }
}

extension PortableValue {
  /// The values that a variadic parameter is given.
  fileprivate var elements: [PortableValue] { if case .list(let values) = self { values.array } else { [self] } }

  /// How much of a value is shown where it is one of several.
  fileprivate static let shownMax = 8

  /// Its beginning, about as Swift writes it.
  fileprivate func shown(as schema: Schema, depth: Int = 0) -> String {
    switch (self, schema) {
    case (.null, _): return "nil"
    case (_, .optional(let schema)): return shown(as: schema, depth: depth)
    case (.string(let text), .enumeration): return "." + text
    case (.string(let text), _):
      let lengthMax = 40
      return text.prefix(lengthMax).debugDescription
        + (text.utf8.count > lengthMax * 4 || text.count > lengthMax ? "…" : "")
    case (.bool(let value), _): return "\(value)"
    case (.int(let value), _): return "\(value)"
    case (.double(let value), _): return "\(value)"
    case (.list(let values), .list(let schema)) where depth < 2:
      let first = values.prefix(Self.shownMax).map { $0.shown(as: schema, depth: depth + 1) }
      return "[" + (first + (values.count > first.count ? ["…"] : [])).joined(separator: ", ") + "]"
    default: return "…"
    }
  }

  /// Whether the type's values look like this one, and none has to be made of it.
  fileprivate func isPlainly(_ schema: Schema) -> Bool {
    switch (self, schema) {
    case (.int, .int), (.double, .double), (.bool, .bool), (.string, .string), (.null, .optional): true
    case (.null, _): false
    case (_, .optional(let schema)): isPlainly(schema)
    case (.int, _), (.double, _), (.bool, _), (.string, _): false
    default: true
    }
  }
}
