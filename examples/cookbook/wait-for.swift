// How far a job has come, for whoever waits for it.
import Combine

class Job: ObservableObject {
  @Published var progress = 0
}

let job = Job()
