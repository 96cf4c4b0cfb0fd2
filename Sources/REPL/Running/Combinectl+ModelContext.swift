// `combinectl mcp`: an agent at standard input and output, the daemon at its socket.
import ClientConnection
import Glibc
import Wire

extension Combinectl {
  /// - Returns: 0 when the one who asks has gone.
  func serveAgent(_ role: RoleName) throws -> Int32 {
    let (connection, wake) = try standingConnection(role: role)
    let server = ContextServer(core: connection.core, role: role) { writeOutput($0.description + "\n") }
    server.wake = wake
    let input = StandardInput()
    var line: [UInt8] = []
    func end() {
      if !line.allSatisfy({ $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: " ") }) { server.receive(line) }
      line = []
    }
    // What was asked is answered, also when nothing more will be.
    while !input.hasEnded || server.isBusy {
      wait(for: connection, input)
      for byte in input.take() {
        if byte == UInt8(ascii: "\n") { end() } else { line.append(byte) }
      }
      if input.hasEnded { end() }
    }
    return 0
  }
}
