// The literals that name where they stand.
import Foundation

class Loader {
  func fetch() {
    print("in \(#function) at line \(#line)")
  }
  func fetch(_ url: String, retries: Int) {
    print("in \(#function)")
  }
  init() {
    print("in \(#function)")
  }
  var state: String { "\(#function)" }
}
let loader = Loader()
loader.fetch()
loader.fetch("x", retries: 2)
print(loader.state)
func trace(_ message: String, function: String = #function, line: Int = #line) {
  print("\(function):\(line) \(message)")
}
func work() {
  trace("working")
}
work()
print(#line, #column)
print(#fileID.hasSuffix(".swift"), (#file as String).isEmpty)
