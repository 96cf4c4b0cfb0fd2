// The documents that newcomers follow, gone through line by line.
import Foundation
import TestSupport
import Testing

/// `UPDATE_EXPECT=1` writes into the documents what appears.
@Suite(.serialized) struct WalkthroughTests {
  private static let documents = ["README.md", "examples/cookbook/README.md", "examples/picture/README.md"]
  /// What documents start that not every machine has.
  private static let tools = ["python3", "node", "jq"]

  private static func lines(of document: String) throws -> [String] {
    try Repository.text(document).components(separatedBy: "\n")
  }

  private static let walks = documents.flatMap { document in
    (try? Walkthrough.all(in: document, lines(of: document))) ?? []
  }

  @Test func everyDocumentHasSectionsToFollow() {
    #expect(Set(Self.walks.map(\.document)) == Set(Self.documents))
    #expect(Set(Self.walks.map(\.testDescription)).count == Self.walks.count, "a title stands for one section")
  }

  @Test(arguments: walks.filter { !$0.names(anyOf: tools) })
  func everyLineIsTypedAndEveryOutputAppears(_ walk: Walkthrough) throws { try follow(walk) }

  @Test(
    .enabled(if: tools.allSatisfy { Tool.find($0) != nil }, "python3, node or jq is missing: make tools installs them"),
    arguments: walks.filter { $0.names(anyOf: tools) })
  func whatNeedsOtherToolsAppears(_ walk: Walkthrough) throws { try follow(walk) }

  private func follow(_ walk: Walkthrough) throws {
    // An update of the section before has moved this one.
    let lines = try Self.lines(of: walk.document)
    let section = try #require(Walkthrough.all(in: walk.document, lines).first { $0.title == walk.title })
    let now = try Reader(of: walk.document).follow(section, in: lines).joined(separator: "\n")
    let difference = Expect.difference(file: walk.document, from: now)
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// It is a recording of what another test has seen to be so.
  @Test func thePictureShowsWhatAppears() throws {
    let drawn = try Repository.text("examples/picture/session.svg").matches(of: /<text[^>]*>(.*?)<\/text>/).map {
      String($0.1).replacing(/<[^>]*>/, with: "").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        .replacing("&amp;", with: "&")
    }
    let lines = try Self.lines(of: "examples/picture/README.md")
    let walks = Self.walks.filter { $0.document == "examples/picture/README.md" }
    let shown = walks.flatMap(\.steps).flatMap { $0.shown(in: lines) }
    #expect(shown.count > 20)
    for line in shown {
      #expect(drawn.contains { matches($0, line) }, "'\(line)' is not in the picture; make picture records it anew")
    }
  }
}
