// Bytes that many connections send: encoded once, at one place in memory, freed with the last that needs them.

/// Immutable bytes at a fixed address.
class SharedBytes {
  private let memory: UnsafeMutableRawBufferPointer

  /// Copies `bytes`.
  init(_ bytes: UnsafeRawBufferPointer) {
    memory = .allocate(byteCount: bytes.count, alignment: 1)
    memory.copyMemory(from: bytes)
  }

  deinit { memory.deallocate() }

  final var count: Int { memory.count }

  /// All of them. Valid for as long as the object is held.
  final var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }

  /// What is left after the first `count` bytes. Valid for as long as the object is held.
  final func bytes(after count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: memory[count...])
  }
}
