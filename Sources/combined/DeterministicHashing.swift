// The order of sets and dictionaries, and hash values, follow from a number that Swift draws when a process starts. Only its
// environment can say that they are to be the same in each one.

internal import Glibc

enum DeterministicHashing {
  private static let variable = "SWIFT_DETERMINISTIC_HASHING"

  /// Starts this program again, as the same process with the same arguments, if Swift has drawn such a number.
  static func require() {
    guard getenv(variable) == nil else { return }
    setenv(variable, "1", 1)
    execv("/proc/self/exe", CommandLine.unsafeArgv)
    complain("combined: the system refuses to start it again for --seed: \(String(cString: strerror(errno)))")
    exit(ExitStatus.system.rawValue)
  }
}
