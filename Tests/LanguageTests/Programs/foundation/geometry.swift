// CGPoint, CGSize, CGRect.
import Foundation

var point = CGPoint(x: 1, y: 2.5)
print(point, CGSize(width: 3, height: 4), CGRect(x: 1, y: 2, width: 3, height: 4))
print(CGPoint.zero == CGPoint(), CGRect(origin: point, size: .zero).midX)
point.x += 1
var card = CGRect(x: 1, y: 2, width: 3, height: 4)
print(card.contains(CGPoint(x: 2, y: 3)), card.contains(CGPoint(x: 4, y: 3)))
card.origin.x = 5
card.size.width *= 2
print(card.minX, card.maxX, card.midY, card.width, card.height, card.isEmpty)
print(card.insetBy(dx: 1, dy: 1), card.offsetBy(dx: 1, dy: 2), card.intersects(.zero))
print(card.union(CGRect(x: 0, y: 0, width: 1, height: 1)))
print([point], "\(Optional(point) as Any)", Set([point, point]).count)
extension CGPoint {
  static func + (left: CGPoint, right: CGPoint) -> CGPoint { CGPoint(x: left.x + right.x, y: left.y + right.y) }
  var length: CGFloat { (x * x + y * y).squareRoot() }
}
print(point + CGPoint(x: 1, y: 1), CGPoint(x: 3, y: 4).length)
