/// Operators that take several publishers together.
internal import Combine

extension CombineLibrary {
  static func combining() -> [LibraryEntry] {
    (2...4).flatMap { combineLatest($0) } + (2...4).flatMap { zipped($0) } + (2...8).map { merge($0) } + [
      publishing("func merge(with other: Self) -> Publishers.MergeMany<Self>") { stage throws(Abort) in
        Publishers.MergeMany([stage.upstream, try stage.joined(1)])
      },
      publishing(
        "func append(_ elements: Output...) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>>",
        known: "append(_:)"
      ) {
        stage in stage.upstream.append(stage[1].items)
      },
      publishing(
        "func append<S: Sequence>(_ elements: S) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> "
          + "where S.Element == Output", known: "append(_:)"
      ) { stage throws(Abort) in stage.upstream.append(try Elements.list(stage[1])) },
      publishing(
        "func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P> "
          + "where Failure == P.Failure, Output == P.Output"
      ) { stage throws(Abort) in stage.upstream.append(try stage.joined(1)) },
      publishing(
        "func prepend(_ elements: Output...) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self>",
        known: "prepend(_:)"
      ) {
        stage in stage.upstream.prepend(stage[1].items)
      },
      publishing(
        "func prepend<S: Sequence>(_ elements: S) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self> "
          + "where S.Element == Output", known: "prepend(_:)"
      ) { stage throws(Abort) in stage.upstream.prepend(try Elements.list(stage[1])) },
      publishing(
        "func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self> "
          + "where Failure == P.Failure, Output == P.Output"
      ) { stage throws(Abort) in stage.upstream.prepend(try stage.joined(1)) },
    ]
  }

  // MARK: Signatures

  private static let letters = ["A", "B", "C", "D", "E", "F", "G", "H"]
  private static let others = ["P", "Q", "R"]

  /// `combineLatest` of so many publishers, with and without a closure.
  private static func combineLatest(_ count: Int) -> [LibraryEntry] {
    operators("combineLatest", "CombineLatest", count) { Joined.combineLatest($0) }
  }

  private static func zipped(_ count: Int) -> [LibraryEntry] { operators("zip", "Zip", count) { Joined.zip($0) } }

  private static func operators(
    _ name: String, _ type: String, _ count: Int, _ join: @escaping ([ValuePublisher]) -> ValuePublisher
  ) -> [LibraryEntry] {
    let names = others.prefix(count - 1)
    let bounds = names.map { "\($0): Publisher" }.joined(separator: ", ")
    let parameters =
      count == 2 ? "_ publisher: P" : names.enumerated().map { "_ publisher\($0 + 1): \($1)" }.joined(separator: ", ")
    let made = "Publishers.\(type)\(count == 2 ? "" : "\(count)")<\((["Self"] + names).joined(separator: ", "))>"
    let failures =
      (["P.Failure == Failure"] + Swift.zip(names, names.dropFirst()).map { "\($0).Failure == \($1).Failure" })
      .joined(separator: ", ")
    let outputs = (["Output"] + names.map { $0 + ".Output" }).joined(separator: ", ")
    return [
      publishing("func \(name)<\(bounds)>(\(parameters)) -> \(made) where \(failures)") { stage throws(Abort) in
        join(try stage.inputs(count))
      },
      publishing(
        "func \(name)<\(bounds), T>(\(parameters), _ transform: @escaping (\(outputs)) -> T) "
          + "-> Publishers.Map<\(made), T> where \(failures)"
      ) { stage throws(Abort) in
        let transform = stage.closure(count)
        return join(try stage.inputs(count)).map { value in
          if case .tuple(let tuple) = value { transform(all: tuple.elements) } else { value }
        }
      },
    ]
  }

  private static func merge(_ count: Int) -> LibraryEntry {
    let names = letters[1..<count]
    let bounds = names.map { "\($0): Publisher" }.joined(separator: ", ")
    let parameters = names.enumerated().map { ($0 == 0 ? "with " : "_ ") + $1.lowercased() + ": \($1)" }
      .joined(separator: ", ")
    let made = "Publishers.Merge\(count == 2 ? "" : "\(count)")<\((["Self"] + names).joined(separator: ", "))>"
    let same = names.flatMap { ["Failure == \($0).Failure", "Output == \($0).Output"] }.joined(separator: ", ")
    return publishing("func merge<\(bounds)>(\(parameters)) -> \(made) where \(same)") { stage throws(Abort) in
      Joined.merge(try stage.streams(count))
    }
  }

  // MARK: Types

  /// `Publishers.CombineLatest`, `Zip` and `Merge` with their initialisers.
  static func combiningTypes() -> [String: Table] {
    var types: [String: Table] = [:]
    for count in 2...4 {
      let suffix = count == 2 ? "" : "\(count)"
      types["Publishers.CombineLatest" + suffix] = {
        joined("CombineLatest" + suffix, count) { Joined.combineLatest($0) }
      }
      types["Publishers.Zip" + suffix] = { joined("Zip" + suffix, count) { Joined.zip($0) } }
    }
    for count in 2...8 {
      let suffix = count == 2 ? "" : "\(count)"
      types["Publishers.Merge" + suffix] = { merged("Merge" + suffix, count) }
    }
    types["Publishers.MergeMany"] = {
      LibraryType(
        "struct MergeMany<Upstream: Publisher>: Publisher { \(sameTypes) }",
        [
          contextual("init(_ upstream: Upstream...)") { call throws(Abort) in try mergeMany(call) },
          contextual("init<S: _SequenceProtocol>(_ upstream: S) where S.Element == Upstream") { call throws(Abort) in
            try mergeMany(call)
          },
        ])
    }
    return types
  }

  private static func mergeMany(_ call: NativeCall) throws(Abort) -> Value {
    var publishers: [PublisherObject] = []
    for publisher in try Elements.list(call[0]) { publishers.append(try PublisherObject.read(publisher)) }
    guard let first = publishers.first else { return call.made(Publishers.MergeMany([ValuePublisher]())) }
    return try call.stage("MergeMany", of: first) { stage throws(Abort) in
      Publishers.MergeMany([stage.upstream] + publishers.dropFirst().map { stage.joined($0) }).eraseToAnyPublisher()
    }
  }

  private static func joined(
    _ name: String, _ count: Int, _ join: @escaping ([ValuePublisher]) -> ValuePublisher
  ) -> LibraryType {
    let names = letters.prefix(count)
    let outputs = names.map { $0 + ".Output" }.joined(separator: ", ")
    return LibraryType(
      """
      struct \(name)<\(names.map { $0 + ": Publisher" }.joined(separator: ", "))>: Publisher {
        typealias Output = (\(outputs))
        typealias Failure = A.Failure
      }
      """,
      [
        contextual(
          "init(\(names.map { "_ \($0.lowercased()): \($0)" }.joined(separator: ", "))) where "
            + Swift.zip(names, names.dropFirst()).map { "\($0).Failure == \($1).Failure" }.joined(separator: ", ")
        ) { call throws(Abort) in
          try call.joined(name) { stage throws(Abort) in join(try stage.inputs(count)) }
        }
      ])
  }

  private static func merged(_ name: String, _ count: Int) -> LibraryType {
    let names = letters.prefix(count)
    return LibraryType(
      """
      struct \(name)<\(names.map { $0 + ": Publisher" }.joined(separator: ", "))>: Publisher {
        typealias Output = A.Output
        typealias Failure = A.Failure
      }
      """,
      [
        contextual(
          "init(\(names.map { "_ \($0.lowercased()): \($0)" }.joined(separator: ", "))) where "
            + names.dropFirst().map { "A.Failure == \($0).Failure, A.Output == \($0).Output" }.joined(separator: ", ")
        ) { call throws(Abort) in
          try call.joined(name) { stage throws(Abort) in Joined.merge(try stage.streams(count)) }
        }
      ])
  }
}

extension NativeCall {
  /// The publisher of an initialiser, as a stage of the pipeline like the operator of that name. Its first operand takes the
  /// place of what an operator is called on.
  fileprivate func joined(
    _ name: String, _ join: (StageCall) throws(Abort) -> ValuePublisher
  ) throws(Abort) -> Value {
    try stage(name, of: try publisher(0), join)
  }

  fileprivate func stage(
    _ name: String, of first: PublisherObject, _ join: (StageCall) throws(Abort) -> ValuePublisher
  ) throws(Abort) -> Value {
    let site = OperatorSite(name, location, upstream: first.site)
    let stream = ProbedPublisher(
      upstream: try join(StageCall(call: self, source: first, site: site)), site: site, place: .exit,
      program: machine.program)
    // Its values have a type of their own, and are not those of the first.
    return .native(PublisherObject(stream, of: site, type: result, source: nil, operands: arguments))
  }
}

extension StageCall {
  /// The first operands of stages that wait for all of them: faults come as failures, which nobody waits with.
  func inputs(_ count: Int) throws(Abort) -> [ValuePublisher] {
    var result = [alert]
    for index in 1..<count { result.append(try joined(index, isAlert: true)) }
    return result
  }

  func streams(_ count: Int) throws(Abort) -> [ValuePublisher] {
    var result = [upstream]
    for index in 1..<count { result.append(try joined(index)) }
    return result
  }
}

/// The library's stages of several inputs, with tuples as values of the program.
private enum Joined {
  static func combineLatest(_ inputs: [ValuePublisher]) -> ValuePublisher {
    switch inputs.count {
    case 2:
      inputs[0].combineLatest(inputs[1]).map { .tuple(Tuple([$0, $1])) }.eraseToAnyPublisher()
    case 3:
      inputs[0].combineLatest(inputs[1], inputs[2]).map { .tuple(Tuple([$0, $1, $2])) }.eraseToAnyPublisher()
    default:
      inputs[0].combineLatest(inputs[1], inputs[2], inputs[3]).map { .tuple(Tuple([$0, $1, $2, $3])) }
        .eraseToAnyPublisher()
    }
  }

  static func zip(_ inputs: [ValuePublisher]) -> ValuePublisher {
    switch inputs.count {
    case 2: inputs[0].zip(inputs[1]).map { .tuple(Tuple([$0, $1])) }.eraseToAnyPublisher()
    case 3: inputs[0].zip(inputs[1], inputs[2]).map { .tuple(Tuple([$0, $1, $2])) }.eraseToAnyPublisher()
    default:
      inputs[0].zip(inputs[1], inputs[2], inputs[3]).map { .tuple(Tuple([$0, $1, $2, $3])) }.eraseToAnyPublisher()
    }
  }

  static func merge(_ inputs: [ValuePublisher]) -> ValuePublisher {
    switch inputs.count {
    case 2: inputs[0].merge(with: inputs[1]).eraseToAnyPublisher()
    case 3: inputs[0].merge(with: inputs[1], inputs[2]).eraseToAnyPublisher()
    case 4: inputs[0].merge(with: inputs[1], inputs[2], inputs[3]).eraseToAnyPublisher()
    default: Publishers.MergeMany(inputs).eraseToAnyPublisher()
    }
  }
}
