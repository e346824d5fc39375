import Testing

@testable import Examiner

@Suite("An address on one line")
struct ShortURLTests {
  private let long = String(repeating: "a", count: 100)

  @Test("keeps each name, and the ends of a long value")
  func names() {
    let text = ShortURL.shortened("GET http://a.test/cb?state=\(long)&code=1#x=\(long)")
    let value = String(repeating: "a", count: 24) + "…" + String(repeating: "a", count: 12)
    #expect(text == "GET http://a.test/cb?state=\(value)&code=1#x=\(value)")
  }

  @Test("keeps a path, and what is short")
  func path() {
    let path = "GET /\(long)/token"
    #expect(ShortURL.shortened(path) == path)
    #expect(ShortURL.shortened("GET /a?b=c") == "GET /a?b=c")
  }

  @Test("ends somewhere")
  func end() {
    let many = (0..<100).map { "parameter\($0)=value" }.joined(separator: "&")
    #expect(ShortURL.shortened("GET /?\(many)").count == 601)
  }
}
