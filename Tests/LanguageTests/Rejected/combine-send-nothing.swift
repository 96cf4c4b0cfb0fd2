// A subject that has values is sent nothing.
// swift-format-ignore-file
import Combine

let subject = PassthroughSubject<String, Never>()
subject.send()  // error: referencing instance method 'send()' on 'Subject' requires the types 'String' and '()' be equivalent
