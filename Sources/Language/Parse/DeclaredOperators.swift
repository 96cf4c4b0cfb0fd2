/// Operators and precedence groups that a program declares.
internal import SwiftOperators
internal import SwiftParser
internal import SwiftSyntax

/// The operator table of a program with operators of its own.
///
/// SwiftOperators reads `lowerThan` the wrong way round, so every relation is stated as `higherThan`, in the group that is
/// the higher one; the standard groups are therefore written down here and not taken from its standard table.
struct DeclaredOperators {
  private(set) var table = OperatorTable.standardOperators
  private(set) var assignments: Set<String> = []

  struct Group {
    var associativity = "none"
    var isAssignment = false
    var higherThan: [String] = []
  }

  init(_ texts: [String]) {
    let declared = Parser.parse(source: texts.joined(separator: "\n"))
    var groups = Self.standardGroups
    var lower: [(String, String)] = []
    for case let node? in declared.statements.map({ $0.item.as(PrecedenceGroupDeclSyntax.self) }) {
      var group = Group()
      for attribute in node.groupAttributes {
        switch attribute {
        case .precedenceGroupAssociativity(let attribute): group.associativity = attribute.value.text
        case .precedenceGroupAssignment(let attribute): group.isAssignment = attribute.value.text == "true"
        case .precedenceGroupRelation(let relation):
          for name in relation.precedenceGroups.map(\.name.text) {
            if relation.higherThanOrLowerThanLabel.text == "lowerThan" {
              lower.append((node.name.text, name))
            } else {
              group.higherThan.append(name)
            }
          }
        @unknown default: continue
        }
      }
      groups[node.name.text] = group
    }
    for (name, above) in lower { groups[above]?.higherThan.append(name) }
    var text = groups.sorted { $0.key < $1.key }.map { name, group in
      "precedencegroup \(name) { associativity: \(group.associativity)\n assignment: \(group.isAssignment)\n"
        + group.higherThan.map { " higherThan: \($0)\n" }.joined() + "}\n"
    }.joined()
    for (group, operators) in Self.standardOperators {
      for name in operators.split(separator: " ") { text += "infix operator \(name): \(group)\n" }
    }
    table = OperatorTable()
    table.addSourceFile(Parser.parse(source: text)) { _ in }
    for case let node? in declared.statements.map({ $0.item.as(OperatorDeclSyntax.self) }) {
      var node = node
      if node.operatorPrecedenceAndTypes == nil, node.fixitySpecifier.text == "infix" {
        node.operatorPrecedenceAndTypes = OperatorPrecedenceAndTypesSyntax(
          colon: .colonToken(), precedenceGroup: .identifier("DefaultPrecedence"), designatedTypes: [])
      }
      table.addSourceFile(SourceFileSyntax(statements: [CodeBlockItemSyntax(item: .decl(DeclSyntax(node)))])) { _ in }
      if groups[node.operatorPrecedenceAndTypes?.precedenceGroup.text ?? ""]?.isAssignment == true {
        assignments.insert(node.name.text)
      }
    }
  }

  static let standardGroups: [String: Group] = [
    "AssignmentPrecedence": Group(associativity: "right", isAssignment: true),
    "FunctionArrowPrecedence": Group(associativity: "right", higherThan: ["AssignmentPrecedence"]),
    "TernaryPrecedence": Group(associativity: "right", higherThan: ["FunctionArrowPrecedence"]),
    "DefaultPrecedence": Group(higherThan: ["TernaryPrecedence"]),
    "LogicalDisjunctionPrecedence": Group(associativity: "left", higherThan: ["TernaryPrecedence"]),
    "LogicalConjunctionPrecedence": Group(associativity: "left", higherThan: ["LogicalDisjunctionPrecedence"]),
    "ComparisonPrecedence": Group(higherThan: ["LogicalConjunctionPrecedence"]),
    "NilCoalescingPrecedence": Group(associativity: "right", higherThan: ["ComparisonPrecedence"]),
    "CastingPrecedence": Group(higherThan: ["NilCoalescingPrecedence"]),
    "RangeFormationPrecedence": Group(higherThan: ["CastingPrecedence"]),
    "AdditionPrecedence": Group(associativity: "left", higherThan: ["RangeFormationPrecedence"]),
    "MultiplicationPrecedence": Group(associativity: "left", higherThan: ["AdditionPrecedence"]),
    "BitwiseShiftPrecedence": Group(higherThan: ["MultiplicationPrecedence"]),
  ]

  private static let standardOperators: [(String, String)] = [
    ("BitwiseShiftPrecedence", "<< >> &<< &>>"), ("MultiplicationPrecedence", "* &* / % &"),
    ("AdditionPrecedence", "+ &+ - &- | ^"), ("RangeFormationPrecedence", "... ..<"), ("NilCoalescingPrecedence", "??"),
    ("ComparisonPrecedence", "< <= > >= == != === !== ~= .== .!= .< .<= .> .>="),
    ("LogicalConjunctionPrecedence", "&& .& .^"), ("LogicalDisjunctionPrecedence", "|| .|"),
    ("AssignmentPrecedence", "*= /= %= += -= <<= >>= &= |= ^= &*= &+= &-= &<<= &>>= .&= .|= .^="),
  ]
}

extension Conventions {
  /// Notes the operators that the texts declare and the types that are skipped.
  mutating func learn(from trees: [SourceFileSyntax], _ progress: Progress? = nil) {
    let statements = trees.flatMap { Array($0.statements) }
    let own = Set(
      statements.compactMap { statement in
        progress?.advance()
        return statement.declaredName
      })
    let known = isDeclared
    isDeclared = { own.contains($0) || known($0) }
    var others: [CodeBlockItemSyntax] = []
    for statement in statements {
      progress?.advance()
      if statement.declaresInterpolation { hasOwnInterpolations = true }
      if let declaration = statement.item.as(OperatorDeclSyntax.self) {
        operators[declaration.key] = declaration.trimmedDescription
      } else if let group = statement.item.as(PrecedenceGroupDeclSyntax.self) {
        operators[group.key] = group.trimmedDescription
      } else {
        others.append(statement)
      }
    }
    // What is skipped can be what another one inherits from, further up or in an earlier file.
    var count = -1
    while count != skipped.count {
      count = skipped.count
      others.removeAll { statement in
        progress?.advance()
        guard let (name, part) = ScreenPart.declared(by: statement, self) else { return false }
        skipped[name] = part
        return true
      }
    }
  }
}

extension CodeBlockItemSyntax {
  /// What its declaration names. Asked case by case: the first cast to a protocol of the syntax takes milliseconds, since
  /// the runtime looks through all its conformances.
  fileprivate var declaredName: String? {
    guard case .decl(let declaration) = item else { return nil }
    return switch declaration.as(DeclSyntaxEnum.self) {
    case .actorDecl(let node): node.name.text
    case .associatedTypeDecl(let node): node.name.text
    case .classDecl(let node): node.name.text
    case .enumDecl(let node): node.name.text
    case .functionDecl(let node): node.name.text
    case .macroDecl(let node): node.name.text
    case .operatorDecl(let node): node.name.text
    case .precedenceGroupDecl(let node): node.name.text
    case .protocolDecl(let node): node.name.text
    case .structDecl(let node): node.name.text
    case .typeAliasDecl(let node): node.name.text
    default: nil
    }
  }
}

extension CodeBlockItemSyntax {
  /// `extension String.StringInterpolation` with an `appendInterpolation(_:)`, whatever comes behind that has a default.
  fileprivate var declaresInterpolation: Bool {
    guard case .decl(let declaration) = item, case .extensionDecl(let node) = declaration.as(DeclSyntaxEnum.self),
      ["String.StringInterpolation", "DefaultStringInterpolation"].contains(node.extendedType.trimmedDescription)
    else { return false }
    return node.memberBlock.members.contains { member in
      guard case .functionDecl(let function) = member.decl.as(DeclSyntaxEnum.self) else { return false }
      let parameters = function.signature.parameterClause.parameters
      return function.name.text == "appendInterpolation" && parameters.first?.firstName.text == "_"
        && parameters.dropFirst().allSatisfy { $0.defaultValue != nil }
    }
  }
}

extension OperatorDeclSyntax {
  /// `infix operator <+>`
  var key: String { fixitySpecifier.text + " operator " + name.text }
}

extension PrecedenceGroupDeclSyntax {
  var key: String { "precedencegroup " + name.text }
}
