import Foundation
import Combine

struct Message: Codable, Equatable, CustomStringConvertible {
  enum Kind: Codable, Equatable {
    case text(String)
    case image(url: URL, size: CGSizeLike)
    case system(Event)
    enum Event: String, Codable { case joined, left }
  }
  struct CGSizeLike: Codable, Equatable { var width, height: Double }
  let sender: String
  let kind: Kind
  let sentAt: Date
  var description: String {
    switch kind {
    case .text(let t): return "\(sender): \(t)"
    case .image(let url, let size):
      return "\(sender) sent \(url.lastPathComponent) (\(Int(size.width))x\(Int(size.height)))"
    case .system(.joined): return "* \(sender) joined"
    case .system(.left): return "* \(sender) left"
    }
  }
  private enum CodingKeys: String, CodingKey { case sender = "from", kind, sentAt = "ts" }
}

protocol ChatTransport: AnyObject {
  var incoming: AnyPublisher<Message, URLError> { get }
  func send(_ message: Message) async throws
}

final class Loopback: ChatTransport {
  private let subject = PassthroughSubject<Message, URLError>()
  var incoming: AnyPublisher<Message, URLError> { subject.eraseToAnyPublisher() }
  var isConnected = true
  func send(_ message: Message) async throws {
    guard isConnected else { throw URLError(.notConnectedToInternet) }
    subject.send(message)
    if case .text(let text) = message.kind, text.hasPrefix("/") {
      subject.send(Message(sender: "bot", kind: .text("unknown command \(text.dropFirst())"), sentAt: message.sentAt))
    }
  }
  func drop() { subject.send(completion: .failure(URLError(.networkConnectionLost))) }
}

@MainActor class ChatViewModel: ObservableObject {
  @Published var draft = ""
  @Published private(set) var messages: [Message] = []
  @Published private(set) var unread = 0
  @Published var error: String?
  let me: String
  private let transport: ChatTransport
  private var subscription: AnyCancellable?
  init(me: String, transport: ChatTransport) {
    self.me = me
    self.transport = transport
    subscription = transport.incoming
      .sink(
        receiveCompletion: { [weak self] completion in
          if case .failure(let error) = completion { self?.error = "lost: \(error.code == .networkConnectionLost)" }
        },
        receiveValue: { [weak self] message in
          guard let self = self else { return }
          self.messages.append(message)
          if message.sender != self.me { self.unread += 1 }
        })
  }
  var canSend: Bool { !draft.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty }
  func send(at date: Date) async {
    guard canSend else { return }
    let text = draft
    draft = ""
    do {
      try await transport.send(.init(sender: me, kind: .text(text), sentAt: date))
    } catch let e as URLError where e.code == .notConnectedToInternet {
      draft = text
      error = "offline"
    } catch {
      self.error = error.localizedDescription
    }
  }
}

let transport = Loopback()
let chat = ChatViewModel(me: "ann", transport: transport)
let t0 = Date(timeIntervalSinceReferenceDate: 700_000_000)
chat.draft = "hello"
await chat.send(at: t0)
chat.draft = "/help"
await chat.send(at: t0 + 1)
chat.draft = "   \n"
await chat.send(at: t0)
transport.isConnected = false
chat.draft = "lost?"
await chat.send(at: t0)
print(chat.error ?? "nil", chat.draft, chat.unread)
transport.drop()
print(chat.error!, chat.messages)
let all: [Message] = [
  Message(
    sender: "bob", kind: .image(url: URL(string: "https://x.org/a/b.png?x=1")!, size: .init(width: 40, height: 30)),
    sentAt: t0),
  Message(sender: "bob", kind: .system(.left), sentAt: t0.addingTimeInterval(60)),
]
let enc = JSONEncoder()
enc.dateEncodingStrategy = .secondsSince1970
enc.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
let data = try! enc.encode(all)
print(String(decoding: data, as: UTF8.self))
let dec = JSONDecoder()
dec.dateDecodingStrategy = .secondsSince1970
let back = try dec.decode([Message].self, from: data)
print(back == all, back)
do {
  _ = try dec.decode(Message.self, from: Data(#"{"from":"x","ts":1}"#.utf8))
} catch DecodingError.keyNotFound(let key, let context) {
  print("missing", key.stringValue, context.codingPath.count)
}
