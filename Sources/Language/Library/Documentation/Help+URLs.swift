/// Help: addresses, requests, bytes. See `Documentation` for how it is written.
extension Documentation {
  static let urls = #"""
    # URL, URL.init
    The address of something; nil for a text that is none.
    let url = URL(string: "https://host.example/books/7?sort=title#top")!
    print(url.host ?? "", url.path, url.query ?? "")
    => host.example /books/7 sort=title

    # URL.absoluteString, URL.relativeString, URL.absoluteURL
    The address as text, whole or as it was given.
    print(URL(string: "https://host.example/a")!.absoluteString)
    => https://host.example/a

    # URL.path, URL.lastPathComponent, URL.pathExtension, URL.pathComponents
    The path, its last name, what stands behind its dot, and all its names.
    let url = URL(string: "https://host.example/a/b.txt")!
    print(url.path, url.lastPathComponent, url.pathExtension, url.pathComponents)
    => /a/b.txt b.txt txt ["/", "a", "b.txt"]

    # URL.scheme, URL.host, URL.port, URL.user, URL.password
    The parts before the path.
    let url = URL(string: "http://ann:x@host.example:8080/a")!
    print(url.scheme!, url.host!, url.port!, url.user!)
    => http host.example 8080 ann

    # URL.query, URL.fragment
    What stands behind ? and behind #.
    let url = URL(string: "https://host.example/a?b=1#c")!
    print(url.query!, url.fragment!)
    => b=1 c

    # URL.isFileURL
    Whether it is the address of a file.
    print(URL(fileURLWithPath: "/a").isFileURL)
    => true

    # URL.appendingPathComponent, URL.appending, URL.appendingPathExtension
    The address with one more name, with parameters, or with something behind a dot.
    let url = URL(string: "https://host.example/a")!
    print(url.appendingPathComponent("b"), url.appending(queryItems: [URLQueryItem(name: "q", value: "1")]))
    => https://host.example/a/b https://host.example/a?q=1

    # URL.deletingLastPathComponent, URL.deletingPathExtension
    The address without its last name, or without what stands behind its dot.
    let url = URL(string: "https://host.example/a/b.txt")!
    print(url.deletingLastPathComponent(), url.deletingPathExtension())
    => https://host.example/a/ https://host.example/a/b

    # URLQueryItem, URLQueryItem.init, URLQueryItem.name, URLQueryItem.value
    A parameter of an address.
    print(URLQueryItem(name: "q", value: "a b"))
    => q=a b

    # URLComponents, URLComponents.init, URLComponents.url, URLComponents.string
    The parts of an address, to change them.
    var parts = URLComponents(string: "https://host.example/a")!
    parts.path = "/b"
    parts.queryItems = [URLQueryItem(name: "q", value: "a b")]
    print(parts.url!, parts.string!)
    => https://host.example/b?q=a%20b https://host.example/b?q=a%20b

    # URLComponents.scheme, URLComponents.host, URLComponents.port, URLComponents.user, URLComponents.password, URLComponents.path, URLComponents.query, URLComponents.fragment, URLComponents.queryItems
    One part, which can be set.
    var parts = URLComponents()
    parts.scheme = "https"
    parts.host = "host.example"
    parts.path = "/a"
    parts.fragment = "top"
    print(parts.string!)
    => https://host.example/a#top

    # URLRequest, URLRequest.init, URLRequest.url, URLRequest.httpMethod, URLRequest.httpBody
    What is sent to a server: address, method, headers, body.
    var request = URLRequest(url: URL(string: "https://host.example/a")!)
    request.httpMethod = "POST"
    request.httpBody = Data("hello".utf8)
    print(request.httpMethod ?? "", request.httpBody?.count ?? 0)
    => POST 5

    # URLRequest.value, URLRequest.setValue, URLRequest.addValue, URLRequest.allHTTPHeaderFields
    The headers of a request.
    var request = URLRequest(url: URL(string: "https://host.example/a")!)
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    print(request.value(forHTTPHeaderField: "Accept") ?? "")
    => application/json

    # URLRequest.timeoutInterval, URLRequest.CachePolicy
    How many seconds an answer may take.
    var request = URLRequest(url: URL(string: "https://host.example/a")!)
    request.timeoutInterval = 10
    print(request.timeoutInterval)
    => 10.0

    # URLResponse, URLResponse.init, URLResponse.url, URLResponse.mimeType, URLResponse.expectedContentLength, URLResponse.textEncodingName, URLResponse.suggestedFilename
    What a server answered, without the body.
    let url = URL(string: "https://host.example/a.txt")!
    let response = URLResponse(url: url, mimeType: "text/plain", expectedContentLength: 5, textEncodingName: nil)
    print(response.mimeType ?? "", response.expectedContentLength)
    => text/plain 5

    # HTTPURLResponse, HTTPURLResponse.init, HTTPURLResponse.statusCode
    What a web server answered.
    let url = URL(string: "https://host.example/a")!
    let response = HTTPURLResponse(url: url, statusCode: 404, httpVersion: nil, headerFields: nil)!
    print(response.statusCode)
    => 404

    # HTTPURLResponse.allHeaderFields, HTTPURLResponse.value
    The headers of an answer.
    let url = URL(string: "https://host.example/a")!
    let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: ["Content-Type": "text/plain"])!
    print(response.value(forHTTPHeaderField: "content-type") ?? "")
    => text/plain

    # HTTPURLResponse.localizedString
    What a status is called.
    print(HTTPURLResponse.localizedString(forStatusCode: 404))
    => Not Found

    # URLError, URLError.init, URLError.code, URLError.errorCode, URLError.Code, URLError.Code.init
    Why a request came to nothing.
    let error = URLError(.timedOut)
    print(error.code == .timedOut, error.errorCode)
    => true -1001

    # URLError.timedOut, URLError.Code.timedOut
    The codes, for errors and patterns.
    do { throw URLError(.cannotFindHost) } catch let error as URLError where error.code == .cannotFindHost { print("who?") }
    => who?

    # URLError.localizedDescription
    What the error is called.
    print(URLError(.timedOut).localizedDescription.isEmpty)
    => false

    # URLError.failingURL
    The address that was asked, if the error knows it.
    print(URLError(.timedOut).failingURL == nil)
    => true

    # URLSession, URLSession.shared, URLSession.init, URLSessionConfiguration
    What sends requests.
    print(type(of: URLSession.shared))
    => URLSession

    # URLSessionConfiguration.default, URLSessionConfiguration.ephemeral, URLSessionConfiguration.timeoutIntervalForRequest, URLSessionConfiguration.timeoutIntervalForResource, URLSessionConfiguration.waitsForConnectivity
    How a session sends, such as how long an answer may take.
    let configuration = URLSessionConfiguration.default
    configuration.timeoutIntervalForRequest = 10
    print(configuration.timeoutIntervalForRequest)
    => 10.0

    # URLSession.dataTaskPublisher, URLSession.DataTaskPublisher
    Sends a request when it is subscribed to, and delivers the body and the answer.
    let url = URL(string: "https://host.invalid/")!
    let token = URLSession.shared.dataTaskPublisher(for: url)
      .map(\.data.count)
      .replaceError(with: -1)
      .sink { print($0) }
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 5))
    => -1

    # URLSession.dataTask, URLSessionTask, URLSessionDataTask, URLSessionTask.resume, URLSessionTask.cancel
    A request whose answer a closure gets; resume() sends it.
    let url = URL(string: "https://host.invalid/")!
    let task = URLSession.shared.dataTask(with: url) { data, response, error in print(data == nil, error != nil) }
    task.resume()
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 5))
    => true true

    # URLSession.data
    Sends a request and waits for its answer; cancelling the task cancels the request.
    func load(_ url: URL) async -> Int {
      do { return try await URLSession.shared.data(from: url).0.count } catch { return -1 }
    }
    print(await load(URL(string: "https://host.invalid/")!))
    => -1

    # Data, Data.init
    Bytes.
    let data = Data([72, 105])
    print(data.count, String(decoding: data, as: UTF8.self), Data("Hi".utf8) == data)
    => 2 Hi true

    # Data.count, Data.isEmpty
    How many bytes there are, and whether there are none.
    print(Data([1, 2]).count, Data().isEmpty)
    => 2 true

    # Data.append
    Adds bytes at the end.
    var data = Data([1])
    data.append(2)
    data.append(contentsOf: [3])
    print(Array(data))
    => [1, 2, 3]

    # Data.subscript, Data.subdata
    The byte at a place, and a part.
    let data = Data([1, 2, 3])
    print(data[0], Array(data.subdata(in: 1..<3)))
    => 1 [2, 3]

    # Data.base64EncodedString, Data.Base64EncodingOptions, Data.Base64DecodingOptions
    The bytes as text in base 64, and back.
    let text = Data("Hi".utf8).base64EncodedString()
    print(text, Data(base64Encoded: text)?.count ?? 0)
    => SGk= 2

    # UUID, UUID.init
    An identity that nothing else has.
    print(UUID() == UUID(), UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") != nil)
    => false true

    # UUID.uuidString
    The identity as text.
    print(UUID(uuidString: "e621e1f8-c36c-495a-93fc-0c247a3e6e5f")!.uuidString)
    => E621E1F8-C36C-495A-93FC-0C247A3E6E5F

    # Bundle, Bundle.main, Bundle.path, Bundle.url, Bundle.object, Bundle.bundleIdentifier, Bundle.infoDictionary
    What an app brings along; here there is nothing in it.
    print(Bundle.main.path(forResource: "Books", ofType: "plist") == nil)
    => true

    # NSDictionary, NSDictionary.init, NSDictionary.count, NSDictionary.subscript, NSDictionary.object, NSDictionary.value
    Objective-C's dictionary, as it is read from a property list.
    print(NSDictionary(contentsOfFile: "/no/such/file.plist") == nil)
    => true
    """#
}
