// A data task with a handler: what fails comes as an error, on another queue.
import Foundation
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

let url = URL(string: "http://127.0.0.1:1/books")!
let done = DispatchSemaphore(value: 0)
let task = URLSession.shared.dataTask(with: url) { data, response, error in
  print(data == nil, response == nil, (error as? URLError) != nil)
  done.signal()
}
task.resume()
done.wait()
