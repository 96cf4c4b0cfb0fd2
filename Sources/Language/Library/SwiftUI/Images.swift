/// Images, as view models load and keep them: the bytes they are made of. Nothing draws them.
internal import Foundation

/// A `UIImage` or an `NSImage`.
final class ImageObject: NativeObject {
  let data: Data

  init(_ data: Data, type: Type) {
    self.data = data
    super.init(type: type)
  }

  override var text: String { "<\(type): \(data.count) bytes>" }
}

/// A `Text`, an `Image`, an `Alert`: what it would show.
private final class ShownObject: ValueObject<String> {
  override var text: String { content }
}

extension Value {
  fileprivate var shownText: String { object(ShownObject.self)?.content ?? "" }
}

extension ScreenLibrary {
  static let imageTypes: [String: @Sendable () -> LibraryType] = [
    "UIImage": { image("UIImage") }, "NSImage": { image("NSImage") }, "Image": picture, "Text": text, "Alert": alert,
    "Alert.Button": alertButton,
  ]

  /// What a view would show, as a model keeps it.
  private static func picture() -> LibraryType {
    LibraryType(
      "struct Image: Equatable, Sendable {}",
      [
        shown("init(_ name: String)") { "Image(\"\($0[0].text)\")" },
        shown("init(decorative name: String)") { "Image(\"\($0[0].text)\")" },
        shown("init(systemName: String)") { "Image(systemName: \"\($0[0].text)\")" },
        shown("init(uiImage: UIImage)") { "Image(\($0[0].object(NativeObject.self)?.text ?? ""))" },
        shown("init(nsImage: NSImage)") { "Image(\($0[0].object(NativeObject.self)?.text ?? ""))" },
      ])
  }

  private static func text() -> LibraryType {
    LibraryType(
      "struct Text: Equatable, Sendable {}",
      [
        shown("init<S: StringProtocol>(_ content: S)") { $0[0].text },
        shown("init(verbatim content: String)") { $0[0].text },
      ])
  }

  private static func alert() -> LibraryType {
    func title(_ call: NativeCall) -> String {
      "Alert(\"\(call[0].shownText)\"\(call[1].isNull ? "" : ", \"\(call[1].shownText)\""))"
    }
    return LibraryType(
      "struct Alert {}",
      [
        shown("init(title: Text, message: Text? = nil, dismissButton: Alert.Button? = nil)", title),
        shown(
          "init(title: Text, message: Text? = nil, primaryButton: Alert.Button, secondaryButton: Alert.Button)", title),
      ])
  }

  private static func alertButton() -> LibraryType {
    LibraryType(
      "struct Button {}",
      ["default", "cancel", "destructive"].map { kind in
        shown("static func `\(kind)`(_ label: Text, action: (() -> Void)? = nil) -> Alert.Button") { $0[0].shownText }
      } + [shown("static func cancel(_ action: (() -> Void)? = nil) -> Alert.Button") { _ in "Cancel" }])
  }

  private static func shown(_ signature: String, _ text: @escaping (NativeCall) -> String) -> LibraryEntry {
    contextual(signature) { .native(ShownObject(text($0), type: $0.result)) }
  }

  private static func image(_ name: String) -> LibraryType {
    LibraryType(
      "class \(name): Hashable, Sendable {}",
      [
        contextual("init()") { .native(ImageObject(Data(), type: $0.result)) },
        contextual("init?(data: Data)") { call in
          let data = call[0].object(DataObject.self)?.content ?? Data()
          return data.isEmpty ? .null : .native(ImageObject(data, type: call.result.strippingOptionals.0))
        },
        // There are no resources.
        contextual("init?(named name: String)") { _ in .null },
        contextual("init?(systemName: String)") { .native(ImageObject(Data(), type: $0.result.strippingOptionals.0)) },
        contextual("func pngData() -> Data?") { data(of: $0) },
        contextual("func jpegData(compressionQuality: Double) -> Data?") { data(of: $0) },
      ])
  }

  private static func data(of call: NativeCall) -> Value {
    guard let image = call[0].object(ImageObject.self), !image.data.isEmpty else { return .null }
    return .native(DataObject(image.data, type: call.result.strippingOptionals.0))
  }
}
