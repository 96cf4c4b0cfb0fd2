// print, debugPrint and dump into a String and into own streams, structs and classes.
struct Log: TextOutputStream { var lines: [String] = []; mutating func write(_ s: String) { lines.append(s) } }
var log = Log()
print("a", 1, to: &log); print("b", terminator: "", to: &log)
print(log.lines)
var text = ""; dump([1, 2], to: &text); print(text); debugPrint("x", to: &text); print(text.count)
final class Out: TextOutputStream { var all = ""; func write(_ s: String) { all += s } }
var out = Out(); print(1, 2, 3, separator: ",", to: &out); print(out.all)
