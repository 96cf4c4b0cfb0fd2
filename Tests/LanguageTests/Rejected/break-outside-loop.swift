// break belongs into a loop or a switch.
// swift-format-ignore-file
func work(_ flag: Bool) {
  if flag {
    break  // error: unlabeled 'break' is only allowed inside a loop or switch, a labeled break is required to exit an if or do
  }
}
