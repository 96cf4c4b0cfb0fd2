import Language

/// A copy of a value that a client edits, beside the value itself.
struct ClientDraft {
  let name: String
  /// What it is a copy of. Elements of lists are meant by what they are known by, wherever they move.
  let path: String
  /// What it began with, or was saved as.
  var base: PortableValue
  /// Where edits are tried: the property as it was, with the copy in the value's place. Its type says what fits.
  var whole: Value
  let destination: Engine.Target.Destination
  let rest: [PathStep]

  /// The property, or the name of the binding, that its path begins with.
  var owner: String { destination.name }

  /// The whole with a part of the copy replaced.
  func replacing(_ steps: [PathStep], with value: PortableValue) throws(ReplacementError) -> Value {
    switch destination {
    case .property(let store, let info): try store.program.replacing(whole, rest + steps, with: value, in: info)
    case .binding(let binding): try binding.replacing(whole, rest + steps, with: value)
    }
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

  /// The same steps, with those elements of lists that are known by something meant by that.
  func identified(in program: Program) -> [PathStep] {
    var steps: [PathStep] = []
    for step in rest {
      guard case .index = step, let key = schema(along: steps)?.elementKey,
        let element = try? program.project(value, steps + [step]),
        case .record(let fields)? = program.portable(element),
        let identity = fields.first(where: { $0.name == key })?.value
      else {
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
}
