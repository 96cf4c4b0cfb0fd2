// Requests are made by an endpoint that says what comes of them: users cannot be asked for by that of the songs.
// swift-format-ignore-file
struct Endpoint<Value> { let path: String }
struct Endpoints {
  let users = Endpoint<[String]>(path: "users")
  let songs = Endpoint<[Int]>(path: "songs")
}
final class Get<Value> {
  let endpoint: Endpoint<Value>
  var value: Value?
  init(_ path: KeyPath<Endpoints, Endpoint<Value>>) { endpoint = Endpoints()[keyPath: path] }
  func request(_ endpoint: Endpoint<Value>) {}
}
let users = Get(\.users)
users.request(Endpoints().users)
users.request(Endpoints().songs)  // error: cannot convert value of type 'Endpoint<[Int]>' to expected argument type 'Endpoint<[String]>'
