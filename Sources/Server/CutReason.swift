// Why the server ends a connection that does not read, in words for its client.

internal import EventLoop

/// What a connection had too much of.
enum CutReason {
  /// It took nothing for so long.
  case stalled(Duration)
  /// All connections together had more waiting than this, and it had most.
  case memory(Int)

  var text: String {
    switch self {
    case .stalled(let time):
      "You took nothing for \(time.wholeNanoseconds / 1_000_000) ms while much was waiting. What you have not read is "
        + "dropped; connect again and resume."
    case .memory(let bytes):
      "All clients together had more than \(bytes) bytes waiting, and you among the most. What you have not read is "
        + "dropped; connect again and resume."
    }
  }

  var setting: String {
    switch self {
    case .stalled: "limits.stallMs"
    case .memory: "limits.memory"
    }
  }
}
