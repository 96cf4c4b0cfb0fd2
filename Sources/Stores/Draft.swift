// A store that edits a copy of a value and saves it as a whole, or not: the daemon's `Draft`, in compiled programs.
public import Combine
internal import Wire

/// Edits a copy. What a program writes are the copy and what it began with, as properties of its own, so that they are
/// watched and validated like all others:
///
///     @MainActor final class Editor: Draft {
///       let source: Binding<Book>
///       var base: Book
///       @Published var draft: Book
///       init(_ source: Binding<Book>) { (self.source, base, draft) = (source, source.wrappedValue, source.wrappedValue) }
///     }
@MainActor public protocol Draft<Value>: ObservableObject {
  associatedtype Value: Codable & Equatable
  /// Where the value is.
  var source: Binding<Value> { get }
  /// What the copy began with.
  var base: Value { get set }
  var draft: Value { get set }
}

/// Fields that were changed in a draft and elsewhere meanwhile, and not to the same.
public struct DraftConflict: Error, Hashable, Sendable, CustomStringConvertible {
  public let fields: [String]
  public var description: String {
    "changed elsewhere meanwhile, too: \(fields.map { "'\($0)'" }.joined(separator: ", "))"
  }
}

extension Draft {
  public var hasChanges: Bool { draft != base }

  /// The fields that saving would overwrite; none either where the source is gone, of which saving tells.
  public var conflicts: [String] {
    guard let present = try? source.get() else { return [] }
    return Merge.conflicts(base, draft, present)
  }

  /// Writes the whole, with what others have changed meanwhile in other fields.
  /// - Throws: `DraftConflict` where both have changed a field; `BindingError` where the source is gone, or would be another
  ///   element than the draft is of.
  public func save(overwriting: Bool = false) throws {
    let present = try source.get()
    let conflicts = Merge.conflicts(base, draft, present)
    guard conflicts.isEmpty || overwriting else { throw DraftConflict(fields: conflicts) }
    let merged = try Merge.merged(base, draft, present)
    guard source.identifies?(merged) ?? true else {
      throw BindingError(message: "the element that the draft is of is known by its id")
    }
    if merged != present { try source.set(merged) }
    base = merged
    draft = merged
  }

  /// Drops what was edited: the copy is what is at the source now.
  /// - Throws: `BindingError` where that is gone.
  public func cancel() throws {
    let present = try source.get()
    base = present
    draft = present
  }
}

/// What becomes of a value that was edited in two places at once, field by field, as `Codable` has them.
private enum Merge {
  static func conflicts<Value: Codable & Equatable>(_ base: Value, _ mine: Value, _ present: Value) -> [String] {
    if base == mine || base == present || mine == present { return [] }
    if isAnother(base, present) { return ["draft"] }
    guard let (base, mine, present, shape) = try? encoded(base, mine, present) else { return ["draft"] }
    var conflicts: [String] = []
    _ = merge(base, mine, present, shape, at: "", &conflicts)
    return conflicts
  }

  static func merged<Value: Codable & Equatable>(_ base: Value, _ mine: Value, _ present: Value) throws -> Value {
    if base == mine || mine == present { return present }
    if base == present || isAnother(base, present) { return mine }
    var conflicts: [String] = []
    // What has no JSON form is one value.
    guard let parts = try? encoded(base, mine, present) else { return mine }
    let whole = merge(parts.0, parts.1, parts.2, parts.3, at: "", &conflicts)
    return try ValueCoding.decode(Value.self, from: whole, at: "draft")
  }

  /// Nothing that was edited in one element is put into another one that is in its place by now.
  private static func isAnother<Value>(_ base: Value, _ present: Value) -> Bool {
    func identity(of value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }
    guard let base = base as? any Identifiable, let present = present as? any Identifiable else { return false }
    return identity(of: base) != identity(of: present)
  }

  private static func encoded<Value: Codable>(_ base: Value, _ mine: Value, _ present: Value) throws -> (
    JSONValue, JSONValue, JSONValue, Mirror
  ) {
    (
      try ValueCoding.encode(base), try ValueCoding.encode(mine), try ValueCoding.encode(present),
      mirror(of: mine)
    )
  }

  /// Of a value that is there, also in optionals.
  private static func mirror(of value: Any) -> Mirror {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional, let wrapped = mirror.children.first else { return mirror }
    return self.mirror(of: wrapped.value)
  }

  /// - Parameter shape: of the copy: the fields of structures are merged, dictionaries and all else are one value.
  private static func merge(
    _ base: JSONValue?, _ mine: JSONValue?, _ present: JSONValue?, _ shape: Mirror?, at path: String,
    _ conflicts: inout [String]
  ) -> JSONValue {
    let (was, own, other) = (base ?? .null, mine ?? .null, present ?? .null)
    if was == own { return other }
    if was == other || own == other { return own }
    guard let shape, shape.displayStyle == .struct, case .object = was, case .object(let members) = own,
      case .object(let others) = other
    else {
      conflicts.append(path.isEmpty ? "draft" : path)
      return own
    }
    var parts: [String: Mirror] = [:]
    for child in shape.children {
      guard let label = child.label else { continue }
      // A wrapped property is coded by its own name.
      parts[label] = mirror(of: child.value)
    }
    var names = members.map(\.name)
    names += others.map(\.name).filter { name in !names.contains(name) }
    return .object(
      names.map { name in
        let part = merge(
          was[name], own[name], other[name], parts[name], at: path.isEmpty ? name : "\(path).\(name)", &conflicts)
        return JSONValue.Member(name, part)
      })
  }
}
