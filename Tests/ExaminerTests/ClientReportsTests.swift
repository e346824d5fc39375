import Basics
import HTTPTypes
import Testing

@testable import Examiner

@Suite("What clients report of themselves")
struct ClientReportsTests {
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
    let reports = ClientReports()
    var random = Fixed()
    let path = reports.path("a", using: &random)
    for number in 0..<100 {
      #expect(reports.take(post(path, "\(number)")).status == .noContent)
    }
    #expect(reports.texts("a") == (84..<100).map { "\($0)" })
  }

  @Test("takes none for a sandbox that is closed, or that it never knew")
  func closed() {
    let reports = ClientReports()
    var random = Fixed()
    let path = reports.path("a", using: &random)
    #expect(reports.path("a", using: &random) == path)
    reports.close("a")
    #expect(reports.take(post(path, "late")).status == .notFound)
    #expect(reports.take(post(ClientReports.root + "b", "x")).status == .notFound)
    #expect(reports.texts("a").isEmpty && reports.texts("b").isEmpty)
  }
}
