internal import Language

/// What starts have not survived. A declaration that ends the process when it is evaluated would do so at each start, so
/// somebody outside remembers what is about to be evaluated, and the next start asks what it had better leave out.
///
/// The engine declares it and does no I/O, as with its storage. It is asked and written only while declarations come back.
public protocol StartRecord: AnyObject {
  /// Why a declaration is not to be evaluated; nil if it is.
  func omission(of record: DeclarationRecord) -> Omission?

  /// It is evaluated next. This must not be lost when the process ends in the middle of it.
  func willEvaluate(_ record: DeclarationRecord)

  /// All that does not wait for something has been evaluated. What it has set off comes next.
  func didEvaluate()

  /// What was begun has not ended the process.
  func didSurvive()

  /// Of the declarations that were left out only these still are, by their orders: the others were declared anew or
  /// removed, the process lives on, and the storage knows of it.
  func stillOmitted(_ orders: Set<Int>)
}

/// Why declarations are left out without an attempt to evaluate them, and how to have them back.
public struct Omission: Equatable, Sendable {
  /// Continues "was not evaluated, because".
  public let reason: String
  /// What to do.
  public let remedy: String
  /// It is about all declarations: they are reported together.
  public let concernsAll: Bool

  public init(reason: String, remedy: String, concernsAll: Bool = false) {
    self.reason = reason
    self.remedy = remedy
    self.concernsAll = concernsAll
  }
}

extension Problem {
  /// Declarations that are left out for one reason, which concerns them all.
  init(_ all: [FailedDeclaration], _ omission: Omission) {
    let what = all.count == 1 ? "1 declaration was" : "\(all.count) declarations were"
    let whose = all.count == 1 ? "it and its values" : "they and their values"
    self.init(
      names: all.flatMap(\.paths),
      fault: Fault(
        message: "\(what) not evaluated, because \(omission.reason); \(whose) are kept: \(omission.remedy)",
        location: all[0].fault.location))
  }
}

extension Engine {
  /// What could not be evaluated, each by itself but for those that are left out together.
  var failureProblems: [Problem] {
    let failed = failedDeclarations
    var reported: [Omission] = []
    return failed.compactMap { failure in
      guard let omission = failure.omission, omission.concernsAll else { return failure.problem }
      guard !reported.contains(omission) else { return nil }
      reported.append(omission)
      return Problem(failed.filter { $0.omission == omission }, omission)
    }
  }

  /// Tells the record which declarations are still left out, once that is kept.
  func tellStartRecord() {
    guard haveOmissionsChanged else { return }
    haveOmissionsChanged = false
    startRecord?.stillOmitted(Set(failedDeclarations.filter { $0.omission != nil }.map(\.order)))
  }
}
