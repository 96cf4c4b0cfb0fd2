/// The library's tables are text that is only read when a program mentions it. These tests read all of it.
import Testing

@testable import Language

@Suite struct TableTests {
  let library = Library()

  /// The type of a table; a nested one's name is qualified.
  private func nominal(_ name: String) -> Nominal? {
    var parts = name.split(separator: ".").map(String.init)
    var found = library.type(named: parts.removeFirst())
    for part in parts { found = found.flatMap { library.nestedType(of: $0, named: part) } }
    return found
  }

  // One test for all types, and no case for each: every case would read the library anew.
  @Test func everySignatureOfEveryTypeIsRead() throws {
    for name in LibraryIndex.all.typeNames {
      let table = try #require(LibraryIndex.all.type(named: name))
      let owner = try #require(nominal(name), "no type \(name)")
      #expect(owner.qualifiedName == name)
      for entry in table.entries { check(entry, owner) }
    }
  }

  @Test func everyGlobalFunctionIsRead() {
    for entry in LibraryIndex.all.globals { check(entry, nil) }
  }

  @Test(arguments: LibraryIndex.all.aliases.keys.sorted())
  func everyAliasIsAType(_ name: String) throws {
    let text = try #require(LibraryIndex.all.aliases[name])
    let type = try #require(library.resolve(text))
    #expect(!type.hasHoles)
  }

  /// A trait is what the checker and the schema go by; the form itself is found by the type.
  @Test func aTypeIsCodedIfItHasACodedForm() throws {
    for name in LibraryIndex.all.typeNames {
      let type = try #require(nominal(name))
      #expect(type.has(.coded) == (CodedForm.of(type.selfType) != nil), "\(name)")
    }
  }

  @Test func aCaseWithoutMeaningIsAFault() throws {
    let digits = Nominal("Digits", .enumeration)
    let choices = Choices<Int>(["one": 1, "two": 2])
    #expect(choices.cases == "case one, two")
    #expect(try choices(.choice(EnumCase(name: "two", owner: digits, index: 1))) == 2)
    #expect(throws: Abort.self) { try choices(.choice(EnumCase(name: "three", owner: digits, index: 2))) }
  }

  @Test(arguments: LibraryIndex.all.commonest.keys.sorted())
  func whatIsWantedMostOftenIsThere(_ name: String) throws {
    let lineage = try #require(nominal(name)).lineage + library.environment.protocols(of: nominal(name)!).map(\.proto)
    for member in LibraryIndex.all.commonest[name] ?? [] {
      #expect(lineage.contains { !library.environment.members(of: $0, named: member).isEmpty }, "\(name).\(member)")
    }
  }

  /// Starting a program must not read the tables.
  @Test func makingALibraryReadsNothing() {
    #expect(library.environment.types.isEmpty)
    #expect(LibraryIndex.all.type(named: "NoSuchType") == nil)
  }

  private func check(_ entry: LibraryEntry, _ owner: Nominal?) {
    let text = "struct Members {\n\(entry.member)\n}"
    let diagnostics = Diagnostics()
    let file = SourceFile(SourceText(file: "library", text: text), isLibrary: true)
    let parsed = SourceParser.parse([file], Conventions(), into: diagnostics)[0]
    guard case .declaration(let declaration)? = parsed.statements.first?.kind,
      case .nominal(let node) = declaration.kind, node.members.count == 1
    else {
      Issue.record("not one member: \(entry.signature): \(diagnostics.list.map(\.message))")
      return
    }
    let declarer = Declarer(environment: library.environment, file: file, diagnostics: diagnostics)
    let declared = declarer.declareMember(node.members[0], owner: owner)
    guard declared.count == 1, let member = declared.first else {
      Issue.record("not one declaration: \(entry.signature)")
      return
    }
    member.resolved()
    let place = "\(owner?.qualifiedName ?? "global") \(entry.signature)"
    #expect(diagnostics.list.isEmpty, "\(place): \(diagnostics.list.map(\.message))")
    #expect(member.name == entry.baseName, "\(place)")
    #expect(!member.valueType.hasHoles, "\(place): \(member.valueType)")
    checkOperands(entry, member, owner, place)
  }

  /// The implementation takes as many operands as the signature has.
  private func checkOperands(_ entry: LibraryEntry, _ member: Declaration, _ owner: Nominal?, _ place: String) {
    let hasReceiver = owner != nil && !member.isStatic && member.kind != .initializer
    let count = member.parameters.count + (hasReceiver ? 1 : 0)
    switch entry.native {
    case .nullary: #expect(count == 0, "\(place)")
    case .unary: #expect(count == 1, "\(place)")
    case .binary: #expect(count == 2, "\(place)")
    case .ternary: #expect(count == 3, "\(place)")
    case .mutating: #expect(member.isMutating || member.parameters.first?.isInout == true, "\(place)")
    case .property: #expect(member.isSettable, "\(place)")
    case .writing: #expect(member.isMutating || member.parameters.last?.isInout == true, "\(place)")
    case .list, .contextual, .reference: break
    }
  }
}
