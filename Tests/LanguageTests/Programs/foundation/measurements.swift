// What is measured, in units that can be converted.
import Foundation

let run = Measurement(value: 5, unit: UnitLength.kilometers)
print(run, run.value, run.unit.symbol)
print(run.converted(to: .meters), (run.converted(to: .miles).value * 100).rounded() / 100)
print(run + Measurement(value: 500, unit: .meters), run - Measurement(value: 1, unit: .kilometers), run * 2, run / 2)
print(run > Measurement(value: 3, unit: UnitLength.miles), run == Measurement(value: 5000, unit: UnitLength.meters))
let heat = Measurement(value: 100, unit: UnitTemperature.celsius)
print(heat.converted(to: .fahrenheit).value.rounded(), heat.converted(to: .kelvin))
struct Trip { var legs: [Measurement<UnitLength>] }
let trip = Trip(legs: [run, Measurement(value: 2, unit: .kilometers)])
print(trip.legs.reduce(Measurement(value: 0, unit: .kilometers), +), trip.legs.map { $0.converted(to: .meters).value })
print(
  Measurement(value: 2, unit: UnitMass.pounds).converted(to: .kilograms).value,
  Measurement(value: 1.5, unit: UnitDuration.hours).converted(to: .minutes))
