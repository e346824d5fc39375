import Basics
import Testing

@Suite("The cases of nst/JSONTestSuite, by name")
struct SuiteTests {
  @Test("what must be accepted is, and reads as what it says", arguments: SuiteCase.accepted)
  func accepted(_ each: SuiteCase) throws {
    let document = try JSONReader().read(each.bytes, file: each.name)
    #expect(document.root.text() == each.reads)
  }

  @Test(
    "what must be refused is, with a place inside the text",
    arguments: SuiteCase.refusedValues + SuiteCase.refusedTexts)
  func refused(_ each: SuiteCase) {
    #expect(throws: JSONSyntaxError.self) { try JSONReader().read(each.bytes, file: each.name) }
    if case .failure(let error) = reading(each.bytes) {
      #expect(error.sentence.hasPrefix("expected "))
      #expect(
        error.sentence.contains(", found ") || error.sentence.contains(" before the low one")
          || error.sentence.contains(" after the high one"))
      #expect(error.origin.column >= 1 && error.origin.column <= each.bytes.count + 1)
    }
  }

  @Test("what is left to the reader is decided", arguments: SuiteCase.ours)
  func ours(_ each: SuiteCase) {
    switch reading(each.bytes) {
    case .success(let document): #expect(document.root.text() == each.reads)
    case .failure(let error): #expect(each.reads == nil, "\(error.sentence)")
    }
  }

  @Test("no case stands twice")
  func unique() {
    let all = SuiteCase.accepted + SuiteCase.refusedValues + SuiteCase.refusedTexts + SuiteCase.ours
    #expect(Set(all.map(\.name)).count == all.count)
  }
}
