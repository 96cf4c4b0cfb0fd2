import Foundation

/// A directory for one test under /tmp; removed with all that is in it when nobody holds it any more. Its name is short,
/// because a socket's path is.
public final class TemporaryDirectory {
  public let path: String

  public init() {
    var template = Array("/tmp/combined-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "mkdtemp failed")
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Where a journal is kept in it.
  public var journal: String { path + "/journal.sqlite" }

  /// The names of its files, sorted.
  public var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
