// A struct cannot inherit.
class Base {}
struct Book: Base {}  // error: inheritance from non-protocol type 'Base'
