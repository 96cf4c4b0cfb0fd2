// Two sources, one decision: a heater that goes on half a degree below what is wanted, and off half a degree above.
import Combine

class Thermostat: ObservableObject {
  @Published var measured = 20.0
  @Published var wanted = 20.0
  @Published private(set) var isHeating = false

  init() {
    $measured.combineLatest($wanted)
      .scan(false) { isHeating, now in
        let (measured, wanted) = now
        return isHeating ? measured < wanted + 0.5 : measured < wanted - 0.5
      }
      .removeDuplicates()
      .assign(to: &$isHeating)
  }
}

let thermostat = Thermostat()
