// Data: bytes, text both ways, appending, slices, base64.
import Foundation

var data = Data("Hello".utf8)
print(data, data.count, data[0], data.first!, Array(data.prefix(2)))
data.append(contentsOf: [33, 33])
data.append(Data([63]))
print(String(decoding: data, as: UTF8.self), String(data: data, encoding: .utf8) ?? "-", data.isEmpty)
print(data.base64EncodedString(), Data(base64Encoded: "SGk=").map { String(decoding: $0, as: UTF8.self) } ?? "-")
print(Data() == Data([]), data.map { String($0, radix: 16) }.joined(), data == Data("Hello!!?".utf8))
print(String(data: Data([0xff, 0xfe, 0xfd]), encoding: .utf8) as Any)
print(data.dropFirst(5).count, Data(repeating: 7, count: 3).reduce(0) { $0 + Int($1) }, data.subdata(in: 0..<2).count)
