// "Did you mean": the known word nearest to a mistyped one.
import Wire

/// The candidate that `word` is a slip of, or the first that begins with it when it has at least two letters.
func nearest(_ word: String, among candidates: [String]) -> String? {
  // A single letter is near to any other.
  if let near = didYouMean(word, among: candidates.filter { $0.count > 1 }).first { return near }
  return word.count >= 2 ? candidates.first { $0.hasPrefix(word) } : nil
}
