// A subclass' function that does not wait is another one than that which waits.
// swift-format-ignore-file
protocol Loader { func load() async -> Int }
class Slow: Loader { func load() async -> Int { 12 } }
class Quick: Slow { func load() -> Int { 120 } }
class Other: Slow { override func load() async -> Int { 7 } }
func run() async { print(await Slow().load(), await Other().load()) }
await run()
