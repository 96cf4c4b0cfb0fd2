// What is read from disk, and patches.
#if DEBUG
  import Engine
  import Foundation
  import Language
  import TestSupport
  import Wire

  @testable import Journal
  @testable import Server

  extension Subject {
    /// Two lines of JSON, a value and a patch, and a letter in front that says how it is spelled. The difference of what comes out
    /// makes the same of the value.
    static let patches = Subject(
      name: "patches", bytesMax: 2048,
      words: [
        #"{"set":{"#, #""unset":[""#, #"["insert",0,["#, #"["remove",0,1]"#, #"["move",0,1]"#, #"["set",0,"#,
        #"["patch",0,"#,
        #"{"op":"add","path":"/"#,
        #"{"op":"test","path":""#, "\"from\":", "/-", "~0", "~1", "\n",
      ], folders: []
    ) { bytes in
      guard let first = bytes.first, let end = bytes.firstIndex(of: UInt8(ascii: "\n")), end > 0,
        let json = try? JSONValue(parsing: String(decoding: bytes[1..<end], as: UTF8.self)),
        let patchJSON = try? JSONValue(parsing: String(decoding: bytes[(end + 1)...], as: UTF8.self))
      else { return }
      let value = PortableValue(json)
      guard let result = try? patch(value, by: PortableValue(patchJSON), spelled: first),
        let difference = value.difference(to: result)
      else { return }
      let text = difference.json.description
      guard let again = try? value.patched(by: PortableValue(JSONValue(parsing: text)), .native) else {
        fatalError("the difference does not apply: \(text)")
      }
      guard again.json == result.json else { fatalError("the difference makes something else: \(text)") }
    }

    private static func patch(_ value: PortableValue, by patch: PortableValue, spelled letter: UInt8) throws
      -> PortableValue
    {
      switch letter {
      case UInt8(ascii: "m"): try value.patched(by: patch, .merge)
      case UInt8(ascii: "j"): try value.patched(by: patch, .jsonPatch)
      default: try value.patched(by: patch, .native)
      }
    }

    /// The bytes of one commit in the journal's own encoding.
    static let records = Subject(name: "records", bytesMax: 2048, words: [], folders: []) { bytes in
      guard
        let commit = bytes.withUnsafeBytes({ bytes -> StoredCommit? in
          guard var decoder = try? Decoder(bytes), let commit = try? decoder.commit(), decoder.isAtEnd else {
            return nil
          }
          return commit
        })
      else { return }
      var encoder = Encoder()
      encoder.reset()
      guard (try? encoder.append(commit.record)) != nil else { fatalError("what was read cannot be written") }
      let again = encoder.bytes.withUnsafeBytes { bytes -> StoredCommit? in
        guard var decoder = try? Decoder(bytes) else { return nil }
        return try? decoder.commit()
      }
      // As text, in which a number that is none is like itself.
      func text(_ commit: CommitRecord) -> String {
        "\(commit.revision) \(commit.at) \(commit.cause) \(commit.changes)"
      }
      guard let again, text(again.record) == text(commit.record) else {
        fatalError("what was written is read as something else")
      }
    }

    /// A journal's file as somebody left it. It opens and works, or says what is wrong.
    static let journals = Subject(
      name: "journals", bytesMax: 1 << 17, words: ["SQLite format 3", "CREATE TABLE", "worker"],
      folders: ["Tests/JournalTests/Formats"]
    ) { bytes in
      // In memory, where the system has such a folder: each input is a few syncs.
      let folder = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
      let path = "\(folder)/fuzz-\(getpid()).sqlite"
      defer { for suffix in ["", "-wal", "-shm", "-mark", "-journal"] { unlink(path + suffix) } }
      guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else { return }
      do throws(JournalError) {
        let journal = try Journal(path: path)
        let contents = try journal.contents()
        _ = try? journal.commits(after: 0, limit: 1000)
        try journal.keep([.epoch(contents.epoch ?? "e")])
        try journal.close()
      } catch {
        guard !error.description.isEmpty else { fatalError("an error without words") }
      }
    }
  }
#endif
