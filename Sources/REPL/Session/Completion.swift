// What Tab offers: Swift from the daemon, which knows the types; commands, paths and files from here.
import ClientConnection
import Glibc
import Wire

/// The texts that could stand where one is being typed.
struct Completion: Equatable {
  struct Candidate: Equatable {
    /// Takes the place of what was typed.
    var text: String
    /// Shown beside it when there are several.
    var note = ""
    /// Whether it is done when it is inserted: then a space may follow.
    var isWhole = true
    /// Whether it has the type that is wanted there.
    var fits = false
  }

  /// Where the replaced text begins, in UTF-8 bytes of the line; it ends at the cursor.
  var start: Int
  var candidates: [Candidate]

  static let none = Completion(start: 0, candidates: [])

  /// The same, for a word that begins elsewhere: readline decides by characters where words begin, the daemon by grammar.
  func moved(to wordStart: Int, in line: String) -> Completion {
    guard wordStart != start else { return self }
    let bytes = Array(line.utf8)
    if wordStart < start {
      let between = String(decoding: bytes[wordStart..<start], as: UTF8.self)
      return Completion(
        start: wordStart,
        candidates: candidates.map { $0.with(text: between + $0.text) })
    }
    let between = String(decoding: bytes[start..<wordStart], as: UTF8.self)
    return Completion(
      start: wordStart,
      candidates: candidates.filter { $0.text.hasPrefix(between) }.map {
        $0.with(text: String($0.text.dropFirst(between.count)))
      })
  }
}

extension Completion.Candidate {
  fileprivate func with(text: String) -> Self {
    var candidate = self
    candidate.text = text
    return candidate
  }
}

extension Session {
  /// How long Tab may wait for the daemon while more keys are there, and while none are.
  static let completionWait = Duration.milliseconds(400)
  static let completionPatience = Duration.seconds(5)

  /// What could stand at `point`, given in UTF-8 bytes of the line.
  func complete(line: String, point: Int) -> Completion {
    if !reader.isInsideEntry, line.first == ":" { return completeCommand(line, point) }
    let before = reader.isInsideEntry ? reader.pendingText + "\n" : ""
    let offset = before.utf8.count
    let params = ProgramComplete.Params(source: before + line, offset: offset + point, namespace: namespace)
    guard let result = askNow(ProgramComplete.self, params) else { return .none }
    return Completion(
      start: max(0, result.start - offset),
      candidates: result.candidates.map { candidate in
        .init(
          text: candidate.kind == "label" ? candidate.name + " " : candidate.name, note: candidate.note, isWhole: false,
          fits: candidate.fits)
      })
  }

  private func completeCommand(_ line: String, _ point: Int) -> Completion {
    let typed = String(decoding: Array(line.utf8.prefix(point)), as: UTF8.self)
    let name = typed.dropFirst().prefix { !$0.isWhitespace }
    if name.count == typed.count - 1 {
      return Completion(start: 1, candidates: commands(from: String(name)))
    }
    guard let command = try? Command.find(String(name)) else { return .none }
    let word = String(typed.suffix(while: { !$0.isWhitespace }))
    let start = point - word.utf8.count
    let formMark = OutputForm.optionName + "="
    if word.hasPrefix(formMark), command.options.contains(OutputForm.optionName) {
      return Completion(
        start: start + formMark.utf8.count, candidates: begun(String(word.dropFirst(formMark.count)), OutputForm.names))
    }
    if word.first == "-", !command.options.isEmpty {
      return Completion(start: start, candidates: begun(word, command.options))
    }
    if typed.dropLast(word.count).words.last == OutputForm.optionName, command.options.contains(OutputForm.optionName) {
      return Completion(start: start, candidates: begun(word, OutputForm.names))
    }
    switch command.argument {
    case .none: return .none
    case .topic:
      return Completion(
        start: start, candidates: commands(from: word) + topics(from: word) + operators(from: word) + names(from: word))
    case .namespace: return completeNamespace(word, typed, start: start)
    case .pipeline:
      let count = typed.words.count - (word.isEmpty ? 0 : 1)
      guard count > 1 else {
        return Completion(start: start, candidates: begun(word, PipelineVerb.allCases.map(\.rawValue)))
      }
      return count == 2 ? completePipeline(word, start: start) : .none
    case .draft:
      let words = typed.words
      guard words.count - (word.isEmpty ? 0 : 1) > 1 else {
        return Completion(start: start, candidates: begun(word, DraftVerb.allCases.map(\.rawValue)))
      }
      guard words.count - (word.isEmpty ? 0 : 1) == 2 else { return .none }
      return words[1] == DraftVerb.open.rawValue ? completePath(word, start: start) : completeDraft(word, start: start)
    case .choice(let choices): return Completion(start: start, candidates: begun(word, choices))
    case .watched: return Completion(start: start, candidates: begun(word, watches.watches.map(\.pattern)))
    case .pinned: return Completion(start: start, candidates: begun(word, pins.patterns))
    case .file: return completeFile(word, start: start)
    case .condition:
      guard typed.words.count - (word.isEmpty ? 0 : 1) > 1 else { return completePath(word, start: start) }
      return completeCondition(typed)
    case .assignment:
      let words = typed.words
      guard words.count - (word.isEmpty ? 0 : 1) > 1 else { return completePath(word, start: start) }
      return completeValue(word, of: words[1], start: start)
    case .path, .paths: return completePath(word, start: start)
    }
  }

  /// Swift over `value` and `old`, which have the type of what is at the path: it stands in a closure there.
  private func completeCondition(_ typed: String) -> Completion {
    let rest = typed.drop { !$0.isWhitespace }.drop(while: \.isWhitespace)
    let path = rest.prefix { !$0.isWhitespace }
    let condition = String(rest.dropFirst(path.count).drop(while: \.isWhitespace))
    let names = ["value", "old"]
    let word = String(condition.suffix { $0.isLetter || $0.isNumber || $0 == "_" })
    let isMember = condition.dropLast(word.count).last == "."
    let start = typed.utf8.count - word.utf8.count
    let own = isMember ? [] : names.filter { $0.hasPrefix(word) }.map { Completion.Candidate(text: $0, isWhole: false) }
    // Closures over lists of it: so both have the type of what is at the path, and a Bool is wanted.
    let place = path.last == "?" ? path.dropLast() : path
    let before = "[\(place)].contains { old in [\(place)].contains { value in "
    let source = before + condition
    let params = ProgramComplete.Params(
      source: source, offset: before.utf8.count + condition.utf8.count, namespace: namespace)
    let found = (askNow(ProgramComplete.self, params)?.candidates ?? []).filter {
      !names.contains($0.name) && ($0.kind != "keyword" || ["true", "false", "nil"].contains($0.name))
    }
    return Completion(
      start: start, candidates: own + found.map { .init(text: $0.name, note: $0.note, isWhole: false, fits: $0.fits) })
  }

  /// JSON, as far as there are few values: cases and truth values.
  private func completeValue(_ word: String, of path: String, start: Int) -> Completion {
    let params = StoreSchema.Params { $0.path = absolute(path) }
    guard let schema = askNow(StoreSchema.self, params)?.schema else { return .none }
    func values(_ type: JSONValue, _ depth: Int) -> [JSONValue] {
      if let name = type["$ref"]?.string?.split(separator: "/").last, depth < 8 {
        return schema["$defs"]?[String(name)].map { values($0, depth + 1) } ?? []
      }
      if let choices = type["enum"]?.array { return choices }
      if let parts = type["anyOf"]?.array, depth < 8 { return parts.flatMap { values($0, depth + 1) } }
      return switch type["type"]?.string {
      case "boolean": [true, false]
      case "null": [.null]
      default: []
      }
    }
    return Completion(start: start, candidates: begun(word, values(schema, 0).map(\.description)))
  }

  private func commands(from word: String) -> [Completion.Candidate] {
    Command.all.filter { $0.name.hasPrefix(word) }.map { .init(text: $0.name, note: $0.summary) }
  }

  private func topics(from word: String) -> [Completion.Candidate] {
    (HelpTopic.all.map { ($0.name, $0.summary) } + [("topics", "what can be asked about beside commands and names")])
      .filter { $0.0.hasPrefix(word) && Command.named($0.0) == nil }.map { .init(text: $0.0, note: $0.1) }
  }

  /// Operators are members, which a name alone does not find.
  private func operators(from word: String) -> [Completion.Candidate] {
    guard !word.isEmpty else { return [] }
    return HelpTopic.operators.flatMap { purpose, names in names.map { (name: $0, purpose) } }
      .filter { $0.name.hasPrefix(word) && Command.named($0.name) == nil }
      .map { .init(text: $0.name, note: $0.1) }
  }

  /// Names of Swift, whole as they are typed: a member with what stands before it.
  private func names(from word: String) -> [Completion.Candidate] {
    guard !word.isEmpty,
      let result = askNow(ProgramComplete.self, .init(source: word, offset: word.utf8.count, namespace: namespace))
    else { return [] }
    let before = String(decoding: Array(word.utf8.prefix(result.start)), as: UTF8.self)
    return result.candidates.filter { $0.kind != "keyword" }
      .map { .init(text: before + $0.name, note: $0.note, isWhole: false) }
  }

  private func begun(_ word: String, _ texts: [String]) -> [Completion.Candidate] {
    texts.filter { $0.hasPrefix(word) }.map { .init(text: $0) }
  }

  private func completeNamespace(_ word: String, _ typed: String, start: Int) -> Completion {
    let count = typed.words.count - (word.isEmpty ? 0 : 1)
    guard count < 2 else {
      let owners = count == 2 ? NamespaceOwnership.allCases.map(\.rawValue) : []
      return Completion(start: start, candidates: begun(word, owners))
    }
    let names = askNow(ProgramList.self, .init())?.namespaces ?? []
    return Completion(start: start, candidates: begun(word, names))
  }

  private func completePipeline(_ word: String, start: Int) -> Completion {
    let pipelines = askNow(PipelineList.self, .init())?.pipelines ?? []
    let candidates = pipelines.compactMap { pipeline in
      Namespaces.local(pipeline.name, in: namespace).map { name in
        Completion.Candidate(text: name, note: onOneLine(pipeline.text))
      }
    }
    return Completion(start: start, candidates: candidates.filter { $0.text.hasPrefix(word) })
  }

  private func completeDraft(_ word: String, start: Int) -> Completion {
    let drafts = askNow(DraftList.self, .init())?.drafts ?? []
    let candidates = drafts.map { Completion.Candidate(text: $0.draft, note: $0.path) }
    return Completion(start: start, candidates: candidates.filter { $0.text.hasPrefix(word) })
  }

  /// What is within a value: elements by their index, values of a dictionary by their key, and members of an element.
  private func completePart(_ word: String, start: Int) -> Completion {
    guard let mark = word.lastIndex(where: { $0 == "[" || $0 == "." }) else { return .none }
    let base = String(word[..<mark])
    var params = StoreGet.Params(path: absolute(base))
    params.stored = true
    guard let value = askNow(StoreGet.self, params)?.value else { return .none }
    let parts: [(String, JSONValue)] =
      switch value {
      case .array(let elements) where word[mark] == "[":
        elements.prefix(Self.elementsMax).enumerated().map { ("\(base)[\($0.offset)]", $0.element) }
      case .object(let members):
        members.map { member in
          let key = JSONValue.string(member.name).description
          return (word[mark] == "[" ? "\(base)[\(key)]" : "\(base).\(member.name)", member.value)
        }
      default: []
      }
    return Completion(
      start: start,
      candidates: parts.filter { $0.0.hasPrefix(word) }.map {
        .init(text: $0.0, note: MarbleBoard.text($0.1), isWhole: false)
      })
  }

  /// So many elements are offered.
  private static let elementsMax = 100

  /// Paths grow by one name at a time: a store first, then what it holds.
  private func completePath(_ word: String, start: Int) -> Completion {
    if word.contains("[") { return completePart(word, start: start) }
    guard let list = askNow(StoreList.self, .init(pattern: namespace)) else { return .none }
    var paths = list.stores.flatMap { store in
      [(store.path, store.type, !store.properties.isEmpty)] + store.properties.map { ($0.path, $0.type, false) }
    }.compactMap { path, note, leadsOn in Namespaces.local(path, in: namespace).map { ($0, note, leadsOn) } }
    if namespace == nil {
      var seen: Set<String> = []
      paths += list.stores.compactMap(\.namespace).filter { seen.insert($0).inserted }.map { ($0, "namespace", true) }
    }
    if PathFilter.isPattern(word) { return completePattern(word, among: paths, start: start) }
    let stem = word.lastIndex(of: ".").map { word[...$0] } ?? ""
    let candidates = paths.filter { $0.0.hasPrefix(word) && !$0.0.dropFirst(stem.count).contains(".") }
    return Completion(start: start, candidates: candidates.map { .init(text: $0.0, note: $0.1, isWhole: !$0.2) })
  }

  /// Behind a pattern: the names that what it takes in leads on to. One that ends with a star is whole if it takes in something.
  private func completePattern(
    _ word: String, among paths: [(path: String, note: String, leadsOn: Bool)], start: Int
  ) -> Completion {
    let mark = word.first == "!" ? "!" : ""
    let pattern = word.dropFirst(mark.count)
    let dot = pattern.lastIndex(of: ".")
    let begun = dot.map { pattern[pattern.index(after: $0)...] } ?? pattern
    guard let dot, !PathFilter.isPattern(String(begun)), !begun.contains("}") else {
      let filter = PathFilter([String(pattern)])
      let count = paths.count { !$0.leadsOn && filter.matches($0.path) }
      guard count > 0 else { return .none }
      return Completion(start: start, candidates: [.init(text: word, note: count == 1 ? "1 path" : "\(count) paths")])
    }
    let stem = pattern[..<dot]
    let filter = PathFilter([String(stem)])
    var seen: Set<Substring> = []
    let candidates = paths.compactMap { path, note, leadsOn -> Completion.Candidate? in
      guard let end = path.lastIndex(of: "."), filter.matches(String(path[..<end])) else { return nil }
      let name = path[path.index(after: end)...]
      guard name.hasPrefix(begun), seen.insert(name).inserted else { return nil }
      return .init(text: "\(mark)\(stem).\(name)", note: note, isWhole: !leadsOn)
    }
    return Completion(start: start, candidates: candidates)
  }

  private func completeFile(_ word: String, start: Int) -> Completion {
    let slash = word.lastIndex(of: "/")
    let directory = slash.map { String(word[...$0]) } ?? ""
    let begun = slash.map { String(word[word.index(after: $0)...]) } ?? word
    let names = directoryEntries(directory.isEmpty ? "." : expandingTilde(directory))
      .filter { $0.name.hasPrefix(begun) && ($0.name.first != "." || begun.first == ".") }
    return Completion(
      start: start,
      candidates: names.map { .init(text: directory + $0.name + ($0.isDirectory ? "/" : ""), isWhole: !$0.isDirectory) }
    )
  }

  /// Asks and waits, for as long as nobody waits for it who types on; what else arrives meanwhile is shown as always.
  func askNow<M: MethodDefinition>(_ method: M.Type, _ params: M.Params) -> M.Result? {
    guard core.isConnected else { return nil }
    var answer: Result<M.Result, ClientError>?
    let id = core.request(method, params) { answer = $0 }
    let begin = now()
    var end = begin + Self.completionWait
    while answer == nil, now() < end {
      pump(end)
      guard answer == nil, now() >= end, end < begin + Self.completionPatience, !isTypedAhead() else { continue }
      end = min(now() + Self.completionWait / 10, begin + Self.completionPatience)
    }
    if answer == nil {
      core.cancel(id)
      core.abandon(id)
    }
    return try? answer?.get()
  }
}

extension CompletionCandidate {
  /// How it is declared, where it takes something, or else its type; and what is said of it.
  fileprivate var note: String {
    let declared = kind == "method" || kind == "function" ? signature ?? type : type ?? signature
    return [declared.map(onOneLine) ?? kind, summary.map { "// " + $0 }].compactMap(\.self).joined(separator: "  ")
  }
}

extension BidirectionalCollection {
  func suffix(while condition: (Element) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex, condition(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}

private func directoryEntries(_ path: String) -> [(name: String, isDirectory: Bool)] {
  guard let directory = opendir(path) else { return [] }
  defer { closedir(directory) }
  var entries: [(name: String, isDirectory: Bool)] = []
  while let entry = readdir(directory) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    if name != ".", name != ".." { entries.append((name, entry.pointee.d_type == UInt8(DT_DIR))) }
  }
  return entries.sorted { $0.name < $1.name }
}
