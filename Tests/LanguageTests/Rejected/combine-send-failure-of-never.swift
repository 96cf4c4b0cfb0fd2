// A subject that cannot fail is failed.
// swift-format-ignore-file
import Combine

struct Failed: Error {}
let subject = PassthroughSubject<Int, Never>()
subject.send(completion: .failure(Failed()))  // error: cannot convert value of type 'Failed' to expected argument type 'Never'
