import Testing

@testable import Basics

@Suite("Coding")
struct CodingTests {
  @Test(
    "hard queries",
    arguments: [
      ("a=1&a=2", ["a=1", "a=2"]), ("a+b=%2B+", ["a b=+ "]), ("a", ["a="]), ("=b", ["=b"]),
      ("&&", []), ("a=%zz%", ["a=%zz%"]), ("a=b=c", ["a=b=c"]), ("a=%00", ["a=\0"]),
    ])
  func queries(text: String, expected: [String]) {
    let read = Parameters(formEncoded: text[...]).list.map { "\($0.name)=\($0.value)" }
    #expect(read == expected)
  }

  @Test("bytes that are not UTF-8 are told apart")
  func unreadable() {
    let parameters = Parameters(formEncoded: "a=1&b=%FF"[...])
    #expect(parameters.first("a") == "1")
    #expect(parameters.unreadable == ["b=%FF"])
  }

  @Test("styles differ in space, hex and what is safe")
  func styles() {
    #expect(QueryStyle(space: .plus, lowercaseHex: true).encode("a b:") == "a+b%3a")
    #expect(QueryStyle(space: .percent, safe: ":").encode("a b:") == "a%20b:")
    #expect(QueryStyle(space: .raw).encode("a b") == "a b")
  }

  @Test("cookies keep a colon in the name and an equals sign in the value")
  func cookies() {
    let read = Cookies.read("x-ms:t_0=a=b; q=\"v\";  ; c=").map { "\($0.name)|\($0.value)" }
    #expect(read == ["x-ms:t_0|a=b", "q|v", "c|"])
  }
}
