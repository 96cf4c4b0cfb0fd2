/// Objects that nothing leads to any more but pipelines of their own.
extension Program {
  /// An object that its pipelines keep alive, and which.
  public struct Leak {
    public let className: String
    public let pipelines: [Pipeline]
  }

  /// Observable objects with pipelines that listen to them, but without a way to them from a name at top level, a static
  /// variable or a result of a session.
  ///
  /// A closure that a pipeline calls and that holds the object, which holds the pipeline, is the common cause:
  /// `[weak self]` is missing. A named pipeline may hold what it likes.
  /// - Complexity: O(everything that the program holds).
  public func leaks(_ sessions: [SessionResults]) -> [Leak] {
    var reached = Reached()
    for variable in topLevel.all { reached.walk(variable.value) }
    for session in sessions { for result in session.kept { reached.walk(result.value) } }
    for variable in staticVariables { reached.walk(variable.value) }
    var found: [(object: Instance, pipelines: [Pipeline])] = []
    for pipeline in registry.live where pipeline.givenName == nil {
      for object in pipeline.sourceObjects where !reached.contains(object) {
        if let index = found.firstIndex(where: { $0.object === object }) {
          found[index].pipelines.append(pipeline)
        } else {
          found.append((object, [pipeline]))
        }
      }
    }
    return found.map { Leak(className: $0.object.className, pipelines: $0.pipelines) }
  }
}

/// What can be reached from values, without recursion: lists can be as long as memory.
private struct Reached {
  private var objects: Set<ObjectIdentifier> = []
  private var cells: Set<ObjectIdentifier> = []

  func contains(_ object: Instance) -> Bool { objects.contains(ObjectIdentifier(object)) }

  mutating func walk(_ value: Value) {
    var waiting = [value]
    while let next = waiting.popLast() {
      switch next {
      case .array(let elements): waiting += elements
      case .native(let part as ArrayPart): waiting += part.elements
      case .set(let elements): waiting += elements
      case .dictionary(let elements):
        waiting += elements.keys
        waiting += elements.values
      case .tuple(let tuple): waiting += tuple.elements
      case .record(let record): waiting += record.fields
      case .payload(let payload): waiting += payload.values
      case .any(let box): waiting.append(box.value)
      case .cell(let cell): if cells.insert(ObjectIdentifier(cell)).inserted { waiting.append(cell.value) }
      case .instance(let object):
        if objects.insert(ObjectIdentifier(object)).inserted { waiting += object.slots }
      case .function(let function):
        guard let closure = function as? ClosureValue, cells.insert(ObjectIdentifier(closure)).inserted else { break }
        waiting += closure.captures
      case .void, .bool, .int, .word, .double, .float, .string, .character, .null, .choice, .metatype, .native, .weak,
        .fault:
        break
      }
    }
  }
}
