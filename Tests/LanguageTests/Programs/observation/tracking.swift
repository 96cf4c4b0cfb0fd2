// @Observable: what was read is told once, before it changes.
// swift-format-ignore-file
import Observation

@Observable final class Form {
  var name = "a"
  var tags: [String] = []
  @ObservationIgnored var hidden = 0
  let limit = 3
  var label: String { "\(name) \(tags.count)" }
  private(set) var saved = false { didSet { print("saved \(oldValue) → \(saved)") } }

  init(name: String = "a") { self.name = name }
  func save() { saved = true }
}

@Observable class Base { var x = 1 }
final class Derived: Base { var y = 2 }

let form = Form()
print(
  withObservationTracking {
    form.label
  } onChange: {
    print("label changes from \(form.label)")
  })
form.tags.append("new")
form.tags.append("newer")
print(form.label)

withObservationTracking {
  _ = form.hidden
  _ = form.limit
} onChange: {
  print("never")
}
form.hidden = 1

func watch() {
  withObservationTracking {
    print("name is \(form.name)")
  } onChange: {
    print("again")
  }
}
watch()
form.name = "b"
watch()
form.tags = []
form.name = "c"
form.save()

let derived = Derived()
withObservationTracking {
  _ = derived.x + derived.y
} onChange: {
  print("derived")
}
derived.y = 3
derived.x = 4

func observes(_ value: some Observable) -> Bool { true }
print(observes(form), Form(name: "z").name)
