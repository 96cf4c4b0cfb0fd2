// Nothing happens for an hour: the answer is there, and after it the form is at rest.
:source ../signup-server/signup.swift
let form = SignUpForm()
var changes = 0
let counting = form.objectWillChange.sink { changes += 1 }

:stub *isUserNameAvailable* {"isAvailable":true,"userName":"ada"} after 100ms
form.username = "ada"
:clock 900ms
#expect(form.isValid)
:requests 1

// From here on: no change, no request. That is a proof, since all of an hour's timers have fired.
changes = 0
:clock 1h
#expect(changes == 0)
:requests 1

// Not even if a request is on its way that never comes back within the hour: it times out, once, and that is all.
:stub *isUserNameAvailable* {"isAvailable":true,"userName":"eve"} after 1d
form.username = "evelyn"
:clock 800ms
:requests 2
:clock 1h
#expect(!form.isValid)
changes = 0
:clock 1h
#expect(changes == 0)
