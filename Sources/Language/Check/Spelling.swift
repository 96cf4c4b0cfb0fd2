/// Did you mean …?
enum Spelling {
  /// The nearest of the names, or what other languages call so.
  static func meant(_ name: String, among names: some Collection<String>) -> String? {
    if let own = elsewhere[name]?.first(where: names.contains) { return own }
    return nearest(name, among: names)
  }

  private static let elsewhere: [String: [String]] = [
    "null": ["nil"], "NULL": ["nil"], "None": ["nil"], "undefined": ["nil"], "True": ["true"], "TRUE": ["true"],
    "YES": ["true"], "False": ["false"], "FALSE": ["false"], "NO": ["false"], "this": ["self"], "println": ["print"],
    "printf": ["print"], "echo": ["print"], "length": ["count"], "size": ["count"], "len": ["count"],
    "push": ["append"], "push_back": ["append"], "add": ["append", "insert"], "pop": ["popLast"],
    "includes": ["contains"], "has": ["contains"], "toUpperCase": ["uppercased"], "toLowerCase": ["lowercased"],
    "startsWith": ["hasPrefix"], "endsWith": ["hasSuffix"],
    "boolean": ["Bool"], "Boolean": ["Bool"], "integer": ["Int"], "Integer": ["Int"],
    "number": ["Double"], "str": ["String"], "char": ["Character"], "List": ["Array"], "Map": ["Dictionary"],
    "Observable": ["Publisher"], "flatmap": ["flatMap"], "distinctUntilChanged": ["removeDuplicates"],
    "startWith": ["prepend"], "withLatestFrom": ["combineLatest"], "doOnNext": ["handleEvents"],
  ]

  /// The nearest of the names, if it is near enough to be a slip.
  static func nearest(_ name: String, among names: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().utf8)
    let limit = max(1, wanted.count / 3)
    guard wanted.count > 1, wanted.count <= 60 else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in names where candidate != name {
      let letters = Array(candidate.lowercased().utf8)
      guard abs(letters.count - wanted.count) <= limit else { continue }
      let distance = distance(wanted, letters, limit: limit)
      if distance <= limit,
        best == nil || distance < best!.distance || (distance == best!.distance && candidate < best!.name)
      {
        best = (candidate, distance)
      }
    }
    return best?.name
  }

  /// Edits, a swap of neighbours counted as one.
  private static func distance(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for j in 0..<b.count {
        var value = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { value = min(value, beforeLast[j - 1] + 1) }
        row.append(value)
      }
      if row.min()! > limit { return limit + 1 }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
