/// Names of Swift and its frameworks that mean nothing here, with what to write instead. Asked only when a name is not
/// found, so nothing here hides what the library has or a program declares.
enum Refusals {
  /// The message for a name that cannot be found; `nil` if it is simply unknown.
  static func message(for name: String) -> String? {
    if let reason = reason(for: name) { return "'\(name)' is not supported here; \(reason)" }
    return nil
  }

  /// The message for an initializer that is not there because it reads a file or an address: `Data(contentsOf: url)`.
  static func message(forLabel label: String?, of declaration: Declaration) -> String? {
    guard declaration.kind == .initializer, let owner = declaration.owner, !owner.isUserType, let label,
      label == "contentsOf" || label == "contentsOfFile" || label == "contentsOfURL"
    else { return nil }
    let instead = owner.name == "Data" ? "try await URLSession.shared.data(from: url).0" : "File(path).lines"
    return "'\(owner.name)(\(label):)' is not supported here; programs do not reach files this way: write '\(instead)'"
  }

  /// The message for a member that the library's type has elsewhere.
  static func message(forMember name: String, of type: Nominal) -> String? {
    guard !type.isUserType, let instead = members["\(type.name).\(name)"] else { return nil }
    return "'\(type.name).\(name)' is not supported here; \(instead)"
  }

  private static let members = [
    "URL.documentsDirectory": noFolders, "URL.temporaryDirectory": noFolders, "URL.cachesDirectory": noFolders,
    "URL.applicationSupportDirectory": noFolders, "URL.homeDirectory": noFolders,
    "Data.write": "programs do not reach files this way: write 'File(path).append(line)'",
    "String.write": "programs do not reach files this way: write 'File(path).append(line)'",
    "URLSession.downloadTask": wholeLoads, "URLSession.uploadTask": wholeLoads, "URLSession.download": wholeLoads,
    "URLSession.upload": wholeLoads, "URLSession.bytes": wholeLoads, "URLSession.webSocketTask": wholeLoads,
    "RunLoop.add": "a timer needs no run loop: write 'Timer.scheduledTimer' or 'Timer.publish'",
    "Timer.init": "write 'Timer.scheduledTimer', which begins at once, or 'Timer.publish'",
    "RunLoop.run": "a program goes on as long as its tasks, timers and pipelines do: leave it out",
  ]

  private static let noFolders = "programs do not reach files this way: write 'File(path)'"
  private static let wholeLoads = "use 'try await URLSession.shared.data(for: request)', or 'dataTaskPublisher'"

  private static func reason(for name: String) -> String? {
    if name.hasPrefix("Unsafe") || name.hasPrefix("withUnsafe") || name.hasPrefix("unsafe") || pointers.contains(name) {
      return "programs have values and references, no pointers"
    }
    if locks.contains(name) { return "use an 'NSLock', or nothing: everything runs on one thread" }
    if machine.contains(name) { return "programs do not reach files, processes or the environment" }
    if objects.contains(name) { return "a class needs no superclass; nothing here comes from Objective-C" }
    if memory.contains(name) { return "programs have no access to C" }
    if let instead = replacements[name] { return instead }
    if ScreenPart(named: name) != nil || screen.contains(name) { return "there is no screen" }
    if unavailableFormatters.contains(name) { return "write the text with 'String(format:)' or a 'DateFormatter'" }
    if let framework = framework(of: name) {
      return "it belongs to \(framework): hide it behind a protocol, and give the program an implementation of its own"
    }
    return nil
  }

  /// The framework that a name's first letters belong to: `UILabel`, `CLLocation`.
  private static func framework(of name: String) -> String? {
    // `kCLErrorDomain`, `kSecClass`: constants of C.
    let name = name.hasPrefix("k") ? name.dropFirst() : name[...]
    if name.hasPrefix("Sec"), name.dropFirst(3).first?.isUppercase == true { return "the keychain" }
    let letters = name.prefix(while: \.isUppercase)
    guard letters.count > 1, letters.count < name.count else { return nil }
    return frameworks.first { letters.hasPrefix($0.prefix) && letters.count == $0.prefix.count + 1 }?.name
  }

  private static let frameworks: [(prefix: String, name: String)] = [
    ("AV", "AVFoundation"), ("CA", "Core Animation"), ("CB", "Core Bluetooth"), ("CF", "Core Foundation"),
    ("CG", "Core Graphics"),
    ("CK", "CloudKit"), ("CL", "Core Location"), ("CM", "Core Motion"), ("CN", "Contacts"), ("EK", "EventKit"),
    ("HK", "HealthKit"), ("LA", "LocalAuthentication"), ("MK", "MapKit"), ("NS", "Apple's frameworks"),
    ("NW", "Network"), ("PH", "Photos"), ("SK", "StoreKit"), ("UI", "UIKit"), ("UN", "UserNotifications"),
    ("WK", "WebKit"),
  ]

  private static let unavailableFormatters: Set<String> = [
    "DateComponentsFormatter", "DateIntervalFormatter", "RelativeDateTimeFormatter", "ByteCountFormatter",
    "PersonNameComponentsFormatter", "ListFormatter", "LengthFormatter", "MassFormatter", "EnergyFormatter",
  ]

  /// What to write instead of a property wrapper of SwiftUI's outside of a view.
  static func instead(ofWrapper name: String) -> String? {
    switch name {
    case "State", "StateObject", "ObservedObject", "FocusState", "GestureState", "Bindable":
      "outside of a view write a plain property, or '@Published' in a class"
    case "AppStorage": "outside of a class write 'UserDefaults.standard'"
    case "SceneStorage": "write '@Published': the daemon keeps the values of stores"
    case "Environment", "EnvironmentObject", "Query", "FetchRequest":
      "outside of a view pass the value to the initializer"
    default: nil
    }
  }

  private static let pointers: Set<String> = [
    "Unmanaged", "OpaquePointer", "AutoreleasingUnsafeMutablePointer", "CVaListPointer", "ManagedBuffer",
    "MemoryLayout",
  ]
  private static let locks: Set<String> = [
    "NSCondition", "NSConditionLock", "os_unfair_lock", "os_unfair_lock_s", "pthread_mutex_t", "objc_sync_enter",
    "Atomic",
  ]
  private static let machine: Set<String> = [
    "FileManager", "FileHandle", "Process", "ProcessInfo",
    "NSArray", "InputStream", "OutputStream", "Pipe", "getenv", "setenv", "system", "abort", "readLine",
    "fopen",
    "Host",
  ]
  private static let objects: Set<String> = [
    "NSCoding", "NSManagedObject", "NSCopying",
    "Selector",
  ]
  private static let memory: Set<String> = [
    "malloc", "calloc", "free", "memcpy", "memset", "printf", "puts", "strlen", "CInt", "CChar", "CBool", "dlopen",
  ]
  private static let screen: Set<String> = [
    "Button", "VStack", "HStack", "ZStack", "List", "ForEach", "NavigationView", "NavigationStack",
    "NavigationLink", "Form", "Section", "TextField", "SecureField", "Toggle", "Spacer", "Font", "AnyView",
    "State", "StateObject", "ObservedObject", "EnvironmentObject", "Environment", "AppStorage", "SceneStorage",
    "FocusState", "GestureState", "Namespace", "FetchRequest", "UIColor", "UIApplication", "UIDevice",
    "UIScreen", "NSColor", "NSApplication", "CGContext", "CALayer", "PlaygroundPage", "EdgeInsets",
    "LinearGradient", "GridItem", "GeometryReader", "GeometryProxy", "ScrollView", "DragGesture", "ActionSheet",
  ]
  private static let sessionDelegate =
    "use 'try await URLSession.shared.data(from: url)' or 'dataTaskPublisher(for: url)'; HTTP is all there is"
  private static let ownData = "it belongs to SwiftData: the daemon keeps the values of stores by itself"
  private static let ownOrder = "write the order as a closure: 'items.sorted { $0.price < $1.price }'"

  private static let replacements: [String: String] = [
    "dispatchMain": "a program goes on as long as its tasks, timers and pipelines do: leave it out",
    "CADisplayLink": "use 'Timer.publish'",
    "exit": "a text ends at its end, and earlier with 'return' in a function or an error that is thrown",
    "OSLog": "use 'Logger' or 'print'",
    "OSSignposter": "use 'Logger' or 'print'",
    "NSLog": "use 'print'",
    "os_log": "use 'Logger' or 'print'",
    "PropertyListSerialization": "use 'PropertyListDecoder' with a type that is 'Decodable'",
    "NSUUID": "use 'UUID'",
    "OSStatus":
      "it belongs to the keychain: hide it behind a protocol, and give the program an implementation of its own",
    "CocoaError": "declare an error of your own",
    "IndexPath": "write its parts as 'Int's",
    "BindableObject": "it has become 'ObservableObject'",
    "BlockOperation": "write 'queue.addOperation { … }'",
    "URLSessionDownloadTask": wholeLoads, "URLSessionUploadTask": wholeLoads, "URLSessionWebSocketTask": wholeLoads,
    "ModelContext": ownData, "ModelContainer": ownData, "ModelConfiguration": ownData, "FetchDescriptor": ownData,
    "PersistentModel": ownData, "Schema": ownData,
    "XCTestCase": "use '#expect'",
    "XCTAssertEqual": "use '#expect'",
    "KVO": "use a '@Published' property",
    "CLLocationCoordinate2D": "declare a struct with two 'Double's",
    "NSPredicate": "write the condition as a closure: 'items.filter { $0.price > 2 }'",
    "NSSortDescriptor": ownOrder,
    "URLSessionDelegate": sessionDelegate, "URLSessionTaskDelegate": sessionDelegate,
    "URLSessionDataDelegate": sessionDelegate, "URLSessionDownloadDelegate": sessionDelegate,
    "URLSessionWebSocketDelegate": sessionDelegate,
    "NSKeyedArchiver": "use 'JSONEncoder'",
    "NSKeyedUnarchiver": "use 'JSONDecoder'",
    "NSAttributedString": "a 'String' has no attributes here",
    "NSMutableAttributedString": "a 'String' has no attributes here",
    "AttributedString": "a 'String' has no attributes here",
  ]
}
