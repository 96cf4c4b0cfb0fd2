/// What `@Observable` classes are beside their properties, which the checker sees to.
enum ObservationLibrary {
  static let types: [String: @Sendable () -> LibraryType] = [
    "Observable": { LibraryType("protocol Observable {}") }
  ]

  static func globals() -> [LibraryEntry] {
    [
      contextual("func withObservationTracking<T>(_ apply: () -> T, onChange: @escaping () -> Void) -> T") {
        call throws(Abort) in
        let machine = call.machine
        machine.observations.append(PropertyReads(machine, call[1].closure))
        defer { machine.observations.removeLast() }
        return try call[0].closure.call([])
      }
    ]
  }
}
