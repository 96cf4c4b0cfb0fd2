/// Did you mean …?
enum Spelling {
  /// The nearest of the names, or what other languages call so.
  static func meant(_ name: String, among names: some Collection<String>, ofLibrary others: [String] = []) -> String? {
    if let own = elsewhere[name]?.first(where: { names.contains($0) || others.contains($0) }) { return own }
    return nearest(name, among: names, ofLibrary: others)
  }

  private static let elsewhere: [String: [String]] = [
    "null": ["nil"], "NULL": ["nil"], "None": ["nil"], "True": ["true"], "TRUE": ["true"],
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

  /// What a name could be a slip for, the nearest of them: what the program declares before what the library has. Short
  /// names are near to all short names, so that of the library's only what differs by a swap or in its case is meant.
  static func nearest(_ name: String, among names: some Sequence<String>, ofLibrary others: [String] = []) -> String? {
    let wanted = Array(name.lowercased().utf8)
    guard wanted.count > 1, wanted.count <= 60 else { return nil }
    var best: (name: String, distance: Int)?
    func look(at candidate: String, isOwn: Bool) {
      guard candidate != name else { return }
      let letters = Array(candidate.lowercased().utf8)
      let isShort = min(letters.count, wanted.count) < (isOwn ? 3 : 4)
      let limit = max(1, wanted.count / (isOwn ? 3 : 4))
      guard abs(letters.count - wanted.count) <= limit else { return }
      let distance = distance(wanted, letters, limit: limit)
      guard distance <= limit, distance == 0 || !isShort || letters.sorted() == wanted.sorted() else { return }
      if let best, best.distance <= distance { return }
      best = (candidate, distance)
    }
    for candidate in names { look(at: candidate, isOwn: true) }
    for candidate in others { look(at: candidate, isOwn: false) }
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
