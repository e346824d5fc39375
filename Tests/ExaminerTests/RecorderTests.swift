import Basics
import HTTPTypes
import Testing

@testable import Examiner

@Suite("The recorder of an examination")
struct RecorderTests {
  private struct Fixed: RandomNumberGenerator {
    var value: UInt64 = 0
    mutating func next() -> UInt64 {
      value += 1
      return value
    }
  }

  private func post(_ path: String, _ text: String) -> Basics.Request {
    Basics.Request(method: .post, authority: "", target: path, body: Array(text.utf8))
  }

  @Test("keeps the newest reports of a sandbox, and no more")
  func newest() {
    let recorder = Recorder()
    var random = Fixed()
    recorder.open("a")
    let path = recorder.reportPath("a", using: &random)
    for number in 0..<100 {
      #expect(recorder.take(post(path, "\(number)")).status == .noContent)
    }
    #expect(recorder.reports("a") == (84..<100).map { "\($0)" })
  }

  @Test("takes none for a sandbox that is closed, or that it never knew")
  func closed() {
    let recorder = Recorder()
    var random = Fixed()
    recorder.open("a")
    let path = recorder.reportPath("a", using: &random)
    #expect(recorder.reportPath("a", using: &random) == path)
    recorder.close("a")
    #expect(recorder.take(post(path, "late")).status == .notFound)
    #expect(recorder.take(post(Recorder.reports + "b", "x")).status == .notFound)
    #expect(recorder.reports("a").isEmpty && recorder.reports("b").isEmpty)
  }

  @Test("keeps exchanges of the sandboxes that it was told of, and of each a thousand at most")
  func exchanges() {
    let recorder = Recorder()
    recorder.open("a")
    for sandbox in ["a", "b"] {
      for _ in 0..<1_010 {
        let request = Basics.Request(
          method: .get, authority: "", target: "/_sandbox/\(sandbox)/standard/jwks")
        _ = recorder.witness(request) { .answer(Answer(status: .ok)) }
      }
    }
    #expect(recorder.exchanges("a").count == 1_000 && recorder.count("a") == 1_010)
    #expect(recorder.exchanges("b").isEmpty && recorder.count("b") == 0)
  }
}
