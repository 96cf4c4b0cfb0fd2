// A sink for pairs that names three values.
// swift-format-ignore-file
import Combine

let a = PassthroughSubject<Int, Never>()
let token = a.combineLatest(a).sink { x, y, z in print(x, y, z) }  // error: contextual closure type '(Publishers.CombineLatest<PassthroughSubject<Int, Never>, PassthroughSubject<Int, Never>>.Output) -> Void' (aka '((Int, Int)) -> ()') expects 1 argument, but 3 were used in closure body
