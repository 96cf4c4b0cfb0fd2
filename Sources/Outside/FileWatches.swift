internal import CLinux
internal import EventLoop
internal import Glibc

/// The kernel's watches of files and directories, and who is poked when something happens. Loop thread only; the watches
/// themselves are set by the steps of the files.
final class FileWatches {
  let inotify: Descriptor
  private var watch: Watch!
  /// Who waits for a watch: the file's number, and the name it waits for or any.
  private var waiting: [Int32: [Int: String?]] = [:]
  private let poke: (Int) -> Void
  /// Somebody was not known when something happened.
  private let pokeReaders: () -> Void

  init(on loop: EventLoop, poke: @escaping (Int) -> Void, pokeReaders: @escaping () -> Void) throws(SystemError) {
    let number = clinux_inotify()
    guard number >= 0 else { throw SystemError(call: "inotify_init1", code: errno) }
    inotify = Descriptor(number)
    self.poke = poke
    self.pokeReaders = pokeReaders
    watch = Watch(inotify, on: loop) { [weak self] in self?.ready() }
    watch.start()
  }

  func close() { watch.stop() }

  var count: Int { waiting.count }

  func exchange(_ old: [FileCursor.Watching], for new: [FileCursor.Watching], of file: Int) {
    for entry in new { waiting[entry.number, default: [:]][file] = .some(entry.name) }
    for entry in old where !new.contains(where: { $0.number == entry.number }) {
      waiting[entry.number]?[file] = nil
      guard waiting[entry.number]?.isEmpty == true else { continue }
      waiting[entry.number] = nil
      inotify_rm_watch(inotify.number, entry.number)
    }
  }

  private func ready() {
    guard case .bytes(let bytes) = inotify.read(max: 1 << 14) else { return }
    var poked: Set<Int> = []
    bytes.withUnsafeBytes { bytes in
      var position = 0
      while position + MemoryLayout<inotify_event>.size <= bytes.count {
        let event = bytes.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
        position += MemoryLayout<inotify_event>.size
        let name = bytes[position..<position + Int(event.len)].prefix { $0 != 0 }
        position += Int(event.len)
        collect(event.wd, event.mask, name, &poked)
      }
    }
    // A watch that a step has just set is not known before the step arrives.
    pokeReaders()
    for file in poked.sorted() { poke(file) }
  }

  private func collect(
    _ watch: Int32, _ mask: UInt32, _ name: Slice<UnsafeRawBufferPointer>, _ poked: inout Set<Int>
  ) {
    if mask & UInt32(IN_Q_OVERFLOW) != 0 {
      for files in waiting.values { poked.formUnion(files.keys) }
      return
    }
    for (file, wanted) in waiting[watch] ?? [:] {
      if let wanted, !name.isEmpty, !wanted.utf8.elementsEqual(name) { continue }
      poked.insert(file)
    }
    // The kernel has let go of it: whoever is poked sets another.
    if mask & UInt32(IN_IGNORED) != 0 { waiting[watch] = nil }
  }
}
