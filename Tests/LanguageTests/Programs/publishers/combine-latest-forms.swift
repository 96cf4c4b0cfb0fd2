// combineLatest with transform, of three and four, with constants and optional values.
import Combine

let name = CurrentValueSubject<String, Never>("")
let age = CurrentValueSubject<Int, Never>(0)
let agreed = CurrentValueSubject<Bool, Never>(false)
var tokens = Set<AnyCancellable>()
Publishers.CombineLatest3(name, age, agreed)
  .map { !$0.isEmpty && $1 >= 18 && $2 }
  .removeDuplicates()
  .sink { print("valid", $0) }
  .store(in: &tokens)
name.combineLatest(age) { "\($0) (\($1))" }.dropFirst().sink { print($0) }.store(in: &tokens)
name.send("Ann")
age.send(20)
agreed.send(true)
name.send("")
name.combineLatest(age, agreed).map { [$0.0, "\($0.1)", "\($0.2)"] }.first().sink { print($0) }.store(in: &tokens)
