// What is lazy is made before it is changed in place.
struct Sundae {
  var name = "Vanilla"
  lazy var ingredients: [String] = {
    ["milk", "cream"]
  }()
  lazy var amounts = ["milk": 1]
}
var sundae = Sundae()
sundae.ingredients.append("strawberries")
sundae.amounts["milk"]! += 1
sundae.amounts["cream", default: 3] += 1
print(sundae.ingredients, sundae.amounts["milk"]!, sundae.amounts["cream"]!)
class Bowl {
  lazy var fruits = ["apple"]
  var inner = Sundae()
}
let bowl = Bowl()
bowl.fruits.append("pear")
bowl.inner.ingredients[0] = "water"
print(bowl.fruits, bowl.inner.ingredients)
