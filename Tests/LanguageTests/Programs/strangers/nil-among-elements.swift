// Elements beside nil where only a protocol is asked for.
// swift-format-ignore-file
protocol Monoid { static var empty: Self { get } }
extension Int: Monoid { static var empty: Int { 0 } }
extension Optional: Monoid where Wrapped: Monoid { static var empty: Wrapped? { nil } }
func fold<M: Monoid>(_ xs: some Sequence<M>) -> M { .empty }
func fold2<M: Monoid>(_ xs: [M]) -> M { .empty }
func fold3<M>(_ xs: some Sequence<M>) -> M? { xs.first { _ in true } }
print(fold2([nil, 3, 4]) as Any)
print(fold3([nil, 3, 4]) as Any)
print(fold([nil, 3, 4]) as Any)
