// This program, started again to do one thing for an editor: what it prints is taken meanwhile.
import Glibc

final class ToolRuns {
  private final class Run {
    let process: pid_t
    let descriptor: Int32
    var output: [UInt8] = []
    let done: (String, Int32) -> Void

    init(process: pid_t, descriptor: Int32, done: @escaping (String, Int32) -> Void) {
      self.process = process
      self.descriptor = descriptor
      self.done = done
    }
  }

  private let words: [String]
  private var runs: [Run] = []

  init(options: GlobalOptions) {
    words =
      (options.socketPath.map { ["--socket", $0] } ?? []) + (options.namespace.map { ["--namespace", $0] } ?? [])
      + ["--color", "never", "--quiet"]
  }

  var descriptors: [Int32] { runs.map(\.descriptor) }

  /// - Parameter done: called once, with all that it has printed and its exit status.
  func start(_ arguments: [String], done: @escaping (String, Int32) -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return done(String(cString: strerror(errno)), 71) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A test is given a daemon of its own.
    let options = arguments[0] == "test" ? ["--color", "never"] : words
    var argv = (["combinectl"] + arguments + options).map { strdup($0) } + [nil]
    defer { argv.forEach { free($0) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
    var process = pid_t()
    let failure = posix_spawn(&process, "/proc/self/exe", &actions, nil, &argv, environ)
    close(ends[1])
    guard failure == 0 else {
      close(ends[0])
      return done(String(cString: strerror(failure)), 71)
    }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    runs.append(Run(process: process, descriptor: ends[0], done: done))
  }

  /// Takes what has been printed; ends those that have.
  func read() {
    for run in runs {
      var chunk = [UInt8](repeating: 0, count: 64 << 10)
      var count = Glibc.read(run.descriptor, &chunk, chunk.count)
      while count > 0 {
        run.output += chunk[..<count]
        count = Glibc.read(run.descriptor, &chunk, chunk.count)
      }
      guard count == 0 else { continue }
      close(run.descriptor)
      runs.removeAll { $0 === run }
      var status: Int32 = 0
      while waitpid(run.process, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7f
      run.done(String(decoding: run.output, as: UTF8.self), signal == 0 ? (status >> 8) & 0xff : 128 + signal)
    }
  }
}
