// A data task as a publisher: a failure through mapError and replaceError.
import Combine
import Foundation

let url = URL(string: "http://127.0.0.1:1/books")!
enum LoadError: Error { case offline }
var tokens = Set<AnyCancellable>()
let done = DispatchSemaphore(value: 0)
URLSession.shared.dataTaskPublisher(for: url)
  .map(\.data.count)
  .mapError { _ in LoadError.offline }
  .replaceError(with: -1)
  .sink { _ in
    done.signal()
  } receiveValue: {
    print("got", $0)
  }
  .store(in: &tokens)
done.wait()
