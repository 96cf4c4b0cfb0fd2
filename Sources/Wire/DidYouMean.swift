/// The names that `name` was probably meant to be, nearest first, at most three.
///
/// Near means: as many edits (insert, delete, replace, swap of neighbours) as a quarter of its length, at least one; case
/// and surrounding spaces do not count. O(names × length²); only on the way to an error. Names longer than 64 bytes are
/// not compared.
public func didYouMean(_ name: String, among names: some Sequence<String>) -> [String] {
  let wanted = Array(folded(name))
  guard !wanted.isEmpty, wanted.count <= 64 else { return [] }
  let bound = max(1, wanted.count / 4)
  var near: [(distance: Int, name: String)] = []
  for candidate in names where candidate != name {
    let other = Array(folded(candidate))
    guard other.count <= 64, abs(other.count - wanted.count) <= bound else { continue }
    let distance = editDistance(wanted, other)
    if distance <= bound { near.append((distance, candidate)) }
  }
  near.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
  return near.prefix(3).map(\.name)
}

private func folded(_ name: String) -> Substring.UTF8View {
  var name = name.lowercased()[...]
  while name.first == " " { name.removeFirst() }
  while name.last == " " { name.removeLast() }
  return name.utf8
}

/// Optimal string alignment distance, three rows at a time.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1] + [Int](repeating: 0, count: b.count)
    for j in b.indices {
      let replaced = last[j] + (a[i] == b[j] ? 0 : 1)
      row[j + 1] = min(replaced, last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1) }
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
