// combineLatest as operator and as publisher, for two, three and four, with and without transform.
import Combine

let name = PassthroughSubject<String, Never>()
let age = PassthroughSubject<Int, Never>()
let pair = name.combineLatest(age).sink { print("pair", $0, $1) }
let text = Publishers.CombineLatest(name, age)
  .map { name, age in "\(name) is \(age)" }
  .sink { print($0) }
let transformed = name.combineLatest(age) { $0.count + $1 }.sink { completion in
  print("sum \(completion)")
} receiveValue: { sum in
  print("sum \(sum)")
}
name.send("Ann")
age.send(31)
age.send(32)
name.send("Bo")
name.send(completion: .finished)
age.send(33)
age.send(completion: .finished)

let a = CurrentValueSubject<Bool, Never>(true)
let b = CurrentValueSubject<Bool, Never>(false)
let c = CurrentValueSubject<Bool, Never>(true)
let d = CurrentValueSubject<Int, Never>(1)
let three = Publishers.CombineLatest3(a, b, c).map { $0 && $1 && $2 }.sink { print("three", $0) }
let four = a.combineLatest(b, c, d) { "\($0)\($1)\($2)\($3)" }.sink { print("four", $0) }
b.send(true)
d.value = 2
let tuple = Publishers.CombineLatest4(a, b, c, d).sink { print($0) }
