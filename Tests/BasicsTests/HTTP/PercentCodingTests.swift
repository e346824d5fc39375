import Basics
import Testing

@Suite("Percent-encoding")
struct PercentCodingTests {
  @Test("a plus is a space only in a form")
  func plus() {
    #expect(PercentCoding.decode("a+b%20c%2b", plusIsSpace: true) == "a b c+")
    #expect(PercentCoding.decode("a+b%20c%2b", plusIsSpace: false) == "a+b c+")
  }

  @Test("bytes that are not UTF-8 are no text, and a % without two digits is one")
  func bytes() {
    #expect(PercentCoding.decode("%ff", plusIsSpace: false) == nil)
    #expect(PercentCoding.decode("%ff%zz", plusIsSpace: false) == nil)
    #expect(PercentCoding.decode("%41%zz%%42%4", plusIsSpace: false) == "A%zz%B%4")
  }

  @Test(
    "a style writes a text in its own way",
    arguments: [
      (QueryStyle(), "a b+c", "a+b%2Bc"),
      (QueryStyle(space: .percent), "a b+c", "a%20b%2Bc"),
      (QueryStyle(space: .raw), "a b+c", "a b%2Bc"),
      (QueryStyle(), "é/?", "%C3%A9%2F%3F"),
      (QueryStyle(lowercaseHex: true), "é/?", "%c3%a9%2f%3f"),
      (QueryStyle(), "-_.~*!()'", "-_.~%2A%21%28%29%27"),
      (QueryStyle(safe: "*!()'"), "-_.~*!()'", "%2D%5F%2E%7E*!()'"),
      (QueryStyle(safe: "-_.~/:"), "https://a.test/", "https://a.test/"),
      (QueryStyle(safe: ""), "aZ09", "aZ09"),
      (.rfc3986, "\0\r\n%", "%00%0D%0A%25"),
      (.rfc3986, "a b", "a%20b"),
      (.rfc3986, "", ""),
    ] as [(QueryStyle, String, String)])
  func encodes(_ style: QueryStyle, _ text: String, _ written: String) {
    #expect(style.encode(text) == written)
  }

  @Test("pairs are written in the order given, with an equals sign for the empty value")
  func pairs() {
    #expect(QueryStyle().encode([]) == "")
    #expect(
      QueryStyle().encode([("b&", "="), ("a", ""), ("", "x y"), ("b&", "2")])
        == "b%26=%3D&a=&=x+y&b%26=2")
  }

  @Test("what is written reads back", arguments: QueryStyle.Space.allCases)
  func roundTrip(_ space: QueryStyle.Space) {
    let text = String(String.UnicodeScalarView((0..<0x250).compactMap(Unicode.Scalar.init)))
    let written = QueryStyle(space: space, lowercaseHex: space == .raw).encode(text)
    #expect(PercentCoding.decode(written[...], plusIsSpace: space == .plus) == text)
  }
}
