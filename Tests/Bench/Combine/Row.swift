// A row: work done with the library, beside the same work done with nested closure calls in the same run.

/// What sinks add to, so that nothing can be left out by the optimiser.
final class Total {
  @exclusivity(unchecked) var value = 0
}

typealias Action = (Int) -> Void

/// `action`, so that the caller has to call it and cannot inline it, as a subject cannot inline its sink.
@inline(never)
func opaque(_ action: @escaping Action) -> Action { action }

@inline(never)
func opaque(_ action: @escaping (Int, Int) -> Void) -> (Int, Int) -> Void { action }

/// One line of the table.
struct Row {
  let name: String
  /// The most nanoseconds an element may cost, where there is a goal.
  let goal: Int?
  let elements: Int
  /// The work through the library; sets everything up itself, which a large number of elements makes negligible.
  let combine: (Int) -> Void
  /// The same work with closures, where they can do it.
  let plain: ((Int) -> Void)?

  init(
    _ name: String, goal: Int?, elements: Int = 1_000_000, combine: @escaping (Int) -> Void,
    plain: ((Int) -> Void)? = nil
  ) {
    self.name = name
    self.goal = goal
    self.elements = elements
    self.combine = combine
    self.plain = plain
  }
}
