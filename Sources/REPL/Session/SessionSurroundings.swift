// What there is beside a session: what was declared before it and what it began with, and what others did meanwhile.
import Wire

struct SessionSurroundings {
  /// Where the session began.
  let namespace: String?
  /// The names of the session in the daemon.
  let own: Set<String>
  /// What is declared now, by namespace, in the order in which it is evaluated.
  var declarations: [String: [DeclarationInfo]] = [:]
  /// What there is now.
  var stores: [StoreInfo] = []
  /// What has happened since; `nil` where that is not known any more.
  var commits: [SubscriptionEvent.Change]?

  init(namespace: String?, own: Set<String>) { (self.namespace, self.own) = (namespace, own) }

  /// The namespaces that a session was in.
  static func namespaces(of notes: [SessionRecord.Note], from first: String?) -> [String?] {
    var spaces: [String?] = [first]
    for note in notes {
      if let space = entered(note.item), !spaces.contains(space) { spaces.append(space) }
    }
    return spaces
  }

  /// Which namespace a command leads to; `nil` if it does not.
  private static func entered(_ item: SessionRecord.Item) -> String?? {
    guard case .command(let text) = item, text.hasPrefix("namespace "), let name = text.words.dropFirst().first else {
      return nil
    }
    return .some(name == "." ? nil : name)
  }

  // MARK: Merging

  /// The steps of a session, and between them what others declared and set, where it was.
  func merged(_ record: SessionRecord) -> SavedTest {
    let notes = record.notes
    let range = record.relevant
    // What comes behind a note; behind none of them is -1.
    var behind: [Int: [SavedTest.Step]] = [:]
    if let namespace { behind[-1] = [SavedTest.Step(.command("namespace \(namespace)"), isPreparation: true)] }
    for space in Self.namespaces(of: notes, from: namespace) { place(space, notes, &behind) }
    placeCommits(notes, &behind)
    var test = SavedTest()
    var items: [SessionRecord.Item] = []
    func take() {
      test.steps += SavedTest(items).steps
      items = []
    }
    test.steps += behind[-1] ?? []
    for index in range {
      items.append(notes[index].item)
      guard let steps = behind[index] else { continue }
      take()
      test.steps += steps
    }
    take()
    // What was noted before the first thing that was done.
    for (index, steps) in behind where index >= 0 && !range.contains(index) {
      if index < range.lowerBound { test.steps.insert(contentsOf: steps, at: behind[-1]?.count ?? 0) }
    }
    return test
  }

  /// Places the declarations that the session did not make: in the order in which they depend on each other, those from before
  /// at the beginning, others behind what the session had declared before them.
  private func place(_ space: String?, _ notes: [SessionRecord.Note], _ behind: inout [Int: [SavedTest.Step]]) {
    var current = namespace
    var first: [String: Int] = [:]
    var wasThere: Set<String> = []
    var texts: [String] = []
    var start = space == namespace ? -1 : nil
    for (index, note) in notes.enumerated() {
      if let entered = Self.entered(note.item) {
        current = entered
        if current == space, start == nil { start = index }
      }
      guard current == space else { continue }
      if note.item == .command("reset everything") {
        start = index
        (first, wasThere) = ([:], [])
      }
      for name in note.declared + note.redefined where first[name] == nil {
        first[name] = index
        if note.redefined.contains(name) { wasThere.insert(name) }
      }
      if case .swift(let text, _) = note.item { texts.append(text) }
    }
    guard let start else { return }
    var place = start
    for declaration in declarations[space ?? ""] ?? [] {
      let own = declaration.names.filter { first[$0] != nil }
      let isOwn = own.isEmpty ? texts.contains { $0.contains(declaration.text) } : true
      if isOwn, !own.contains(where: wasThere.contains) {
        if let index = own.compactMap({ first[$0] }).max() { place = max(place, index) }
        continue
      }
      let index = Self.behindOutcomes(of: place, notes, before: .max)
      behind[index, default: []].append(SavedTest.Step(.swift(declaration.text), isPreparation: true))
    }
  }

  /// What the session declared and others have declared anew since. When they did is not known.
  func declaredAnew(since record: SessionRecord) -> [DeclarationInfo] {
    let own = Set(record.notes.flatMap(\.declared))
    let texts = record.notes.compactMap { note in if case .swift(let text, _) = note.item { text } else { nil } }
    return declarations.sorted { $0.key < $1.key }.flatMap(\.value).filter { declaration in
      declaration.names.contains(where: own.contains) && !texts.contains { $0.contains(declaration.text) }
    }
  }

  /// What came of something at once stays with it.
  private static func behindOutcomes(of index: Int, _ notes: [SessionRecord.Note], before rev: Int) -> Int {
    var index = index
    while index >= 0, index + 1 < notes.count, notes[index + 1].item.isOutcome, notes[index + 1].rev ?? 0 < rev {
      index += 1
    }
    return index
  }

  /// Places what other clients have set.
  private func placeCommits(_ notes: [SessionRecord.Note], _ behind: inout [Int: [SavedTest.Step]]) {
    var place = -1
    var current = namespace
    for commit in commits ?? [] {
      let isOwn = commit.cause.map { own.contains($0.by) } ?? false
      let request: Int? = if case .number(let number)? = commit.cause?.req { number } else { nil }
      while place + 1 < notes.count {
        let note = notes[place + 1]
        let isBefore =
          note.rev.map { $0 < commit.rev } ?? false
          || notes[(place + 1)...].prefix { !Self.isDone($0) }.contains { $0.rev.map { $0 < commit.rev } ?? false }
          || notes[(place + 1)...].lazy.compactMap(\.rev).first.map { $0 < commit.rev } ?? false
          || isOwn && (note.request.map { number in request.map { number <= $0 } ?? false } ?? false)
        guard isBefore else { break }
        place += 1
        if let entered = Self.entered(note.item) { current = entered }
      }
      guard !isOwn else { continue }
      // What was seen of it came behind the pause that passed before it.
      var index = place
      var next = place + 1
      while next < notes.count, notes[next].item.isPause || notes[next].rev == nil && notes[next].item.isOutcome {
        next += 1
      }
      if next < notes.count, case .saw = notes[next].item, notes[next].rev == commit.rev { index = next - 1 }
      index = Self.behindOutcomes(of: index, notes, before: commit.rev)
      for change in commit.inputs {
        guard let path = Namespaces.local(change.path, in: current), let value = change.value, value != .secret else {
          continue
        }
        behind[index, default: []].append(SavedTest.Step(.command("set \(path) \(value)"), isPreparation: true))
      }
    }
  }

  private static func isDone(_ note: SessionRecord.Note) -> Bool {
    switch note.item {
    case .swift, .value, .command: true
    default: false
    }
  }

  // MARK: What it began with

  /// Does the first steps of a test, which declare what was there, and has it set what their stores held.
  func prepare(_ test: inout SavedTest, _ rehearsal: Rehearsal) {
    let count = test.steps.prefix { $0.isPreparation && $0.isDeclaring }.count
    declare(count, of: &test, rehearsal)
    test.rehearsed = count
    guard count > 0, commits != nil else { return }
    let wanted = valuesAtTheBeginning
    var steps: [SavedTest.Step] = []
    // What is set may change others, and be changed by them.
    for _ in 0..<3 {
      let present = values(of: rehearsal.stores)
      var changed = false
      for property in stores.flatMap(\.properties) where property.access == .readWrite && !property.secret {
        guard let value = wanted[property.path], let local = Namespaces.local(property.path, in: namespace),
          let there = present[property.path], there != value
        else { continue }
        let command = "set \(local) \(value)"
        steps.removeAll { $0.work == .command(command) }
        guard rehearsal.perform(":" + command).complaints.isEmpty else { continue }
        steps.append(SavedTest.Step(.command(command), isPreparation: true))
        changed = true
      }
      if !changed { break }
    }
    test.steps.insert(contentsOf: steps, at: count)
    test.rehearsed += steps.count
  }

  /// Does the first steps. In one text a type may use what an extension further down gives, and one by one it may not: what is
  /// refused is tried again behind what was not.
  private func declare(_ count: Int, of test: inout SavedTest, _ rehearsal: Rehearsal) {
    var names = ResultNames()
    var waiting = Array(test.steps[..<count])
    var done = 0
    while !waiting.isEmpty {
      var failed: [(before: SavedTest.Step, after: SavedTest.Step)] = []
      for step in waiting {
        test.steps[done] = step
        test.rehearse(done, rehearsal, &names)
        if test.steps[done].failure == nil { done += 1 } else { failed.append((step, test.steps[done])) }
      }
      guard failed.count < waiting.count, !rehearsal.isCutOff else {
        for (offset, step) in failed.enumerated() { test.steps[done + offset] = step.after }
        return
      }
      waiting = failed.map(\.before)
    }
  }

  private func values(of stores: [StoreInfo]) -> [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    for property in stores.flatMap(\.properties) {
      if let value = property.value, !value.hasNotFinite { values[property.path] = value }
    }
    return values
  }

  /// What is there now, but for what has changed since: that had been what its first change took the place of.
  private var valuesAtTheBeginning: [String: JSONValue] {
    var values = values(of: stores)
    var seen: Set<String> = []
    for change in (commits ?? []).flatMap(\.changes) where seen.insert(change.path).inserted {
      values[change.path] = change.old
    }
    return values
  }
}

extension SavedTest.Step {
  fileprivate var isDeclaring: Bool {
    switch work {
    case .swift: true
    case .command(let text): text.hasPrefix("namespace ")
    default: false
    }
  }
}
