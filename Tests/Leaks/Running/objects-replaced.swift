import Combine
import Foundation

class I: ObservableObject { @Published var v = 0 }
class A: ObservableObject {
  @Published var i = I()
  @Published var o: I? = nil
  var c: AnyCancellable?
  init() {
    c = Timer.publish(every: 0.002, on: .main, in: .common).autoconnect().sink { [weak self] _ in
      self?.i = I()
      self?.i.v = 3
      self?.o = self?.o == nil ? I() : nil
    }
  }
}
let a = A()
