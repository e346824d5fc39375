import Basics
import Testing

@Suite("Mutated texts")
struct FuzzTests {
  static let seed: UInt64 = 0x5eed_0f1e_1d5

  /// What mutations splice in: the bytes that mean something, and what breaks encodings.
  static let tokens: [[UInt8]] =
    [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud834", "\\udd1e", "\\u0000", "0", "-",
      ".",
      "e", "+", "1", "true", "null", " ", "\n", "\r", "'", "//", "é", "𝄞", "\u{feff}", "\"a\":",
      "[[[[", "]]]]",
    ].map { Array($0.utf8) } + [[0], [0x1f], [0x80], [0xc0], [0xed, 0xa0, 0x80], [0xf5], [0xff]]

  private func mutate(_ original: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.removeSubrange(place..<min(place + 1, bytes.count))
      case 1: bytes.removeSubrange(place...)
      case 2:
        if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
      case 3:
        let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
        bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
      default:
        bytes.insert(contentsOf: Self.tokens.randomElement(using: &random) ?? [], at: place)
      }
    }
    return bytes
  }

  @Test("none of 20000 crashes the reader, and what is accepted survives being written and reread")
  func mutations() throws {
    print("fuzz seed: \(Self.seed)")
    var random = SplitMix(seed: Self.seed)
    // Mostly from what is JSON: what is already broken seldom mends by chance.
    let refused = SuiteCase.refusedValues + SuiteCase.refusedTexts + SuiteCase.ours
    let originals = [SuiteCase.accepted, SuiteCase.accepted, refused].map { cases in
      cases.map(\.bytes).filter { $0.count < 1_000 }
    }
    let style = JSONStyle(space: true, escapedSlash: true, ascii: true, indent: 1)
    var accepted = 0
    for round in 0..<20_000 {
      let originals = originals.randomElement(using: &random) ?? []
      let bytes = mutate(originals.randomElement(using: &random) ?? [], &random)
      switch reading(bytes) {
      case .success(let document):
        accepted += 1
        let text = document.root.encoded()
        let again = try JSONReader().read(text, file: "t")
        let styled = try JSONReader().read(document.root.encoded(style), file: "t")
        guard again.root == document.root, again.root.encoded() == text, styled.root == again.root,
          again.duplicates.isEmpty, String(validating: bytes, as: UTF8.self) != nil,
          document.duplicates.isEmpty ? kept(bytes, text) : true
        else {
          Issue.record("round \(round), seed \(Self.seed): \(bytes)")
          return
        }
      case .failure(let error):
        guard (1...bytes.count + 1).contains(error.origin.column), !error.sentence.isEmpty else {
          Issue.record("round \(round), seed \(Self.seed): \(error) for \(bytes)")
          return
        }
      }
    }
    print("fuzz: \(accepted) of 20000 accepted")
    // Both outcomes must be common, or the fuzz proves nothing.
    #expect(accepted > 1_000 && accepted < 19_000, "\(accepted) accepted")
  }

  /// Where no escape hides what was written, encoding may only have dropped white space.
  private func kept(_ bytes: [UInt8], _ text: [UInt8]) -> Bool {
    if bytes.contains(0x5c) { return true }
    let spaces: [UInt8] = [0x20, 0x09, 0x0a, 0x0d]
    return bytes.filter { !spaces.contains($0) } == text.filter { !spaces.contains($0) }
  }
}
