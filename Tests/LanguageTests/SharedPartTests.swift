import Testing

@testable import Language

/// A value that holds another twice in each of many steps is small, and what is done to all of it takes no longer than what is
/// there, or ends soon.
@Suite struct SharedPartTests {
  private func doubled(_ steps: Int, _ first: Value, _ double: (Value) -> Value) -> Value {
    (0..<steps).reduce(first) { value, _ in double(value) }
  }

  private var doublings: [(String, (Value) -> Value)] {
    [
      ("lists", { .array([$0, $0]) }),
      ("dictionaries", { .dictionary([.string("a"): $0, .string("b"): $0]) }),
      ("tuples", { .tuple(Tuple([$0, $0], labels: ["a", "b"])) }),
      ("boxes", { .array([.any(Existential($0, .any)), .any(Existential($0, .any))]) }),
    ]
  }

  /// Too much is found before it is made: a look comes each few thousand values, and there are none of that.
  @Test func whatIsTooLargeIsMeasuredOnce() {
    for (name, double) in doublings {
      let value = doubled(45, .int(1), double)
      var looks = 0
      let form = value.plainForm(within: 8 << 20) { looks += 1 }
      guard case .tooLarge = form else {
        Issue.record("\(name): \(form)")
        continue
      }
      #expect(looks <= (1 << 16) / 2 / 4096, "\(name)")
    }
  }

  /// What has just room is there as a whole.
  @Test func whatIsNotIsMade() {
    let value = doubled(15, .string("abcdefgh")) { .array([$0, $0]) }
    guard case .plain(let form) = value.plainForm(within: 1 << 20) else {
      Issue.record("it has no form")
      return
    }
    #expect(form.byteCount > 1 << 17)
    guard case .tooLarge = value.plainForm(within: 1 << 18) else {
      Issue.record("it has one")
      return
    }
  }

  /// Two that are alike and share nothing: whether they differ is not found out, and that ends.
  @Test func whatIsComparedHasAnEnd() {
    for (name, double) in doublings where ["lists", "tuples"].contains(name) {
      let (one, other) = (doubled(45, .int(1), double), doubled(45, .int(1), double))
      #expect(!one.isIdentical(to: other), "\(name)")
      #expect(one.isIdentical(to: one), "\(name)")
      let (small, alike) = (doubled(10, .int(1), double), doubled(10, .int(1), double))
      #expect(small.isIdentical(to: alike), "\(name)")
    }
  }
}
