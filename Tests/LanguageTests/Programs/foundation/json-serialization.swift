// JSON as lists and dictionaries of anything.
import Foundation
let obj: [String: Any] = [
  "name": "Ada", "age": 36, "tags": ["a", "b"], "nested": ["x": 1.5, "ok": true, "none": NSNull()],
]
let data = try JSONSerialization.data(withJSONObject: obj, options: [.sortedKeys])
print(String(decoding: data, as: UTF8.self))
let pretty = try JSONSerialization.data(withJSONObject: obj, options: [.prettyPrinted, .sortedKeys])
print(String(data: pretty, encoding: .utf8)!)
let back = try JSONSerialization.jsonObject(with: data)
if let d = back as? [String: Any] {
  print(d["name"] as? String ?? "-", d["age"] as? Int ?? 0, d["age"] as? Double ?? 0, (d["tags"] as? [String]) ?? [])
  let n = d["nested"] as! [String: Any]
  print(n["x"] as! Double, n["ok"] as! Bool, n["none"] is NSNull, n["ok"] as? Int as Any, n["x"] as? Int as Any)
  print(type(of: n["x"]!), type(of: d["name"]!), type(of: d["tags"]!), type(of: n), type(of: n["none"]!))
  print(d["age"]!, n["ok"]!, n["none"]!, n["x"]!)
}
print(
  JSONSerialization.isValidJSONObject(obj), JSONSerialization.isValidJSONObject([1, "a"]),
  JSONSerialization.isValidJSONObject("x"), JSONSerialization.isValidJSONObject(["d": Date()]),
  JSONSerialization.isValidJSONObject([1: 2]), JSONSerialization.isValidJSONObject([Double.nan]))
do { _ = try JSONSerialization.jsonObject(with: Data("{".utf8)) } catch {
  print((error as NSError).domain, (error as NSError).code)
}
do { print(try JSONSerialization.jsonObject(with: Data("3".utf8))) } catch {
  print((error as NSError).domain, (error as NSError).code)
}
do { print(try JSONSerialization.jsonObject(with: Data("3".utf8), options: .fragmentsAllowed)) } catch { print("err") }
print(String(decoding: try JSONSerialization.data(withJSONObject: "x/y", options: [.fragmentsAllowed]), as: UTF8.self))
print(
  String(
    decoding: try JSONSerialization.data(withJSONObject: ["u": "x/y"], options: [.withoutEscapingSlashes]),
    as: UTF8.self))
print(
  String(
    decoding: try JSONSerialization.data(withJSONObject: [1, 2.0, 2.5, 1e20, "é\"\n\u{1}", true] as [Any]),
    as: UTF8.self))
let arr =
  try JSONSerialization.jsonObject(
    with: Data("[1, 2.5, -3, 12345678901234567890, 1e3, \"a\", null, true, [], {}]".utf8)) as! [Any]
for a in arr { print(a, a as? Int as Any, a as? Double as Any, a as? Bool as Any) }
print(arr.count)
do { _ = try JSONSerialization.jsonObject(with: Data("[1, 2".utf8)) } catch { print(error.localizedDescription) }
do { _ = try JSONSerialization.jsonObject(with: Data("".utf8)) } catch { print(error.localizedDescription) }
do { _ = try JSONSerialization.jsonObject(with: Data("[1,]".utf8)) } catch { print(error.localizedDescription, error) }
let number = NSNumber(value: 3) as Any
print(number as? Int ?? 0, number as? String ?? "no text", (5 as Any) is NSNumber, [number] as? [Double] ?? [])
