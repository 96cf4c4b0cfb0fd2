/// Something that could stand at the cursor.
struct CompletionCandidate {
  enum Subject {
    case declaration(Declaration)
    case local(LocalVariable)
    case nominal(Nominal)
    /// A type of the library, by its qualified name; it is not looked at before it is used.
    case libraryType(String)
    case alias
    /// A word of the language.
    case word
    case attribute
    case macro
    case module
    /// Of an argument; the declaration is what is called.
    case label(Declaration)
  }

  /// How well it fits what is wanted.
  enum Fit: Int, Comparable {
    case exact, converted, unknown, none
    static func < (a: Fit, b: Fit) -> Bool { a.rawValue < b.rawValue }
  }

  /// Where it comes from: of what fits alike, the nearest first.
  enum Nearness: Comparable {
    case local, ownMember, literal, global
    /// A member of the type itself, of a superclass, of a protocol.
    case member(depth: Int)
    case type
    /// Of the library, one of those that are named most often.
    case usualType(Int)
    case word, libraryFunction, libraryType, last
  }

  /// The text to insert.
  var name: String
  var subject: Subject
  var type: Type?
  var fit = Fit.unknown
  var nearness = Nearness.last

  init(_ name: String, _ subject: Subject, _ nearness: Nearness, type: Type? = nil, fit: Fit = .unknown) {
    self.name = name
    self.subject = subject
    self.type = type
    self.fit = fit
    self.nearness = nearness
  }
}
