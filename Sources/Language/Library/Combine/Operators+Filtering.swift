/// Operators that swallow values.
internal import Combine

extension CombineLibrary {
  static func filtering() -> [LibraryEntry] {
    [
      // A compact map is a filter whose test can also give a fault; the two do not differ in anything else.
      publishing(
        "func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self>", known: "filter(_:)"
      ) { stage in
        let test = stage.closure(1)
        return stage.upstream.compactMap { value in
          if value.isFault { return value }
          let answer = test(value)
          if answer.isFault { return answer }
          return answer.flag ? value : nil
        }
      },
      publishing("func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Self>") {
        stage in
        let test = stage.closure(1)
        let fault = PredicateFault()
        return stage.upstream.tryFilter { fault.answer(try test.trying($0), passing: true) }.replacing(fault)
      },
      publishing(
        "func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T>",
        known: "compactMap(_:)"
      ) { stage in
        let transform = stage.closure(1)
        return stage.upstream.compactMap { transform($0).unwrapped }
      },
      publishing(
        "func tryCompactMap<T>(_ transform: @escaping (Output) throws -> T?) -> Publishers.TryCompactMap<Self, T>"
      ) { stage in
        let transform = stage.closure(1)
        return stage.upstream.tryCompactMap { try transform.trying($0).unwrapped }
      },
      publishing(
        "func removeDuplicates() -> Publishers.RemoveDuplicates<Self> where Output: Equatable",
        known: "removeDuplicates()"
      ) { stage in
        let call = stage.call.bare
        let fault = PredicateFault()
        return stage.upstream.removeDuplicates { old, new in
          fault.answer(call.equal(old, new), passing: false)
        }.replacing(fault)
      },
      publishing(
        "func removeDuplicates(by predicate: @escaping (Output, Output) -> Bool) -> Publishers.RemoveDuplicates<Self>"
      ) { stage in
        let same = stage.closure(1)
        let fault = PredicateFault()
        return stage.upstream.removeDuplicates { old, new in
          fault.answer(same(old, new), passing: false)
        }.replacing(fault)
      },
      publishing(
        "func tryRemoveDuplicates(by predicate: @escaping (Output, Output) throws -> Bool) "
          + "-> Publishers.TryRemoveDuplicates<Self>"
      ) { stage in
        let same = stage.closure(1)
        let fault = PredicateFault()
        return stage.upstream.tryRemoveDuplicates { old, new in
          fault.answer(try same.trying(old, new), passing: false)
        }.replacing(fault)
      },
      publishing(
        "func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self>", known: "replaceEmpty(with:)"
      ) { stage in
        stage.upstream.replaceEmpty(with: stage[1])
      },
    ]
  }
}

extension NativeCall {
  /// `==` as the values' type defines it, as a value: a fault stays one.
  func equal(_ left: Value, _ right: Value) -> Value {
    if left.isFault { return left }
    if right.isFault { return right }
    do throws(Abort) {
      return try machine.activate { () throws(Abort) in .bool(try areEqual(left, right)) }
    } catch {
      return .fault(FaultBox(error.fault(at: location)))
    }
  }

  /// `<` likewise.
  func less(_ left: Value, _ right: Value) -> Value {
    if left.isFault { return left }
    if right.isFault { return right }
    do throws(Abort) {
      return try machine.activate { () throws(Abort) in .bool(try isLess(left, right)) }
    } catch {
      return .fault(FaultBox(error.fault(at: location)))
    }
  }
}
