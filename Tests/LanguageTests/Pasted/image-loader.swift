// An image that is loaded and kept, and the view that shows it.
// swift-format-ignore-file
import Combine
import SwiftUI
import UIKit

final class ImageCache {
  private let cache = NSCache<NSURL, UIImage>()
  subscript(url: URL) -> UIImage? {
    get { cache.object(forKey: url as NSURL) }
    set {
      if let newValue { cache.setObject(newValue, forKey: url as NSURL) } else { cache.removeObject(forKey: url as NSURL) }
    }
  }
}

final class ImageLoader: NSObject, ObservableObject {
  @Published private(set) var image: UIImage?
  private let url: URL
  private let cache: ImageCache
  private var token: AnyCancellable?

  init(url: URL, cache: ImageCache) {
    self.url = url
    self.cache = cache
    super.init()
  }

  func load() {
    if let known = cache[url] {
      image = known
      return
    }
    token = Just(Data([1, 2, 3]))
      .map { UIImage(data: $0) }
      .handleEvents(receiveOutput: { [weak self] image in
        guard let self else { return }
        self.cache[self.url] = image
      })
      .receive(on: DispatchQueue.main)
      .sink { [weak self] in self?.image = $0 }
  }

  @objc func reload() { load() }
}

struct AsyncImage: View {
  @StateObject private var loader: ImageLoader
  var body: some View { Image(uiImage: loader.image ?? UIImage()) }
}

let cache = ImageCache()
let loader = ImageLoader(url: URL(string: "https://host.example/a.png")!, cache: cache)
loader.load()
print(loader.image == nil)
RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.1))
print(loader.image?.pngData()?.count ?? 0)
let other = ImageLoader(url: URL(string: "https://host.example/a.png")!, cache: cache)
other.reload()
print(other.image === loader.image, UIImage(data: Data()) == nil)
