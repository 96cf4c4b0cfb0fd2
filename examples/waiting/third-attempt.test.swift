// The third attempt after the first one succeeds: pauses of 3 s, 6 s and 12 s, and not a moment earlier.
import Combine
import Foundation

class Page: ObservableObject {
  @Published var text = ""
  func load() {
    URLSession.shared.dataTaskPublisher(for: URL(string: "https://news.test/today")!)
      .checkedData()
      .retry(3, backoff: .exponential(.seconds(3)))
      .map { String(decoding: $0, as: UTF8.self) }
      .catch { Just("\($0)") }
      .assign(to: &$text)
  }
}
let page = Page()
:stub https://news.test/* 503 ×3, "sunny"

page.load()
:requests 1
:clock 2999ms
:requests 1
:clock 1ms
:requests 2
:clock 5999ms
:requests 2
:clock 1ms
:requests 3
:clock 11999ms
:requests 3
#expect(page.text == "")
:clock 1ms
#expect(page.text == "sunny")
:requests 4

// What no pause can cure is not tried again.
:stub https://news.test/* 404
:requests clear
page.load()
:clock 1h
:requests 1
