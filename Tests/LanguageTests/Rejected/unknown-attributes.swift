// Attributes that nobody knows.
@nothing func nothing() {}  // error: unknown attribute 'nothing'
@something struct Something {}  // error: unknown attribute 'something'
class Object {
  @anything func anything() {}  // error: unknown attribute 'anything'
  @whatever var whatever: Int { 1 }  // error: unknown attribute 'whatever'
}
