// Parts of a stream: first, last, with conditions, by index, by range, dropping and prefix.
import Combine

let letters = ["a", "b", "c", "d"].publisher
_ = letters.first().sink { print($0) }
_ = letters.first { $0 > "b" }.sink { print($0) }
_ = letters.last().sink { print($0) }
_ = letters.last { $0 < "c" }.sink { print($0) }
_ = letters.output(at: 2).sink { print($0) }
_ = letters.output(in: 1...2).collect().sink { print($0) }
_ = letters.dropFirst(3).sink { print($0) }
_ = letters.drop { $0 < "c" }.collect().sink { print($0) }
_ = letters.prefix(2).collect().sink { print($0) }
_ = letters.prefix { $0 != "c" }.collect().sink { print($0) }
_ = letters.contains("c").sink { print($0) }
_ = letters.allSatisfy { $0.count == 1 }.sink { print($0) }
_ = letters.ignoreOutput().sink {
  print("done", $0)
} receiveValue: { _ in
  print("never")
}
