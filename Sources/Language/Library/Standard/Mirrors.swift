/// `Mirror`: what a value is made of, part by part.
extension StandardLibrary {
  static let mirrorTypes: [String: @Sendable () -> LibraryType] = [
    "Mirror": {
      LibraryType(
        """
        struct Mirror: CustomStringConvertible {
          typealias Child = (label: String?, value: Any)
          typealias Children = [(label: String?, value: Any)]
        }
        """, mirror())
    },
    "Mirror.DisplayStyle": {
      LibraryType(
        """
        enum DisplayStyle: Hashable, Sendable {
          case `struct`, `class`, `enum`, tuple, optional, collection, dictionary, `set`
        }
        """)
    },
    "CustomReflectable": { LibraryType("protocol CustomReflectable { var customMirror: Mirror { get } }") },
  ]

  private static func mirror() -> [LibraryEntry] {
    [
      contextual("init(reflecting subject: Any)") { call throws(Abort) in
        let own = try call.property("customMirror", of: call[0])
        if let own { return own }
        return .native(MirrorObject(of: call[0], call.machine, type: call.result))
      },
      contextual("init<Subject>(_ subject: Subject, children: KeyValuePairs<String, Any>)") { call throws(Abort) in
        let children = try Elements.list(call[1]).map { ($0.parts.0.text as String?, $0.parts.1) }
        return .native(MirrorObject(of: call[0], children: children, call.machine, type: call.result))
      },
      contextual("var children: [(label: String?, value: Any)] { get }") { call throws(Abort) in
        .array(
          try call.mirror.parts.map { label, value in
            .tuple(Tuple([label.map { .string($0) } ?? .null, value], labels: ["label", "value"]))
          })
      },
      contextual("var displayStyle: Mirror.DisplayStyle? { get }") { call throws(Abort) in
        guard let name = try call.mirror.style, let kind = call.result.strippingOptionals.0.nominal else {
          return .null
        }
        return kind.cases.first { $0.name == name }.map { .choice($0) } ?? .null
      },
      contextual("var subjectType: Any.Type { get }") { call throws(Abort) in
        .metatype(TypeBox(try call.mirror.subject))
      },
      contextual("var superclassMirror: Mirror? { get }") { call throws(Abort) in
        try call.mirror.above(call.machine).map { .native($0) } ?? .null
      },
      contextual("func descendant(_ first: Any) -> Any?") { call throws(Abort) in
        let children = try call.mirror.parts
        switch call[1].unboxed {
        case .string(let name): return children.first { $0.label == name }?.value ?? .null
        case .int(let index): return children.indices.contains(index) ? children[index].value : .null
        default: return .null
        }
      },
      contextual("var description: String { get }") { call throws(Abort) in .string(try call.mirror.text) },
    ]
  }
}

/// A `Mirror`.
final class MirrorObject: NativeObject {
  let subject: Type
  let parts: [(label: String?, value: Value)]
  let style: String?
  private let described: String
  private let value: Value
  /// Of an object, as which of its classes it is looked at.
  private let seen: Nominal?

  init(
    of value: Value, as seen: Nominal? = nil, children: [(label: String?, value: Value)]? = nil, _ machine: Machine,
    type: Type
  ) {
    let value = value.unboxed
    self.value = value
    let own = machine.dynamicType(value, .hole)
    self.seen = seen ?? own.nominal
    subject = seen.map { .nominal($0, []) } ?? own
    let describer = machine.describer
    parts =
      children
      ?? describer.parts(of: value, own, as: seen).map { part in
        let isBoxed = Existential.needed(for: part.type, machine.library)
        return (part.label, isBoxed ? .any(Existential(part.value, part.type)) : part.value)
      }
    style = value.displayStyle
    described = "Mirror for " + describer.typeName(subject, isQualified: false)
    super.init(type: type)
  }

  override var text: String { described }

  func above(_ machine: Machine) -> MirrorObject? {
    guard case .instance = value, let base = seen?.superclass?.nominal, base.isUserType else { return nil }
    return MirrorObject(of: value, as: base, machine, type: type)
  }
}

extension Value {
  /// What kind of thing reflection shows; `nil` for what has no parts.
  fileprivate var displayStyle: String? {
    switch self {
    case .record: "struct"
    case .instance: "class"
    case .choice, .payload: "enum"
    case .tuple: "tuple"
    case .array: "collection"
    case .dictionary: "dictionary"
    case .set: "set"
    case .null: "optional"
    default: nil
    }
  }
}

extension NativeCall {
  fileprivate var mirror: MirrorObject {
    get throws(Abort) {
      guard let mirror = self[0].object(MirrorObject.self) else { throw .trap("library: this is no mirror") }
      return mirror
    }
  }
}
