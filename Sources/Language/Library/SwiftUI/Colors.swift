/// The few types of SwiftUI that view models speak of, without a screen: `Color`, and what animates.
internal import Foundation

/// A `Color`: a name of the system's palette or of the program's own, or components.
final class ColorObject: NativeObject {
  enum Content: Hashable {
    case named(String)
    case components(red: Double, green: Double, blue: Double)
  }

  let content: Content
  let opacity: Double

  init(_ content: Content, opacity: Double = 1, type: Type) {
    self.content = content
    self.opacity = opacity
    super.init(type: type)
  }

  /// As SwiftUI describes it: `red`, `#FF8000FF`.
  override var text: String {
    switch content {
    case .named(let name): return opacity == 1 ? name : "\(Self.percent(opacity)) \(name)"
    case .components(let red, let green, let blue):
      return "#" + [red, green, blue, opacity].map { Self.hexadecimal($0) }.joined()
    }
  }

  override func isEqual(to other: NativeObject) -> Bool {
    guard let other = other as? ColorObject else { return false }
    return content == other.content && opacity == other.opacity
  }

  override func hash(into hasher: inout Hasher) {
    hasher.combine(content)
    hasher.combine(opacity)
  }

  /// Its text where that says all of it; otherwise its parts.
  override var portable: PortableValue? {
    if Self.read(text) == Reading(content, opacity) { return .string(text) }
    switch content {
    case .named(let name): return .record([.init("name", .string(name)), .init("opacity", .double(opacity))])
    case .components(let red, let green, let blue):
      let parts = [("red", red), ("green", green), ("blue", blue), ("opacity", opacity)]
      return .record(parts.map { .init($0, .double($1)) })
    }
  }

  /// The colour that a plain form stands for; `nil` if it is none.
  static func read(_ portable: PortableValue, as type: Type) -> ColorObject? {
    let reading: Reading
    switch portable {
    case .string(let text):
      guard let known = read(text) else { return nil }
      reading = known
    case .record(let fields):
      let numbers = fields.compactMap { field in
        switch field.value {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
      }
      switch (fields.map(\.name), fields.first?.value) {
      case (["name", "opacity"], .string(let name)?) where numbers.count == 1:
        reading = Reading(.named(name), numbers[0])
      case (["red", "green", "blue", "opacity"], _) where numbers.count == 4:
        reading = Reading(.components(red: numbers[0], green: numbers[1], blue: numbers[2]), numbers[3])
      default: return nil
      }
    default: return nil
    }
    return ColorObject(reading.content, opacity: reading.opacity, type: type)
  }

  private struct Reading: Equatable {
    let content: Content
    let opacity: Double

    init(_ content: Content, _ opacity: Double) { (self.content, self.opacity) = (content, opacity) }
  }

  /// `#FF8000FF` or a name.
  private static func read(_ text: String) -> Reading? {
    guard text.hasPrefix("#") else { return Reading(.named(text), 1) }
    let digits = text.dropFirst()
    guard digits.count == 8, digits.allSatisfy(\.isHexDigit), let number = UInt32(digits, radix: 16) else { return nil }
    let parts = [24, 16, 8, 0].map { Double((number >> $0) & 0xFF) / 255 }
    return Reading(.components(red: parts[0], green: parts[1], blue: parts[2]), parts[3])
  }

  private static func percent(_ part: Double) -> String {
    "\(Int(exactly: (part * 100).rounded()).map { "\($0)" } ?? "\(part * 100)")%"
  }

  private static func hexadecimal(_ part: Double) -> String {
    let byte = part.isNaN ? 0 : Int((min(max(part, 0), 1) * 255).rounded())
    return (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}

enum ScreenLibrary {
  static let types: [String: @Sendable () -> LibraryType] = colorTypes.merging(imageTypes) { first, _ in first }
    .merging(bindingTypes) { first, _ in first }

  private static let colorTypes: [String: @Sendable () -> LibraryType] = [
    "Color": color, "Animation": animation, "NavigationPath": navigationPath,
    "Color.RGBColorSpace": {
      LibraryType("enum RGBColorSpace: Hashable, Sendable { case sRGB, sRGBLinear, displayP3 }")
    },
  ]

  static let additions: [String: @Sendable () -> [LibraryEntry]] = ["RangeReplaceableCollection": listEditing]

  static let aliases = ["LocalizedStringKey": "String"]

  private static let palette = [
    "red", "orange", "yellow", "green", "mint", "teal", "cyan", "blue", "indigo", "purple", "pink", "brown", "white",
    "gray", "black", "clear", "primary", "secondary", "accentColor",
  ]

  private static func color() -> LibraryType {
    LibraryType(
      "struct Color: Hashable, CustomStringConvertible, Sendable {}",
      palette.map { name in
        contextual("static var \(name): Color { get }") { .native(ColorObject(.named(name), type: $0.result)) }
      } + [
        contextual("init(_ name: String)") { .native(ColorObject(.named($0[0].text), type: $0.result)) },
        contextual("init(red: Double, green: Double, blue: Double, opacity: Double = 1)") { call in
          .native(
            ColorObject(
              .components(red: call[0].number, green: call[1].number, blue: call[2].number), opacity: call[3].number,
              type: call.result))
        },
        contextual(
          "init(_ colorSpace: Color.RGBColorSpace, red: Double, green: Double, blue: Double, opacity: Double = 1)"
        ) { call in
          .native(
            ColorObject(
              .components(red: call[1].number, green: call[2].number, blue: call[3].number), opacity: call[4].number,
              type: call.result))
        },
        contextual("init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1)") { call in
          let (red, green, blue) = components(
            hue: call[0].number, saturation: call[1].number, brightness: call[2].number)
          return .native(
            ColorObject(.components(red: red, green: green, blue: blue), opacity: call[3].number, type: call.result))
        },
        contextual("init(white: Double, opacity: Double = 1)") { call in
          let white = call[0].number
          return .native(
            ColorObject(.components(red: white, green: white, blue: white), opacity: call[1].number, type: call.result))
        },
        contextual("func opacity(_ opacity: Double) -> Color") { call in
          guard let color = call[0].object(ColorObject.self) else { return call[0] }
          return .native(ColorObject(color.content, opacity: color.opacity * call[1].number, type: call.result))
        },
        unary("var description: String { get }") { .string($0.object(ColorObject.self)?.text ?? "") },
      ])
  }

  /// A sixth of the circle after the other, one component rises or falls.
  private static func components(
    hue: Double, saturation: Double, brightness: Double
  ) -> (red: Double, green: Double, blue: Double) {
    func component(_ offset: Double) -> Double {
      let place = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(place, 4 - place, 1))
    }
    return (component(5), component(3), component(1))
  }

  /// Nothing moves here; the names are accepted.
  private static func animation() -> LibraryType {
    let plain = [
      "default", "linear", "easeIn", "easeOut", "easeInOut", "spring", "bouncy", "smooth", "snappy",
      "interactiveSpring",
      "interpolatingSpring",
    ]
    let made = [
      "static func linear(duration: Double)", "static func easeIn(duration: Double)",
      "static func easeOut(duration: Double)", "static func easeInOut(duration: Double)",
      "static func spring(response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0)",
      "static func spring(duration: Double = 0.5, bounce: Double = 0, blendDuration: Double = 0)",
      "static func interactiveSpring(response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25)",
      "static func interpolatingSpring(mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0)",
      "static func bouncy(duration: Double = 0.5, extraBounce: Double = 0)",
      "static func smooth(duration: Double = 0.5, extraBounce: Double = 0)",
      "static func snappy(duration: Double = 0.5, extraBounce: Double = 0)",
      "static func timingCurve(_ p1x: Double, _ p1y: Double, _ p2x: Double, _ p2y: Double, duration: Double = 0.35)",
      "func delay(_ delay: Double)", "func speed(_ speed: Double)",
      "func repeatCount(_ repeatCount: Int, autoreverses: Bool = true)",
      "func repeatForever(autoreverses: Bool = true)",
    ]
    return LibraryType(
      "struct Animation: Hashable, Sendable {}",
      plain.map { name in
        contextual("static var `\(name)`: Animation { get }") { .native(AnimationObject(type: $0.result)) }
      }
        + made.map { signature in
          contextual(signature + " -> Animation") { .native(AnimationObject(type: $0.result)) }
        })
  }

  /// The values pushed so far; what they are is the views' affair.
  private static func navigationPath() -> LibraryType {
    LibraryType(
      "struct NavigationPath: Equatable {}",
      [
        nullary("init()") { .array([]) },
        unary("init<S: Sequence>(_ elements: S)") { elements throws(Abort) in .array(try Elements.list(elements)) },
        unary("var count: Int { get }") { .int($0.items.count) },
        unary("var isEmpty: Bool { get }") { .bool($0.items.isEmpty) },
        mutating("mutating func append<V: Hashable>(_ value: V)") { path, operands throws(Abort) in
          try ValueSize.check(path.items.count + 1)
          path = .array(path.items + [operands[0]])
          return .void
        },
        mutating("mutating func removeLast(_ k: Int = 1)") { path, operands throws(Abort) in
          guard operands[0].integer >= 0, operands[0].integer <= path.items.count else {
            throw .trap("Can't remove more items from a collection than it contains")
          }
          path = .array(path.items.dropLast(operands[0].integer))
          return .void
        },
      ], .values)
  }

  static func globals() -> [LibraryEntry] {
    environmentObjects() + [
      contextual(
        "func withAnimation<Result>(_ animation: Animation? = nil, _ body: () throws -> Result) rethrows -> Result"
      ) { call throws(Abort) in try call[1].closure.call() },
      contextual(
        """
        func withAnimation<Result>(
          _ animation: Animation? = nil, _ body: () throws -> Result, completion: @escaping () -> Void
        ) rethrows -> Result
        """
      ) { call throws(Abort) in
        let result = try call[1].closure.call()
        _ = try call[2].closure.call()
        return result
      },
    ]
  }
}

final class AnimationObject: NativeObject {
  override func isEqual(to other: NativeObject) -> Bool { other is AnimationObject }
  override func hash(into hasher: inout Hasher) { hasher.combine(0) }
}
