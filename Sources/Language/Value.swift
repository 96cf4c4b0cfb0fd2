public enum Value {
  case void
  public func isIdentical(to: Value) -> Bool { false }
  public var object: Instance? { nil }
}
public final class Instance {
  public init() {}
  public var className: String { "" }
  public var properties: [PropertyInfo] { [] }
  public var hostTag: AnyObject?
  public func storedValue(at: Int) -> Value { .void }
}
public struct PropertyInfo {
  public var name: String; public var slot: Int?; public var schema: Schema; public var typeName: String;
  public var isPublished, isSettable, isPrivate, isObject, isLazy: Bool
}
public final class Pipeline { public var name: String { "" }; public var definedIn: String { "" } }
public struct Location: Hashable, Sendable { public var file: String; public var line, column: Int }
public struct Fault: Error, Hashable, Sendable {
  public var message, file: String; public var line, column: Int; public var stack: [Location]
}
public struct ThrownError: Sendable { public var description, typeName: String; public var location: Location }
public enum RunFailure: Error { case trap(Fault), thrown(ThrownError) }
public struct Limits: Sendable { public init() {} }
public final class Session { public func close() {}; public var id: String { "" } }
public struct SourceText {
  public var file, text: String; public var firstLine = 1
  public init(file: String, text: String, firstLine: Int = 1) { self.file = file; self.text = text }
}
public struct Checked {
  public var unit: CheckedUnit?; public var diagnostics: [Diagnostic]; public var rendered: String
}
public struct CheckedUnit { public var statements: [CheckedStatement]; public var redeclares: [String] }
public struct CheckedStatement {
  public var names: [String]; public var text: String; public var line: Int; public var file: String;
  public var isDeclaration, unchanged, redeclares: Bool
}
public struct Definition: Sendable {
  public enum Kind: String, Sendable { case store, value }; public var kind: Kind; public var name, typeName: String
}
public struct StatementOutcome { public var defined: [Definition]; public var value: StatementValue? }
public struct StatementValue { public var name, typeName, text: String; public var value: Value }
public struct Candidate {}
public struct Global {
  public var name: String; public var isMutable: Bool; public var typeName: String; public var value: Value;
  public var isStore: Bool; public var instance: Instance?
}
public struct ValueMismatch: Error { public var expected, got, at: String }
public enum PathError: Error { case x(String) }
public enum PathStep: Hashable, Sendable {
  case member(String), index(Int), key(String), identified(field: String, value: PortableValue)
}
public final class Program {
  public init(host: any Host, limits: Limits) {}
  public func openSession(_ id: String) -> Session { Session() }
  public func check(_ s: SourceText, session: Session) -> Checked { fatalError() }
  public func check(_ s: [SourceText], session: Session) -> Checked { fatalError() }
  public func complete(_ s: SourceText, offset: Int, session: Session) -> [Candidate] { [] }
  public func execute(_ s: CheckedStatement, session: Session) throws(RunFailure) -> StatementOutcome { fatalError() }
  public func global(_ n: String) -> Global? { nil }
  public func read(_ i: Instance, _ p: PropertyInfo) throws(RunFailure) -> Value { .void }
  public func write(_ i: Instance, _ p: PropertyInfo, _ v: Value) throws(RunFailure) {}
  public func restore(_ i: Instance, slot: Int, _ v: Value) {}
  public func portable(_ v: Value) -> PortableValue? { nil }
  public func value(_ v: PortableValue, as: PropertyInfo) throws(ValueMismatch) -> Value { .void }
  public func project(_ v: Value, _ steps: [PathStep]) throws(PathError) -> Value { v }
  public func replacing(_ v: Value, _ steps: [PathStep], with: PortableValue) throws(PathError) -> Value { v }
  public func close() {}
  public var currentPipeline: Pipeline? { nil }
}
