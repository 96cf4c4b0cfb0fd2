/// A JSON value is not what the protocol has at that place.
public struct ShapeError: Error, Hashable, Sendable {
  public enum Problem: Hashable, Sendable {
    case missing(expected: String)
    case mismatch(expected: String, got: String)
    /// A member that does not exist here, and members that it could have meant.
    case unknown(didYouMean: [String])
  }

  /// Where, from the outermost object: `ops[1].value`; empty for that object itself.
  public var place: String
  public var problem: Problem

  public init(place: String, problem: Problem) {
    self.place = place
    self.problem = problem
  }

  public static func mismatch(expected: String, got view: JSONView) -> ShapeError {
    ShapeError(place: "", problem: .mismatch(expected: expected, got: view.phrase))
  }

  /// The same error, seen from the object or array around it.
  func within(_ step: String) -> ShapeError {
    let joined = place.isEmpty || place.hasPrefix("[") ? step + place : step + "." + place
    return ShapeError(place: joined, problem: problem)
  }

  public var expected: String? {
    switch problem {
    case .missing(let expected), .mismatch(let expected, _): expected
    case .unknown: nil
    }
  }

  /// A sentence; `whole` names the outermost object, "params" or "result".
  public func sentence(whole: String) -> String {
    let subject = place.isEmpty ? whole : "'\(place.abbreviated)'"
    switch problem {
    case .missing(let expected): return "\(subject) is missing: expected \(expected)"
    case .mismatch(let expected, let got): return "\(subject) must be \(expected), not \(got)"
    case .unknown: return "\(subject) is not a parameter of this method"
    }
  }
}

extension JSONView {
  /// The same where the kind is right and the number is not: the number itself, if it is one that can be read.
  var quantity: String {
    guard let double, double.magnitude < 0x1p63 else { return phrase }
    return JSONValue(self).description
  }

  /// What people call this value in a sentence.
  public var phrase: String {
    switch kind {
    case .null: "null"
    case .bool: "true or false"
    case .int: "an integer"
    case .double: double!.magnitude < 0x1p63 ? "a number" : "a number beyond 64 bits"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
