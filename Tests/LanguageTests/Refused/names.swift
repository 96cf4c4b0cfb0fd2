// Names of other frameworks: not unknown, but not here.
// swift-format-ignore-file
let pointer = UnsafeMutablePointer<Int>.allocate(capacity: 1)  // error: 'UnsafeMutablePointer' is not supported here; programs have values and references, no pointers
let size = withUnsafeBytes(of: 3) { $0.count }  // error: 'withUnsafeBytes' is not supported here; programs have values and references, no pointers
let lock = NSLock()  // error: 'NSLock' is not supported here; everything runs on one thread, so there is nothing to lock
let files = FileManager.default  // error: 'FileManager' is not supported here; programs do not reach files, processes or the environment
class Delegate: NSObject {}  // error: 'NSObject' is not supported here; a class needs no superclass; nothing here comes from Objective-C
let memory = malloc(3)  // error: 'malloc' is not supported here; programs have no access to C
let label = Text("hello")  // error: 'Text' is not supported here; there is no screen
struct Card: View { var body: some View { Text("card") } }
let card = Card()  // error: 'Card' is a view and was skipped: there is no screen here
let image: UIImage? = nil  // error: 'UIImage' is not supported here; there is no screen
