// Changes deep inside: through properties, subscripts and optionals; copies stay as they were.
struct Topping { var name: String; var amount = 1 }
struct Pizza { var toppings: [Topping] = []; var notes: [String: [String]] = [:] }
struct Order { var pizza: Pizza? = Pizza(); var id = 1 }
var order = Order()
order.pizza?.toppings.append(Topping(name: "olives"))
order.pizza!.toppings[0].amount += 4
let copy = order
order.pizza?.toppings[0].name = "ham"
order.pizza?.notes["chef", default: []].append("hot")
order.pizza?.notes["chef"]?.append("crisp")
print(order.pizza!.toppings, copy.pizza!.toppings[0].name)
print(order.pizza?.notes["chef"] ?? [], copy.pizza?.notes.isEmpty as Any)
order.pizza = nil
order.pizza?.toppings.removeAll()
print(order.pizza?.toppings.count as Any)
