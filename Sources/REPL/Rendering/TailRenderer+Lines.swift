// Changes that are written as they are read, without decoding them: see `ChangeLine`.
import Wire

extension TailRenderer {
  /// Whether there is a short way for this form.
  var readsLines: Bool { format == .json || format == .short && isTail && !events.style.isColored }

  /// Writes what `lines` says of the same change.
  /// - Returns: false, and nothing is written, where that is to be asked.
  func append(_ change: ChangeLine, to output: inout ByteBuffer) -> Bool {
    switch format {
    case .json:
      output.append(UInt8(ascii: "{"))
      output.append(change[change.members])
      output.append("}\n")
      return true
    case .short:
      // A new day has a line of its own.
      guard change[change.at].prefix(10).elementsEqual(day.utf8) else { return false }
      for part in change.parts { append(part, of: change, to: &output) }
      return true
    default: return false
    }
  }

  private func append(_ part: ChangeLine.Part, of change: ChangeLine, to output: inout ByteBuffer) {
    output.append(timeOf: change[change.at])
    output.append("  ")
    output.append(change[part.path])
    output.append("  ")
    if let old = part.old { output.append(change[old]) }
    output.append(part.old == nil ? "→ " : " → ")
    output.append(change[part.value])
    output.append("  (rev ")
    output.append(decimal: change.rev)
    if change.merged > 1 {
      output.append(", ")
      output.append(decimal: change.merged)
      output.append(" commits")
    }
    output.append(")")
    if let cause = change.cause { append(cause, of: part, of: change, to: &output) }
    output.append(UInt8(ascii: "\n"))
  }

  private func append(
    _ cause: ChangeLine.Cause, of part: ChangeLine.Part, of change: ChangeLine, to output: inout ByteBuffer
  ) {
    output.append("  by ")
    output.append(change[cause.by])
    if let request = cause.request {
      output.append(" #")
      output.append(decimal: request)
    }
    if let of = cause.of {
      output.append(", after rev ")
      output.append(decimal: of)
    }
    // As `ChangeCause.leading(to:of:)` has it.
    let own = cause.via.firstIndex { change[$0].elementsEqual(change[part.path]) }
    var isFirst = true
    for name in cause.via[...(own ?? cause.via.count - 1)] {
      if own == nil, change.parts.contains(where: { change[$0.path].elementsEqual(change[name]) }) { continue }
      output.append(isFirst ? ", via " : " → ")
      output.append(change[name])
      isFirst = false
    }
  }
}

extension ByteBuffer {
  /// `01:17:03.001Z` of a moment as the daemon writes it: `EventRenderer.timeOfDay`, in place.
  fileprivate mutating func append(timeOf moment: UnsafeRawBufferPointer) {
    // Behind the date, and without the Z.
    let time = moment.dropFirst(11).dropLast()
    append(UnsafeRawBufferPointer(rebasing: time.prefix(8)))
    let fraction = time.dropFirst(9).prefix(3)
    append(UInt8(ascii: "."))
    append(UnsafeRawBufferPointer(rebasing: fraction))
    for _ in fraction.count..<3 { append(UInt8(ascii: "0")) }
    append(UInt8(ascii: "Z"))
  }
}
