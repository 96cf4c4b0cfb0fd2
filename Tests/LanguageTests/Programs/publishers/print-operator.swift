// The transcript of print(), with and without a prefix, for values, completion, failure and cancellation.
import Combine

enum Oops: Error { case now }
_ = Just(42).print().sink { _ in }
_ = [1, 2].publisher.print("numbers").sink { _ in }
_ = Fail<Int, Oops>(error: .now).print("fail").sink { _ in
} receiveValue: { _ in
}
let subject = PassthroughSubject<String, Never>()
let token = subject.print("subject").sink { print("got", $0) }
subject.send("a")
token.cancel()
subject.send("b")
_ = (1...5).publisher.print("before").prefix(2).print("after").sink { print($0) }
final class Log: TextOutputStream {
  var text = ""
  func write(_ string: String) { text += string }
}
let log = Log()
_ = Just("x").map { $0 + "!" }.print("log", to: log).sink { _ in }
print(log.text.split(separator: "\n"))
_ = Empty<Int, Never>().print("empty").sink { _ in }
