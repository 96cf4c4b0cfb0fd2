import Combine
import Foundation

struct Question: Identifiable, Equatable {
  let id = UUID()
  let text: String
  let options: [String]
  let correct: Int
  var difficulty: Difficulty = .easy
  static func == (l: Self, r: Self) -> Bool { l.text == r.text }
}
enum Difficulty: String, CaseIterable, Comparable {
  case easy = "Easy", medium = "Medium", hard
  static func < (l: Self, r: Self) -> Bool { l.points < r.points }
  var points: Int {
    switch self {
    case .easy: return 1;
    case .medium: return 2;
    case .hard: return 5
    }
  }
}
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 { state = state &* 6364136223846793005 &+ 1442695040888963407; return state }
}
class QuizViewModel: ObservableObject {
  @Published var questions: [Question] = []
  @Published var index = 0
  @Published private(set) var score = 0
  @Published var showingResults = false
  @Published var selectedDifficulty: Difficulty?
  @Published var lastAnswer: (index: Int, isCorrect: Bool)?
  var current: Question { questions.isEmpty ? Question(text: "", options: [], correct: 0) : questions[index] }
  var progress: String { "\(index + 1)/\(max(questions.count, 1))" }
  private let pool: [Question]
  private var streak = 0 { didSet { best = max(best, streak) } }
  private(set) var best = 0
  init(pool: [Question]) {
    self.pool = pool
    $selectedDifficulty
      .map { wanted in pool.filter { wanted == nil || $0.difficulty == wanted! } }
      .assign(to: &$questions)
  }
  func answer(_ choice: Int) {
    let ok = choice == current.correct
    lastAnswer = (choice, ok)
    streak = ok ? streak + 1 : 0
    score += ok ? current.difficulty.points * (streak > 2 ? 2 : 1) : 0
    guard index + 1 < questions.count else { showingResults = true; return }
    index += 1
  }
  func reset() { (index, score, showingResults, lastAnswer) = (0, 0, false, nil); streak = 0 }
  var grade: Character {
    guard !questions.isEmpty else { return "-" }
    switch Double(score) / Double(questions.map(\.difficulty.points).reduce(0, +)) {
    case 0.9...: return "A"
    case 0.7..<0.9: return "B"
    case let x where x > 0: return "C"
    default: return "F"
    }
  }
}
let pool = (1...6).map { n in
  Question(
    text: "\(n) + \(n)?", options: ["\(n)", "\(2 * n)", "\(n * n)"], correct: 1, difficulty: Difficulty.allCases[n % 3])
}
let quiz = QuizViewModel(pool: pool)
print(quiz.questions.count, quiz.progress, quiz.current.options)
for (i, q) in quiz.questions.enumerated() { quiz.answer(i == 1 ? 0 : q.correct) }
print(
  quiz.score, quiz.best, quiz.showingResults, quiz.lastAnswer.map { "\($0.index) \($0.isCorrect)" } ?? "none",
  quiz.grade)
quiz.reset()
quiz.selectedDifficulty = .hard
print(quiz.questions.map(\.text), quiz.lastAnswer == nil, quiz.grade)
quiz.answer(1); quiz.answer(1); print(quiz.score, quiz.grade)
var rng = SeededGenerator(state: 42)
let a = rng.next(), b = rng.next()
print(a, b, a != b)
let grouped = Dictionary(grouping: pool, by: \.difficulty).mapValues(\.count)
for d in Difficulty.allCases.sorted(by: >) { print(d.rawValue, grouped[d] ?? 0) }
print(pool.chunked(by: 4).map(\.count), pool.min { $0.difficulty < $1.difficulty }?.text ?? "")
extension Array {
  func chunked(by n: Int) -> [[Element]] {
    stride(from: 0, to: count, by: n).map { Array(self[$0..<Swift.min($0 + n, count)]) }
  }
}
print(Set(pool.map(\.difficulty)).sorted().map(\.points), zip(pool, pool.dropFirst()).allSatisfy { $0 != $1 })
