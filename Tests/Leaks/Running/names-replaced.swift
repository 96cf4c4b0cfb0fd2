import Combine
import Foundation

class I: ObservableObject { @Published var v = 0 }
var i = I()
var k = 0
let c = Timer.publish(every: 0.002, on: .main, in: .common).autoconnect().sink { _ in
  i = I()
  i.v = 4
  k += 1
}
