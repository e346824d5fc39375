import Testing

@testable import ReferenceClient

struct ValueTests {
  private func read(_ text: String) -> Value? { try? ValueReader.read(Array(text.utf8)) }

  @Test func readsWhatServersWrite() {
    let value = read(#" {"a":[1,-2.5e1,true,null],"b":{"c":"\u00e9\n\ud83d\ude00/"}} "#)
    #expect(value?["a"]?.list == [.number(1), .number(-25), .flag(true), .null])
    #expect(value?["b"]?["c"]?.text == "é\n😀/")
    #expect(read("\u{FEFF}{}") == .object([:]))
  }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\"}", "01x", "\"a", "{} {}", "+1", "nul", "\"\\x\"", "\"\u{1}\"",
    "{\"a\":1,}", "NaN", "\"\\u+123\"", "-", "<html>",
  ])
  func refusesWhatIsNoJSON(_ text: String) {
    #expect(read(text) == nil)
  }

  @Test func isNotLedIntoTheDeep() {
    #expect(read(String(repeating: "[", count: 32) + String(repeating: "]", count: 32)) != nil)
    #expect(read(String(repeating: "[", count: 33) + String(repeating: "]", count: 33)) == nil)
    #expect(read(String(repeating: "[", count: 100_000)) == nil)
  }

  @Test func writesWhatItReads() {
    let value = Value.object(["a": .list([.number(3), .text("<\"\\\n>")]), "b": .null])
    #expect(read(value.written) == value)
    #expect(!value.written.contains("<"))
  }

  @Test func formsKeepEveryByte() {
    let form = Form([("a b", "1+2=3&4"), ("é", "%"), ("", "x")])
    #expect(Form(reading: form.written) == form)
    #expect(Form(reading: "a=b=c&d")["a"] == "b=c")
    #expect(Form(reading: "a=1&a=2").repeatsItself)
  }

  @Test(arguments: ["", "f", "fo", "foo", "foob", "\u{FF}\u{FE}\u{0}"])
  func base64ComesBack(_ text: String) {
    #expect(Base64.read(Base64.url(text.utf8)).map { String(decoding: $0, as: UTF8.self) } == text)
  }

  @Test(arguments: ["A", "AB", "Zg==", "a b", "ab/d", "a+cd"])
  func base64OfAnotherKindIsRefused(_ text: String) {
    #expect(Base64.read(text) == nil)
  }
}
