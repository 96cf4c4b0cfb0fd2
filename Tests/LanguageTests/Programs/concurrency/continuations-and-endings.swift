// A continuation that gets a result, and a stream whose end is told of.
enum Bad: Error { case luck }
let n: Int = try await withCheckedThrowingContinuation { continuation in
  continuation.resume(with: .success(42))
}
print(n)
do {
  let m: Int = try await withCheckedThrowingContinuation { continuation in
    let result: Result<Int, Bad> = .failure(.luck)
    continuation.resume(with: result)
  }
  print(m)
} catch { print(error) }

let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
continuation.onTermination = { print("ended: \($0)") }
continuation.yield(1)
continuation.finish()
for await value in stream { print(value) }
