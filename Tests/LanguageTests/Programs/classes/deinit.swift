// deinit runs when the last reference goes: at nil, at the end of a scope, from a collection, with the owner.
class Resource {
  let name: String
  init(_ name: String) {
    self.name = name
    print("open \(name)")
  }
  deinit { print("close \(name)") }
}
var first: Resource? = Resource("a")
var second = first
first = nil
print("still open")
second = nil

do {
  let local = Resource("local")
  print("using \(local.name)")
}
var list = [Resource("x"), Resource("y")]
list.removeFirst()
print("one left")
list = []

class Owner {
  let resource: Resource
  init() { resource = Resource("owned") }
  deinit { print("owner goes") }
}
var owner: Owner? = Owner()
owner = nil
func scope() {
  _ = Resource("temporary")
  print("after temporary")
}
scope()
weak var weakly: Resource?
do {
  let strong = Resource("w")
  weakly = strong
  print(weakly?.name ?? "gone")
}
print(weakly?.name ?? "gone")
class Sub: Resource { deinit { print("sub first") } }
do { _ = Sub("s") }
