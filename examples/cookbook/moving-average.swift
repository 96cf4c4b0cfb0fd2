// A sensor that trembles: the average of its last five values.
import Combine

class Sensor: ObservableObject {
  @Published var value = 0.0
  @Published private(set) var average = 0.0

  init() {
    $value.dropFirst()
      .scan([Double]()) { recent, value in (recent + [value]).suffix(5) }
      .map { $0.reduce(0, +) / Double($0.count) }
      .assign(to: &$average)
  }
}

let sensor = Sensor()
