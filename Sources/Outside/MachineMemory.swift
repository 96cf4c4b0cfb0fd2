internal import Glibc

/// The memory that this process could ever have.
public enum MachineMemory {
  /// Bytes of the machine, or of the container where that has fewer; `nil` if the system does not say.
  public static var bytes: Int? {
    let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    let container = limit(ofContainerAt: "/sys/fs/cgroup/memory.max")
    return [machine, container ?? 0].filter { $0 > 0 }.min()
  }

  /// The file of a control group (`cgroups(7)`, version 2): a number, or `max`.
  private static func limit(ofContainerAt path: String) -> Int? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var text = [UInt8](repeating: 0, count: 32)
    let count = read(descriptor, &text, text.count)
    guard count > 0 else { return nil }
    return Int(String(decoding: text[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}
