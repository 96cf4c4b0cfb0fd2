/// How a property is written.
public enum WriteKind {
  /// By `=`, or by `assign`.
  case assignment
  /// The same of a part of it.
  case part
  /// Where it is: by a compound assignment, a mutating method, or as an argument that is lent with `&`.
  case edit
}

/// What pipelines have made of a property since they were subscribed.
///
/// When they are subscribed anew, they get values that they have had before. What they assign follows from these and is
/// derived anew; what they add has been added.
public enum WrittenByPipelines {
  case derived
  case derivedInPart
  case added

  init(_ known: WrittenByPipelines?, then kind: WriteKind) {
    switch (known, kind) {
    // What is added to an assigned value follows with it.
    case (.derived, _), (_, .assignment): self = .derived
    case (.added, _), (_, .edit): self = .added
    case (_, .part): self = .derivedInPart
    }
  }
}
