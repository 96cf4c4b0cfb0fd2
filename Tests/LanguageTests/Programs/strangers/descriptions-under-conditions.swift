// Of several extensions that describe, the one that asks for most.
extension CustomStringConvertible {
  var description: String { "nothing to say" }
}
struct Plain: CustomStringConvertible {}
protocol TeamRecord {
  var wins: Int { get }
  var losses: Int { get }
}
extension CustomStringConvertible where Self: TeamRecord {
  var description: String { "\(wins) - \(losses)" }
}
struct Baseball: TeamRecord, CustomStringConvertible {
  var wins: Int
  var losses: Int
}
print(Plain(), Baseball(wins: 4, losses: 2))
