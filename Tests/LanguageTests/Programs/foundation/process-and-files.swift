// What a program asks of the machine it runs on: processors, whether a file is there.
import Foundation

print(ProcessInfo.processInfo.processorCount > 0, FileManager.default.fileExists(atPath: "/definitely/not/here"))
