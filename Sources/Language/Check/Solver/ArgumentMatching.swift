/// Which argument goes to which parameter: labels, defaults, variadics and trailing closures, by Swift's rules.
enum ArgumentMatching {
  enum Outcome {
    /// For each parameter the indices of its arguments; empty for one that takes its default.
    case matched([[Int]])
    case failed(ArgumentFailure)
  }

  static func match(_ arguments: [Argument], _ parameters: [Declaration.Parameter]) -> Outcome {
    let outcome = matchAll(arguments, parameters)
    guard case .failed = outcome, let cursor = arguments.firstIndex(where: \.isUnfinished) else { return outcome }
    return matchUnfinished(arguments, parameters, cursor: cursor)
  }

  private static func matchAll(_ arguments: [Argument], _ parameters: [Declaration.Parameter]) -> Outcome {
    var result: [[Int]] = Array(repeating: [], count: parameters.count)
    let firstTrailing = arguments.firstIndex(where: \.isTrailingClosure) ?? arguments.count
    var next = 0
    var parameter = 0

    // Arguments in parentheses, in order.
    while next < firstTrailing {
      let argument = arguments[next]
      guard parameter < parameters.count else {
        return .failed(.extra(argument: next))
      }
      let wanted = parameters[parameter]
      if argument.label == wanted.label {
        result[parameter].append(next)
        next += 1
        if wanted.isVariadic {
          while next < firstTrailing, arguments[next].label == nil {
            result[parameter].append(next)
            next += 1
          }
        }
        parameter += 1
        continue
      }
      if wanted.hasDefault || wanted.isVariadic {
        // The default is taken if a later parameter has this label.
        if parameters[(parameter + 1)...].contains(where: { $0.label == argument.label }) {
          parameter += 1
          continue
        }
        if argument.label == nil,
          !parameters[(parameter + 1)...].contains(where: { !$0.hasDefault }) || wanted.isVariadic
        {
          return .failed(.label(argument: next, have: argument.label, expected: wanted.label))
        }
        if argument.label == nil {
          return .failed(.label(argument: next, have: nil, expected: wanted.label))
        }
        return .failed(.extra(argument: next))
      }
      if let label = argument.label, parameters[(parameter + 1)...].contains(where: { $0.label == label }) {
        return .failed(.missing(parameter: parameter))
      }
      return .failed(.label(argument: next, have: argument.label, expected: wanted.label))
    }

    // Trailing closures: the first takes the next parameter that can be one, the others go by label.
    for index in firstTrailing..<arguments.count {
      let argument = arguments[index]
      if index == firstTrailing {
        let nextLabel = index + 1 < arguments.count ? arguments[index + 1].label : nil
        let limit =
          nextLabel.flatMap { label in parameters.indices.first { $0 > parameter && parameters[$0].label == label } }
          ?? parameters.count
        var place: Int?
        for candidate in parameter..<max(parameter, limit) where parameters[candidate].acceptsClosure {
          // A parameter with a default steps aside for a later one that must be filled.
          let needed = parameters[(candidate + 1)..<limit].contains { $0.acceptsClosure && !$0.hasDefault }
          if parameters[candidate].hasDefault && needed { continue }
          place = candidate
          break
        }
        // Of several that may be left out, it is the last that the closure can be; swiftc says so with a warning.
        if let first = place, parameters[first].hasDefault, nextLabel == nil {
          let closures = (first..<limit).filter { parameters[$0].acceptsClosure }
          place = closures.last { parameters[$0].takes(argument.value) } ?? first
        }
        guard let place else { return .failed(.extra(argument: index)) }
        for skipped in parameter..<place where !parameters[skipped].hasDefault && !parameters[skipped].isVariadic {
          return .failed(.missing(parameter: skipped))
        }
        result[place].append(index)
        parameter = place + 1
      } else {
        guard let place = parameters.indices.first(where: { $0 >= parameter && parameters[$0].label == argument.label })
        else { return .failed(.extra(argument: index)) }
        for skipped in parameter..<place where !parameters[skipped].hasDefault && !parameters[skipped].isVariadic {
          return .failed(.missing(parameter: skipped))
        }
        result[place].append(index)
        parameter = place + 1
      }
    }
    while parameter < parameters.count {
      if !parameters[parameter].hasDefault && !parameters[parameter].isVariadic {
        return .failed(.missing(parameter: parameter))
      }
      parameter += 1
    }
    return .matched(result)
  }

  /// Of a call that is being typed: the argument at the cursor may lack its label, and what comes after it may be missing.
  private static func matchUnfinished(
    _ arguments: [Argument], _ parameters: [Declaration.Parameter], cursor: Int
  ) -> Outcome {
    var result: [[Int]] = Array(repeating: [], count: parameters.count)
    var next = 0
    for (index, argument) in arguments.enumerated() {
      var place: Int?
      if let variadic = result.indices.last(where: { parameters[$0].isVariadic && !result[$0].isEmpty }),
        argument.label == nil, variadic == next - 1
      {
        place = variadic
      } else if index == cursor, argument.label == nil, argument.value.isCompletionToken {
        place = next < parameters.count ? next : nil
      } else if argument.isTrailingClosure, argument.label == nil {
        place = parameters.indices.first { $0 >= next && parameters[$0].acceptsClosure }
      } else {
        place = parameters.indices.first { $0 >= next && parameters[$0].label == argument.label }
      }
      guard let place else { return .failed(.extra(argument: index)) }
      if index <= cursor, next < place,
        let missing = (next..<place).first(where: { !parameters[$0].hasDefault && !parameters[$0].isVariadic })
      {
        return .failed(.missing(parameter: missing))
      }
      result[place].append(index)
      next = place + 1
    }
    return .matched(result)
  }
}

extension Declaration.Parameter {
  /// As far as the number of its parameters says, the closure can be passed.
  fileprivate func takes(_ argument: Expr) -> Bool {
    guard case .closure(let node) = argument.kind, let function = type.strippingOptionals.0.asFunction else {
      return true
    }
    return (node.parameters?.count ?? node.anonymousCount) == function.parameters.count
  }

  /// A closure could be passed: a function, an optional one, or a generic type.
  var acceptsClosure: Bool {
    if isAutoclosure { return type.strippingOptionals.0.asFunction != nil }
    switch type.strippingOptionals.0 {
    case .function, .parameter, .existential, .member, .variable, .hole: return true
    default: return false
    }
  }
}
