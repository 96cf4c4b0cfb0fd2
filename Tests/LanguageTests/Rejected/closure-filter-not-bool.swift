// filter needs a Bool.
let long = ["a", "bb"].filter { $0.count }  // error: cannot convert value of type 'Int' to closure result type 'Bool'
