/// What programs ask of the process around them, as far as there is one, and of the languages it speaks.
extension FoundationLibrary {
  static let processTypes: [String: @Sendable () -> LibraryType] = [
    "CommandLine": {
      LibraryType(
        "enum CommandLine {}",
        [
          nullary("static var arguments: [String] { get }") { .array([.string("main")]) },
          nullary("static var argc: Int32 { get }") { .int(1) },
        ])
    }
  ]

  static func processGlobals() -> [LibraryEntry] {
    [
      unary("func arc4random_uniform(_ upperBound: UInt32) -> UInt32") {
        var random = AbstractMachine.random
        return .int($0.integer <= 0 ? 0 : Int.random(in: 0..<$0.integer, using: &random))
      },
      nullary("func arc4random() -> UInt32") { .int(Int(UInt32(truncatingIfNeeded: AbstractMachine.random.next()))) },
      nullary("func drand48() -> Double") {
        var random = AbstractMachine.random
        return .double(Double.random(in: 0..<1, using: &random))
      },
      list(
        """
        func NSLocalizedString(
          _ key: String, tableName: String? = nil, bundle: Bundle = .main, value: String = "", comment: String) -> String
        """
      ) { $0[3].text.isEmpty ? $0[0] : $0[3] },
    ]
  }
}
