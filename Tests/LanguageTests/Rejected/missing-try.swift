// A throwing function called without try.
struct Failed: Error {}
func load() throws -> String { throw Failed() }
let text = load()  // error: call can throw but is not marked with 'try'
