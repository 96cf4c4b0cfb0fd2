/// `URLSession`'s asynchronous methods: a request that a task waits for, and gives up when it is cancelled.
internal import Foundation

extension CombineLibrary {
  static func awaitedLoads() -> [LibraryEntry] {
    // Nothing is asked of a delegate.
    let targets = ["from url: URL", "for request: URLRequest"]
    return (targets + targets.map { $0 + ", delegate: AnyObject?" }).map { target in
      contextual("func data(\(target)) async throws -> (Data, URLResponse)") { call throws(Abort) in
        try Load(call).awaited(by: call)
      }
    }
  }
}

extension Load {
  /// Waits for what comes of it. Cancelling the task cancels the request, and is thrown as `URLError.cancelled`.
  fileprivate func awaited(by call: NativeCall) throws(Abort) -> Value {
    let task = call.task
    if task?.isCancelled == true { throw cancelled }
    var result: Result?
    var work: (any HostWork)?
    var handler: Int?
    do throws(Abort) {
      try machine.park { waker in
        let loading = start(for: machine.program.currentPipeline) { answer in
          result = answer
          waker.resume()
        }
        work = loading
        handler = task?.onCancel {
          loading.cancel()
          waker.wake()
        }
      }
    } catch {
      // Nobody is left to hear of it.
      work?.cancel()
      throw error
    }
    if let handler { task?.removeHandler(handler) }
    switch result {
    case .success(let data, let response)?: return .pair(data, response, [nil, nil])
    case .failure(let error)?: throw .thrown(error, at: location)
    case nil: throw cancelled
    }
  }

  private var cancelled: Abort {
    .thrown(.native(URLErrorObject(.cancelled, type: machine.library.plain("URLError"))), at: location)
  }
}
