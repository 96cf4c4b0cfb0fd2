// Unsigned numbers above the largest Int: as text, in ranges.
import Foundation
let number = UInt64.max - 1
print(number.formatted(), (UInt64(5)...UInt64(8)).map { $0 }, (number...UInt64.max).count)
print(UInt64(12345).formatted(), (UInt64(0)..<number).isEmpty, (UInt64(Int.max)..<UInt64(Int.max) + 2).count)
