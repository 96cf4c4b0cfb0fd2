// Groups that nobody declares.
// swift-format-ignore-file
infix operator +++: FarPrecedence  // error: unknown precedence group 'FarPrecedence'
infix operator ---: AdditionPrecedence
precedencegroup OwnPrecedence { higherThan: NearPrecedence }  // error: unknown precedence group 'NearPrecedence'
precedencegroup OtherPrecedence { lowerThan: AdditionPrecedence, MiddlePrecedence associativity: left }  // error: unknown precedence group 'MiddlePrecedence'
infix operator ***: LaterPrecedence
precedencegroup LaterPrecedence { higherThan: OwnPrecedence }
