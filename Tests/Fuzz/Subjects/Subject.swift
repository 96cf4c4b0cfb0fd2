/// What is given bytes that nobody would write. A finding is the end of the process: a trap of what is tested, or `fatalError` of
/// the subject where an answer contradicts itself.
public struct Subject: Sendable {
  public let name: String
  /// The longest input that makes sense.
  public let bytesMax: Int
  /// Words that inputs are made of.
  public let words: [String]
  /// Folders with inputs to begin with, below the repository, beside `Tests/Fuzz/Corpus/NAME`.
  let folders: [String]
  public let run: @Sendable ([UInt8]) -> Void

  public static let all: [Subject] = [.frames, .json, .source, .propertyLists, .canary] + ofTheInside

  // What is inside modules is open to tests in debug builds only; an optimised build of everything does without.
  #if DEBUG
    private static let ofTheInside: [Subject] = [.requests, .patches, .records, .journals]
  #else
    private static let ofTheInside: [Subject] = []
  #endif

  public var inputFolders: [String] { ["Tests/Fuzz/Corpus/\(name)"] + folders }

  public static func named(_ name: String) -> Subject? { all.first { $0.name == name } }

  /// A finding that is sure to be there: whoever looks at coverage comes upon it letter by letter, by chance nobody does.
  static let canary = Subject(name: "canary", bytesMax: 16, words: [], folders: []) { bytes in
    guard bytes.count >= 6, bytes[0] == UInt8(ascii: "c") else { return }
    guard bytes[1] == UInt8(ascii: "a") else { return }
    guard bytes[2] == UInt8(ascii: "n") else { return }
    guard bytes[3] == UInt8(ascii: "a") else { return }
    guard bytes[4] == UInt8(ascii: "r") else { return }
    guard bytes[5] == UInt8(ascii: "y") else { return }
    fatalError("the canary sings")
  }
}
