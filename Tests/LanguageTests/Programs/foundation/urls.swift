// URLs: made from text (nil when impossible), parts, components, appending, percent encoding.
import Foundation

let url = URL(string: "https://example.com:8080/isUserNameAvailable?userName=ann&x=1#top")!
print(url.scheme ?? "-", url.host ?? "-", url.port ?? 0, url.path, url.query ?? "-", url.fragment ?? "-")
print(url.absoluteString.count, url.lastPathComponent, url.pathExtension.isEmpty)
print(URL(string: "") as Any, URL(string: "relative/path")?.path ?? "nil")

let base = URL(string: "https://example.com/api")!
print(base.appendingPathComponent("books").appendingPathComponent("42"))
print(URL(string: "users", relativeTo: URL(string: "https://example.com/api/"))!.absoluteString)
guard let checked = URL(string: "http://127.0.0.1:8080/isUserNameAvailable?userName=\("peter")") else {
  fatalError("not a URL")
}
print(checked)

let term = "pizza & pasta"
print(term.addingPercentEncoding(withAllowedCharacters: .urlHostAllowed) ?? "-")
print(term.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!, "a%20b".removingPercentEncoding ?? "-")

var components = URLComponents(string: "https://example.com/search")!
components.queryItems = [URLQueryItem(name: "q", value: "a b"), URLQueryItem(name: "page", value: "2")]
print(components.url!, components.queryItems!.map(\.name))
print(URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems?.first?.value ?? "-")
print(
  base == URL(string: "https://example.com/api"), Set([base, base]).count,
  URL(fileURLWithPath: "/tmp/a.txt").lastPathComponent)
