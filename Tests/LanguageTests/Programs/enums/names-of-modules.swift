// What is spelled with its module is the library's, whatever the program calls so.
import Foundation
enum Loading {
  enum Error: Swift.Error {
    case offline
    case status(Int)
  }
  static func run() throws { throw Error.status(3) }
}
do { try Loading.run() } catch let error as Loading.Error { print(error) } catch { print("other") }
enum Result<T> { case ok(T) }
let own: Result<Int> = .ok(3)
let swifts: Swift.Result<Int, Swift.Error> = .success(1)
print(own, swifts, Swift.Result<Int, Loading.Error>.failure(.offline))
func value(_ result: Swift.Result<Int, Loading.Error>) -> Int? { try? result.get() }
print(value(.failure(.offline)) as Any, value(.success(2)) as Any)
struct Error: Swift.Error, Equatable { let text: String }
do { throw Error(text: "mine") } catch let error as Error { print(error.text) }
let date: Foundation.Date = Foundation.Date(timeIntervalSince1970: 0)
let list: Swift.Array<Swift.Int> = [1]
print(date.timeIntervalSince1970, list, Swift.max(1, 2), Swift.String(describing: 3))
struct Array { var name: String }
print(Array(name: "own").name, Swift.Array(repeating: 1, count: 2))
extension Swift.Int { var twice: Swift.Int { self * 2 } }
print(4.twice)
@dynamicMemberLookup
enum Settings { static subscript(dynamicMember name: String) -> String { "value of " + name } }
print(Settings.home, Settings.path)
