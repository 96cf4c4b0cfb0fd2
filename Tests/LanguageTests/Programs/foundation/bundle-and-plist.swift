// The main bundle has no such file here; a dictionary of a file that is not there is nil.
import Foundation

let path = Bundle.main.path(forResource: "Secrets", ofType: "plist")
print(path as Any)
let keys = NSDictionary(contentsOfFile: path ?? "/definitely/not/here.plist")
print(keys == nil, keys?["key"] as? String ?? "no key")
if let path, let all = NSDictionary(contentsOfFile: path) { print(all.count) } else { print("nothing to read") }
