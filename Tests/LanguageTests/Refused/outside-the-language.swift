// What is Swift, but not the language here: each is refused where it stands, with what to write instead.
// swift-format-ignore-file
@Model class Note {}  // error: the macro '@Model' is not supported here; make the class '@Observable'
@IBOutlet class Target {}  // error: '@IBOutlet' is not supported here; there is no screen
macro twice() = #externalMacro(module: "A", type: "B")  // error: a macro declaration is not supported here
func each<each T>(_ value: Int) {}  // error: a parameter pack is not supported here; write a function for each number of arguments, or take an array
let selector = #selector(run)  // error: the macro '#selector' is not supported here
let risky = unsafe 3  // error: 'unsafe' is not supported here
