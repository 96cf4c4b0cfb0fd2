// No second request is made: not for the same name, not for a second subscriber.
import Combine
import Foundation

class Form: ObservableObject {
  @Published var name = ""
  @Published var isFree = false
  @Published var message = ""
  init() {
    let answers = $name
      .debounce(for: 0.8, scheduler: DispatchQueue.main)
      .removeDuplicates()
      .filter { !$0.isEmpty }
      .map { name in
        URLSession.shared.dataTaskPublisher(for: URL(string: "https://names.test/free?name=" + name)!)
          .map { String(decoding: $0.data, as: UTF8.self) == "true" }
          .replaceError(with: false)
      }
      .switchToLatest()
      .share()
    answers.assign(to: &$isFree)
    answers.map { $0 ? "free" : "taken" }.assign(to: &$message)
  }
}
let form = Form()
:stub https://names.test/free "true" after 200ms

// However fast the typing, one request for the name at the end.
form.name = "j"
form.name = "jo"
form.name = "jonyive"
:clock 1s
#expect(form.isFree)
#expect(form.message == "free")
:requests 1

// A letter too much and back again before the pause is over: the name is the same, and nothing is sent.
form.name = "jonyives"
form.name = "jonyive"
:clock 1d
:requests 1
