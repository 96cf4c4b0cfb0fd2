// What a program asks of the machine beside the network, and what comes of it: plain values on their way to whoever runs
// the program. Nothing here waits, and nothing is granted.

/// Something that only a daemon's options can grant.
public enum Access: Hashable, Sendable {
  case read(path: String)
  case write(path: String)
  case run(program: String)

  /// The message for a program that was not granted this, with the option that would.
  public var refusal: String {
    switch self {
    case .read(let path):
      "reading '\(path)' is not granted; start the daemon with --allow read=\(Self.directory(of: path))"
    case .write(let path):
      "writing '\(path)' is not granted; start the daemon with --allow write=\(Self.directory(of: path))"
    case .run(let program):
      "running '\(program)' is not granted; start the daemon with --allow run or --allow run=\(program)"
    }
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// Where lines come from.
public enum LineSource: Hashable, Sendable {
  /// A file, followed as it grows and over rotation, whether it exists yet or not.
  /// - Parameter onlyNew: what is there at first is passed over.
  case file(path: String, onlyNew: Bool)
  /// The standard output of a program. Words as the program gets them, its name first; no shell.
  case command([String])

  public var access: Access {
    switch self {
    case .file(let path, _): .read(path: path)
    case .command(let words): .run(program: words.first ?? "")
    }
  }
}

public enum LineEvent: Hashable, Sendable {
  /// Without its end.
  case line(String)
  /// Something is in the way; the source goes on, and there may be lines later.
  case trouble(String)
  /// A command ended well. Nothing follows.
  case finished
  /// A command did not. Nothing follows.
  case failed(CommandFailure)
}

/// How a command ended that did not end well.
public struct CommandFailure: Hashable, Sendable {
  /// As shells have it: 127 if the program could not be started, 128 and the number of the signal that ended it.
  public var status: Int
  /// The last lines that it wrote to standard error.
  public var standardError: String

  public init(status: Int, standardError: String) {
    self.status = status
    self.standardError = standardError
  }
}

/// Lines under way. They come only as far as they were asked for; what is not asked for stays where it is.
public protocol LineWork: HostWork {
  /// So many more; `nil` for all there will ever be.
  func request(_ lines: Int?)
}

/// Something a program does to the machine, without an answer.
public enum Effect: Hashable, Sendable {
  /// Adds a line to a file, after everything that was added before.
  case append(line: String, path: String)
  /// Starts a program. Words as the program gets them, its name first; no shell.
  case run([String])

  public var access: Access {
    switch self {
    case .append(_, let path): .write(path: path)
    case .run(let words): .run(program: words.first ?? "")
    }
  }
}
