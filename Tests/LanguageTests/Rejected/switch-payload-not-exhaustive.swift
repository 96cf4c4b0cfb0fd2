// The payload patterns leave values out.
enum State { case loading, loaded(Int?) }
func show(_ state: State) {
  switch state {  // error: switch must be exhaustive
  case .loading: print("…")
  case .loaded(let n?): print(n)
  }
}
