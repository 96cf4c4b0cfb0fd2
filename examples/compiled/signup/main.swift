// A sign-up form as swiftc compiles it, with what only a compiled program can do: a store like any other.
//
//     swift run signup-form                 in the daemon that runs, at `signup`
//     swift run signup-form PATH            on a socket of its own
import Combine
import Foundation
import Stores

enum Plan: String, Codable, CaseIterable {
  case free, team
}

struct Invitation: Codable, Hashable, Identifiable {
  var id: Int
  var address: String
}

@MainActor
final class SignUp: ObservableObject {
  @Published var username = ""
  @Published var plan = Plan.free
  @Published private(set) var isValid = false
  @Published private(set) var invitations: [Invitation] = []
  @Published private(set) var submitted: Date?

  init() { $username.map { $0.count >= 3 }.assign(to: &$isValid) }

  func invite(_ address: String) throws -> Int {
    guard address.contains("@") else { throw StoresError("'\(address)' is no address") }
    let id = (invitations.map(\.id).max() ?? 0) + 1
    invitations.append(Invitation(id: id, address: address))
    return id
  }

  func submit() async throws {
    guard isValid else { throw StoresError("a name has three letters at least") }
    try await Task.sleep(for: .milliseconds(50))
    submitted = Date()
  }
}

let arguments = CommandLine.arguments.dropFirst()
let server =
  if let path = arguments.first { try StoreServer(path: path) } else { try StoreServer.attach(namespace: nil) }
try server.expose(SignUp(), as: "signup") { store in
  store.settable("username", \.username) { $0.count > 20 ? "a name has twenty letters at most" : nil }
  store.settable("plan", \.plan)
  store.method("invite", "address") { (form, address: String) in try form.invite(address) }
  store.method("submit") { form in try await form.submit() }
}
try await server.ready()
print("signup is there")
try await server.run()
