// NSError: errors by domain and number, and every other error as one.
import Foundation

let sold = NSError(domain: "shop", code: 3, userInfo: [NSLocalizedDescriptionKey: "Sold out"])
print(sold.domain, sold.code, sold.localizedDescription, sold)
print(NSError(domain: "shop", code: 1).localizedDescription)
print(NSError(domain: "x", code: 1) == NSError(domain: "x", code: 1), sold == NSError(domain: "shop", code: 3))

enum Failure: Error { case offline, refused }
struct Told: LocalizedError { var errorDescription: String? { "told" } }
let refused = Failure.refused as NSError
print(refused.code, refused.domain, refused, refused.localizedDescription)
print((Told() as NSError).localizedDescription)

do { throw sold } catch let error as NSError { print(error.code, error.userInfo.count) }
let any: any Error = sold
print(any.localizedDescription, (any as NSError) == sold, (any as? NSError)?.code ?? 0)
func load(_ done: (Result<Int, Error>) -> Void) { done(.failure(sold)) }
load { result in
  if case .failure(let error as NSError) = result { print("failed with", error.code) }
}
let offline: NSError? = nil
print(offline?.code as Any)
