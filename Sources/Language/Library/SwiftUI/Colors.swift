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

  override var portable: PortableValue? { .string(text) }

  private static func percent(_ part: Double) -> String { "\(Int((part * 100).rounded()))%" }

  private static func hexadecimal(_ part: Double) -> String {
    let byte = Int((min(max(part, 0), 1) * 255).rounded())
    return (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}

enum ScreenLibrary {
  static let types: [String: @Sendable () -> LibraryType] = ["Color": color, "Animation": animation]

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

  /// Nothing moves here; the names are accepted.
  private static func animation() -> LibraryType {
    let plain = ["default", "linear", "easeIn", "easeOut", "easeInOut", "spring", "bouncy", "smooth", "snappy"]
    return LibraryType(
      "struct Animation: Hashable, Sendable {}",
      plain.map { name in
        contextual("static var `\(name)`: Animation { get }") { .native(AnimationObject(type: $0.result)) }
      }
        + ["linear", "easeIn", "easeOut", "easeInOut"].map { name in
          contextual("static func \(name)(duration: Double) -> Animation") { .native(AnimationObject(type: $0.result)) }
        })
  }

  static func globals() -> [LibraryEntry] {
    [
      contextual(
        "func withAnimation<Result>(_ animation: Animation? = nil, _ body: () throws -> Result) rethrows -> Result"
      ) { call throws(Abort) in try call[1].closure.call() }
    ]
  }
}

final class AnimationObject: NativeObject {
  override func isEqual(to other: NativeObject) -> Bool { other is AnimationObject }
  override func hash(into hasher: inout Hasher) { hasher.combine(0) }
}
