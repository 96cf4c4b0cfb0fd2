// What others may do to an exposed object.
public import Combine
internal import Foundation
internal import Wire

/// Says which properties of an object can be set, and which of its methods called. What is not named can only be read.
@MainActor
public final class StoreDescription<Model: ObservableObject> {
  struct Setter {
    let name: String
    /// Says why a value will not do, or writes it.
    let prepare: @MainActor (JSONValue, CodingMemo?) throws(StoresError) -> @MainActor (Model) -> Void
  }

  struct Method {
    let name: String
    let labels: [String]
    let types: [any Decodable.Type]
    let result: Any.Type
    let isAsync: Bool
    let call: @MainActor (Model, JSONValue) async throws -> JSONValue?

    /// Under which the arguments come: those without a label by their places.
    static func names(_ labels: [String]) -> [String] {
      labels.enumerated().map { place, label in label == "_" ? "_\(place)" : label }
    }
  }

  var className = String(describing: Model.self)
  var setters: [Setter] = []
  var methods: [Method] = []
  /// What goes on while somebody watches.
  var work: [@MainActor (Model) async -> Void] = []
  var declared: [(type: any Any.Type, name: String, source: String)] = []
  var hidden: Set<String> = []
  /// Nothing else is; all are if that is nil.
  var shown: [String]?

  func shows(_ property: String) -> Bool { !hidden.contains(property) && shown?.contains(property) ?? true }

  /// Keeps properties to the program, as `private` does in the daemon: clients do not see that they are there. A compiled program
  /// does not say of itself what is private. What is hidden need not be `Codable`.
  public func hide(_ properties: String...) { hidden.formUnion(properties) }

  /// Shows these properties to clients, and no others.
  public func show(_ properties: String...) { shown = (shown ?? []) + properties }

  /// Lets others ask for another value of a property.
  /// - Parameters:
  ///   - name: the property's.
  ///   - keyPath: the same property: it is set through this, so that `didSet` and pipelines hear of it.
  ///   - validate: says why a value will not do.
  public func settable<Value: Codable>(
    _ name: String, _ keyPath: ReferenceWritableKeyPath<Model, Value>, validate: ((Value) -> String?)? = nil
  ) {
    setters.append(
      Setter(
        name: name,
        prepare: { (json, memo) throws(StoresError) in
          let value = try ValueCoding.decode(Value.self, from: json, at: name, memo)
          if let reason = validate?(value) { throw StoresError(reason) }
          return { model in model[keyPath: keyPath] = value }
        }))
  }

  /// Lets others call a method.
  /// - Parameters:
  ///   - name: under which it is called.
  ///   - labels: the names of its arguments, in order; `_` for one that is given without.
  ///   - body: is given the object, and the arguments.
  public func method<each Argument: Codable, Result>(
    _ name: String, _ labels: String...,
    body: @escaping @MainActor (Model, repeat each Argument) async throws -> Result
  ) {
    var types: [any Decodable.Type] = []
    for type in repeat (each Argument).self { types.append(type) }
    let count = types.count
    precondition(
      count == labels.count, "the method '\(name)' takes \(count) arguments, and \(labels.count) are named")
    let names = Method.names(labels)
    methods.append(
      Method(name: name, labels: labels, types: types, result: Result.self, isAsync: true) { model, arguments in
        var place = 0
        func next<Value: Decodable>(_ type: Value.Type) throws(StoresError) -> Value {
          defer { place += 1 }
          return try ValueCoding.decode(type, from: arguments[names[place]] ?? .null, at: names[place])
        }
        let result = try await body(model, repeat try next((each Argument).self))
        return try (result as? any Encodable).map { try ValueCoding.encode($0) }
      })
  }

  /// Work that begins with the first client that watches the store, and is cancelled with the last: a task, as SwiftUI's `task`
  /// is of a view. Watching is naming: a pattern that begins with `*` looks on and starts nothing.
  public func whileWatched(_ action: @escaping @MainActor (Model) async -> Void) { work.append(action) }

  /// The same for a property that says how far loading has come. However many begin to watch, it is loaded once; when all
  /// have gone and one returns, it is loaded again, and shows meanwhile what it had. Who goes while it loads leaves it as it was.
  public func whileWatched<Value>(
    loading path: ReferenceWritableKeyPath<Model, LoadState<Value>>, placeholder: Value? = nil,
    _ action: @escaping @MainActor (Model) async throws -> Value
  ) {
    let runs = LoadRuns<Value>()
    work.append { model in
      let run = runs.begin(model[keyPath: path])
      model[keyPath: path] = .loading(runs.loaded ?? placeholder)
      let next: LoadState<Value>
      do { next = .loaded(try await action(model)) } catch { next = .failed(Self.text(of: error)) }
      // One that was cancelled may end after another one has begun.
      guard run == runs.count else { return }
      model[keyPath: path] = Task.isCancelled ? runs.settled : next
    }
  }

  private static func text(of error: any Error) -> String {
    (error as? StoresError)?.message ?? error.localizedDescription
  }

  /// The name of its class, for lists; that of its type when nothing is said.
  public func named(_ name: String) { className = name }

  /// Says how a type is declared that cannot be found out by itself: one with a coding of its own, or an enumeration with
  /// payloads. In Swift as the daemon understands it; what the compiler makes of `Codable` for it is then the daemon's JSON.
  public func type<Value>(_ type: Value.Type, named name: String, _ source: String) {
    declared.append((type, name, source))
  }
}

/// What a property was before it was loaded again.
@MainActor
private final class LoadRuns<Value> {
  private(set) var count = 0
  private(set) var settled = LoadState<Value>.idle

  var loaded: Value? { if case .loaded(let value) = settled { value } else { nil } }

  func begin(_ present: LoadState<Value>) -> Int {
    count += 1
    if !present.isLoading { settled = present }
    return count
  }
}
