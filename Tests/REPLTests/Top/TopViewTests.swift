// The picture of `top` without a terminal: what is shown, and what each key does.
import Testing
import Wire

@testable import REPL

struct TopViewTests {
  private func view(
    _ options: TopOptions = TopOptions(), seconds: Int = 3,
    stores: [(path: String, pace: Int)] = [("signup", 12), ("Füße", 3)]
  ) -> TopView {
    var view = TopView(options, style: .plain)
    for second in 1...max(1, seconds) { view.receive(SampleStats.after(second, stores: stores)) }
    return view
  }

  private func press(_ keys: String, _ view: inout TopView) -> [TopView.Action] {
    keys.map { view.press($0 == "\n" ? .enter : $0 == "\u{1b}" ? .escape : $0 == "\t" ? .tab : .character($0)) }
  }

  private func text(_ view: inout TopView, columns: Int = 100, rows: Int = 24) -> String {
    view.lines(columns: columns, rows: rows).map { line in
      var line = line[...]
      while line.last == " " { line.removeLast() }
      return String(line)
    }.joined(separator: "\n")
  }

  @Test func itShowsTheDaemonAndItsStores() {
    var view = view()
    #expect(
      text(&view, rows: 12) == """
        combined 0.1.0  process 4711  up 1h 0m  rev 103@k3f9
        changes 15/s    ██         memory 48 MiB   ███        cpu 25%   ██         events 40/s    ██
        [Stores 2] Pipelines 1  Clients 2
          store   changes/s↓  changes  subs  props  last  type    lately
        ▸ signup          12     1036     1      2    3s  SignUp  ██
          Füße             3     1009     1      2    3s  SignUp  ██





        ? help · / filter · s sort · Space pause · ⏎ details · q quit
        """)
    let head = view.lines(columns: 100, rows: 24).prefix(4)
    #expect(
      head.dropFirst() == [
        "changes 15/s    ██         memory 48 MiB   ███        cpu 25%   ██         events 40/s    ██      ",
        "requests 20/s    ██         turn p50 41us   p99 393us  max 12ms     behind 7 for 250ms",
        "queued 12 KiB     lost 0       sent 2 KiB/s    ██         subs 1       timers 0/s    ",
      ])
  }

  @Test func beforeThereIsSomethingToCompareNoRateIsTold() {
    var view = TopView(TopOptions(), style: .plain)
    #expect(text(&view) == "asking the daemon …")
    view.receive(SampleStats.after(5))
    #expect(text(&view).contains("changes –/s") && text(&view).contains("▸ signup           –"))
  }

  @Test func anotherDaemonBeginsAnew() {
    var view = view(seconds: 9)
    var other = SampleStats.after(1)
    other.server.pid = 4712
    view.receive(other)
    #expect(text(&view).contains("changes –/s"))
  }

  @Test(arguments: [
    ("2", "[Pipelines 1]"), ("3", "[Clients 2]"), ("31", "[Stores 2]"), ("\t", "[Pipelines 1]"),
    ("\t\t\t", "[Stores 2]"),
    ("?", "sort by the next column"), ("?x", "▸ signup"), ("s", "changes↓"), ("S", "store↓"), ("r", "changes/s↑"),
    ("/fü\n", "▸ Füße"), ("/xy", "no stores with 'xy'"), ("/xy\u{1b}", "▸ signup"), ("/xy\n\u{1b}", "▸ signup"),
    ("j", "▸ Füße"), ("jk", "▸ signup"), ("\n", "⏎ back"), ("\n\n", "▸ signup"), (" ", "paused: +0 changes"),
  ])
  func keysDoWhatTheHelpSays(_ keys: String, shows: String) {
    var view = view()
    _ = press(keys, &view)
    #expect(text(&view).contains(shows), "\(text(&view))")
  }

  @Test func whatHasToBeDoneIsSaid() {
    var view = view()
    #expect(press("q", &view) == [.quit])
    #expect(press("+", &view) == [.pace(.milliseconds(500))])
    #expect(press("--", &view) == [.pace(.seconds(1)), .pace(.seconds(2))])
    #expect(press("+++++++++", &view).last == .pace(.milliseconds(100)))
    #expect(press("\n", &view) == [.ask(.stores, id: "signup")])
    #expect(view.wanted?.id == "signup")
    view.receive(details: ["signup.username  \"ada\""], of: .stores, id: "signup")
    view.receive(details: ["late"], of: .stores, id: "another")
    #expect(text(&view).contains("signup.username  \"ada\"") && !text(&view).contains("late"))
    #expect(press("q", &view) == [.quit])
  }

  @Test func thePictureIsHeldAndSaysWhatItMisses() {
    var view = view(seconds: 3)
    _ = press(" ", &view)
    for second in 4...12 { view.receive(SampleStats.after(second)) }
    #expect(text(&view).contains("1036"))
    #expect(text(&view).contains("paused: +135 changes while paused · Space goes on"))
    _ = press("p", &view)
    #expect(text(&view).contains("1144") && !text(&view).contains("paused"))
  }

  /// In a narrow or low terminal, too, the daemon's figures are there, and no word is cut.
  @Test(arguments: [(40, 24), (40, 12), (30, 9), (100, 8)])
  func figuresAreThereInLittleRoom(_ columns: Int, _ rows: Int) {
    var view = view()
    let lines = view.lines(columns: columns, rows: rows)
    #expect(lines.prefix(4).contains { $0.contains("changes 15/s") }, "\(lines)")
    #expect(lines.last?.contains("…") == false && lines.last?.hasSuffix("q quit") == true, "\(lines)")
    _ = press("?", &view)
    let help = view.lines(columns: columns, rows: rows)
    #expect(!help.contains { $0.contains("…") }, "\(help)")
    for _ in 0..<60 { _ = view.press(.down) }
    #expect(view.lines(columns: columns, rows: rows).contains { $0.hasSuffix("sent.") }, "\(help)")
    _ = press("x/xyz\n", &view)
    #expect(!view.lines(columns: columns, rows: rows).contains { $0.contains("…") })
  }

  /// Where each figure and each column begins is the same in every picture.
  @Test(arguments: [40, 80, 120])
  func nothingMovesFromPictureToPicture(_ columns: Int) {
    var view = view(seconds: 1)
    func places() -> [String] {
      view.lines(columns: columns, rows: 24).dropFirst().prefix(3).map { line in
        // Names stay; digits, units and pictures are what changes.
        var line = line
        for name in ["memory", "cpu", "events", "requests", "turn", "p50", "p99", "behind", "queued", "lost", "sent"] {
          line = line.replacing(name, with: "@" + String(repeating: " ", count: name.count - 1))
        }
        return String(line[...(line.lastIndex(of: "@") ?? line.startIndex)].map { $0 == "@" ? $0 : " " })
      }
    }
    view.receive(SampleStats.after(2))
    let before = places()
    for second in [9, 99, 999, 9_999, 99_999] {
      view.receive(SampleStats.after(second))
      #expect(places() == before)
    }
  }

  @Test func detailsOfAClientSayWhoItIs() {
    let view = view()
    let lines = TopDetails(style: .plain, width: 80).lines(view.client("c2"), [])
    #expect(lines.contains { $0.hasPrefix("program") && $0.contains("watch.py") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("process") && $0.contains(" of user ") }, "\(lines)")
    #expect(lines.last == "it listens to nothing")
  }

  @Test func rowsAreSortedAsAsked() {
    var options = TopOptions()
    (options.list, options.sort) = (.clients, "behind")
    var view = view(options)
    let lines = view.lines(columns: 120, rows: 20)
    #expect(lines.first { $0.hasPrefix("▸") }?.contains("watch.py") == true)
    #expect(lines.contains { $0.contains("behind↓") && $0.contains("events/s") })
  }

  /// Whatever the size, nothing is wider or higher, and the name and the rate of the first row are there.
  @Test func everySizeIsKept() {
    let stores = (0..<60).map { ("日本語のストア\($0)", 60 - $0) } + [("e\u{301}tat.👩‍👩‍👧", 1)]
    for list in ["1", "2", "3", "?", "\n", "/日", " "] {
      for columns in [1, 2, 10, 20, 33, 40, 60, 80, 132, 200] {
        for rows in [1, 2, 3, 5, 10, 24, 50] {
          var view = view(stores: stores)
          _ = press(list, &view)
          let lines = view.lines(columns: columns, rows: rows)
          #expect(lines.count <= rows, "\(list) \(columns)x\(rows)")
          for line in lines { #expect(displayWidth(line) <= columns, "\(list) \(columns)x\(rows): \(line)") }
        }
      }
    }
    var view = view(stores: stores)
    let narrow = view.lines(columns: 40, rows: 24)
    #expect(narrow.contains("▸ 日本語のストア0           60     1"), "\(narrow.joined(separator: "\n"))")
  }

  @Test func theRowThatIsLookedAtStaysInSight() {
    var view = view(stores: (0..<60).map { ("s\($0)", 60 - $0) })
    for _ in 0..<45 { _ = view.press(.down) }
    #expect(text(&view).contains("▸ s45"))
    _ = view.press(.end)
    #expect(text(&view).contains("▸ s59"))
    _ = view.press(.home)
    #expect(text(&view).contains("▸ s0"))
  }

  @Test func keysAreReadAsTerminalsSendThem() {
    let bytes = Array("a\u{1b}[A\u{1b}OB\u{1b}[5~\u{1b}[Z\té\n\u{7f}\u{1b}[200~\u{1b}".utf8)
    #expect(
      TopKey.keys(bytes) == [
        .character("a"), .up, .down, .pageUp, .backTab, .tab, .character("é"), .enter, .backspace, .escape,
      ])
  }

  @Test(arguments: [
    (TopCell.count(0), "0"), (.count(999), "999"), (.count(1036), "1036"), (.count(12_345), "12.3k"),
    (.count(4_100_000), "4.1M"), (.count(41_000_000), "41M"), (.rate(nil), "–"), (.rate(3.44), "3.4"),
    (.rate(1234.5), "1.2k"),
    (.bytes(812), "812 B"), (.bytes(4198), "4.1 KiB"), (.bytes(48 << 20), "48 MiB"), (.milliseconds(0), "0"),
    (.milliseconds(250), "250ms"), (.text("a\nb"), "a⏎b"),
  ])
  func figuresAreShort(_ cell: TopCell, _ text: String) { #expect(cell.text == text) }

  @Test(arguments: [(0, "0s"), (59, "59s"), (61, "1m"), (7300, "2h"), (200_000, "2d")])
  func agesAreShort(_ seconds: Int, _ text: String) { #expect(TopCell.age(seconds * 1_000_000_000) == text) }
}
