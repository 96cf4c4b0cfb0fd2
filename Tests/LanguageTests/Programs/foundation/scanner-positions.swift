// A Scanner skips what it is told to, and leaves what does not fit.
// swift-format-ignore-file
import Foundation
let s = Scanner(string: "  width: 12.5 px; count=0x1F -7 name 'Ada' rest of it")
print(s.scanString("width:") as Any, s.scanDouble() as Any, s.scanUpToString(";") as Any, s.scanString(";") as Any)
print(s.scanUpToCharacters(from: CharacterSet(charactersIn: "=")) as Any, s.scanCharacter() as Any, s.scanInt(representation: .hexadecimal) as Any, s.scanInt() as Any)
print(s.scanCharacters(from: .letters) as Any, s.isAtEnd, s.currentIndex.utf16Offset(in: s.string))
s.charactersToBeSkipped = nil
print(s.scanCharacters(from: .letters) as Any, s.scanString(" ") as Any, s.scanUpToString("nothing there") as Any, s.isAtEnd)
let t = Scanner(string: "1,2,,3")
var out: [Int?] = []
while !t.isAtEnd { out.append(t.scanInt()); _ = t.scanString(",") }
print(out)
let u = Scanner(string: "ÄPFEL äpfel"); u.caseSensitive = false
print(u.scanString("äpfel") as Any, u.scanString("Äpfel") as Any)
print(Scanner(string: "99999999999999999999").scanInt() as Any, Scanner(string: "1e3x").scanDouble() as Any, Scanner(string: "-").scanInt() as Any, Scanner(string: "+5").scanInt() as Any)
