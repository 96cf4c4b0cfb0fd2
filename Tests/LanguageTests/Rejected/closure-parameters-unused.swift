// A closure that takes a value and does not name it.
// swift-format-ignore-file
func fetch(_ completion: (Int) -> Void) { completion(1) }
fetch { print("done") }  // error: contextual type for closure argument list expects 1 argument, which cannot be implicitly ignored
