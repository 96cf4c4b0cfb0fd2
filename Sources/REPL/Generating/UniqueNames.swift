/// The names of what shares a scope in a generated client. No two are equal, and the same names always give the same: what
/// the program tells apart (by capitals, by dots, by labels) may look the same once it is written in another language.
struct UniqueNames {
  private var taken: Set<String>

  /// - Parameter taken: what has a meaning of its own there.
  init(besides taken: Set<String> = []) {
    self.taken = taken
  }

  /// - Parameter others: what to call it rather than with an underscore or a number, where `wanted` is taken.
  mutating func take(_ wanted: String, or others: [String] = []) -> String {
    var name = ([wanted] + others + [wanted + "_"]).first { !taken.contains($0) } ?? wanted
    var number = 2
    while taken.contains(name) {
      name = wanted + String(number)
      number += 1
    }
    taken.insert(name)
    return name
  }

  /// What is written as it is called comes first: it keeps its name, whatever others turn into.
  mutating func take(_ names: [String], or suffixes: [String] = [], as written: (String) -> String) -> [String] {
    let isKept = names.map { written($0) == $0 && !taken.contains($0) }
    var found: [Int: String] = [:]
    for index in names.indices.filter({ isKept[$0] }) + names.indices.filter({ !isKept[$0] }) {
      let wanted = written(names[index])
      found[index] = take(wanted, or: suffixes.map { wanted + $0 })
    }
    return names.indices.compactMap { found[$0] }
  }
}
