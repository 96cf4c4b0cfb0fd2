internal import Glibc
public import Language

/// What the daemon's options grant to programs.
public struct Grants: Equatable, Sendable {
  /// Directories (or files) as the options have them, absolute.
  public private(set) var readable: [String] = []
  public private(set) var writable: [String] = []
  public private(set) var programs: Set<String> = []
  public private(set) var allPrograms = false
  public private(set) var network = true

  public init() {}

  /// Takes `read=DIR`, `write=DIR`, `run` or `run=PROGRAM`. Says what is wrong with anything else.
  public mutating func allow(_ text: String) -> String? {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let value = parts.count > 1 ? parts[1] : nil
    switch (parts[0], value) {
    case ("read", let directory?) where !directory.isEmpty: readable.append(Self.absolute(directory))
    case ("write", let directory?) where !directory.isEmpty: writable.append(Self.absolute(directory))
    case ("run", nil): allPrograms = true
    case ("run", let program?) where !program.isEmpty: programs.insert(program)
    case ("net", nil): network = true
    default: return "--allow takes read=DIR, write=DIR, run, run=PROGRAM or net, not '\(text)'"
    }
    return nil
  }

  /// Takes `net`.
  public mutating func deny(_ text: String) -> String? {
    guard text == "net" else { return "--deny takes net, not '\(text)'" }
    network = false
    return nil
  }

  /// As the options would be written, for people.
  public var list: [String] {
    readable.map { "read=\($0)" } + writable.map { "write=\($0)" } + (allPrograms ? ["run"] : [])
      + programs.sorted().map { "run=\($0)" } + (network ? ["net"] : [])
  }

  public func allows(_ access: Access) -> Bool {
    switch access {
    case .read(let path): Self.holds(readable, Self.absolute(path))
    case .write(let path): Self.holds(writable, Self.absolute(path))
    case .run(let program): allPrograms || programs.contains(program)
    }
  }

  /// Whether a file that is open is inside, links followed. Asks the file system.
  func allowsReading(_ file: Descriptor) -> Bool { Self.holds(readable, really: file) }

  /// The same for a directory in which a file is written.
  func allowsWriting(in directory: Descriptor, name: String) -> Bool {
    Self.holds(writable, really: directory, name: name)
  }

  private static func holds(_ granted: [String], really file: Descriptor, name: String? = nil) -> Bool {
    guard var path = target(of: "/proc/self/fd/\(file.number)") else { return false }
    if let name { path = path == "/" ? path + name : "\(path)/\(name)" }
    return holds(granted.compactMap(resolve), path)
  }

  private static func holds(_ granted: [String], _ path: String) -> Bool {
    granted.contains { path == $0 || path.hasPrefix($0 == "/" ? $0 : $0 + "/") }
  }

  /// Without links. What does not exist yet is where it would be.
  private static func resolve(_ path: String) -> String? {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
    return resolve(String(path[..<slash])).map { $0 + path[slash...] }
  }

  private static func target(of link: String) -> String? {
    let text = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = buffer.withMemoryRebound(to: CChar.self) { max(0, readlink(link, $0.baseAddress!, $0.count)) }
    }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }

  /// As seen from the root, without `.` and `..`.
  static func absolute(_ path: String) -> String {
    var full = path
    if !path.hasPrefix("/"), let directory = getcwd(nil, 0) {
      defer { free(directory) }
      full = String(cString: directory) + "/" + path
    }
    var parts: [Substring] = []
    for part in full.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
