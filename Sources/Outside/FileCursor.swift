// Where a followed file has been read up to, and one step further. A step does everything that can wait for a disk, so it
// runs on a queue of its own; what it found is a value.

internal import CLinux
internal import EventLoop
internal import Glibc
internal import Language

/// A place in a file by name, over truncation, renaming and absence.
struct FileCursor: Sendable {
  let path: String
  let grants: Grants
  let inotify: Descriptor
  /// What is in the file when it is first looked at is passed over.
  private var skipsPresent: Bool
  private var file: Descriptor?
  private var offset: Int64 = 0
  /// The bytes before the offset. Where others are, somebody has written the file anew, however long it is by now.
  private var passed: [UInt8] = []
  private static let chunk = 1 << 16
  private static let passedMax = 1 << 10

  init(path: String, onlyNew: Bool, grants: Grants, inotify: Descriptor) {
    self.path = path
    self.grants = grants
    self.inotify = inotify
    skipsPresent = onlyNew
  }

  /// A watch of the kernel's: any event of it is news, or only those about one name.
  struct Watching: Hashable, Sendable {
    let number: Int32
    let name: String?
  }

  enum Found: Sendable {
    /// There may be more at once.
    case bytes([UInt8])
    /// The file ends here for good: another has its name. There may be more at once.
    case another
    /// It has been emptied, and what was left of a line with it. There may be more at once.
    case truncated
    /// Nothing before something happens.
    case nothing
    /// Nothing before something happens, and this is why.
    case trouble(String)
  }

  /// Reads on. What happens after this has looked is reported by one of the watches.
  mutating func step() -> (found: Found, watching: [Watching]) {
    let directory = watchDirectory()
    let found = read()
    var watching = directory.map { [$0] } ?? []
    if let file {
      let mask = UInt32(IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF)
      let number = inotify_add_watch(inotify.number, "/proc/self/fd/\(file.number)", mask)
      if number >= 0 { watching.append(Watching(number: number, name: nil)) }
      // It may have grown between the look and the watch.
      if case .nothing = found { return (read(), watching) }
    }
    return (found, watching)
  }

  private mutating func read() -> Found {
    if file == nil, let obstacle = open() { return obstacle }
    guard let file else { return .nothing }
    let outcome = file.read(max: Self.chunk)
    guard file.bytes(at: offset - Int64(passed.count), count: passed.count) == passed else {
      lseek(file.number, 0, SEEK_SET)
      (offset, passed) = (0, [])
      return .truncated
    }
    switch outcome {
    case .bytes(let bytes):
      offset += Int64(bytes.count)
      passed = Array((passed + bytes.suffix(Self.passedMax)).suffix(Self.passedMax))
      return .bytes(bytes)
    case .wouldBlock: return .nothing
    case .failed(let code): return .trouble("'\(path)' cannot be read: \(reason(code))")
    case .end: break
    }
    var own = stat()
    guard fstat(file.number, &own) == 0 else { return .nothing }
    var named = stat()
    // While nothing has its name, the file may still be written by those who have it open.
    guard stat(path, &named) == 0, (named.st_dev, named.st_ino) != (own.st_dev, own.st_ino) else { return .nothing }
    self.file = nil
    return .another
  }

  /// What keeps it from being open.
  private mutating func open() -> Found? {
    let number = clinux_open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0)
    guard number >= 0 else {
      let code = errno
      if code == ENOENT || code == ENOTDIR {
        skipsPresent = false
        return .nothing
      }
      return .trouble("'\(path)' cannot be read: \(reason(code))")
    }
    let opened = Descriptor(number)
    guard grants.allowsReading(opened) else {
      return .trouble("'\(path)' is a link to where reading is not granted")
    }
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return .trouble("'\(path)' is not a regular file")
    }
    offset = skipsPresent ? Int64(lseek(number, 0, SEEK_END)) : 0
    let count = min(Int(offset), Self.passedMax)
    passed = opened.bytes(at: offset - Int64(count), count: count)
    skipsPresent = false
    file = opened
    return nil
  }

  /// Watches where the file is, or the nearest place above that exists.
  private func watchDirectory() -> Watching? {
    let mask = UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB)
    let name = path[path.index(after: path.lastIndex(of: "/")!)...]
    var place = path[..<path.lastIndex(of: "/")!]
    var isParent = true
    while true {
      let number = inotify_add_watch(inotify.number, place.isEmpty ? "/" : String(place), mask)
      if number >= 0 { return Watching(number: number, name: isParent ? String(name) : nil) }
      guard let slash = place.lastIndex(of: "/") else { return nil }
      place = place[..<slash]
      isParent = false
    }
  }
}
