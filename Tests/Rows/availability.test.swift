// Is the name free? A server knows: callbacks, publishers, and how often it is asked.
import Combine
import Foundation

struct Availability: Codable {
  var isAvailable: Bool
  var userName: String
}
enum NetworkError: Error {
  case transportError(Error)
  case serverError(statusCode: Int)
  case noData
  case decodingError(Error)
}

// S061: the server's contract, answered by a stub.
:stub GET http://127.0.0.1:8080/isUserNameAvailable {"isAvailable":true,"userName":"x"}

func address(_ name: String) -> URL? {
  var parts = URLComponents(string: "http://127.0.0.1:8080/isUserNameAvailable")
  parts?.queryItems = [URLQueryItem(name: "userName", value: name)]
  return parts?.url
}

// S062: exactly one callback, with the error that says what went wrong; nothing without resume().
var outcomes: [String] = []
func check(_ name: String, resumes: Bool = true, completion: @escaping (Result<Bool, NetworkError>) -> Void) {
  let task = URLSession.shared.dataTask(with: address(name)!) { data, response, error in
    if let error { return completion(.failure(.transportError(error))) }
    if let response = response as? HTTPURLResponse, !(200...299).contains(response.statusCode) {
      return completion(.failure(.serverError(statusCode: response.statusCode)))
    }
    guard let data else { return completion(.failure(.noData)) }
    do {
      completion(.success(try JSONDecoder().decode(Availability.self, from: data).isAvailable))
    } catch {
      completion(.failure(.decodingError(error)))
    }
  }
  if resumes { task.resume() }
}
func note(_ result: Result<Bool, NetworkError>) {
  switch result {
  case .success(let isFree): outcomes.append(isFree ? "free" : "taken")
  case .failure(.transportError): outcomes.append("transport")
  case .failure(.serverError(let code)): outcomes.append("server \(code)")
  case .failure(.noData): outcomes.append("no data")
  case .failure(.decodingError): outcomes.append("decoding")
  }
}
check("x") { note($0) }
:clock 0s
:stub * 503
check("x") { note($0) }
:clock 0s
:stub * "nonsense"
check("x") { note($0) }
:clock 0s
:stub * notConnectedToInternet
check("x") { note($0) }
:clock 0s
check("x", resumes: false) { note($0) }
:clock 1h
#expect(outcomes == ["free", "server 503", "decoding", "transport"])
:requests 4
:requests clear
:stub off

// S063: the publisher: decoded, any error is false, key paths take the tuple apart; no URL, no request.
func isFree(_ name: String, at url: URL?) -> AnyPublisher<Bool, Never> {
  guard let url else { return Just(false).eraseToAnyPublisher() }
  return URLSession.shared.dataTaskPublisher(for: url)
    .map(\.data)
    .decode(type: Availability.self, decoder: JSONDecoder())
    .map(\.isAvailable)
    .replaceError(with: false)
    .eraseToAnyPublisher()
}
var answers: [Bool] = []
var ends = 0
var tokens: Set<AnyCancellable> = []
:stub * {"isAvailable":true,"userName":"x"}, "nonsense", 500 {"error":true}
for _ in 1...3 {
  isFree("x", at: address("x")).sink { _ in ends += 1 } receiveValue: { answers.append($0) }.store(in: &tokens)
}
isFree("x", at: nil).sink { _ in ends += 1 } receiveValue: { answers.append($0) }.store(in: &tokens)
:clock 0s
#expect(answers == [false, true, false, false])
#expect(ends == 4)
:requests 3

// S064: each input asks the server, and the answer drives what the form says.
:requests clear
:stub *isUserNameAvailable* {"isAvailable":false,"userName":"x"}
class Eager: ObservableObject {
  @Published var username = ""
  @Published var isValid = false
  @Published var message = ""
  init() {
    $username
      .flatMap { isFree($0, at: address($0)) }
      .assign(to: &$isValid)
    $isValid.dropFirst().map { $0 ? "" : "Username not available. Try a different one." }.assign(to: &$message)
  }
}
let eager = Eager()
:clock 0s
eager.username = "p"
:clock 0s
:requests 2
#expect(eager.message == "Username not available. Try a different one.")

// S065: two subscribers that do not share ask twice, and twice before anything was typed.
:requests clear
class Twice: ObservableObject {
  @Published var username = ""
  @Published var isValid = false
  @Published var message = ""
  init() {
    let answers = $username.flatMap { isFree($0, at: address($0)) }
    answers.assign(to: &$isValid)
    answers.map { $0 ? "free" : "taken" }.assign(to: &$message)
  }
}
let twice = Twice()
:clock 0s
:requests 2
twice.username = "p"
:clock 0s
:requests 4

// S066: share: one subscription upstream, each value to both.
var events: [String] = []
let subject = PassthroughSubject<Int, Never>()
let shared = subject.handleEvents(
  receiveSubscription: { _ in events.append("subscription") }, receiveOutput: { events.append("value \($0)") }
).share()
let one = shared.sink { events.append("one \($0)") }
let two = shared.sink { events.append("two \($0)") }
subject.send(1)
#expect(events == ["subscription", "value 1", "one 1", "two 1"])

// S067: after 0.8 s of silence only the newest text goes on; the first one too.
var typed: [String] = []
class Field: ObservableObject {
  @Published var text = ""
}
let field = Field()
let typing = field.$text.debounce(for: 0.8, scheduler: DispatchQueue.main).sink { typed.append($0) }
:clock 799ms
#expect(typed == [])
:clock 1ms
#expect(typed == [""])
field.text = "j"
:clock 500ms
field.text = "jo"
:clock 799ms
#expect(typed == [""])
:clock 1ms
#expect(typed == ["", "jo"])

// S068: a letter too much and back again: one request for the name.
:requests clear
class Calm: ObservableObject {
  @Published var username = ""
  @Published var isValid = false
  init() {
    $username
      .debounce(for: 0.8, scheduler: DispatchQueue.main)
      .removeDuplicates()
      .filter { $0.count >= 3 }
      .flatMap { isFree($0, at: address($0)) }
      .assign(to: &$isValid)
  }
}
let calm = Calm()
calm.username = "jonyive"
:clock 1s
:requests 1
calm.username = "jonyives"
calm.username = "jonyive"
:clock 1h
:requests 1

// S069: a field that tells every keystroke twice asks once all the same.
calm.username = "page"
calm.username = "page"
:clock 1h
:requests 2

// S070: three results in order: too short, not available, valid; nothing before both parts are there.
enum Verdict: String { case tooShort, notAvailable, valid }
class Three: ObservableObject {
  @Published var username = ""
  @Published var verdict: Verdict?
  init() {
    let isLong = $username.map { $0.count >= 3 }
    let isAvailable = $username
      .debounce(for: 0.8, scheduler: DispatchQueue.main)
      .flatMap { isFree($0, at: address($0)) }
      .share()
    isLong.combineLatest(isAvailable)
      .map { isLong, isAvailable -> Verdict? in
        if !isLong { return .tooShort }
        return isAvailable ? .valid : .notAvailable
      }
      .assign(to: &$verdict)
  }
}
let three = Three()
:stub *isUserNameAvailable* {"isAvailable":true,"userName":"x"} after 100ms
:clock 899ms
#expect(three.verdict == nil)
:clock 1ms
#expect(three.verdict == .tooShort)
three.username = "ada"
#expect(three.verdict == .valid)
:stub *isUserNameAvailable* {"isAvailable":false,"userName":"x"} after 100ms
three.username = "page"
// S071: until the new answer is there the new text is judged by the old one.
#expect(three.verdict == .valid)
:clock 900ms
#expect(three.verdict == .notAvailable)

// S071: and with flatMap the slow answer to an older name wins; tied to its input by switchToLatest it does not.
class Racing: ObservableObject {
  @Published var username = ""
  @Published var byFlatMap = ""
  @Published var bySwitch = ""
  func answer(_ name: String) -> AnyPublisher<String, Never> {
    Just(name).delay(for: name == "old" ? 3 : 1, scheduler: DispatchQueue.main).eraseToAnyPublisher()
  }
  init() {
    $username.dropFirst().flatMap { [unowned self] in answer($0) }.assign(to: &$byFlatMap)
    $username.dropFirst().map { [unowned self] in answer($0) }.switchToLatest().assign(to: &$bySwitch)
  }
}
let racing = Racing()
racing.username = "old"
racing.username = "new"
:clock 1h
#expect(racing.byFlatMap == "old")
#expect(racing.bySwitch == "new")

// S072: what is too short is not asked for.
:requests clear
calm.username = "ab"
:clock 1h
:requests 0

// S073: a server that cannot be reached: the name is taken for free, the person is told, and it is checked on submit.
class Forgiving: ObservableObject {
  enum Answer { case free, taken, unknown }
  @Published var username = ""
  @Published var answer: Answer?
  @Published var message = ""
  @Published var submitted = false
  func ask(_ name: String) -> AnyPublisher<Result<Bool, URLError>, Never> {
    URLSession.shared.dataTaskPublisher(for: address(name)!)
      .map { Result<Bool, URLError>.success(String(decoding: $0.data, as: UTF8.self).contains("true")) }
      .catch { Just(Result<Bool, URLError>.failure($0)) }
      .eraseToAnyPublisher()
  }
  init() {
    $username.dropFirst()
      .map { [unowned self] in ask($0) }.switchToLatest()
      .map { result -> Answer? in
        switch result {
        case .success(true): return .free
        case .success(false): return .taken
        case .failure: return .unknown
        }
      }
      .assign(to: &$answer)
    $answer.map { answer in
      switch answer {
      case .taken: "Username not available. Try a different one."
      case .unknown: "Could not be checked now; it will be on submit."
      default: ""
      }
    }.assign(to: &$message)
  }
  @MainActor func submit() async {
    guard answer == .unknown else { return submitted = answer == .free }
    let text = try? await URLSession.shared.data(from: address(username)!).0
    submitted = text.map { String(decoding: $0, as: UTF8.self).contains("true") } ?? false
  }
}
let forgiving = Forgiving()
:stub *isUserNameAvailable* notConnectedToInternet, {"isAvailable":true,"userName":"ada"} after 200ms
forgiving.username = "ada"
:clock 0s
#expect(forgiving.answer == .unknown)
#expect(forgiving.message == "Could not be checked now; it will be on submit.")
await forgiving.submit()
#expect(forgiving.submitted)
