import Combine
import Foundation

class Item: ObservableObject, Identifiable {
  let id: Int
  @Published var v = 0
  init(id: Int) { self.id = id }
}
class A: ObservableObject {
  @Published var items: [Item] = []
  var c: Set<AnyCancellable> = []
  var i = 0
  init() {
    Timer.publish(every: 0.002, on: .main, in: .common).autoconnect().sink { [weak self] _ in
      guard let self else { return }
      i += 1
      let it = Item(id: i)

      it.objectWillChange.sink { [weak self] in self?.objectWillChange.send() }.store(in: &c)
      items.append(it)

      it.v = 2
      if items.count > 4 {
        items.removeFirst()
        c.removeAll()
        start()
      }
    }.store(in: &c)
  }
  func start() {
    Timer.publish(every: 0.002, on: .main, in: .common).autoconnect().sink { [weak self] _ in
      guard let self else { return }
      i += 1
      let it = Item(id: i)

      it.objectWillChange.sink { [weak self] in self?.objectWillChange.send() }.store(in: &c)
      items.append(it)

      it.v = 2
      if items.count > 4 {
        items.removeFirst()
        c.removeAll()
        start()
      }
    }.store(in: &c)
  }
}
let a = A()
