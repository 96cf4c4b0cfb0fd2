// A closure that is stored has to be escaping.
class Button {
  var action: () -> Void = {}
  func onTap(_ body: () -> Void) {
    action = body  // error: assigning non-escaping parameter 'body' to an '@escaping' closure
  }
}
