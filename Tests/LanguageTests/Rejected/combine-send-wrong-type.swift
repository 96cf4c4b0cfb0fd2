// A subject of Int is sent a text.
import Combine

let subject = PassthroughSubject<Int, Never>()
subject.send("one")  // error: cannot convert value of type 'String' to expected argument type 'Int'
