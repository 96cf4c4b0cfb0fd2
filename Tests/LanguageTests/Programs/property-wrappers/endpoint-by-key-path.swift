// A wrapper that is given a key path and whose projected value drives it: the shape of a fetching wrapper.
enum LoadState<Value> {
  case loading(Value?)
  case success(Value)
  case failure(String)
}
struct API {
  var users: [String] { ["Ann", "Bob", "Cid"] }
  var songs: [Int] { [3, 4] }
}
@propertyWrapper
struct Get<Value> {
  final class Request {
    var state: LoadState<Value>
    let path: KeyPath<API, Value>
    init(_ path: KeyPath<API, Value>, _ placeholder: Value?) {
      self.path = path
      state = .loading(placeholder)
    }
    func request(fail: Bool = false) {
      state = fail ? .failure("error") : .success(API()[keyPath: path])
    }
  }
  private let inner: Request
  init(_ path: KeyPath<API, Value>, placeholder: Value? = nil) { inner = Request(path, placeholder) }
  var wrappedValue: LoadState<Value> { inner.state }
  var projectedValue: Request { inner }
}
struct Screen {
  @Get(\.users, placeholder: ["…", "…"]) var users
  @Get(\.songs) var songs
  func show() {
    switch users {
    case .loading(let placeholder): print("loading", placeholder ?? [])
    case .success(let users): print("users", users)
    case .failure(let text): print("failed", text)
    }
    if case .success(let songs) = songs { print("songs", songs) } else { print("no songs yet") }
  }
}
let screen = Screen()
screen.show()
screen.$users.request()
screen.$songs.request()
screen.show()
screen.$users.request(fail: true)
screen.show()
