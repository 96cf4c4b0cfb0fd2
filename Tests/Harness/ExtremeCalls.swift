/// Calls of everything in the library with operands at the ends of their ranges: the largest and smallest numbers, no
/// number at all, empty and long texts and collections, positions out of bounds or of something else, dates before and
/// after all others. Whatever is wrong with a call, the program is to be told; the process goes on.
///
/// The operands come from the library's own tables: a value of a type is whatever gives one. Calls that the checker
/// refuses are counted as not made. The same seed gives the same calls.
import Foundation
package import Language
import TestSupport

package struct ExtremeCalls {
  package struct Call {
    package let member: String
    package let text: String
  }

  private let members: [LibraryMember]
  private var random: SeededRandom
  /// Expressions that give a value, by its type.
  private var values: [String: [String]]

  package init(seed: UInt64) {
    members = LibraryMember.all()
    random = SeededRandom(seed: seed)
    values = Self.numbers.merging(Self.given) { $1 }
    for _ in 0..<3 { derive() }
  }

  package var memberCount: Int { members.count }

  /// So many calls of each member.
  package mutating func calls(ofEach count: Int) -> [Call] {
    members.flatMap { member -> [Call] in
      var texts: [String] = []
      // Many more are tried for members with several operands, and each type that has the member is called.
      let types = member.owner.flatMap { Self.conforming[$0]?.count } ?? 1
      let wanted = (member.isSettable ? count * 4 : count) * types
      for _ in 0..<(wanted * 3) where texts.count < wanted {
        if let text = call(member), !texts.contains(text) { texts.append(text) }
      }
      let name = Self.title(of: member)
      if texts.isEmpty { return [Call(member: name, text: "")] }
      return texts.map { Call(member: name, text: $0) }
    }
  }

  package static func title(of member: LibraryMember) -> String {
    (member.owner.map { $0 + "." } ?? "") + member.name
      + (member.kind == .variable ? "" : "(" + member.parameters.map { ($0.label ?? "_") + ":" }.joined() + ")")
  }

  /// What the calls speak of.
  package static let prelude = """
    import Combine
    import Foundation
    enum Odd: Error { case one }
    struct Item: Hashable, Codable, Identifiable { var id = 1; var name = "a" }
    final class Store: ObservableObject { @Published var count = 0 }
    let s = "héllo, 👩‍👩‍👧 wörld"
    """

  private mutating func chance(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  private mutating func pick(_ list: [String]) -> String? { list.isEmpty ? nil : list[chance(list.count)] }

  // MARK: Calls

  /// The statements of one call; nil where an operand cannot be made.
  private mutating func call(_ member: LibraryMember) -> String? {
    guard let expression = expression(member) else { return nil }
    let (before, text) = expression
    let effects = (member.isThrowing ? "try? " : "") + (member.isAsync ? "await " : "")
    var lines = before
    if member.result == "()" || member.result == "Never" {
      lines.append(effects + text)
    } else {
      lines.append("let r = \(effects)\(text)")
      // It is asked for everything, or for one value at a time.
      let demand = chance(2) == 0 ? "" : ".buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest)"
      lines.append(
        isPublisher(member.result)
          ? "let c = r\(demand).prefix(20).sink(receiveCompletion: { _ in }, receiveValue: { _ in })"
          : "print(\"\\(r)\".count)")
    }
    if member.isSettable, member.kind == .variable || member.kind == .subscripted,
      let value = value(member.result, member)
    {
      lines.append("\(text) = \(value)")
    }
    return lines.joined(separator: "\n")
  }

  private func isPublisher(_ type: String) -> Bool {
    type.hasPrefix("Publishers.") || type.hasPrefix("AnyPublisher")
      || ["Just", "Fail", "Empty", "Deferred", "Record"]
        .contains { type == $0 || type.hasPrefix($0 + "<") }
  }

  /// What has to stand before it, and the expression.
  private mutating func expression(_ member: LibraryMember) -> (before: [String], text: String)? {
    var before: [String] = []
    var arguments: [String] = []
    var operands: [String] = []
    for (index, parameter) in member.parameters.enumerated() {
      if parameter.hasDefault, chance(3) == 0 { continue }
      var all: [String] = []
      for _ in 0..<(parameter.isVariadic ? chance(3) : 1) {
        guard let value = value(parameter.type, member) else { return nil }
        all.append(value)
      }
      guard var text = all.isEmpty ? (parameter.isVariadic ? "" : nil) : all.joined(separator: ", ") else { return nil }
      if text.isEmpty { continue }
      if parameter.isInout {
        before.append("var v\(index) = \(text)")
        text = "&v\(index)"
      }
      operands.append(text)
      arguments.append((parameter.label.map { $0 + ": " } ?? "") + text)
    }
    let list = "(" + arguments.joined(separator: ", ") + ")"
    switch member.kind {
    case .operatorFunction:
      guard operands.count == member.parameters.count else { return nil }
      if operands.count == 2 { return (before, "(\(operands[0])) \(member.name) (\(operands[1]))") }
      return operands.first.map {
        (before, member.fixity == "postfix" ? "(\($0))\(member.name)" : "\(member.name)(\($0))")
      }
    case .initializer: return member.owner.flatMap { spelled($0) }.map { (before, $0 + list) }
    case .enumCase:
      return member.owner.flatMap { spelled($0) }.map {
        (before, "\($0).\(member.name)" + (arguments.isEmpty ? "" : list))
      }
    case .function, .variable, .subscripted:
      let last =
        switch member.kind {
        case .variable: member.name
        case .subscripted: "[" + arguments.joined(separator: ", ") + "]"
        default: member.name + list
        }
      guard let owner = member.owner else { return (before, last) }
      let dot = member.kind == .subscripted ? "" : "."
      if member.isStatic { return spelled(owner).map { (before, $0 + dot + last) } }
      guard let receiver = receiver(owner) else { return nil }
      if member.isMutating || member.isSettable {
        before.append("var x = \(receiver)")
        return (before, "x" + dot + last)
      }
      return (before, "(\(receiver))" + dot + last)
    }
  }

  /// A type as a program names it.
  private func spelled(_ owner: String) -> String? {
    if let conforming = Self.conforming[owner]?.last { return values[conforming] == nil ? nil : conforming }
    return Self.arguments[owner].map { owner + $0 } ?? owner
  }

  private mutating func receiver(_ owner: String) -> String? {
    if let types = Self.conforming[owner] { return pick(types).flatMap { pick(values[$0] ?? []) } }
    return pick(values[owner] ?? values[owner + (Self.arguments[owner] ?? "")] ?? [])
  }

  // MARK: Operands

  private mutating func value(_ written: String, _ member: LibraryMember, depth: Int = 0) -> String? {
    guard depth < 4 else { return nil }
    var type = written
    for prefix in ["inout ", "any "] where type.hasPrefix(prefix) { type.removeFirst(prefix.count) }
    if let bounds = member.generics[type] { return generic(bounds) }
    if type == "Self", let owner = member.owner { return receiver(owner) }
    if let meant = Self.meaning[type] ?? Self.meaning[type.replacing("Self.", with: "")] { type = meant }
    if let own = values[type] ?? Self.conforming[type]?.flatMap({ values[$0] ?? [] }), !own.isEmpty { return pick(own) }
    if type.hasSuffix("?") {
      if chance(4) == 0 { return "nil" }
      return value(Self.unwrapped(String(type.dropLast())), member, depth: depth + 1)
    }
    if type.hasSuffix(".Type") { return "Int.self" }
    if type.hasPrefix("[") { return list(String(type.dropFirst().dropLast()), member, depth) }
    if let arrow = Self.arrow(in: type) { return closure(type, arrow, member, depth) }
    if type.hasPrefix("("), type.hasSuffix(")") {
      let parts = Self.parts(String(type.dropFirst().dropLast())).map { value($0, member, depth: depth + 1) }
      guard parts.allSatisfy({ $0 != nil }) else { return nil }
      return "(" + parts.compactMap { $0 }.joined(separator: ", ") + ")"
    }
    if type.contains("KeyPath<") { return #"\.self"# }
    // Of a generic type there are values for some arguments.
    return type.firstIndex(of: "<").flatMap { pick(values[String(type[..<$0])] ?? []) }
  }

  private mutating func generic(_ bounds: [String]) -> String? {
    for bound in bounds {
      if let types = Self.conforming[bound] { return pick(types).flatMap { pick(values[$0] ?? []) } }
    }
    return pick(values["Int"] ?? [])
  }

  private mutating func list(_ inside: String, _ member: LibraryMember, _ depth: Int) -> String? {
    if let colon = inside.range(of: " : ") {
      guard let key = value(String(inside[..<colon.lowerBound]), member, depth: depth + 1),
        let item = value(String(inside[colon.upperBound...]), member, depth: depth + 1)
      else { return nil }
      return pick(["[:]", "[\(key): \(item)]"])
    }
    guard let item = value(inside, member, depth: depth + 1) else { return nil }
    return pick(["[]", "[\(item)]", "[\(item), \(item)]", "Array(repeating: \(item), count: 2_000)"])
  }

  private mutating func closure(
    _ type: String, _ arrow: String.Index, _ member: LibraryMember, _ depth: Int
  ) -> String? {
    let left = type[..<arrow]
    guard let close = left.lastIndex(of: ")") else { return nil }
    let count = Self.parts(String(left[left.index(after: left.startIndex)..<close])).filter { !$0.isEmpty }.count
    let parameters = count == 0 ? "" : Array(repeating: "_", count: count).joined(separator: ", ") + " in "
    let result = String(type[type.index(arrow, offsetBy: 4)...])
    if result == "()" { return "{ \(parameters)}" }
    if result == "Bool" {
      return pick(["{ \(parameters)true }", "{ \(parameters)false }", "{ \(parameters)Bool.random() }"])
    }
    if left.contains("throws"), chance(3) == 0 { return "{ \(parameters)throw Odd.one }" }
    return value(result, member, depth: depth + 1).map { "{ \(parameters)\($0) }" }
  }

  // MARK: Types as text

  private static func unwrapped(_ type: String) -> String {
    type.hasPrefix("(") && type.hasSuffix(")") && parts(String(type.dropFirst().dropLast())).count == 1
      ? String(type.dropFirst().dropLast()) : type
  }

  /// Where ` -> ` stands, outside of all brackets.
  private static func arrow(in type: String) -> String.Index? {
    var depth = 0
    var index = type.startIndex
    while index < type.endIndex {
      switch type[index] {
      case "(", "[", "<": depth += 1
      case ")", "]": depth -= 1
      case ">" where index > type.startIndex && type[type.index(before: index)] != "-": depth -= 1
      case " " where depth == 0 && type[index...].hasPrefix(" -> "): return index
      default: break
      }
      index = type.index(after: index)
    }
    return nil
  }

  /// What is separated by commas outside of brackets, without labels.
  private static func parts(_ list: String) -> [String] {
    var parts: [String] = [""]
    var depth = 0
    for character in list {
      if character == ",", depth == 0 {
        parts.append("")
        continue
      }
      if "([<".contains(character) { depth += 1 }
      if ")]".contains(character) || character == ">" && parts[parts.count - 1].last != "-" { depth -= 1 }
      parts[parts.count - 1].append(character)
    }
    return parts.map { part in
      let text = part.drop { $0 == " " }
      let label = text.prefix { $0.isLetter || $0 == "_" }
      return text.dropFirst(label.count).hasPrefix(": ") ? String(text.dropFirst(label.count + 2)) : String(text)
    }
  }

  // MARK: What gives values

  /// Adds what the library's own members give: initialisers, constants, functions, properties.
  private mutating func derive() {
    var made: [String: [String]] = [:]
    for member in members where !member.isAsync && !member.isMutating && member.name != "fatalError" {
      var type = member.kind == .initializer ? member.owner ?? "" : member.result
      if type == "Self", let owner = member.owner { type = owner }
      guard type.first?.isUppercase == true, !type.contains("Self"), Self.given[type] == nil, Self.numbers[type] == nil,
        made[type]?.count ?? 0 < 6, values[type]?.count ?? 0 < 12, let (before, text) = expression(member),
        before.isEmpty, text.count < 160
      else { continue }
      made[type, default: []].append(member.isThrowing ? "(try! \(text))" : text)
    }
    for (type, texts) in made {
      values[type, default: []] += texts.filter { !(values[type] ?? []).contains($0) }
    }
  }
}
