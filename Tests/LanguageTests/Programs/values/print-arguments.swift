// print with several values, separator and terminator, and with nothing.
print("a", 1, true, 2.5, "b" as Character)
print("a", "b", "c", separator: "-")
print("no newline", terminator: "")
print("!")
print()
print("a", "b", separator: ", ", terminator: ".\n")
print([1, 2], [3], separator: "\n")
var output = ""
print("captured", 1, to: &output)
print("twice", separator: "", terminator: "", to: &output)
print(output)
print(output.count)
print("", "", separator: "|")
