// A branch of several is a leaf of a tree of two-way choices.
enum Either<A, B> { case first(A), second(B) }
@resultBuilder struct B {
  static func buildBlock<T>(_ t: T) -> T { t }
  static func buildEither<A, C>(first: A) -> Either<A, C> { .first(first) }
  static func buildEither<A, C>(second: C) -> Either<A, C> { .second(second) }
}
func make<T>(@B _ f: (Int) -> T) { print(f(1)) }
func t(_ n: Int) {
  make { _ in if n == 0 { 1 } else if n == 1 { "a" } else { 2.5 } }
  make { _ in if n == 0 { 1 } else if n == 1 { "a" } else if n == 2 { true } else { 2.5 } }
  make { _ in
    switch n {
    case 0: 1;
    case 1: "a";
    case 2: true;
    case 3: [1];
    default: 2.5
    }
  }
}
t(0); t(3)
