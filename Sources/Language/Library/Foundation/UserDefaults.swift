/// `UserDefaults`: settings that a program keeps under names, for as long as the daemon runs.
internal import Foundation

/// A `UserDefaults`.
final class SettingsObject: NativeObject {
  let settings: Settings

  init(_ settings: Settings, type: Type) {
    self.settings = settings
    super.init(type: type)
  }

  override func isEqual(to other: NativeObject) -> Bool { (other as? SettingsObject)?.settings === settings }
  override func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(settings)) }
}

extension FoundationLibrary {
  static let settingsTypes: [String: @Sendable () -> LibraryType] = [
    "UserDefaults": { LibraryType("class UserDefaults {}", settingsMaking() + settingsReading() + settingsWriting()) }
  ]

  private static func settingsMaking() -> [LibraryEntry] {
    [
      contextual("static var standard: UserDefaults { get }") { call in
        .native(SettingsObject(call.machine.settings(""), type: call.result))
      },
      contextual("init()") { .native(SettingsObject($0.machine.settings(""), type: $0.result)) },
      contextual("init?(suiteName suitename: String?)") { call in
        let name = call[0].unwrapped?.text ?? ""
        return .native(SettingsObject(call.machine.settings(name), type: call.result.strippingOptionals.0))
      },
    ]
  }

  private static func settingsReading() -> [LibraryEntry] {
    /// - Parameter absent: what there is for a name without a value, or with one of another type.
    func reading(_ signature: String, _ absent: Value = .null, _ read: @escaping (Value) -> Value?) -> LibraryEntry {
      contextual(signature) { call throws(Abort) in
        try call.settings.value(call[1].text).flatMap { read($0.unboxed) } ?? absent
      }
    }
    return [
      reading("func object(forKey defaultName: String) -> Any?") { $0 },
      reading("func string(forKey defaultName: String) -> String?") { $0.settingText.map { .string($0) } },
      reading("func integer(forKey defaultName: String) -> Int", .int(0)) { $0.settingNumber.map { .int(Int($0)) } },
      reading("func double(forKey defaultName: String) -> Double", .double(0)) { $0.settingNumber.map { .double($0) } },
      reading("func float(forKey defaultName: String) -> Float", .float(0)) {
        $0.settingNumber.map { .float(Float($0)) }
      },
      reading("func bool(forKey defaultName: String) -> Bool", .bool(false)) { value in
        if case .string(let text) = value { return .bool(["yes", "true", "1"].contains(text.lowercased())) }
        return value.settingNumber.map { .bool($0 != 0) }
      },
      reading("func array(forKey defaultName: String) -> [Any]?") { value in
        if case .array = value { value } else { nil }
      },
      reading("func stringArray(forKey defaultName: String) -> [String]?") { value in
        guard case .array(let items) = value else { return nil }
        let texts = items.compactMap(\.unboxed.settingText)
        return texts.count == items.count ? .array(texts.map { .string($0) }) : nil
      },
      reading("func dictionary(forKey defaultName: String) -> [String: Any]?") { value in
        if case .dictionary = value { value } else { nil }
      },
      reading("func data(forKey defaultName: String) -> Data?") { $0.object(DataObject.self) == nil ? nil : $0 },
      reading("func url(forKey defaultName: String) -> URL?") { $0.object(URLObject.self) == nil ? nil : $0 },
      contextual("func dictionaryRepresentation() -> [String: Any]") { call throws(Abort) in
        .dictionary(
          Dictionary(uniqueKeysWithValues: try call.settings.all.map { (Value.string($0.key), $0.value) }))
      },
      contextual("@discardableResult func synchronize() -> Bool") { _ in .bool(true) },
    ]
  }

  private static func settingsWriting() -> [LibraryEntry] {
    ["Any?", "Int", "Double", "Float", "Bool", "URL?"].map { type in
      contextual("func set(_ value: \(type), forKey defaultName: String)") { call throws(Abort) in
        try call.settings.set(call[2].text, call[1].unwrapped, call.machine)
        return .void
      }
    } + [
      contextual("func removeObject(forKey defaultName: String)") { call throws(Abort) in
        try call.settings.set(call[1].text, nil, call.machine)
        return .void
      },
      contextual("func register(defaults registrationDictionary: [String: Any])") { call throws(Abort) in
        guard case .dictionary(let items) = call[1] else { return .void }
        try call.settings.register(
          Dictionary(items.map { ($0.key.text, $0.value) }, uniquingKeysWith: { first, _ in first }))
        return .void
      },
    ]
  }
}

extension NativeCall {
  fileprivate var settings: Settings {
    get throws(Abort) {
      guard let object = self[0].object(SettingsObject.self) else { throw .trap("library: these are no settings") }
      return object.settings
    }
  }
}

extension Value {
  fileprivate var settingText: String? {
    switch self {
    case .string(let text): text
    case .int(let number): String(number)
    case .double(let number): String(number)
    default: nil
    }
  }

  fileprivate var settingNumber: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number.magnitude < 1e15 ? number : nil
    case .float(let number): number.magnitude < 1e15 ? Double(number) : nil
    case .bool(let flag): flag ? 1 : 0
    case .string(let text): Double(text).flatMap { $0.magnitude < 1e15 ? $0 : nil }
    default: nil
    }
  }
}
