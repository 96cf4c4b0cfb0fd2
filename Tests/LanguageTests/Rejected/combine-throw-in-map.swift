// map does not take a closure that throws.
// swift-format-ignore-file
import Combine

struct Failed: Error {}
func parse(_ text: String) throws -> Int { throw Failed() }
let token = Just("1").map { try parse($0) }.sink { print($0) }  // error: no exact matches in call to instance method 'map'
