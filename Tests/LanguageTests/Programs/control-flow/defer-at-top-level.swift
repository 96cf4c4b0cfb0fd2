// What is deferred at top level is done at the end, the last first; in a block at the end of the block.
// swift-format-ignore-file
var log: [String] = []
defer { print("end", log) }
do { defer { log.append("inner") }; log.append("in") }
for i in 0..<2 { defer { log.append("d\(i)") }; if i == 1 { continue }; log.append("b") }
defer { log.append("last defer") }
log.append("last")
if log.count > 2 { defer { print("if") }; print("then") }
