// Completion handlers: stored, called later, optional, with a Result.
import Foundation

enum DownloadError: Error { case offline }
class Downloader {
  private var pending: [(String, (Result<Int, DownloadError>) -> Void)] = []
  func download(_ name: String, completion: @escaping (Result<Int, DownloadError>) -> Void) {
    pending.append((name, completion))
    print("queued \(name)")
  }
  func finishAll() {
    for (name, completion) in pending {
      completion(name.isEmpty ? .failure(.offline) : .success(name.count))
    }
    pending.removeAll()
  }
}
let downloader = Downloader()
downloader.download("cover") { result in
  switch result {
  case .success(let bytes): print("\(bytes) bytes")
  case .failure(let error): print("error \(error)")
  }
}
downloader.download("") { result in
  if case .failure(let error) = result { print("failed: \(error)") }
}
print("nothing yet")
downloader.finishAll()

func refresh(completion: (() -> Void)? = nil) {
  print("refreshing")
  completion?()
}
refresh()
refresh { print("refreshed") }
typealias Handler = (_ title: String, _ count: Int) -> Void
let handler: Handler = { title, count in print("\(title): \(count)") }
handler("books", 4)
