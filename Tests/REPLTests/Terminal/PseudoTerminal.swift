// A process on a pseudo terminal, with the other end in the hands of a test.
import Foundation
import Glibc
import TestSupport
import Testing

final class PseudoTerminal {
  let master: Int32
  let processID: Int32
  private(set) var screen: VirtualScreen
  private(set) var exitStatus: Int32?
  private let initial: termios

  /// TIOCSPTLCK and TIOCGPTN of <asm/ioctls.h>.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  /// Starts `executable`, as `combinectl` is built for this test run.
  init(_ executable: String, _ arguments: [String], environment: [String], columns: Int, rows: Int = 40) throws {
    // What posix_openpt, unlockpt and ptsname do; glibc shows those to GNU programs only.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var unlocked: Int32 = 0
    var number: UInt32 = 0
    try #require(ioctl(master, Self.setLock, &unlocked) == 0 && ioctl(master, Self.getNumber, &number) == 0)
    let slave = "/dev/pts/\(number)"
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    #expect(ioctl(master, UInt(TIOCSWINSZ), &size) == 0)
    var terminal = termios()
    #expect(tcgetattr(master, &terminal) == 0)
    initial = terminal
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    screen = VirtualScreen(columns: columns, rows: rows)

    processID = try spawn(executable, arguments, environment: environment, newSession: true) { actions in
      // The first terminal that a process of a new session opens becomes its own.
      posix_spawn_file_actions_addopen(&actions, 0, slave, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
  }

  deinit {
    if exitStatus == nil {
      kill(processID, SIGKILL)
      waitpid(processID, nil, 0)
    }
    close(master)
  }

  /// The user makes the window as wide as that.
  func resize(columns: Int) {
    read()
    screen.resize(columns: columns)
    var size = winsize(ws_row: UInt16(screen.rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    #expect(ioctl(master, UInt(TIOCSWINSZ), &size) == 0)
  }

  func type(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Takes what the process has written, and notices its end.
  func read() {
    takeOutput()
    var status: Int32 = 0
    if exitStatus == nil, waitpid(processID, &status, WNOHANG) == processID {
      exitStatus = status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f
      // Its last words may have come between the two.
      takeOutput()
    }
  }

  private func takeOutput() {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(master, &chunk, chunk.count)
      guard count > 0 else { break }
      screen.feed(chunk[..<count])
    }
  }

  /// Whether the process has been stopped, as by Ctrl-Z.
  var isStopped: Bool {
    let stat = (try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8)) ?? ""
    return stat.split(separator: ")").last?.hasPrefix(" T") == true
  }

  /// What `fg` of a shell does.
  func goOn() { kill(processID, SIGCONT) }

  /// Whether line editing, echo and signals are as they were before the process began.
  var isAsItWas: Bool {
    var terminal = termios()
    return tcgetattr(master, &terminal) == 0 && terminal.c_lflag == initial.c_lflag
      && terminal.c_iflag == initial.c_iflag
  }
}
