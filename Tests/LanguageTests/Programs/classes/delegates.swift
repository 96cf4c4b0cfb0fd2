// The delegate pattern: a class-bound protocol, a weak reference, a default implementation.
protocol DownloadDelegate: AnyObject {
  func didFinish(_ name: String)
  func didFail(_ name: String)
}
extension DownloadDelegate {
  func didFail(_ name: String) { print("failed by default: \(name)") }
}
class Download {
  weak var delegate: DownloadDelegate?
  func start(_ name: String, ok: Bool) {
    if ok { delegate?.didFinish(name) } else { delegate?.didFail(name) }
  }
}
class Screen: DownloadDelegate {
  func didFinish(_ name: String) { print("finished \(name)") }
  deinit { print("screen gone") }
}
let download = Download()
var screen: Screen? = Screen()
download.delegate = screen
download.start("a", ok: true)
download.start("b", ok: false)
screen = nil
download.start("c", ok: true)
print(download.delegate == nil)
