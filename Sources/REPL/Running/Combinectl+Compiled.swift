// `combinectl run --compiled`: a program that swiftc compiles, as one command. It is built against the libraries that came with
// this program, told where the daemon listens, and takes this one's place.
import ClientConnection
import Glibc

/// What a compiled program is built against, and with.
struct Compilation {
  /// Where the modules are, and what has to be linked beside them.
  let modules: String
  let linked: [String]
  let compiler: String

  private static let libraries = ["Combine", "Wire", "ClientConnection", "CombineClient", "Stores"]

  /// - Parameter ownPath: where this program is: in the folder of a build, or where it was installed.
  init(environment: [String: String], ownPath: String?) throws(UsageError) {
    guard let compiler = DaemonLauncher.findProgram("swiftc", environment: environment) else { throw Self.noCompiler }
    self.compiler = compiler
    let folder = ownPath.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } } ?? "."
    let installed = folder + "/../lib/combined/swift"
    if access(installed + "/Stores.swiftmodule", R_OK) == 0 {
      modules = installed
      linked = [installed + "/libStores.a"]
      return
    }
    guard access(folder + "/Modules/Stores.swiftmodule", R_OK) == 0 else { throw Self.noLibraries(installed) }
    modules = folder + "/Modules"
    linked = Self.libraries.flatMap { Self.objects(in: "\(folder)/\($0).build") }
  }

  private static let noCompiler = UsageError(
    "there is no swiftc on PATH",
    hint:
      "install a toolchain from swift.org and put its usr/bin on PATH, or run the file without --compiled: the daemon's "
      + "own language needs none", status: 69)

  private static func noLibraries(_ searched: String) -> UsageError {
    UsageError(
      "the libraries Combine and Stores are not beside this program",
      hint: "looked in \(searched); 'make install' puts them there", status: 69)
  }

  private static func notStarted(_ code: Int32) -> UsageError {
    UsageError("the program was not started: \(String(cString: strerror(code)))", status: 69)
  }

  private static func objects(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var found: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".o") { found.append(folder + "/" + name) }
    }
    return found.sorted()
  }

  /// Its words, for a program of these files.
  func words(_ files: [String], output: String) -> [String] {
    [compiler, "-module-name", "program", "-I", modules, "-o", output] + files + linked
  }
}

extension Combinectl {
  /// Builds a program and becomes it, with a daemon to attach to.
  func runCompiled(_ files: [String]) throws -> Int32 {
    let texts = try files.map { path throws(UsageError) in try readFile(path, within: options.timeout) }
    guard texts.contains(where: { $0.contains("import Stores") }) else {
      throw UsageError(
        "nothing in \(files.joined(separator: ", ")) imports Stores, so that nobody would see what it has",
        hint: "let server = try StoreServer.attach(namespace: \"shop\"), server.expose(model, as: \"cart\"), "
          + "try await server.run(); or run it without --compiled", status: 65)
    }
    let compilation = try Compilation(environment: environment, ownPath: DaemonLauncher.ownExecutable())
    let access = try access()
    _ = try access.connect(mayLaunch: true)
    setenv("COMBINED_SOCKET", access.socketPath.path, 1)
    try compilation.run(files)
  }
}

extension Compilation {
  /// Builds a program of files, and becomes it; what it prints and how it ends is then its own.
  /// - Returns: never, unless that fails.
  func run(_ files: [String], arguments: [String] = []) throws(UsageError) -> Never {
    var template = Array("/tmp/combined-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Self.notStarted(errno) }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let output = folder + "/program"
    defer {
      unlink(output)
      rmdir(folder)
    }
    try compile(files, output)
    // It needs no name any more: what runs goes on without.
    let file = open(output, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Self.notStarted(errno) }
    unlink(output)
    rmdir(folder)
    var argv: [UnsafeMutablePointer<CChar>?] = ([files.last ?? "program"] + arguments).map { strdup($0) } + [nil]
    fexecve(file, &argv, environ)
    throw Self.notStarted(errno)
  }

  private func compile(_ files: [String], _ output: String) throws(UsageError) {
    var argv: [UnsafeMutablePointer<CChar>?] = words(files, output: output).map { strdup($0) } + [nil]
    defer { for word in argv { free(word) } }
    var process = pid_t()
    let failure = posix_spawn(&process, compiler, nil, nil, &argv, environ)
    guard failure == 0 else { throw Self.notStarted(failure) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    if status != 0 { throw UsageError("the program was not built", hint: "swiftc says why", status: 65) }
  }
}
