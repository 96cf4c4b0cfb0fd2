// Starting a program that this test run has built.
import Foundation
public import Glibc

/// The system refused to start a process.
public struct NotStarted: Error {
  public let executable: String
  public let code: Int32
}

/// Held while a process is started, and while a file is written that is to be run: what is started just then has that file
/// open, too, until it becomes another program, and nobody can run the file meanwhile ("Text file busy").
let startingLock = NSLock()

/// Starts a process as a shell would: no signal is blocked or ignored, whatever the test's own process does.
public func spawn(
  _ executable: String, _ arguments: [String], environment: [String], newSession: Bool = false,
  files: (inout posix_spawn_file_actions_t) -> Void
) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  files(&actions)
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var signals = sigset_t()
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  // POSIX_SPAWN_SETSID of <spawn.h>, which glibc shows to GNU programs only.
  let setsid: Int32 = newSession ? 0x80 : 0
  posix_spawnattr_setflags(&attributes, Int16(setsid | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
  var argv: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) } + [nil]
  var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
  defer { for word in argv + envp { free(word) } }
  var processID: pid_t = 0
  let code = startingLock.withLock { posix_spawn(&processID, executable, &actions, &attributes, &argv, &envp) }
  guard code == 0 else { throw NotStarted(executable: executable, code: code) }
  return processID
}
