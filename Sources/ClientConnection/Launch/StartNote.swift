// How the daemon at a socket was started, as it has noted beside it: one that was killed is started again like that, and not
// with another state directory and other grants than whoever was connected knows.
import Glibc

public enum StartNote {
  /// The arguments of the daemon at a socket, but for the socket: of one that runs or was killed. `nil` where there is no note:
  /// it has ended in order, or a service manager has made the socket.
  public static func arguments(at socketPath: SocketPath) -> [String]? {
    let file = open(socketPath.path + ".lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    // What somebody else could have written is not to be started.
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o022 == 0,
      status.st_uid == geteuid(), status.st_size <= 64 << 10
    else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      count = max(0, read(file, buffer.baseAddress, buffer.count))
    }
    guard let line = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    return bytes[(line + 1)...].split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}
