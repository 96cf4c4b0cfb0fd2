// sleep and usleep stop the thread; what follows comes after.
import Foundation

let start = Date()
usleep(20_000)
print(Date().timeIntervalSince(start) >= 0.02)
func toast() -> String {
  usleep(1_000)
  return "toast"
}
print(toast(), sleep(0))
