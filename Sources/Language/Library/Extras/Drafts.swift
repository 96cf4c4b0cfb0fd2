/// `Draft`: a store that edits a copy of a value which is somewhere else, and saves it as a whole, or not.
///
/// What the program writes are the copy and what it began with, as properties of its own, so that they are undone, kept and
/// watched like all others. What is here compares three values: those two, and what is at the source by now.
extension ExtrasLibrary {
  /// How often a draft is merged anew where another process changes what it is saved to meanwhile.
  private static let savesMax = 16

  static func draft() -> LibraryType {
    LibraryType(
      """
      protocol Draft: ObservableObject {
        associatedtype Value
        var source: Binding<Value> { get }
        var base: Value { get set }
        var draft: Value { get set }
      }
      """,
      [
        contextual("var hasChanges: Bool { get }") { call throws(Abort) in
          .bool(!(try call.areEqual(try call.ownProperty("draft"), try call.ownProperty("base"))))
        },
        contextual("var conflicts: [String] { get }") { call throws(Abort) in
          do throws(Abort) { return .array(try call.threeWayMerge().conflicts.map { .string($0) }) } catch {
            // Where the source is gone there is nothing to overwrite; saving tells of that.
            guard case .thrown = error else { throw error }
            return .array([])
          }
        },
        contextual("func save(overwriting: Bool = false) throws") { call throws(Abort) in
          for round in 1... {
            let merge = try call.threeWayMerge()
            if !merge.conflicts.isEmpty, !call[1].flag { throw call.conflict(merge.conflicts) }
            if let identifies = merge.source.identifies, try !identifies(merge.value) {
              throw call.bindingError("the element that the draft is of is known by its id")
            }
            do throws(Abort) {
              if !(try call.areEqual(merge.value, merge.present)) { try merge.source.write(merge.value, isPart: true) }
            } catch {
              guard case .fault(let fault) = error, let refusal = fault.refusal else { throw error }
              // Its owner has changed it since that was merged, and has said so.
              if case .outdated = refusal, round < savesMax { continue }
              throw call.bindingError(fault.message)
            }
            try call.setOwnProperty("base", merge.value)
            try call.setOwnProperty("draft", merge.value)
            break
          }
          return .void
        },
        contextual("func cancel() throws") { call throws(Abort) in
          let present = try call.draftSource().present
          try call.setOwnProperty("base", present)
          try call.setOwnProperty("draft", present)
          return .void
        },
      ], .offered)
  }

  static func draftConflict() -> LibraryType {
    LibraryType(
      "struct DraftConflict: Error, CustomStringConvertible {}",
      [
        unary("var fields: [String] { get }") { error in
          .array((error.object(DraftConflictObject.self)?.fields ?? []).map { .string($0) })
        },
        unary("var description: String { get }") { .string($0.object(DraftConflictObject.self)?.text ?? "") },
        unary("var localizedDescription: String { get }") { .string($0.object(DraftConflictObject.self)?.text ?? "") },
      ])
  }
}

extension ExtrasLibrary {
  static func bindingError() -> LibraryType {
    LibraryType(
      "struct BindingError: Error, CustomStringConvertible {}",
      [
        unary("var message: String { get }") { .string($0.object(BindingErrorObject.self)?.text ?? "") },
        unary("var description: String { get }") { .string($0.object(BindingErrorObject.self)?.text ?? "") },
        unary("var localizedDescription: String { get }") { .string($0.object(BindingErrorObject.self)?.text ?? "") },
      ])
  }
}

extension NativeCall {
  /// A property of the receiver, as its class declares it.
  fileprivate func ownProperty(_ name: String) throws(Abort) -> Value { try property(name, of: self[0]) ?? .void }

  fileprivate func setOwnProperty(_ name: String, _ value: Value) throws(Abort) {
    guard case .instance(let instance) = self[0].unboxed else { return }
    for ancestor in instance.type.lineage {
      guard let own = ancestor.members[name]?.first(where: { $0.kind == .variable && !$0.isStatic }) else { continue }
      return try machine.set(instance, own, value)
    }
  }

  fileprivate func draftSource() throws(Abort) -> (binding: BindingObject, present: Value) {
    guard let source = try ownProperty("source").object(BindingObject.self) else {
      throw .trap("the draft has no source")
    }
    do { return (source, try source.read()) } catch {
      // It is not the program's mistake that somebody else has removed it.
      guard case .fault(let fault) = error else { throw error }
      throw bindingError(fault.message)
    }
  }

  fileprivate func conflict(_ fields: [String]) -> Abort {
    .thrown(.native(DraftConflictObject(fields, type: machine.library.plain("DraftConflict"))), at: location)
  }

  fileprivate func bindingError(_ message: String) -> Abort {
    .thrown(.native(BindingErrorObject(message, type: machine.library.plain("BindingError"))), at: location)
  }

  fileprivate struct Merge {
    let source: BindingObject
    let present: Value
    var value: Value
    var conflicts: [String] = []
  }

  /// What the source becomes: what was changed here, where only that was, and what is there by now elsewhere. Where both
  /// were changed, and not to the same, what was changed here, and a conflict.
  fileprivate func threeWayMerge() throws(Abort) -> Merge {
    let (source, present) = try draftSource()
    var merge = Merge(source: source, present: present, value: present)
    merge.value = try machine.merge(
      try ownProperty("base"), try ownProperty("draft"), present, &merge.conflicts)
    merge.conflicts = merge.conflicts.map { $0.isEmpty ? "draft" : $0 }
    return merge
  }
}

/// A `DraftConflict`.
private final class DraftConflictObject: NativeObject, LocalizedObject {
  /// Those that were changed on both sides.
  let fields: [String]

  init(_ fields: [String], type: Type) {
    self.fields = fields
    super.init(type: type)
  }

  override var text: String {
    "changed elsewhere meanwhile, too: \(fields.map { "'\($0)'" }.joined(separator: ", "))"
  }
  var localizedDescription: String { text }
}

/// A `BindingError`: what a draft is a copy of is not there any more, or would be another element.
private final class BindingErrorObject: NativeObject, LocalizedObject {
  private let message: String

  init(_ message: String, type: Type) {
    self.message = message
    super.init(type: type)
  }

  override var text: String { message }
  var localizedDescription: String { text }
}
