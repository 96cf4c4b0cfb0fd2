/// What keeps one expression from taking all memory. Steps are counted elsewhere; these functions take none.
enum ValueSize {
  static var countMax: Int { (Machine.current?.limits ?? .standard).valueCount }

  /// - Throws: a fault if a string or a collection is to become longer than any may be, or the activation has taken all the
  ///   memory it may have.
  /// - Parameter addition: how many of them are new, if the others stay where they are.
  static func check(_ count: Int, adding addition: Int? = nil) throws(Abort) {
    // Small ones are as many as steps are made: at most some 100 MB between two looks at the activation.
    if count > 64 { try checkLarge(count, addition ?? count) }
  }

  private static func checkLarge(_ count: Int, _ addition: Int) throws(Abort) {
    if let machine = Machine.current { return try machine.grow(to: count, adding: addition) }
    guard count <= countMax else { throw .trap("a value of \(count) elements is larger than the limit of \(countMax)") }
  }

  static func check(_ first: Int, times count: Int) throws(Abort) {
    let (product, isOverflown) = first.multipliedReportingOverflow(by: count)
    try check(isOverflown ? Int.max : product)
  }
}
