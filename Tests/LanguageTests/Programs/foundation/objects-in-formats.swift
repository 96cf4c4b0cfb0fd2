// The width of an object in a format, which is not asked for.
import Foundation
print(
  String(format: "[%10@|%-10@|%.2@|%5d|%-5d|%08.3f]", "ab" as NSString, "cd" as NSString, "efgh" as NSString, 3, 4, 2.5)
)
