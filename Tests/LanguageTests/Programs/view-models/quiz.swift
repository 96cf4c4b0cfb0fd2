// A quiz: questions, answers, a score that is derived, the end.
import Combine

struct Question { let text: String; let answer: Int }
final class Quiz: ObservableObject {
  enum Phase: Equatable { case asking(Int), finished(score: Int) }
  @Published private(set) var phase = Phase.asking(0)
  @Published private(set) var score = 0
  let questions: [Question]
  init(_ questions: [Question]) { self.questions = questions }
  var current: Question? {
    guard case .asking(let index) = phase else { return nil }
    return questions[index]
  }
  func answer(_ value: Int) {
    guard case .asking(let index) = phase else { return }
    if questions[index].answer == value { score += 1 }
    phase = index + 1 < questions.count ? .asking(index + 1) : .finished(score: score)
  }
}
let quiz = Quiz([Question(text: "1+1", answer: 2), Question(text: "2*3", answer: 6)])
let token = quiz.$phase.sink { print("phase", $0) }
print(quiz.current?.text ?? "-")
quiz.answer(2)
print(quiz.current?.text ?? "-", quiz.score)
quiz.answer(7)
quiz.answer(6)
print(quiz.current == nil, quiz.phase == .finished(score: 1))
_ = token
