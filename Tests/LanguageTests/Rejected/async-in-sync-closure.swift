// An asynchronous call in a closure that has to be synchronous.
// swift-format-ignore-file
func lookUp(_ word: String) async -> Int { word.count }
func run() async {
  let counts = ["a", "b"].map { await lookUp($0) }  // error: cannot pass function of type '(String) async -> Int' to parameter expecting synchronous function type
  print(counts)
}
