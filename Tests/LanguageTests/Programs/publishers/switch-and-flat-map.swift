// flatMap keeps all inner publishers, switchToLatest only the newest; a limit of one at a time.
import Combine

let outer = PassthroughSubject<Int, Never>()
var inners: [Int: PassthroughSubject<String, Never>] = [1: .init(), 2: .init()]
var tokens = Set<AnyCancellable>()
outer.map { inners[$0]! }.switchToLatest().sink { print("latest", $0) }.store(in: &tokens)
outer.flatMap { inners[$0]! }.sink { print("all", $0) }.store(in: &tokens)
outer.send(1)
inners[1]!.send("a")
outer.send(2)
inners[1]!.send("b")
inners[2]!.send("c")
_ = (1...3).publisher.flatMap(maxPublishers: .max(1)) { n in (0..<n).publisher.map { n * 10 + $0 } }
  .collect().sink { print($0) }
_ = ["a b", "c"].publisher.flatMap { $0.split(separator: " ").publisher }.map(String.init).collect().sink { print($0) }
