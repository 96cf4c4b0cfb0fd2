// An asynchronous function called without await.
func load() async -> String { "loaded" }
func show() async {
  let text = load()  // error: expression is 'async' but is not marked with 'await'
  print(text)
}
