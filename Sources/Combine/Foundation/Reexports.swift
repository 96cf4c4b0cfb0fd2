// On Linux `URLSession` lives in a module of its own. Whoever imports Combine gets it, as `import Foundation` gives it
// on Apple's systems.

@_exported public import FoundationNetworking
