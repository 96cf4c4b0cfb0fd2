// Compositions of protocols, in parameters, variables and aliases.
protocol Priced { var price: Int { get } }
protocol Named { var name: String { get } }
typealias Item = Priced & Named
struct Apple: Item { let price = 3, name = "apple" }
struct Service: Priced { let price = 50 }
func describe(_ item: any Priced & Named) -> String { "\(item.name) for \(item.price)" }
print(describe(Apple()))
let things: [any Priced] = [Apple(), Service()]
print(things.map(\.price).reduce(0, +), things.compactMap { ($0 as? any Item)?.name })
func cheapest<T: Priced>(_ list: [T]) -> T? { list.min { $0.price < $1.price } }
print(cheapest([Apple(), Apple()])!.name)
