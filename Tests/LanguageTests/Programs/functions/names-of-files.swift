// `#fileID` names the module and the file, `#file` and `#filePath` the whole path.
// swift-format-ignore-file
print(#file == #filePath, #file == #fileID, #fileID.hasPrefix("main/"), #fileID.split(separator: "/").count)
func place(_ file: String = #fileID, _ line: Int = #line) -> String { "\(file.hasPrefix("main/")):\(line)" }
print(place())
