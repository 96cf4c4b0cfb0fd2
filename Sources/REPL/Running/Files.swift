// Reading what a user names, with errors that say what to do.
import ClientConnection
import Glibc

/// Text files up to this size; a program larger than a frame cannot be sent anyway.
private let fileBytesMax = 16 << 20

/// The text of a file, as it is to be evaluated; `-` is standard input.
/// - Parameter time: how long may be waited for who writes it.
func readFile(_ path: String, within time: Duration? = nil) throws(UsageError) -> String {
  evaluable(try readWholeFile(path, within: time))
}

/// A text without what is no Swift in front of it: a byte order mark, and a first line for the kernel. That one's line end
/// stays, so that lines keep their numbers.
func evaluable(_ text: String) -> String {
  let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  return text.hasPrefix("#!") ? String(text.drop { !$0.isNewline }) : text
}

/// The text of a file with all that is in it.
func readWholeFile(_ path: String, within time: Duration? = nil) throws(UsageError) -> String {
  let bytes = try readBytes(path, within: time)
  if let text = String(validating: bytes, as: UTF8.self) { return text }
  throw noText(path == "-" ? "stdin" : path, bytes)
}

private func noText(_ name: String, _ bytes: [UInt8]) -> UsageError {
  let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  return noText(name, line: 1 + (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0))
}

func noText(_ name: String, line: Int) -> UsageError {
  UsageError("line \(line) of \(name) is not UTF-8 text", hint: "only Swift source can be evaluated", status: 65)
}

/// What is in a file; `-` is standard input.
func readBytes(_ path: String, within time: Duration? = nil) throws(UsageError) -> [UInt8] {
  let end = time.map { ContinuousClock.now + $0 }
  guard !isNamedPipe(path) else {
    throw UsageError(
      "\(path) is a pipe: reading it would wait until somebody writes there and is done",
      hint: "cat \(shellWord(path)) > FILE, and read that", status: 66)
  }
  let descriptor = path == "-" ? STDIN_FILENO : open(expandingTilde(path), O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else {
    throw UsageError("cannot read \(path): \(String(cString: strerror(errno)))", status: 66)
  }
  defer { if descriptor != STDIN_FILENO { close(descriptor) } }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 64 << 10)
  while bytes.count <= fileBytesMax {
    guard waitForInput(descriptor, until: end) else {
      throw UsageError(
        "\(path == "-" ? "standard input" : path) has no end yet after \(time!)",
        status: ClientError.notDone(after: time!).exitStatus)
    }
    let count = read(descriptor, &chunk, chunk.count)
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw UsageError("cannot read \(path): \(String(cString: strerror(errno)))", status: 66) }
    if count == 0 { break }
    bytes += chunk[..<count]
  }
  guard bytes.count <= fileBytesMax else {
    throw UsageError("\(path) is larger than \(fileBytesMax >> 20) MiB", status: 65)
  }
  return bytes
}

/// Whether there is something to read, or the end of it, by then.
private func waitForInput(_ descriptor: Int32, until end: ContinuousClock.Instant?) -> Bool {
  guard let end else { return true }
  var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  while poll(&wanted, 1, pollMilliseconds(ContinuousClock.now.duration(to: end))) <= 0 {
    guard ContinuousClock.now < end else { return false }
  }
  return true
}

/// A pipe that has a name of its own. What a shell makes of `<(…)` has one among the descriptors, and somebody who writes.
private func isNamedPipe(_ path: String) -> Bool {
  var status = stat()
  let path = expandingTilde(path)
  return path != "-" && !["/dev/fd/", "/proc/"].contains { path.hasPrefix($0) } && path != "/dev/stdin"
    && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
}

/// What is in a folder and not hidden; `nil` for what is none.
func folderEntries(_ path: String) -> [String]? {
  guard let folder = opendir(path) else { return nil }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name.first != "." { names.append(name) }
  }
  return names
}

func isLink(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
}

func fileExists(_ path: String) -> Bool { access(expandingTilde(path), F_OK) == 0 }

/// Whether a path, or what it links to, is a file with contents of its own: reading waits for nobody.
func isRegularFile(_ path: String) -> Bool {
  var status = stat()
  return stat(expandingTilde(path), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}

/// A path without links and `..`, as far as it is there: two of the same file are equal.
func realPath(_ path: String) -> String {
  let path = expandingTilde(path)
  guard let real = realpath(path, nil) else { return path }
  defer { free(real) }
  return String(cString: real)
}

/// Writes a file, where links lead. Under another name first: it is there as a whole or as it was, with the mode that it
/// had. A device and a pipe are written to; nothing takes their place.
func writeFile(_ text: String, to file: String) throws(UsageError) {
  let path = realPath(file)
  var status = stat()
  let isThere = stat(path, &status) == 0
  // Standard output, too, may be a file, which others write to.
  if isThere, status.st_mode & S_IFMT != S_IFREG || file.hasPrefix("/dev/") {
    return try writeThrough(text, to: path, file)
  }
  // A link to nothing: what it names is made there.
  if !isThere, isLink(path) { return try writeThrough(text, to: path, file) }
  let part = path + ".part"
  unlink(part)
  let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { throw cannotWrite(file) }
  defer { close(descriptor) }
  if isThere {
    // Who may not give a file away keeps the rest of it.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    fchmod(descriptor, status.st_mode & 0o7777)
  }
  guard writeAll(text, to: descriptor), fsync(descriptor) == 0, rename(part, path) == 0 else {
    let error = cannotWrite(file)
    unlink(part)
    throw error
  }
}

private func writeThrough(_ text: String, to path: String, _ file: String) throws(UsageError) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { throw cannotWrite(file) }
  defer { close(descriptor) }
  guard writeAll(text, to: descriptor) else { throw cannotWrite(file) }
}

/// Refuses what could not be written to, before it has cost anybody time; a pipe, for one, may have nobody who reads.
func requireWritable(_ file: String) throws(UsageError) {
  let path = realPath(file)
  guard fileExists(path) else {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    if access(folder.isEmpty ? "/" : folder, W_OK) != 0 { throw cannotWrite(file) }
    return
  }
  guard isRegularFile(path) else { throw UsageError("\(file) is no file", status: 73) }
  if access(path, W_OK) != 0 { throw cannotWrite(file) }
}

private func cannotWrite(_ file: String) -> UsageError {
  UsageError("cannot write \(file): \(String(cString: strerror(errno)))", status: 73)
}

func expandingTilde(_ path: String) -> String {
  guard path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
  return String(cString: home) + path.dropFirst()
}

/// Writes all of it, however often the kernel takes only a part. `false` when the other side is gone.
@discardableResult
func writeAll(_ text: String, to descriptor: Int32) -> Bool {
  var text = text
  return text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
}

func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
  var bytes = bytes
  while !bytes.isEmpty {
    let count = write(descriptor, bytes.baseAddress, bytes.count)
    if count > 0 { bytes = UnsafeRawBufferPointer(rebasing: bytes[count...]) }
    guard count < 0 else { continue }
    switch errno {
    case EINTR: continue
    case EAGAIN:
      // Somebody made the terminal non-blocking; wait for it.
      var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&wanted, 1, -1)
    default: return false
    }
  }
  return true
}

/// The variables of this process.
func processEnvironment() -> [String: String] {
  var variables: [String: String] = [:]
  var entry = environ
  while let text = entry.pointee {
    let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
    entry += 1
  }
  return variables
}
