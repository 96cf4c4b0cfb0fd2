// An asynchronous call in a function that is not async.
func load() async -> String { "loaded" }
func show() {
  print(await load())  // error: 'async' call in a function that does not support concurrency
}
