// Reading what a user names, with errors that say what to do.
import Glibc

/// Text files up to this size; a program larger than a frame cannot be sent anyway.
private let fileBytesMax = 16 << 20

/// The text of a file; `-` is standard input.
func readFile(_ path: String) throws(UsageError) -> String {
  let descriptor = path == "-" ? STDIN_FILENO : open(expandingTilde(path), O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else {
    throw UsageError("cannot read \(path): \(String(cString: strerror(errno)))", status: 66)
  }
  defer { if descriptor != STDIN_FILENO { close(descriptor) } }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 64 << 10)
  while bytes.count <= fileBytesMax {
    let count = read(descriptor, &chunk, chunk.count)
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw UsageError("cannot read \(path): \(String(cString: strerror(errno)))", status: 66) }
    if count == 0 { break }
    bytes += chunk[..<count]
  }
  guard bytes.count <= fileBytesMax else {
    throw UsageError("\(path) is larger than \(fileBytesMax >> 20) MiB", status: 65)
  }
  guard let text = String(validating: bytes, as: UTF8.self) else {
    throw UsageError("\(path) is not UTF-8 text", hint: "only Swift source can be evaluated", status: 65)
  }
  // A first line for the kernel is none for Swift; its line end stays, so that lines keep their numbers.
  return text.hasPrefix("#!") ? String(text.drop { !$0.isNewline }) : text
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

/// Writes a file. Under another name first: it is there as a whole or as it was.
func writeFile(_ text: String, to file: String) throws(UsageError) {
  let path = expandingTilde(file)
  let part = path + ".part"
  unlink(part)
  let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { throw cannotWrite(file) }
  defer { close(descriptor) }
  guard writeAll(text, to: descriptor), fsync(descriptor) == 0, rename(part, path) == 0 else {
    let error = cannotWrite(file)
    unlink(part)
    throw error
  }
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
