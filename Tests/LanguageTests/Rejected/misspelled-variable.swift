// A misspelled name; the right one is near.
let username = "ann"
print(usernme)  // error: cannot find 'usernme' in scope
