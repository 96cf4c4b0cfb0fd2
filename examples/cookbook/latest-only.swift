// Choose one of many, load it, and show only what belongs to the last choice, however late the older answers come.
import Combine
import Foundation

class Article: ObservableObject {
  /// Which one is to be shown; 0 is none.
  @Published var number = 0
  @Published private(set) var isLoading = false
  @Published private(set) var text = ""

  init() {
    let answers = $number.filter { $0 > 0 }
      .map { number in
        URLSession.shared.dataTaskPublisher(for: URL(string: "https://news.example/\(number)")!)
          .checkedData()
          .map { String(decoding: $0, as: UTF8.self) }
          .replaceError(with: "This article cannot be had.")
      }
      .switchToLatest()
      .share()
    answers.assign(to: &$text)
    $number.map { $0 > 0 }.merge(with: answers.map { _ in false }).assign(to: &$isLoading)
  }
}

let article = Article()
