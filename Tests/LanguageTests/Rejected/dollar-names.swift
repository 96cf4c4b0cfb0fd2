// Names that begin with `$` are those of wrappers.
// swift-format-ignore-file
let $limit = 3  // error: cannot declare entity named '$limit'; the '$' prefix is reserved for implicitly-synthesized declarations
for $item in [1, 2] {}  // error: cannot declare entity named '$item'; the '$' prefix is reserved for implicitly-synthesized declarations
