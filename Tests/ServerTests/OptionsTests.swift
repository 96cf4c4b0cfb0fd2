// The command line and the default places, as values.
import Engine
import Foundation
import Outside
import Server
import Testing

@testable import combined

@Suite struct OptionsTests {
  private func refusal(_ arguments: [String]) -> String? {
    do {
      _ = try Options(arguments)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func everythingHasADefault() throws {
    let options = try Options([])
    #expect(options.command == .run && options.socket == nil && options.state == nil)
    #expect(try Options(["--ends-with", "17"]).endsWith == 17 && options.endsWith == nil)
    #expect(try Options(["--safe"]).isSafe && !options.isSafe)
    #expect(try Options(["--ephemeral", "--seed", "17"]).seed == 17 && options.seed == nil)
    #expect(!options.isEphemeral && options.level == .notice)
  }

  @Test func valuesComeWithASpaceOrAnEqualsSign() throws {
    #expect(try Options(["--limit", "steps=5", "--limit=memory=9"]).limits == ["steps=5", "memory=9"])
    let options = try Options(["--socket=/a=b", "--state", "/s", "--log=debug", "--foreground"])
    #expect(options.socket == "/a=b" && options.state == "/s" && options.level == .debug)
  }

  @Test func secretsArePatterns() throws {
    #expect(try Options(["--secret", "**.password", "--secret=!test.**"]).secrets == ["**.password", "!test.**"])
    #expect(try Options.filter(["a.b"])?.matches(["a", "b"]) == true)
    #expect(try Options.filter([]) == nil)
    #expect(try Options(["--no-secrets"]).forgetsSecrets)
    #expect(
      refusal(["--no-secrets", "--secret", "a"])
        == "--secret says which there are, and --no-secrets that there are none")
    #expect(refusal(["--secret", "a..b"]) == "--secret takes a pattern of paths, not 'a..b': a segment is empty")
    #expect(refusal(["--secret", "!a"]) == "--secret takes a pattern of paths, not '!a': no path is named")
  }

  @Test func grantsAddUp() throws {
    let options = try Options(["--allow", "run", "--allow=read=/var/log", "--allow", "write=/tmp", "--deny", "net"])
    #expect(options.capabilities.list == ["read=/var/log", "write=/tmp", "run"])
    #expect(try Options([]).capabilities.list == ["net"])
  }

  @Test func whatIsKilledCanBeStartedAgain() throws {
    let here = FileManager.default.currentDirectoryPath
    let options = try Options([
      "--socket=/s", "--state", "own", "--allow=read=logs", "--allow", "run=ls", "--allow=viewer:7", "--secret=**.key",
      "--deny", "net", "--foreground",
    ])
    #expect(
      options.again == [
        "--state", "\(here)/own", "--allow", "read=\(here)/logs", "--allow", "run=ls", "--allow", "viewer:7",
        "--secret",
        "**.key", "--deny", "net",
      ])
    #expect(try Options(options.again).again == options.again)
    #expect(try Options(["--ephemeral", "--safe"]).again == ["--ephemeral", "--safe"])
    for passing in [["--ephemeral", "--again"], ["--state=/s", "--ends-with", "17"]] {
      #expect(try Options(passing).again == [])
    }
  }

  @Test(arguments: [
    (["--help"], Options.Command.printHelp), (["-h"], .printHelp), (["--manual"], .printManual),
    (["--version"], .printVersion),
  ])
  func commands(arguments: [String], command: Options.Command) throws {
    #expect(try Options(arguments).command == command)
  }

  @Test(arguments: [
    (["--socket"], "--socket needs a value"), (["--socket="], "--socket needs a value"),
    (["--log", "loud"], "--log takes one of debug, info, notice, warning, error, not 'loud'"),
    (["--ephemeral=yes"], "--ephemeral takes no value"), (["run"], "'run' is not an option"),
    (["--deny=run"], "--deny takes net, not 'run'"),
    (["--seed", "1"], "--seed does the same from the beginning, so it belongs to --ephemeral"),
    (["--ephemeral", "--seed=-1"], "--seed takes a number from 0 to 9007199254740991, not '-1'"),
    (["--again"], "--again begins with nothing each time, so it belongs to --ephemeral"),
    (["--ends-with", "me"], "--ends-with takes the number of a process, not 'me'"),
    (["--ends-with=0"], "--ends-with takes the number of a process, not '0'"),
    (["--ephemeral", "--state", "/s"], "--ephemeral keeps nothing, so it has no --state"),
  ])
  func whatIsNotUnderstoodIsNamed(arguments: [String], message: String) {
    #expect(refusal(arguments) == message)
  }

  @Test(arguments: [
    (["COMBINED_SOCKET": "/x/s", "XDG_RUNTIME_DIR": "/run/user/7"], "/x/s"),
    (["XDG_RUNTIME_DIR": "/run/user/7", "TMPDIR": "/t"], "/run/user/7/combined/sock"),
    (["TMPDIR": "/t"], "/t/combined-7/sock"), ([:], "/tmp/combined-7/sock"),
  ])
  func theSocketsPlace(environment: [String: String], path: String) {
    #expect(Places(environment: { environment[$0] }, userID: 7).socket == path)
  }

  @Test(arguments: [
    (["XDG_STATE_HOME": "/state", "HOME": "/home/ada"], "/state/combined"),
    (["HOME": "/home/ada"], "/home/ada/.local/state/combined"), ([:], "/tmp/combined-7/state"),
  ])
  func theStatesPlace(environment: [String: String], path: String) {
    #expect(Places(environment: { environment[$0] }, userID: 7).state == path)
  }
}
