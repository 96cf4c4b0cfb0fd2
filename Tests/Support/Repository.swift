/// Where the files of the repository are, for tests whose cases are data.
public import Foundation

public enum Repository {
  /// The folder that holds `Package.swift`.
  public static let root: URL = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    return folder
  }()

  /// The content of a file, its path given from the root.
  public static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Writes a file, and the folders above it that are missing.
  public static func write(_ text: String, to path: String) throws {
    let url = root.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
  }

  /// The paths of a folder's files with this extension, from the root, sorted.
  public static func files(in folder: String, extension suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
      .filter { $0.hasSuffix("." + suffix) }
      .sorted()
      .map { folder + "/" + $0 }
  }
}
