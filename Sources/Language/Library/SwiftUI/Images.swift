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

extension ScreenLibrary {
  static let imageTypes: [String: @Sendable () -> LibraryType] = [
    "UIImage": { image("UIImage") }, "NSImage": { image("NSImage") },
  ]

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
