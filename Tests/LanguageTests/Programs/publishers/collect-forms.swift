// collect: all, in groups, the last group smaller; count, min, max.
import Combine

_ = (1...5).publisher.collect().sink { print($0) }
_ = (1...5).publisher.collect(2).sink { print($0) }
_ = Empty<Int, Never>().collect().sink { print($0) }
_ = ["b", "c", "a"].publisher.max().sink { print($0) }
_ = ["bb", "c", "aaa"].publisher.min { $0.count < $1.count }.sink { print($0) }
_ = (1...5).publisher.count().sink { print($0) }
_ = (1...5).publisher.collect(3).map { $0.reduce(0, +) }.collect().sink { print($0) }
