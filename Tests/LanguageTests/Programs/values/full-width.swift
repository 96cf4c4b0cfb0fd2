// Products and quotients of twice the width, and divisions that report.
let (high, low) = UInt64.max.multipliedFullWidth(by: 3)
print(
  high, low, UInt8(200).multipliedFullWidth(by: 200), Int8(-100).multipliedFullWidth(by: 100),
  Int.max.multipliedFullWidth(by: -2))
print(
  UInt8(7).dividingFullWidth((high: 3, low: 5)), UInt64(10).dividingFullWidth((9, 123456789)),
  Int8(-7).dividingFullWidth((high: 1, low: 5)))
let (zero, least) = (Int("0")!, Int8.min)
print(
  7.dividedReportingOverflow(by: zero), least.dividedReportingOverflow(by: Int8(zero) - 1),
  7.remainderReportingOverflow(dividingBy: 4), least.remainderReportingOverflow(dividingBy: Int8(zero) - 1),
  UInt8(9).dividedReportingOverflow(by: 2))
