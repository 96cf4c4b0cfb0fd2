// A protocol cannot be constructed.
protocol Service {
  init()
}
let service = Service()  // error: type 'any Service' cannot be instantiated
