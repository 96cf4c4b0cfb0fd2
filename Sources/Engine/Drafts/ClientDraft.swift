import Language

/// A copy of a value that a client edits, beside the value itself. It is plain data: what it was copied from may be redefined,
/// or go, meanwhile.
struct ClientDraft {
  let name: String
  /// What it is a copy of. Elements of lists are meant by what they are known by, wherever they move.
  let path: String
  var typeName: String
  /// What the names in its path were for who looks for secrets, which a binding's name may not tell any more.
  let secretNames: [String]
  /// What it began with, or was saved as.
  var base: PortableValue
  /// The copy.
  var mine: PortableValue
  /// The element that its path means by its place alone, and where: another one there is not it.
  var placed: Placed?
  /// Tells it from another of this name.
  let number: Int
  /// Parts that were edited, and do not fit the type any more that the value has by now.
  var lost: [String] = []
  /// How often it has been edited.
  var edits = 0

  struct Placed {
    var steps: [PathStep]
    var element: PortableValue
  }
}

extension Engine.Target.Destination {
  /// The path of the property, or the name of the binding.
  var name: String {
    switch self {
    case .property(let store, let info): store.path + "." + info.name
    case .binding(let binding): binding.name
    }
  }
}

extension Engine.Target {
  /// The value that the target stands for, if this were it.
  func value(_ portable: PortableValue, in program: Program, at path: String) throws(EngineError) -> Value {
    let changed: Value
    do throws(ReplacementError) {
      changed =
        switch destination {
        case .property(let store, let info): try store.program.replacing(value, rest, with: portable, in: info)
        case .binding(let binding): try binding.replacing(value, rest, with: portable)
        }
    } catch { throw EngineError(error, at: path, of: destination.name) }
    do { return try program.project(changed, rest) } catch { throw EngineError(error, at: path) }
  }

  /// The same steps, with those elements of lists that are known by something meant by that, unless it is secret or another
  /// element has it, too.
  func identified(in program: Program, isSecret: ([PathStep]) -> Bool) -> [PathStep] {
    var steps: [PathStep] = []
    for step in rest {
      guard case .index(let index) = step, let key = schema(along: steps)?.elementKey,
        !isSecret(steps + [.member(key)]), let list = try? program.project(value, steps),
        case .list(let elements)? = program.portable(list), elements.indices.contains(index)
      else {
        steps.append(step)
        continue
      }
      guard let identity = elements[index].field(key), elements.count(where: { $0.field(key) == identity }) == 1 else {
        steps.append(step)
        continue
      }
      switch identity {
      case .int, .string: steps.append(.identified(field: key, value: identity))
      default: steps.append(step)
      }
    }
    return steps
  }

  private func schema(along steps: [PathStep]) -> Schema? {
    switch destination {
    case .property(_, let info): info.part(along: steps)?.schema
    case .binding(let binding): binding.part(along: steps)?.schema
    }
  }

  /// The type of what it stands for, as it is written.
  var typeName: String? {
    switch destination {
    case .property(_, let info): info.part(along: rest)?.typeName
    case .binding(let binding): binding.part(along: rest)?.typeName
    }
  }

  /// What it stands for as a whole, with a part of its value replaced.
  func replacing(_ steps: [PathStep], with part: PortableValue) throws(ReplacementError) -> Value {
    switch destination {
    case .property(let store, let info): try store.program.replacing(value, rest + steps, with: part, in: info)
    case .binding(let binding): try binding.replacing(value, rest + steps, with: part)
    }
  }
}

extension PortableValue {
  func field(_ name: String) -> PortableValue? {
    guard case .record(let fields) = self else { return nil }
    return fields.first { $0.name == name }?.value
  }
}
