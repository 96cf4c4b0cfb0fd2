// An array is indexed with a text.
let list = [1, 2]
print(list["0"])  // error: no exact matches in call to subscript
