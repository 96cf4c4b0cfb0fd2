// "Did you mean": the known word nearest to a mistyped one.

/// The candidate with the smallest edit distance to `word`, if that is small enough to be a slip of the fingers: one third of
/// the length, at most 2. A prefix of at least two letters counts too. Ties go to the earlier candidate.
/// - Complexity: O(candidates × length²); words longer than 40 characters are not compared.
func nearest(_ word: String, among candidates: [String]) -> String? {
  guard word.count <= 40 else { return nil }
  let bound = min(2, max(1, word.count / 3))
  let best = candidates.map { (name: $0, distance: editDistance(word, $0)) }.min { $0.distance < $1.distance }
  if let best, best.distance <= bound { return best.name }
  return word.count >= 2 ? candidates.first { $0.hasPrefix(word) } : nil
}

/// Insertions, deletions, replacements and swaps of neighbours that lead from one to the other.
func editDistance(_ a: String, _ b: String) -> Int {
  let a = Array(a), b = Array(b)
  var rows = [Array(0...b.count)]
  for i in 0..<a.count {
    var row = [i + 1]
    for j in 0..<b.count {
      var cost = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, rows[i - 1][j - 1] + 1) }
      row.append(cost)
    }
    rows.append(row)
  }
  return rows[a.count][b.count]
}
