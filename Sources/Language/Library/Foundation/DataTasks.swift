/// `URLSession`: requests as publishers, with completion handlers and (`AwaitedLoads`) for tasks that wait. The host sends
/// them; nothing here waits.
internal import Combine
internal import Foundation
internal import FoundationNetworking

extension CombineLibrary {
  static func sessions() -> [String: Table] {
    [
      "URLSession": { LibraryType("class URLSession: Sendable {}", session()) },
      "URLSession.DataTaskPublisher": {
        LibraryType(
          """
          struct DataTaskPublisher: _PublisherProtocol {
            typealias Output = (data: Data, response: URLResponse)
            typealias Failure = URLError
          }
          """,
          [
            contextual("init(request: URLRequest, session: URLSession)") { call throws(Abort) in
              publisher(try Load(call, of: call[0], on: call[1]), call)
            }
          ])
      },
      "URLSessionConfiguration": {
        LibraryType("class URLSessionConfiguration: Sendable {}", configuration())
      },
      "URLSessionTask": { LibraryType("class URLSessionTask: Sendable {}", task()) },
      "URLSessionDataTask": { LibraryType("class URLSessionDataTask: URLSessionTask {}") },
    ]
  }

  private static func session() -> [LibraryEntry] {
    [
      contextual("static var shared: URLSession { get }") { call in
        .native(SessionObject(nil, type: call.result))
      },
      contextual("init(configuration: URLSessionConfiguration)") { call in
        .native(SessionObject(call[0].object(ConfigurationObject.self), type: call.result))
      },
      contextual("func dataTaskPublisher(for url: URL) -> URLSession.DataTaskPublisher") { call throws(Abort) in
        publisher(try Load(call), call)
      },
      contextual("func dataTaskPublisher(for request: URLRequest) -> URLSession.DataTaskPublisher") {
        call throws(Abort) in publisher(try Load(call), call)
      },
    ]
      + ["url: URL", "request: URLRequest"].map { target in
        contextual(
          """
          func dataTask(
            with \(target),
            completionHandler: @escaping (Data?, URLResponse?, (any Error)?) -> Void) -> URLSessionDataTask
          """
        ) { call throws(Abort) in
          .native(DataTaskObject(try Load(call), call))
        }
      } + awaitedLoads()
  }

  private static func publisher(_ load: Load, _ call: NativeCall) -> Value {
    .native(SourceObject(LoadPublisher(load: load).eraseToAnyPublisher(), type: call.result))
  }

  private static func configuration() -> [LibraryEntry] {
    ["default", "ephemeral"].map { name in
      contextual("static var `\(name)`: URLSessionConfiguration { get }") { call in
        .native(ConfigurationObject(type: call.result))
      }
    } + [
      reference("var timeoutIntervalForRequest: TimeInterval { get set }") { call in
        .double(call[0].object(ConfigurationObject.self)?.timeout ?? 60)
      } set: { call, new in
        call[0].object(ConfigurationObject.self)?.timeout = new.number
      },
      // Accepted, and without effect: what is never reached for does not have to be waited for.
      reference("var timeoutIntervalForResource: TimeInterval { get set }") { _ in
        .double(604_800)
      } set: { _, _ in
      },
      reference("var waitsForConnectivity: Bool { get set }") { _ in
        .bool(false)
      } set: { _, _ in
      },
      reference("var httpMaximumConnectionsPerHost: Int { get set }") { _ in
        .int(6)
      } set: { _, _ in
      },
    ]
  }

  private static func task() -> [LibraryEntry] {
    [
      unary("func resume()") { value in
        value.object(DataTaskObject.self)?.resume()
        return .void
      },
      unary("func cancel()") { value in
        value.object(DataTaskObject.self)?.cancel()
        return .void
      },
    ]
  }
}

/// A `URLSession`.
final class SessionObject: NativeObject {
  let configuration: ConfigurationObject?

  init(_ configuration: ConfigurationObject?, type: Type) {
    self.configuration = configuration
    super.init(type: type)
  }
}

/// A `URLSessionConfiguration`.
final class ConfigurationObject: NativeObject {
  var timeout = 60.0
}

/// A request that can be sent, any number of times.
struct Load {
  let request: HTTPRequest?
  let machine: Machine
  let location: Location

  /// A call whose receiver is a session and whose first argument says what to load.
  init(_ call: NativeCall) throws(Abort) { try self.init(call, of: call[1], on: call[0]) }

  init(_ call: NativeCall, of target: Value, on session: Value) throws(Abort) {
    machine = call.machine
    location = call.location
    let timeout = session.object(SessionObject.self)?.configuration?.timeout
    switch target.unboxed {
    case .native(let object as RequestObject): request = object.plain
    case .native(let object as URLObject):
      request = HTTPRequest(url: object.content.absoluteString, timeout: max(0, .nanoseconds(seconds: timeout ?? 60)))
    default: throw .trap("only a URL or a URLRequest can be loaded")
    }
  }

  /// What came of it, once.
  enum Result {
    case success(data: Value, response: Value)
    case failure(Value)
  }

  func start(for pipeline: Pipeline?, _ receive: @escaping (Result) -> Void) -> any HostWork {
    let program = machine.program
    // Whoever hears of it may wait.
    let receive = { (result: Result) in machine.enter { receive(result) } }
    guard let request else {
      let timer = program.schedule(atNanoseconds: program.host.nowNanoseconds) {
        receive(failure(URLError.Code.unsupportedURL.rawValue))
      }
      return ScheduledWork(timer)
    }
    return program.load(request, for: pipeline, at: location) { outcome in
      switch outcome {
      case .failure(let code): receive(failure(code))
      case .response(let response): receive(success(response))
      }
    }
  }

  private func failure(_ code: Int) -> Result {
    let code = URLError.Code(rawValue: code) ?? .unknown
    return .failure(.native(URLErrorObject(code, type: machine.library.plain("URLError"))))
  }

  private func success(_ response: HTTPResponse) -> Result {
    var fields: [String: String] = [:]
    for header in response.headers {
      fields[header.name] = fields[header.name].map { "\($0), \(header.value)" } ?? header.value
    }
    guard let url = URL(string: response.url),
      let answer = HTTPURLResponse(
        url: url, statusCode: response.status, httpVersion: "HTTP/1.1", headerFields: fields)
    else { return failure(URLError.Code.cannotParseResponse.rawValue) }
    return .success(
      data: .native(DataObject(Data(response.body), type: machine.library.plain("Data"))),
      response: .native(ResponseObject(answer, type: machine.library.plain("HTTPURLResponse"))))
  }
}

extension Library {
  /// A type of the library without parameters.
  func plain(_ name: String) -> Type { type(named: name).map { .nominal($0, []) } ?? .hole }
}

/// A `URLSessionDataTask` with a completion handler.
final class DataTaskObject: NativeObject {
  private let load: Load
  private var handler: StageClosure?
  private var work: (any HostWork)?
  private let begun: BegunWork?

  init(_ load: Load, _ call: NativeCall) {
    self.load = load
    begun = call.machine.program.begin(call)
    handler = begun?.isOver ?? false ? nil : call.closure(2)
    super.init(type: call.result)
  }

  func resume() {
    guard work == nil, handler != nil else { return }
    // The session keeps a task that is under way, whoever else lets go of it.
    work = load.start(for: load.machine.program.currentPipeline) { [self] in finish($0) }
  }

  /// The handler hears of it, as one does of any other end.
  func cancel() {
    guard let work else { return }
    begun?.end()
    work.cancel()
    let machine = load.machine
    let timer = machine.program.schedule(atNanoseconds: machine.program.host.nowNanoseconds) { [self] in
      let error = URLErrorObject(.cancelled, type: machine.library.plain("URLError"))
      finish(.failure(.native(error)))
    }
    self.work = ScheduledWork(timer)
  }

  private func finish(_ result: Load.Result) {
    guard let handler else { return }
    self.handler = nil
    work = nil
    switch result {
    case .success(let data, let response): handler.report(data, response, .null)
    case .failure(let error): handler.report(.null, .null, error)
    }
  }
}

extension StageClosure {
  /// Calls a closure in an activation of its own; what traps in it is reported to the host.
  fileprivate func report(_ values: Value...) {
    do throws(Abort) {
      _ = try machine.activate { () throws(Abort) in try function.call(values) }
    } catch {
      machine.report(error)
    }
  }
}

/// `URLSession.DataTaskPublisher`: one request per subscription, sent when something is asked for.
private struct LoadPublisher: Publisher {
  typealias Output = Value
  typealias Failure = any Error

  let load: Load

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == any Error {
    subscriber.receive(subscription: LoadSubscription(load, subscriber))
  }
}

private final class LoadSubscription<Downstream: Subscriber>: Subscription, CustomStringConvertible
where Downstream.Input == Value, Downstream.Failure == any Error {
  private let load: Load
  private let pipeline: Pipeline?
  private var downstream: Downstream?
  private var work: (any HostWork)?
  private let birth = UndoLog.birth

  init(_ load: Load, _ downstream: Downstream) {
    self.load = load
    self.downstream = downstream
    pipeline = load.machine.program.currentPipeline
  }

  var description: String { "DataTaskPublisher" }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none, downstream != nil, work == nil else { return }
    work = load.start(for: pipeline) { [self] in finish($0) }
  }

  func cancel() {
    UndoLog.current(for: birth)?.note { [downstream, work] in (self.downstream, self.work) = (downstream, work) }
    downstream = nil
    work?.cancel()
    work = nil
  }

  private func finish(_ result: Load.Result) {
    guard let downstream else { return }
    self.downstream = nil
    work = nil
    do throws(Abort) {
      try load.machine.activate {
        switch result {
        case .success(let data, let response):
          _ = downstream.receive(.pair(data, response, ["data", "response"]))
          downstream.receive(completion: .finished)
        case .failure(let error):
          downstream.receive(completion: .failure(Abort.thrown(error, at: load.location)))
        }
      }
    } catch {
      load.machine.report(error)
    }
  }
}
