// A misspelled method of String.
let shout = "hi".upercased()  // error: value of type 'String' has no member 'upercased'
