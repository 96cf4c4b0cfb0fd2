// Nothing leaves a `defer`.
// swift-format-ignore-file
enum Failure: Error { case some }
func fails() throws { throw Failure.some }
func returns() { defer { return }; print(1) }  // error: 'return' cannot transfer control out of a defer statement
func returnsInBranch() { defer { if true { return } }; print(1) }  // error: 'return' cannot transfer control out of a defer statement
func breaks() { for _ in 0..<2 { defer { break }; print(1) } }  // error: 'break' cannot transfer control out of a defer statement
func goesOn() { for _ in 0..<2 { defer { continue }; print(1) } }  // error: 'continue' cannot transfer control out of a defer statement
func breaksFar() { loop: for _ in 0..<2 { defer { break loop }; print(1) } }  // error: 'break' cannot transfer control out of a defer statement
func breaksCase() { switch 1 { case 1: defer { break }; print(1); default: break } }  // error: 'break' cannot transfer control out of a defer statement
func throwsInside() throws { defer { throw Failure.some }; print(1) }  // error: errors cannot be thrown out of a defer body
func tries() throws { defer { try fails() }; print(1) }  // error: call can throw, but errors cannot be thrown out of a defer body
func right() { defer { while true { break }; for _ in 0..<1 { continue }; _ = { return 2 }(); do { try fails() } catch {} }; print(1) }
func inner() { defer { func one() -> Int { return 1 }; print(one()) }; print(1) }
