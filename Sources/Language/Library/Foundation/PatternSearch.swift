/// `NSRegularExpression` and what it speaks of places with: `NSRange`, which counts the units of UTF-16.
///
/// Patterns are those of `Regex`, and so is the matcher.
internal import Foundation

/// An `NSRange`.
final class UnitRangeObject: ValueObject<NSRange> {
  override var bulk: Value.Bulk { [] }
  override var text: String { "{\(content.location), \(content.length)}" }
}

/// An `NSRegularExpression`.
final class PatternObject: NativeObject {
  let pattern: String
  let program: RegexProgram
  fileprivate let names: [String?]

  init(_ pattern: String, _ options: RegexOptions, type: Type) throws(RegexFailure) {
    let read = try RegexPattern(pattern, options: options)
    self.pattern = pattern
    program = try RegexProgram(read)
    names = read.groups.map(\.name)
    super.init(type: type)
  }
}

/// Through which a block says that it has seen enough.
final class StopObject: NativeObject {
  fileprivate(set) var isAsked = false
}

/// An `NSTextCheckingResult`: where the pattern has matched, and its groups.
final class CheckingResultObject: NativeObject {
  let ranges: [NSRange]
  let names: [String?]

  init(_ ranges: [NSRange], names: [String?], type: Type) {
    (self.ranges, self.names) = (ranges, names)
    super.init(type: type)
  }
}

extension FoundationLibrary {
  static let patternTypes: [String: @Sendable () -> LibraryType] = [
    "NSRange": { LibraryType("struct NSRange: Hashable, CustomStringConvertible, Sendable {}", unitRange()) },
    "NSRegularExpression": { LibraryType("class NSRegularExpression {}", patternMembers()) },
    "NSRegularExpression.Options": {
      StandardLibrary.options(
        "Options",
        [
          ("caseInsensitive", 1), ("allowCommentsAndWhitespace", 2), ("dotMatchesLineSeparators", 8),
          ("anchorsMatchLines", 16),
        ])
    },
    "NSRegularExpression.MatchingOptions": {
      StandardLibrary.options(
        "MatchingOptions",
        [("reportProgress", 1), ("reportCompletion", 2), ("anchored", 4), ("withoutAnchoringBounds", 16)])
    },
    "NSRegularExpression.MatchingFlags": {
      StandardLibrary.options(
        "MatchingFlags", [("progress", 1), ("completed", 2), ("hitEnd", 4), ("requiredEnd", 8), ("internalError", 16)])
    },
    // `UnsafeMutablePointer<ObjCBool>` elsewhere; what a block does with it is the same.
    "NSRegularExpression.Stop": {
      LibraryType(
        "class Stop {}",
        [
          reference("var pointee: Bool { get set }") { call in
            .bool(call[0].object(StopObject.self)?.isAsked ?? false)
          } set: { call, value in
            call[0].object(StopObject.self)?.isAsked = value.flag
          }
        ])
    },
    "NSTextCheckingResult": { LibraryType("class NSTextCheckingResult {}", checkingResult()) },
  ]

  static func patternGlobals() -> [LibraryEntry] {
    [
      contextual("func NSMakeRange(_ loc: Int, _ len: Int) -> NSRange") { $0.unitRange($0[0].integer, $0[1].integer) },
      nullary("var NSNotFound: Int { get }") { .int(.max) },
      binary("func NSEqualRanges(_ range1: NSRange, _ range2: NSRange) -> Bool") {
        .bool($0.unitRange == $1.unitRange)
      },
      binary("func NSLocationInRange(_ loc: Int, _ range: NSRange) -> Bool") {
        location, range throws(Abort) in .bool(try isIn(range, location.integer))
      },
      contextual("func NSMaxRange(_ range: NSRange) -> Int") { call throws(Abort) in .int(try call.unitRangeEnd()) },
      contextual("func NSIntersectionRange(_ range1: NSRange, _ range2: NSRange) -> NSRange") { call throws(Abort) in
        let (first, second) = try call.unitRanges()
        let common = first.intersection(second) ?? NSRange()
        return call.unitRange(common.location, common.length)
      },
      contextual("func NSUnionRange(_ range1: NSRange, _ range2: NSRange) -> NSRange") { call throws(Abort) in
        let (first, second) = try call.unitRanges()
        let whole = first.union(second)
        return call.unitRange(whole.location, whole.length)
      },
    ]
  }

  /// Foundation counts how far a place is from the start of the range, and stops where that is no number.
  private static func isIn(_ range: Value, _ location: Int) throws(Abort) -> Bool {
    guard let range = range.unitRange, location >= range.location else { return false }
    let (distance, isOver) = location.subtractingReportingOverflow(range.location)
    if isOver { throw .overflow }
    return distance < range.length
  }

  /// What Foundation adds to ranges.
  static func unitRangeInitialisers() -> [LibraryEntry] {
    [
      contextual("init?<S: StringProtocol>(_ range: NSRange, in string: S) where Bound == String.Index") {
        call throws(Abort) in
        guard let nominal = call.result.wrapped?.nominal, let place = call[0].unitRange?.place(in: call[1].text) else {
          return .null
        }
        let start = call[1].textStart
        return .record(Record(nominal, [.int(place.lowerBound + start), .int(place.upperBound + start)]))
      },
      contextual("init?(_ range: NSRange) where Bound == Int") { call in
        guard let nominal = call.result.wrapped?.nominal, let range = call[0].unitRange, range.location != .max else {
          return .null
        }
        return .record(Record(nominal, [.int(range.location), .int(range.location + range.length)]))
      },
    ]
  }

  private static func unitRange() -> [LibraryEntry] {
    func part(_ name: String, _ path: any WritableKeyPath<NSRange, Int> & Sendable) -> LibraryEntry {
      property("var \(name): Int { get set }") {
        .int(($0[0].unitRange ?? NSRange())[keyPath: path])
      } set: {
        value, _, new throws(Abort) in
        guard let object = value.object(UnitRangeObject.self) else { return }
        var range = object.content
        range[keyPath: path] = new.integer
        value = .native(UnitRangeObject(range, type: object.type))
      }
    }
    return [
      contextual("init()") { $0.unitRange(0, 0) },
      contextual("init(location: Int, length: Int)") { $0.unitRange($0[0].integer, $0[1].integer) },
      contextual("init<R: RangeExpression>(_ region: R) where R.Bound == Int") { call throws(Abort) in
        guard case .record(let record) = call[0].unboxed, let (start, end) = Elements.bounds(record) else {
          throw call.fault("this range has no bounds")
        }
        let (length, isOverflown) = (end ?? .max).subtractingReportingOverflow(start)
        if isOverflown { throw .overflow }
        return call.unitRange(start, length)
      },
      contextual("init<R: RangeExpression>(_ region: R, in target: String) where R.Bound == String.Index") {
        call throws(Abort) in
        let text = call[1].text
        let range = try TextIndex.range(call[0], in: text, from: call[1].textStart)
        let start = text.utf16.distance(from: text.startIndex, to: range.lowerBound)
        return call.unitRange(start, text.utf16.distance(from: range.lowerBound, to: range.upperBound))
      },
      part("location", \.location), part("length", \.length),
      unary("var lowerBound: Int { get }") { .int($0.unitRange?.lowerBound ?? 0) },
      contextual("var upperBound: Int { get }") { call throws(Abort) in .int(try call.unitRangeEnd()) },
      binary("func contains(_ element: Int) -> Bool") { range, location throws(Abort) in
        .bool(try isIn(range, location.integer))
      },
      contextual("func intersection(_ other: NSRange) -> NSRange?") { call throws(Abort) in
        let (first, second) = try call.unitRanges()
        return first.intersection(second).map { call.unitRange($0.location, $0.length) } ?? .null
      },
      contextual("func union(_ other: NSRange) -> NSRange") { call throws(Abort) in
        let (first, second) = try call.unitRanges()
        let whole = first.union(second)
        return call.unitRange(whole.location, whole.length)
      },
      contextual("init?(_ string: String)") { call in
        NSRange(call[0].text).map { call.unitRange($0.location, $0.length) } ?? .null
      },
      unary("var description: String { get }") { .string($0.object(UnitRangeObject.self)?.text ?? "") },
    ]
  }

  private static func patternMembers() -> [LibraryEntry] {
    let place = "in string: String, options: NSRegularExpression.MatchingOptions = [], range: NSRange"
    return [
      contextual("init(pattern: String, options: NSRegularExpression.Options = []) throws") { call throws(Abort) in
        do throws(RegexFailure) {
          return .native(try PatternObject(call[0].text, RegexOptions(foundation: call[1].integer), type: call.result))
        } catch {
          let type = call.machine.library.type(named: "NSError").map { Type.nominal($0, []) } ?? .hole
          let info: [Value: Value] = [.string(FoundationLibrary.descriptionKey): .string(error.message)]
          throw .thrown(
            .native(PlatformErrorObject("NSCocoaErrorDomain", 2048, info, type: type)), at: call.location)
        }
      },
      unary("var pattern: String { get }") { .string($0.object(PatternObject.self)?.pattern ?? "") },
      unary("var numberOfCaptureGroups: Int { get }") { .int($0.object(PatternObject.self)?.names.count ?? 0) },
      contextual("func matches(\(place)) -> [NSTextCheckingResult]") { call throws(Abort) in
        let (type, names) = (call.result.argument(0), try call.pattern.names)
        return .array(
          try call.checkingResults().map { .native(CheckingResultObject($0, names: names, type: type)) })
      },
      contextual("func firstMatch(\(place)) -> NSTextCheckingResult?") { call throws(Abort) in
        guard let found = try call.checkingResults(count: 1).first else { return .null }
        let type = call.result.strippingOptionals.0
        return .native(CheckingResultObject(found, names: try call.pattern.names, type: type))
      },
      contextual("func numberOfMatches(\(place)) -> Int") { call throws(Abort) in
        .int(try call.checkingResults().count)
      },
      contextual("func rangeOfFirstMatch(\(place)) -> NSRange") { call throws(Abort) in
        let found = try call.checkingResults(count: 1).first?[0] ?? NSRange(location: NSNotFound, length: 0)
        return call.unitRange(found.location, found.length)
      },
      contextual("func stringByReplacingMatches(\(place), withTemplate templ: String) -> String") {
        call throws(Abort) in .string(try call.replacingMatches(with: call[4].text))
      },
      contextual(
        "func enumerateMatches(\(place), using block: (NSTextCheckingResult?, NSRegularExpression.MatchingFlags, "
          + "NSRegularExpression.Stop) throws -> Void) rethrows"
      ) { call throws(Abort) in
        let names = try call.pattern.names
        let stop = StopObject(type: call.machine.library.combineType("NSRegularExpression.Stop"))
        let type = call.machine.library.combineType("NSTextCheckingResult")
        // The block sees each match before the next is looked for.
        try call.eachCheckingResult { ranges throws(Abort) in
          let match = Value.native(CheckingResultObject(ranges, names: names, type: type))
          _ = try call[4].closure.call([match, .int(0), .native(stop)])
          return !stop.isAsked
        }
        return .void
      },
      contextual("static func escapedPattern(for string: String) -> String") { call in
        .string(NSRegularExpression.escapedPattern(for: call[call.arguments.count - 1].text))
      },
      contextual("static func escapedTemplate(for string: String) -> String") { call in
        .string(NSRegularExpression.escapedTemplate(for: call[call.arguments.count - 1].text))
      },
    ]
  }

  private static func checkingResult() -> [LibraryEntry] {
    [
      contextual("var range: NSRange { get }") { $0.range(0) },
      unary("var numberOfRanges: Int { get }") { .int($0.object(CheckingResultObject.self)?.ranges.count ?? 0) },
      contextual("func range(at idx: Int) -> NSRange") { call throws(Abort) in
        guard call[0].object(CheckingResultObject.self)?.ranges.indices.contains(call[1].integer) == true else {
          throw call.fault("a match has no range \(call[1].integer)")
        }
        return call.range(call[1].integer)
      },
      contextual("func range(withName name: String) -> NSRange") { call in
        let names = call[0].object(CheckingResultObject.self)?.names ?? []
        return call.range(names.firstIndex(of: call[1].text).map { $0 + 1 } ?? -1)
      },
    ]
  }
}

extension RegexOptions {
  /// From the bits of `NSRegularExpression.Options`.
  fileprivate init(foundation bits: Int) {
    self = []
    if bits & 1 != 0 { insert(.ignoresCase) }
    if bits & 2 != 0 { insert(.extended) }
    if bits & 8 != 0 { insert(.dotMatchesNewlines) }
    if bits & 16 != 0 { insert(.anchorsMatchLineEndings) }
  }
}

extension NSRange {
  /// The place in the bytes of UTF-8; nil for what is no part of the text.
  fileprivate func place(in text: String) -> Range<Int>? {
    guard location >= 0, length >= 0, location <= text.utf16.count, length <= text.utf16.count - location else {
      return nil
    }
    let start = text.utf16.index(text.startIndex, offsetBy: location)
    let end = text.utf16.index(start, offsetBy: length)
    return text.utf8.distance(from: text.startIndex, to: start)..<text.utf8.distance(from: text.startIndex, to: end)
  }
}

extension Value {
  var unitRange: NSRange? { object(UnitRangeObject.self)?.content }
}

extension NativeCall {
  func unitRange(_ location: Int, _ length: Int) -> Value {
    let type = machine.library.type(named: "NSRange").map { Type.nominal($0, []) } ?? .hole
    return .native(UnitRangeObject(NSRange(location: location, length: length), type: type))
  }

  fileprivate func unitRangeEnd() throws(Abort) -> Int {
    let range = self[0].unitRange ?? NSRange()
    let (end, isOver) = range.location.addingReportingOverflow(range.length)
    if isOver { throw .overflow }
    return end
  }

  /// Two ranges whose ends, and what lies between them, are numbers: Foundation computes all of these.
  fileprivate func unitRanges() throws(Abort) -> (NSRange, NSRange) {
    let ranges = (self[0].unitRange ?? NSRange(), self[1].unitRange ?? NSRange())
    let (first, isFirstOver) = ranges.0.location.addingReportingOverflow(ranges.0.length)
    let (second, isSecondOver) = ranges.1.location.addingReportingOverflow(ranges.1.length)
    let starts = [ranges.0.location, ranges.1.location, first, second]
    guard !isFirstOver, !isSecondOver, !starts.max()!.subtractingReportingOverflow(starts.min()!).overflow else {
      throw .overflow
    }
    return ranges
  }

  /// A range of a match; that of nothing for a group that took no part.
  fileprivate func range(_ index: Int) -> Value {
    let ranges = self[0].object(CheckingResultObject.self)?.ranges ?? []
    let range = ranges.indices.contains(index) ? ranges[index] : NSRange(location: NSNotFound, length: 0)
    return unitRange(range.location, range.length)
  }

  fileprivate var pattern: PatternObject {
    get throws(Abort) {
      guard let pattern = self[0].object(PatternObject.self) else { throw .trap("library: this is no pattern") }
      return pattern
    }
  }

  /// The part of the text that is searched, and where it begins.
  private func searched() throws(Abort) -> (text: String, before: String) {
    let text = self[1].text
    guard let range = self[3].unitRange, let place = range.place(in: text) else {
      throw fault("the range \(self[3].object(UnitRangeObject.self)?.text ?? "") is no part of the text")
    }
    let start = text.utf8.index(text.startIndex, offsetBy: place.lowerBound)
    let end = text.utf8.index(text.startIndex, offsetBy: place.upperBound)
    return (String(text[start..<end]), String(text[..<start]))
  }

  private func eachMatch(
    in text: String, _ found: (RegexMatch) throws(Abort) -> Bool
  ) throws(Abort) {
    let machine = machine
    var matcher = try RegexMatcher(
      try pattern.program, text,
      RegexBudget(
        spend: { steps throws(Abort) in try machine.spend(steps) },
        grow: { count, addition, bytes throws(Abort) in try machine.grow(to: count, adding: addition, bytes: bytes) }))
    let isAnchored = self[2].integer & 4 != 0
    if isAnchored {
      if let match = try matcher.prefix() { _ = try found(match) }
      return
    }
    try matcher.all(found)
  }

  /// Of each match, its range and those of its groups.
  fileprivate func checkingResults(count: Int = .max) throws(Abort) -> [[NSRange]] {
    var result: [[NSRange]] = []
    try eachCheckingResult { ranges throws(Abort) in
      result.append(ranges)
      try ValueSize.check(result.count, adding: 1)
      return result.count < count
    }
    return result
  }

  /// - Parameter found: gets the ranges of a match and of its groups, and says whether there is to be another.
  fileprivate func eachCheckingResult(_ found: ([NSRange]) throws(Abort) -> Bool) throws(Abort) {
    let (text, before) = try searched()
    let offset = before.utf16.count
    var (units, bytes) = (0, 0)
    // Positions rise: each is counted from the last.
    func unit(_ position: Int) -> Int {
      let from = text.utf8.index(text.startIndex, offsetBy: min(position, bytes))
      let to = text.utf8.index(text.startIndex, offsetBy: max(position, bytes))
      let distance = text.utf16.distance(from: from, to: to)
      return position >= bytes ? units + distance : units - distance
    }
    try eachMatch(in: text) { match throws(Abort) in
      units = unit(match.range.lowerBound)
      bytes = match.range.lowerBound
      return try found(
        ([match.range] + match.groups).map { range in
          guard let range else { return NSRange(location: NSNotFound, length: 0) }
          let start = unit(range.lowerBound)
          return NSRange(location: offset + start, length: unit(range.upperBound) - start)
        })
    }
  }

  /// `$1` in the template is what the first group captured, `$0` the whole match.
  fileprivate func replacingMatches(with template: String) throws(Abort) -> String {
    let (text, before) = try searched()
    func part(_ range: Range<Int>) -> Substring {
      let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
      return text[start..<text.utf8.index(start, offsetBy: range.count)]
    }
    var (result, end) = (before, 0)
    try eachMatch(in: text) { match throws(Abort) in
      let size = result.utf8.count
      result += part(end..<match.range.lowerBound)
      let ranges = [match.range] + match.groups
      var rest = template[...]
      while let character = rest.popFirst() {
        switch character {
        case "\\": if let next = rest.popFirst() { result.append(next) }
        case "$":
          let digits = rest.prefix { $0.isASCII && $0.isNumber }.prefix(1)
          rest = rest.dropFirst(digits.count)
          guard let index = Int(digits) else {
            result.append(character)
            continue
          }
          if ranges.indices.contains(index), let range = ranges[index] { result += part(range) }
        default: result.append(character)
        }
      }
      end = match.range.upperBound
      try ValueSize.check(result.utf8.count, adding: result.utf8.count - size)
      return true
    }
    let whole = self[1].text
    let tail = whole.utf8.index(whole.startIndex, offsetBy: before.utf8.count + text.utf8.count)
    return result + part(end..<text.utf8.count) + whole[tail...]
  }
}
