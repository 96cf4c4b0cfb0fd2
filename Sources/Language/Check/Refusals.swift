/// Names of Swift and its frameworks that mean nothing here, with what to write instead. Asked only when a name is not
/// found, so nothing here hides what the library has or a program declares.
enum Refusals {
  /// The message for a name that cannot be found; `nil` if it is simply unknown.
  static func message(for name: String) -> String? {
    if let reason = reason(for: name) { return "'\(name)' is not supported here; \(reason)" }
    return nil
  }

  private static func reason(for name: String) -> String? {
    if name.hasPrefix("Unsafe") || name.hasPrefix("withUnsafe") || name.hasPrefix("unsafe") || pointers.contains(name) {
      return "programs have values and references, no pointers"
    }
    if locks.contains(name) { return "everything runs on one thread, so there is nothing to lock" }
    if machine.contains(name) { return "programs do not reach files, processes or the environment" }
    if objects.contains(name) { return "a class needs no superclass; nothing here comes from Objective-C" }
    if memory.contains(name) { return "programs have no access to C" }
    if ScreenPart(named: name) != nil || screen.contains(name) { return "there is no screen" }
    return replacements[name]
  }

  private static let pointers: Set<String> = [
    "Unmanaged", "OpaquePointer", "AutoreleasingUnsafeMutablePointer", "CVaListPointer", "ManagedBuffer",
    "MemoryLayout",
  ]
  private static let locks: Set<String> = [
    "NSLock", "NSRecursiveLock", "NSCondition", "DispatchSemaphore", "OSAllocatedUnfairLock", "os_unfair_lock", "Mutex",
    "pthread_mutex_t", "objc_sync_enter", "Atomic",
  ]
  private static let machine: Set<String> = [
    "FileManager", "FileHandle", "Process", "ProcessInfo", "CommandLine", "UserDefaults",
    "NSArray", "InputStream", "OutputStream", "Pipe", "getenv", "setenv", "system", "exit", "abort", "readLine",
    "fopen",
    "Host",
  ]
  private static let objects: Set<String> = [
    "NSObject", "NSObjectProtocol", "NSCoding", "NSManagedObject", "NSError", "NSCopying",
    "Selector", "NSPredicate", "NSCache",
  ]
  private static let memory: Set<String> = [
    "malloc", "calloc", "free", "memcpy", "memset", "printf", "puts", "strlen", "CInt", "CChar", "CBool", "dlopen",
  ]
  private static let screen: Set<String> = [
    "Text", "Image", "Button", "VStack", "HStack", "ZStack", "List", "ForEach", "NavigationView", "NavigationStack",
    "NavigationLink", "Form", "Section", "TextField", "SecureField", "Toggle", "Spacer", "Font", "AnyView", "Binding",
    "State", "StateObject", "ObservedObject", "EnvironmentObject", "Environment", "AppStorage", "SceneStorage",
    "FocusState", "GestureState", "Namespace", "FetchRequest", "UIColor", "UIImage", "UIApplication", "UIDevice",
    "UIScreen", "NSImage", "NSColor", "NSApplication", "CGContext", "CALayer", "PlaygroundPage", "EdgeInsets",
    "LinearGradient", "GeometryReader", "ScrollView",
  ]
  private static let replacements: [String: String] = [
    "Observable": "make the class an 'ObservableObject' and its properties '@Published'",
    "ObservationTracked": "make the class an 'ObservableObject' and its properties '@Published'",
    "CADisplayLink": "use 'Timer.publish'",
    "Logger": "use 'print'",
    "OSLog": "use 'print'",
    "NSLog": "use 'print'",
    "os_log": "use 'print'",
    "XCTestCase": "use '#expect'",
    "XCTAssertEqual": "use '#expect'",
    "KVO": "use a '@Published' property",
    "Mirror": "use 'dump' to look inside a value",
  ]
}
