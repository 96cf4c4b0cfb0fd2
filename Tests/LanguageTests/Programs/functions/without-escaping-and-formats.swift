// withoutActuallyEscaping, NSString as an argument of a format, arguments as an array.
import Foundation
func all(_ a: [Int], _ p: (Int) -> Bool) -> Bool {
  withoutActuallyEscaping(p) { e in a.lazy.filter { !e($0) }.isEmpty }
}
print(all([1, 2], { $0 > 0 }), all([1, -2]) { $0 > 0 })
struct Boom: Error {}
func run(_ f: () throws -> Int) rethrows -> Int {
  try withoutActuallyEscaping(f) { g in
    let h = g; return try h()
  }
}
print(run { 3 }, (try? run { throw Boom() }) as Any)
let ns = "ab" as NSString
print(ns.length, String(format: "%@ %d %.2f %5d|%-5d|%05d %x", "ab" as NSString, 3, 1.5, 42, 42, 42, 255))
let args: [CVarArg] = [1, 2.5, "x" as NSString]
print(String(format: "%d %.1f %@", arguments: args))
