// A daemon on whose disk one call meets a fault, and the list of such calls.
import Foundation
import TestSupport
import Testing

/// What happens to the n-th change of the disk.
enum DiskFault: CaseIterable {
  /// The process is killed in its place.
  case kill
  /// It fails, and the later ones work.
  case full
  case broken
  /// It and all later ones fail.
  case gone

  private var variables: [String: String] {
    switch self {
    case .kill: ["FAULTS_ERROR": "0"]
    case .full: ["FAULTS_ERROR": "\(ENOSPC)"]
    case .broken: ["FAULTS_ERROR": "\(EIO)"]
    case .gone: ["FAULTS_ERROR": "\(EIO)", "FAULTS_STAYS": "1"]
    }
  }

  /// For a daemon whose state is in this folder.
  func environment(_ library: FaultLibrary, _ state: String, at number: Int) -> [String: String] {
    Self.listing(library, state).merging(variables) { $1 }.merging(["FAULTS_AT": "\(number)"]) { $1 }
  }

  /// Nothing fails; the calls are written down in the folder beside it.
  static func listing(_ library: FaultLibrary, _ state: String) -> [String: String] {
    ["LD_PRELOAD": library.path, "FAULTS_BELOW": state, "FAULTS_LIST": state + ".calls"]
  }

  /// The calls so far, each by name and file, of each process.
  static func calls(_ state: String) -> [[String]] {
    let lines = ((try? String(contentsOfFile: state + ".calls", encoding: .utf8)) ?? "").split(separator: "\n")
    let calls = lines.map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
    return Dictionary(grouping: calls) { $0[0] }.values.map { $0.map { $0[1] } }
  }
}

/// The library that stands between, built by the compiler that is there.
struct FaultLibrary {
  private let folder = TemporaryDirectory()
  var path: String { folder.path + "/faults.so" }

  init() throws {
    let compiler = try #require(Tool.find("clang") ?? Tool.find("cc"), "no C compiler is on PATH")
    let source = Repository.root.appendingPathComponent("Tests/ServerTests/Faults/faults.c").path
    let (output, status) = try Tool.run(compiler, ["-shared", "-fPIC", "-O1", "-o", path, source, "-ldl"])
    try #require(status == 0, "\(output)")
  }
}
