// A published property that can only be read from outside.
import Combine

class Model: ObservableObject {
  @Published private(set) var count = 0
}
let model = Model()
model.count = 1  // error: cannot assign to property: 'count' setter is inaccessible
