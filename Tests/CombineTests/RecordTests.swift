// Record, and what can be recorded.

import Combine
import CombineTesting
import Foundation
import Testing

private struct CodableFailure: Error, Codable, Equatable { let code: Int }

@Suite(.leavesNothing) struct RecordTests {
  @Test func deliversWhatWasRecordedAsDemanded() {
    let record = Record<Int, TestFailure> {
      $0.receive(1)
      $0.receive(2)
      $0.receive(completion: .failure("end"))
    }
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .max(1))
    record.subscribe(subscriber)
    #expect(subscriber.values == [1])
    subscriber.request(.max(1))
    #expect(subscriber.transcript.suffix(2) == ["value 2", "failure end"])
    #expect(values(Record<Int, Never>(output: [1, 2, 3], completion: .finished)) == [1, 2, 3])
  }

  @Test func withoutValuesTheEndDoesNotWait() {
    let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .none)
    Record<Int, TestFailure>(output: [], completion: .failure("end")).subscribe(subscriber)
    #expect(subscriber.transcript == ["subscription Empty", "failure end"])
  }

  @Test func finishesUnlessSomethingElseIsRecorded() {
    let recording = Record<Int, TestFailure>.Recording()
    #expect(recording.completion == .finished && recording.output.isEmpty)
  }

  @Test func recordingAfterTheCompletionTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = Record<Int, Never> {
        $0.receive(completion: .finished)
        $0.receive(1)
      }
    }
    await #expect(processExitsWith: .failure) {
      var recording = Record<Int, Never>.Recording(output: [1])
      recording.receive(completion: .finished)
    }
    await #expect(processExitsWith: .failure) {
      let text = #"{"output":[],"completion":{"success":true}}"#
      var recording = try JSONDecoder().decode(Record<Int, CodableFailure>.Recording.self, from: Data(text.utf8))
      recording.receive(1)
    }
  }

  @Test func codes() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let record = Record<Int, CodableFailure>(output: [1, 2], completion: .failure(CodableFailure(code: 4)))
    let data = try encoder.encode(record)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"recording":{"completion":{"error":{"code":4},"success":false},"output":[1,2]}}"#)
    let decoded = try JSONDecoder().decode(Record<Int, CodableFailure>.self, from: data)
    #expect(decoded.recording.output == [1, 2])
    #expect(decoded.recording.completion == .failure(CodableFailure(code: 4)))
  }

  @Test func encodeIntoIsEncodeTo() throws {
    struct Wrapper: Encodable {
      let recording = Record<Int, CodableFailure>.Recording(output: [1])
      func encode(to encoder: any Encoder) throws { try recording.encode(into: encoder) }
    }
    let recording = Record<Int, CodableFailure>.Recording(output: [1])
    #expect(try JSONEncoder().encode(Wrapper()).count == JSONEncoder().encode(recording).count)
  }
}
