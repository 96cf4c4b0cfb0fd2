// Servers with certificates, by the openssl of the machine, where it has one.
import EventLoop
import Foundation
import Glibc
import Language
import Outside
import Testing

@Suite(.enabled(if: access(TLSServer.program, X_OK) == 0, "this machine has no openssl"))
struct CertificateTests {
  private static func outcome(_ url: String) throws -> HTTPOutcome {
    let loop = EventLoop(poller: try EpollPoller())
    let network = try CurlNetwork(on: loop) { $0() }
    defer { network.close() }
    var outcome: HTTPOutcome?
    _ = network.load(HTTPRequest(url: url, timeout: 20_000_000_000)) {
      outcome = $0
      loop.stop()
    }
    loop.run()
    return try #require(outcome)
  }

  @Test func strangersAreRefused() async {
    await #expect(processExitsWith: .success) {
      let server = try TLSServer()
      defer { server.stop() }
      #expect(
        try CertificateTests.outcome("https://localhost:\(server.port)/")
          == .failure(code: URLError.Code.serverCertificateUntrusted.rawValue))
    }
  }

  @Test func whomTheFileNamesIsTrustedUnderItsName() async {
    await #expect(processExitsWith: .success) {
      let server = try TLSServer()
      defer { server.stop() }
      setenv("SSL_CERT_FILE", server.certificate, 1)
      guard case .response(let response) = try CertificateTests.outcome("https://localhost:\(server.port)/") else {
        return #expect(Bool(false), "it was refused")
      }
      #expect(response.status == 200)
      #expect(
        try CertificateTests.outcome("https://127.0.0.1:\(server.port)/")
          == .failure(code: URLError.Code.serverCertificateUntrusted.rawValue))
    }
  }

  @Test func whoSpeaksNoTLSIsRefused() throws {
    let server = RawServer(greeting: "this is no TLS\r\n")
    defer { server.stop() }
    #expect(
      try Self.outcome("https://127.0.0.1:\(server.port)/")
        == .failure(code: URLError.Code.secureConnectionFailed.rawValue))
  }
}

/// A server of the name `localhost` with a certificate of its own making.
final class TLSServer {
  static let program = "/usr/bin/openssl"
  let certificate: String
  let port: Int
  private let folder: URL
  private let process = Process()

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("combined-tls-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    certificate = folder.appendingPathComponent("certificate.pem").path
    let key = folder.appendingPathComponent("key.pem").path
    let making = Process()
    making.executableURL = URL(fileURLWithPath: Self.program)
    making.arguments = [
      "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2", "-subj",
      "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
    ]
    making.standardError = FileHandle.nullDevice
    try making.run()
    making.waitUntilExit()

    let output = Pipe()
    process.executableURL = making.executableURL
    process.arguments = ["s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", certificate, "-www"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // It says where it listens: ACCEPT 127.0.0.1:40445
    var said = ""
    while !said.contains("ACCEPT ") || !said.hasSuffix("\n") {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { break }
      said += String(decoding: piece, as: UTF8.self)
    }
    let place = said.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }
    port = try #require(place?.split(separator: ":").last.flatMap { Int($0) }, "\(said)")
  }

  func stop() {
    // A thread of the tests may block every other signal, and with it its children.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}
