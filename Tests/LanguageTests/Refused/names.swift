// Names of other frameworks: not unknown, but not here.
// swift-format-ignore-file
let pointer = UnsafeMutablePointer<Int>.allocate(capacity: 1)  // error: 'UnsafeMutablePointer' is not supported here; programs have values and references, no pointers
let size = withUnsafeBytes(of: 3) { $0.count }  // error: 'withUnsafeBytes' is not supported here; programs have values and references, no pointers
let lock = os_unfair_lock()  // error: 'os_unfair_lock' is not supported here; use an 'NSLock', or nothing: everything runs on one thread
let files = FileManager.default  // error: 'FileManager' is not supported here; programs do not reach files, processes or the environment
class Delegate: NSManagedObject {}  // error: 'NSManagedObject' is not supported here; a class needs no superclass; nothing here comes from Objective-C
let memory = malloc(3)  // error: 'malloc' is not supported here; programs have no access to C
let label = UILabel()  // error: 'UILabel' is not supported here; it belongs to UIKit: hide it behind a protocol, and give the program an implementation of its own
struct Card: View { var body: some View { Text("card") } }
let card = Card()  // error: 'Card' is a view and was skipped: there is no screen here
let image: UIScreen? = nil  // error: 'UIScreen' is not supported here; there is no screen
let spans = DateComponentsFormatter()  // error: 'DateComponentsFormatter' is not supported here; write the text with 'String(format:)' or a 'DateFormatter'
let here: CLLocation? = nil  // error: 'CLLocation' is not supported here; it belongs to Core Location: hide it behind a protocol, and give the program an implementation of its own
let bytes = NSKeyedArchiver()  // error: 'NSKeyedArchiver' is not supported here; use 'JSONEncoder'
let loaded = try Data(contentsOf: URL(string: "a")!)  // error: 'Data(contentsOf:)' is not supported here; programs do not reach files this way: write 'try await URLSession.shared.data(from: url).0'
try Data().write(to: URL(string: "a")!)  // error: 'Data.write' is not supported here; programs do not reach files this way: write 'File(path).append(line)'
let container: ModelContainer? = nil  // error: 'ModelContainer' is not supported here; it belongs to SwiftData: the daemon keeps the values of stores by itself
let length = LengthFormatter()  // error: 'LengthFormatter' is not supported here; write the text with 'String(format:)' or a 'DateFormatter'
let lines = try String(contentsOfFile: "a")  // error: 'String(contentsOfFile:)' is not supported here; programs do not reach files this way: write 'File(path).lines'
let cheap = NSPredicate(format: "price < 2")  // error: 'NSPredicate' is not supported here; write the condition as a closure: 'items.filter { $0.price > 2 }'
class Downloads: NSObject, URLSessionDelegate {}  // error: 'URLSessionDelegate' is not supported here; use 'try await URLSession.shared.data(from: url)' or 'dataTaskPublisher(for: url)'; HTTP is all there is
RunLoop.main.add(Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }, forMode: RunLoop.Mode.common)  // error: 'RunLoop.add' is not supported here; a timer needs no run loop: write 'Timer.scheduledTimer' or 'Timer.publish'
RunLoop.current.add(Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }, forMode: .common)  // error: 'RunLoop.add' is not supported here; a timer needs no run loop: write 'Timer.scheduledTimer' or 'Timer.publish'
let timer = Timer(timeInterval: 1, repeats: true) { _ in }  // error: 'Timer.init' is not supported here; write 'Timer.scheduledTimer', which begins at once, or 'Timer.publish'
struct Start {
  var `init` = 3  // error: a member named 'init' is not supported here; give it another name
  func `init`() {}  // error: a member named 'init' is not supported here; give it another name
}
let nothing = OSLog.default  // error: 'OSLog' is not supported here; use 'Logger' or 'print'
@propertyWrapper struct Doubled { var wrappedValue: Int }
class Screen {
  @SceneStorage("dark") var isDark = false  // error: the property wrapper '@SceneStorage' is not supported here; write '@Published': the daemon keeps the values of stores
  @Environment(\.session) var session: Screen  // error: the property wrapper '@Environment' is not supported here; outside of a view pass the value to the initializer
  @Published @Doubled var size = 1  // error: '@Doubled' together with '@Published' is not supported here; keep one of them, and do the other's work in 'didSet' or in the setter of a computed property
}
