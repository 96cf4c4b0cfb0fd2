// Values that contain themselves have no size.
// swift-format-ignore-file
struct Node { var next: Node? }  // error: value type 'Node' cannot have a stored property that recursively contains it
struct Pair { var both: (Int, Pair) }  // error: value type 'Pair' cannot have a stored property that recursively contains it
struct First { var second: Second }  // error: value type 'First' cannot have a stored property that recursively contains it
struct Second { var first: First? }  // error: value type 'Second' cannot have a stored property that recursively contains it
struct Box<Item> { var item: Item }
struct Boxed { var box: Box<Boxed> }  // error: value type 'Boxed' cannot have a stored property that recursively contains it
struct Fine { var more: [Fine]; var named: [String: Fine]; var make: () -> Fine; static var shared: Fine? }
enum List { case end; case node(Int, List) }  // error: recursive enum 'List' is not marked 'indirect'
enum Tree { case leaf, branch(left: Tree?, right: Tree?) }  // error: recursive enum 'Tree' is not marked 'indirect'
indirect enum Right { case end, node(Right) }
enum AlsoRight { case end; indirect case node(AlsoRight) }
enum Mixed { case value(MixedValue) }  // error: recursive enum 'Mixed' is not marked 'indirect'
struct MixedValue { var mixed: Mixed? }  // error: value type 'MixedValue' cannot have a stored property that recursively contains it
