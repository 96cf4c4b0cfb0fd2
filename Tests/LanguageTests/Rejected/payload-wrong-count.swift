// A case with a payload is used without it.
enum Media { case book(title: String, pages: Int) }
let media: Media = .book(title: "x")  // error: missing argument for parameter 'pages' in call
