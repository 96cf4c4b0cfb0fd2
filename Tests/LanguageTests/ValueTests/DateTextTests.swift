// Points in time as RFC 3339.
import Testing

@testable import Language

@Suite struct DateTextTests {
  @Test(arguments: [
    ("2001-01-01T00:00:00Z", 0.0),
    ("2024-01-01T00:00:00.5Z", 725_760_000.5),
    ("1970-01-01T00:00:00Z", -978_307_200),
    ("2024-02-29T23:59:59Z", 730_943_999),
    ("2100-03-01T00:00:00Z", 3_129_235_200),
    ("2000-12-31T23:59:59.5Z", -0.5),
    ("2001-01-01T00:00:00.000000001Z", 0.000000001),
    ("0000-12-30T00:00:00Z", -63_114_076_800),
    ("4001-01-01T00:00:00Z", 63_113_904_000),
  ])
  func textAndBack(_ text: String, _ seconds: Double) {
    #expect(DateText.text(seconds) == text)
    #expect(DateText.seconds(text) == seconds)
  }

  @Test(arguments: [
    ("2001-01-01T01:00:00+01:00", 0.0), ("2000-12-31T18:30:00-05:30", 0), ("2001-01-01t00:00:00z", 0),
    ("2000-12-31T23:59:60Z", 0), ("2001-01-01T00:00:01.250Z", 1.25),
  ])
  func otherSpellings(_ text: String, _ seconds: Double) {
    #expect(DateText.seconds(text) == seconds)
  }

  @Test(arguments: [
    "", "2001-01-01", "2001-01-01 00:00:00Z", "2001-01-01T00:00:00", "2001-13-01T00:00:00Z", "2001-00-01T00:00:00Z",
    "2001-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2001-04-31T00:00:00Z", "2001-01-00T00:00:00Z",
    "2001-01-01T24:00:00Z", "2001-01-01T00:60:00Z", "2001-01-01T00:00:61Z", "2001-01-01T00:00:00.Z",
    "2001-01-01T00:00:00.0123456789Z", "2001-01-01T00:00:00+0100", "2001-01-01T00:00:00+24:00",
    "2001-01-01T00:00:00Z ", "01-01-01T00:00:00Z", "2001-1-1T00:00:00Z", "2001-01-01T00:00:00٠Z",
  ])
  func whatIsNoDate(_ text: String) {
    #expect(DateText.seconds(text) == nil)
  }

  @Test func everyDateOfOurTimesIsReadBack() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      // From 1970 to 2060, where a double's step is more than a nanosecond. The seconds around 2001 are left out.
      let seconds = Double.random(in: -978_307_200...1_900_000_000, using: &generator)
      guard abs(seconds) > 5e7, let text = DateText.text(seconds) else { continue }
      #expect(DateText.seconds(text) == seconds, "\(seconds.bitPattern)")
    }
  }

  @Test func daysAndCivilDatesAreInverse() {
    var previous = DateText.civil(-800_000)
    for day in -799_999...3_000_000 where day % 7 == 0 || abs(day) < 40_000 {
      let date = DateText.civil(day)
      if DateText.days(date.year, date.month, date.day) != day { Issue.record("\(day) is \(date)") }
      if (date.year, date.month, date.day) <= (previous.year, previous.month, previous.day) {
        Issue.record("\(date) does not follow \(previous)")
      }
      previous = date
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, 2.6e11, -6.4e10])
  func whatHasNoText(_ seconds: Double) {
    #expect(DateText.text(seconds) == nil)
  }
}
