/// `NotificationCenter`: posts reach observers and publishers at once, in the order in which they signed up.
///
/// The centre is the program's own: Foundation's keeps no order. What is posted from outside (`Program.post`) reaches the
/// observers of `NotificationCenter.default`.
internal import Combine

extension CombineLibrary {
  static func notifications() -> [String: Table] {
    [
      "Notification": {
        LibraryType("struct Notification: Hashable, CustomStringConvertible {}", notification())
      },
      "Notification.Name": {
        LibraryType(
          "struct Name: RawRepresentable, Hashable, CustomStringConvertible, Sendable { typealias RawValue = String }",
          [
            contextual("init(_ rawValue: String)") { call in .native(NameObject(call[0].text, type: call.result)) },
            contextual("init(rawValue: String)") { call in .native(NameObject(call[0].text, type: call.result)) },
            unary("var rawValue: String { get }") { .string($0.object(NameObject.self)?.content ?? "") },
            unary("var description: String { get }") { .string($0.object(NameObject.self)?.text ?? "") },
          ])
      },
      "NotificationCenter": { LibraryType("class NotificationCenter {}", center()) },
      "NotificationCenter.Publisher": {
        LibraryType(
          """
          struct Publisher: _PublisherProtocol, Equatable { typealias Output = Notification; typealias Failure = Never }
          """,
          [
            contextual("init(center: NotificationCenter, name: Notification.Name, object: Any? = nil)") { call in
              guard let center = call[0].object(CenterObject.self) else { return .void }
              let publisher = CenterPublisher(center: center, name: call[1], sender: call[2].unwrapped)
              return .native(SourceObject(publisher.eraseToAnyPublisher(), type: call.result))
            }
          ])
      },
      "NSObjectProtocol": { LibraryType("protocol NSObjectProtocol: AnyObject {}") },
    ]
  }

  private static func notification() -> [LibraryEntry] {
    [
      contextual("init(name: Notification.Name, object: Any? = nil, userInfo: [AnyHashable: Any]? = nil)") { call in
        .native(NotificationObject(call[0], call[1], call[2], type: call.result))
      },
      unary("var name: Notification.Name { get }") { $0.notification?.name ?? .void },
      unary("var object: Any? { get }") { $0.notification?.sender ?? .null },
      unary("var userInfo: [AnyHashable: Any]? { get }") { $0.notification?.userInfo ?? .null },
      contextual("var description: String { get }") { call throws(Abort) in
        guard let notification = call[0].notification else { return .string("") }
        return .string(try notification.describe(call.machine))
      },
    ]
  }

  private static func center() -> [LibraryEntry] {
    [
      contextual("init()") { call in .native(CenterObject(type: call.result)) },
      contextual("static var `default`: NotificationCenter { get }") { call in
        call.machine.single(CenterObject.defaultName) { .native(CenterObject(type: call.result)) }
      },
      contextual("func post(name: Notification.Name, object: Any?, userInfo: [AnyHashable: Any]? = nil)") {
        call throws(Abort) in
        let type = call.machine.library.combineType("Notification")
        return try post(call, NotificationObject(call[1], call[2], call[3], type: type))
      },
      contextual("func post(_ notification: Notification)") { call throws(Abort) in
        guard let notification = call[1].notification else { return .void }
        return try post(call, notification)
      },
      contextual(
        "func addObserver(forName name: Notification.Name?, object: Any?, queue: OperationQueue?, "
          + "using block: @escaping (Notification) -> Void) -> any NSObjectProtocol"
      ) { call in
        let (block, registry) = (call.closure(4), call.machine.program.registry)
        let session = registry.session
        let observer = Observer(name: call[1].unwrapped, sender: call[2].unwrapped) { notification in
          registry.inSession(session) { block.run(notification) }
        }
        observer.work = call.machine.program.begin(call)
        if !(observer.work?.isOver ?? false) { call[0].object(CenterObject.self)?.add(observer) }
        return .native(ObserverToken(observer, type: call.machine.library.combineType("NSObjectProtocol")))
      },
      binary("func removeObserver(_ observer: Any)") { center, token in
        guard case .native(let token as ObserverToken) = token.unboxed else { return .void }
        center.object(CenterObject.self)?.remove(token.observer)
        token.observer.work?.end()
        return .void
      },
      contextual(
        "func publisher(for name: Notification.Name, object: AnyObject? = nil) -> NotificationCenter.Publisher"
      ) { call in
        guard let center = call[0].object(CenterObject.self) else { return .void }
        let publisher = CenterPublisher(center: center, name: call[1], sender: call[2].unwrapped)
        return .native(SourceObject(publisher.eraseToAnyPublisher(), type: call.result))
      },
    ]
  }

  private static func post(_ call: NativeCall, _ notification: NotificationObject) throws(Abort) -> Value {
    call[0].object(CenterObject.self)?.post(notification)
    try call.machine.raisePending()
    return .void
  }
}

/// A `Notification`.
final class NotificationObject: NativeObject {
  let name: Value
  let sender: Value
  let userInfo: Value

  init(_ name: Value, _ sender: Value, _ userInfo: Value, type: Type) {
    self.name = name
    self.sender = sender
    self.userInfo = userInfo
    super.init(type: type)
  }

  override func isEqual(to other: NativeObject) -> Bool {
    guard let other = other as? NotificationObject else { return false }
    return name == other.name && isSame(sender.unwrapped, other.sender.unwrapped) && userInfo == other.userInfo
  }
  override func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// What has a plain form of it.
  override var portable: PortableValue? {
    var fields = [PortableValue.Field("name", .string(name.object(NameObject.self)?.content ?? ""))]
    if let object = sender.unwrapped?.portable { fields.append(.init("object", object)) }
    if let info = userInfo.unwrapped?.portable { fields.append(.init("userInfo", info)) }
    return .record(fields)
  }

  func describe(_ machine: Machine) throws(Abort) -> String {
    let name = name.object(NameObject.self)?.content ?? ""
    var parts = ["name = \(name)"]
    if let sender = sender.unwrapped { parts.append("object = \(try machine.describe(sender, .hole))") }
    if let info = userInfo.unwrapped {
      parts.append("userInfo = \(try machine.describe(info, machine.userInfo))")
    }
    return parts.joined(separator: ", ")
  }
}

/// A `Notification.Name`.
private final class NameObject: ValueObject<String> {
  override var text: String { "NSNotificationName(_rawValue: \(content))" }
}

extension Machine {
  /// `[AnyHashable: Any]`.
  fileprivate var userInfo: Type { library.dictionary(library.anyHashable, .any) }
}

extension Value {
  fileprivate var notification: NotificationObject? { object(NotificationObject.self) }
}

/// The same object, or equal values.
private func isSame(_ left: Value?, _ right: Value?) -> Bool {
  switch (left?.unboxed, right?.unboxed) {
  case (nil, nil): true
  case (.instance(let a)?, .instance(let b)?): a === b
  case (.native(let a)?, .native(let b)?): a === b
  case (let a?, let b?): a == b
  default: false
  }
}

private final class Observer {
  let name: Value?
  /// Who has to have posted; not kept alive.
  private let sender: WeakReference?
  private let plainSender: Value?
  let receive: (Value) -> Void
  /// As what it was begun, where it is begun again.
  var work: BegunWork?
  let birth = UndoLog.birth

  init(name: Value?, sender: Value?, receive: @escaping (Value) -> Void) {
    self.name = name
    switch sender?.unboxed {
    case .instance(let object)?: (self.sender, plainSender) = (WeakReference(.instance(object)), nil)
    case let other: (self.sender, plainSender) = (nil, other)
    }
    self.receive = receive
  }

  func wants(_ notification: NotificationObject) -> Bool {
    if let name, name != notification.name { return false }
    if let sender { return isSame(sender.value.unwrapped, notification.sender.unwrapped) }
    if let plainSender { return isSame(plainSender, notification.sender.unwrapped) }
    return true
  }
}

/// What `addObserver` gives.
private final class ObserverToken: NativeObject {
  let observer: Observer

  init(_ observer: Observer, type: Type) {
    self.observer = observer
    super.init(type: type)
  }
}

/// A `NotificationCenter`.
private final class CenterObject: NativeObject {
  static let defaultName = "NotificationCenter.default"
  private var observers: [Observer] = []

  /// - Returns: how many it was for.
  @discardableResult
  func post(_ notification: NotificationObject) -> Int {
    let concerned = observers.filter { $0.wants(notification) }
    for observer in concerned { observer.receive(.native(notification)) }
    return concerned.count
  }

  func add(_ observer: Observer) {
    observers.append(observer)
    UndoLog.current?.note { self.observers.removeAll { $0 === observer } }
  }

  func remove(_ observer: Observer) {
    guard let index = observers.firstIndex(where: { $0 === observer }) else { return }
    observers.remove(at: index)
    UndoLog.current(for: observer.birth)?.note {
      self.observers.insert(observer, at: min(index, self.observers.count))
    }
  }
}

/// Observes from the subscription on; what comes without demand is lost.
private struct CenterPublisher: Publisher {
  typealias Output = Value
  typealias Failure = any Error

  let center: CenterObject
  let name: Value
  let sender: Value?

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == any Error {
    let line = Broadcast("NotificationCenter Observer")
    let observer = Observer(name: name, sender: sender) { line.send($0) }
    center.add(observer)
    line.onEmpty = { [weak center] in center?.remove(observer) }
    line.receive(subscriber: subscriber)
  }
}

extension Machine {
  /// What a program has one of, made when it is first asked for.
  func single(_ name: String, _ make: () -> Value) -> Value {
    if let known = singles[name] { return known }
    let made = make()
    singles[name] = made
    return made
  }
}

extension Machine {
  /// Posts to the default centre from outside; gives the number of observers it was for.
  func post(_ name: String, object: PortableValue?, userInfo: PortableValue?) throws(Abort) -> Int {
    guard let center = singles[CenterObject.defaultName]?.object(CenterObject.self) else { return 0 }
    var info: Value = .null
    if case .record(let fields)? = userInfo { info = .dictionary(Value.dictionary(fields, library)) }
    let notification = NotificationObject(
      .native(NameObject(name, type: library.combineType("Notification.Name"))),
      object.map { Value($0, asAny: library) } ?? .null, info, type: library.combineType("Notification"))
    return try activate { () throws(Abort) in
      let count = center.post(notification)
      try raisePending()
      return count
    }
  }
}

extension Value {
  /// Plain data where nothing says what type it should have.
  fileprivate init(_ portable: PortableValue, asAny library: Library) {
    switch portable {
    case .null: self = .any(Existential(.null, library.optional(.any)))
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .string(let text): self = .string(text)
    case .list(let items):
      self = .any(Existential(.array(items.map { Value($0, asAny: library) }), library.array(.any)))
    case .record(let fields):
      self = .any(
        Existential(.dictionary(Self.dictionary(fields, library)), library.dictionary(library.string, .any)))
    }
  }

  fileprivate static func dictionary(_ fields: [PortableValue.Field], _ library: Library) -> [Value: Value] {
    var elements: [Value: Value] = [:]
    for field in fields { elements[.string(field.name)] = Value(field.value, asAny: library) }
    return elements
  }
}
