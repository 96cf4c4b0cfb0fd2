/// The transcripts that need no daemon, played against the least that can answer: this module and `session.ping`.
import TestSupport
import Testing
import Wire

@Suite struct ConformanceTests {
  @Test(arguments: ["transcripts/json-rpc", "transcripts/framing", "conformance/servers/json-rpc-cases"])
  func aBareServerConforms(_ transcript: String) throws {
    let server = BareServer()
    var runner = TranscriptRunner(
      send: { client, bytes in server[client].receive(bytes) },
      receive: { client in try server[client].takeLine() },
      finish: { client in server[client].finish() })
    try runner.validatesMessages()
    #expect(runner.play(file: "Protocol/\(transcript).txt") == nil)
  }
}

/// Connections that answer `session.ping` and know that nothing else exists.
private final class BareServer {
  private var connections: [String: Connection] = [:]

  subscript(client: String) -> Connection {
    if let connection = connections[client] { return connection }
    let connection = Connection()
    connections[client] = connection
    return connection
  }

  struct NothingComes: Error {}

  final class Connection {
    private var decoder = MessageDecoder()
    private var parser = JSONParser()
    private var encoder = FrameEncoder()
    private var lines: [String] = []
    private var isEnded = false

    func receive(_ bytes: [UInt8]) {
      decoder.append(bytes)
      while !isEnded, let incoming = decoder.next(&parser) { answer(incoming) }
    }

    func finish() {
      if !isEnded, let incoming = decoder.finish(&parser) { answer(incoming) }
      isEnded = true
    }

    func takeLine() throws -> String? {
      let text = encoder.withReadable { String(decoding: $0, as: UTF8.self) }
      encoder.consume(encoder.count)
      lines += text.split(separator: "\n").map(String.init)
      if !lines.isEmpty { return lines.removeFirst() }
      if isEnded { return nil }
      throw NothingComes()
    }

    private func answer(_ incoming: Incoming) {
      switch incoming {
      case .single(let message): answer(message)
      case .batch(let messages):
        encoder.beginBatch()
        messages.forEach(answer)
        encoder.endBatch()
      case .unreadable(let error, let closing):
        encoder.fail(nil, error)
        isEnded = closing
      }
    }

    private func answer(_ message: Message) {
      switch message {
      case .notification, .response: break
      case .invalid(let id, let error): encoder.fail(id, error)
      case .request(let request):
        guard request.method == SessionPing.method.name else {
          return encoder.fail(request.id, MethodTable.unknown(request.method))
        }
        guard let params = request.params else { return encoder.respond(request.id, SessionPing.Params()) }
        do {
          encoder.respond(request.id, try SessionPing.Params(json: params, strict: true))
        } catch {
          encoder.fail(request.id, .invalidParams(error))
        }
      }
    }
  }
}
