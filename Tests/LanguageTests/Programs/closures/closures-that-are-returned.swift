// Closures of several statements that closures of several statements give back.
// swift-format-ignore-file
let counter: () -> Int = { var n = 0; return { n += 1; return n } }()
print(counter(), counter())
func mk() -> () -> Int { var n = 0; return { n += 1; return n } }
let c = mk(); print(c(), c())
func mk2() -> () -> Int { var n = 0; func f() -> Int { n += 1; return n }; return f }
let d = mk2(); print(d(), d())
func h(_ f: () -> () -> Int) -> Int { f()() }
print(h { let n = 7; return { print("x"); return n } })
let nested: () -> () -> String = { var log = ["a"]; return { log.append("b"); let all = log; return all.joined() } }
print(nested()())
let adders = [1, 2].map { step in var sum = 10; return { (n: Int) -> Int in sum += n * step; return sum } }
print(adders[0](1), adders[1](1), adders[0](5))
