/// The sizes that this module keeps to. Everything has a limit, and every limit is announced in `session.hello`.
public enum WireLimits {
  /// The longest line either side may send, its line end not counted.
  public static let frameBytesMax = 1 << 20
  /// How deeply arrays and objects may nest in one frame; the outermost one is level 1.
  public static let depthMax = 512
  /// How many combining marks a client may send in a row that are not in their order.
  public static let marksMax = 128
  /// How many members a batch may have.
  public static let batchMax = 100
  /// A connection that has not sent one valid frame is closed after so many protocol errors in a row.
  public static let strangerErrorsMax = 3
  /// The longest request id that is a string.
  public static let requestIDBytesMax = 256
  /// Every integer of the protocol (not those in the values of stores) lies strictly between minus this and this: a double
  /// holds it exactly, and adding or multiplying a few of them overflows nowhere.
  public static let integerBound = 1 << 53
}
