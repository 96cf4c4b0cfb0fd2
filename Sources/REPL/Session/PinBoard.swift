// What is pinned above the prompt: the newest value of each path, and of numbers the way they took.
import Wire

struct PinBoard {
  private struct Pin {
    /// Of its subscription.
    var name: String
    /// As it was asked for.
    var pattern: String
    var values: [Value] = []
  }

  private struct Value {
    var path: String
    var text: String
    var numbers: [Double]
  }

  static let sparklineLength = 24
  /// So many lines of one pattern are shown.
  private static let linesMax = 8

  private var pins: [Pin] = []
  private var lastNumber = 0

  var isEmpty: Bool { pins.isEmpty }
  var patterns: [String] { pins.map(\.pattern) }

  mutating func add(_ pattern: String) -> String {
    lastNumber += 1
    pins.append(Pin(name: "pin\(lastNumber)", pattern: pattern))
    return "pin\(lastNumber)"
  }

  /// Forgets a pin; returns its pattern.
  mutating func remove(_ name: String) -> String? {
    guard let index = pins.firstIndex(where: { $0.name == name }) else { return nil }
    return pins.remove(at: index).pattern
  }

  func name(of pattern: String) -> String? { pins.first { $0.pattern == pattern }?.name }

  /// Takes an event of a pin's subscription. False if it is of another one.
  mutating func receive(_ event: SubscriptionEvent, of name: String) -> Bool {
    guard let index = pins.firstIndex(where: { $0.name == name }) else { return false }
    switch event {
    case .snapshot(_, let entries): for entry in entries { set(entry.path, entry.value, of: index) }
    case .change(let change):
      for change in change.changes {
        if change.op == .remove {
          pins[index].values.removeAll { $0.path == change.path }
        } else {
          set(change.path, change.value ?? .null, of: index)
        }
      }
    default: break
    }
    return true
  }

  /// What a path was before it was pinned, oldest first.
  mutating func seed(_ numbers: [Double], at path: String, of name: String) {
    guard let index = pins.firstIndex(where: { $0.name == name }),
      let place = pins[index].values.firstIndex(where: { $0.path == path })
    else { return }
    let present = pins[index].values[place].numbers
    pins[index].values[place].numbers = Array((numbers.dropLast() + present).suffix(Self.sparklineLength))
  }

  private mutating func set(_ path: String, _ value: JSONValue, of index: Int) {
    let text = ValueRenderer.inline(value)
    let place =
      pins[index].values.firstIndex { $0.path == path }
      ?? {
        pins[index].values.append(Value(path: path, text: text, numbers: []))
        return pins[index].values.count - 1
      }()
    pins[index].values[place].text = text
    pins[index].values[place].numbers =
      value.double.map { (pins[index].values[place].numbers + [$0]).suffix(Self.sparklineLength) } ?? []
  }

  // MARK: Lines

  /// A line for each value, with `local` names for paths; no wider than that.
  func lines(width: Int, local: (String) -> String) -> [String] {
    let rows = pins.flatMap { pin -> [(name: String, text: String, numbers: [Double])] in
      guard !pin.values.isEmpty else { return [(pin.pattern, "nothing there yet", [])] }
      let rest = pin.values.count - Self.linesMax
      return pin.values.prefix(Self.linesMax).map { (local($0.path), $0.text, $0.numbers) }
        + (rest > 0 ? [("…", "and \(rest) more of \(pin.pattern)", [])] : [])
    }
    let names = rows.map { displayWidth($0.name) }.max() ?? 0
    let texts = rows.filter { $0.numbers.count > 1 }.map { displayWidth($0.text) }.max() ?? 0
    return rows.map { row in
      var line = padded(row.name, to: names) + "  "
      if row.numbers.count > 1 {
        line += padded(row.text, to: texts) + "  "
        // Of a way that has no room the newest part is shown.
        line += sparkline(Array(row.numbers.suffix(max(0, width - displayWidth(line)))))
      } else {
        line += row.text
      }
      return cut(line, to: width)
    }
  }
}

/// A sign for each number, from the least to the greatest of them.
/// - Parameter floor: What has the lowest sign, whether it is among them or not.
func sparkline(_ numbers: [Double], from floor: Double = .infinity) -> String {
  guard let least = numbers.min().map({ min($0, floor) }), let greatest = numbers.max() else { return "" }
  let signs = Array("▁▂▃▄▅▆▇█")
  guard greatest > least else { return String(repeating: signs[0], count: numbers.count) }
  return String(
    numbers.map { number in
      // Halves, since the difference of two numbers may be none.
      let place = (number / 2 - least / 2) / (greatest / 2 - least / 2)
      return signs[min(signs.count - 1, max(0, Int(place * Double(signs.count - 1) + 0.5)))]
    })
}
