// The boundary types below are replaced by the real ones as the language lands.
public enum Value { case void }
public final class Instance { public init() {} }
public final class Pipeline { public init() {} }
public struct Fault: Error, Hashable, Sendable { public var message: String }
