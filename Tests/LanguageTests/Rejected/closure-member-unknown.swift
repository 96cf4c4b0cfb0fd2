// An unknown member inside a closure.
let texts = ["a", "b"].map { $0.titel }  // error: value of type 'String' has no member 'titel'
