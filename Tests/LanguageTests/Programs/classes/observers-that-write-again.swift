// Observers that write their property again, once or through another one, and what was there before.
final class Volume {
  var level = 5 {
    willSet { print("will be \(newValue)") }
    didSet {
      print("was \(oldValue), is \(level)")
      if level > 10 { level = 10 }
      if level != oldValue { changes += 1 }
    }
  }
  var changes = 0
  var left = 0 { didSet { if right != left { right = left } } }
  var right = 0 { didSet { if left != right { left = right } } }
}
let volume = Volume()
volume.level = 7
volume.level = 99
print(volume.level, volume.changes)
volume.left = 3
print(volume.right)
volume.right = 4
print(volume.left)
