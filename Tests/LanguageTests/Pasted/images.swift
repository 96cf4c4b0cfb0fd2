// Extensions of UIImage: what draws is skipped, the rest is there.
// swift-format-ignore-file
import SwiftUI
import UIKit

extension UIImage {
  static func collage(images: [UIImage], size: CGSize) -> UIImage {
    UIGraphicsBeginImageContextWithOptions(size, true, 0)
    UIColor.white.setFill()
    for image in images { image.scaled(size).draw(at: .zero) }
    let image = UIGraphicsGetImageFromCurrentImageContext()
    UIGraphicsEndImageContext()
    return image ?? UIImage()
  }

  func scaled(_ newSize: CGSize) -> UIImage {
    UIGraphicsImageRenderer(size: newSize).image { _ in draw(in: CGRect(origin: .zero, size: newSize)) }
  }

  var base64: String { pngData()?.base64EncodedString() ?? "" }
  static var placeholder: UIImage { UIImage(systemName: "photo")! }
}

final class Avatar: ObservableObject {
  @Published var image: UIImage? = UIImage(data: Data("picture".utf8))
  var text: String { image?.base64 ?? "none" }
}

print(Avatar().text)
print(UIImage.placeholder.base64.isEmpty)
