// Run it with: combinectl test availability.test.swift
// Every file that is tested gets a daemon of its own. Its clock stands still until :clock moves it.
:source signup.swift
let form = SignUpForm()

// One request for a name, however many letters were typed, and none for a name that is too short.
:stub *isUserNameAvailable* {"isAvailable":true,"userName":"jonyive"} after 100ms
form.username = "j"
form.username = "jony"
form.username = "jonyive"
:clock 800ms
#expect(!form.isValid)
:clock 100ms
#expect(form.isValid)
:requests 1

// The same name again: no second request.
form.username = "jonyives"
form.username = "jonyive"
:clock 10s
:requests 1

// The third attempt succeeds, after 3 s and 6 s.
:stub *isUserNameAvailable* 503 ×2, {"isAvailable":true,"userName":"ada"}
form.username = "ada"
:clock 800ms
:clock 3s
#expect(form.message == "")
:clock 6s
#expect(form.isValid)
:requests 4

// Nothing happens for an hour.
:clock 1h
:requests 4
