// An optional of `Void` that has a value, as a signal is often written.
struct Signals {
  var fired: Void?
  var count = 0
}
final class Button {
  var pressed: Void?
  func press() {
    pressed = nil
    pressed = ()
  }
}
var signals = Signals()
print(signals.fired == nil)
signals.fired = ()
print(signals.fired != nil, signals.count)
let button = Button()
button.press()
print(button.pressed as Any)
if button.pressed != nil { print("pressed") }
button.pressed = nil
print(button.pressed as Any)
