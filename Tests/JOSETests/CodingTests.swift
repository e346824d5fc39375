import Basics
import JOSE
import Testing

@Suite("Base64, digests, HMAC")
struct CodingTests {
  @Test(
    "base64 is that of RFC 4648 §10, with padding in one form and without in the other",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func examples(plain: String, coded: String) {
    let bytes = Array(plain.utf8)
    let bare = String(coded.prefix { $0 != "=" })
    #expect(Base64.encode(bytes) == coded)
    #expect(Base64.decode(coded) == bytes)
    #expect(Base64URL.encode(bytes) == bare)
    #expect(Base64URL.decode(bare) == bytes)
  }

  @Test("the two alphabets differ in their last two characters and refuse each other's")
  func alphabets() {
    #expect(Base64.encode([0xfb, 0xef, 0xff]) == "++//")
    #expect(Base64URL.encode([0xfb, 0xef, 0xff]) == "--__")
    #expect(Base64.decode("--__") == nil)
    #expect(Base64URL.decode("++//") == nil)
  }

  @Test(
    "base64url that no encoder writes is refused",
    arguments: [
      "A", "AAAAA", "Zg==", "Zm8=", "Zh", "Zm9", "Zm 9", "Zm9v\n", "Zm9\u{e9}", "Zg.", "\0\0\0\0",
      "=",
    ])
  func strictURL(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }

  @Test(
    "base64 that no encoder writes is refused",
    arguments: [
      "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "=Zg=", "Z===", "====", "Zg==Zg==", "Zm9v ", "Zm9v\n",
      "Zm\u{e9}",
    ])
  func strictPlain(text: String) {
    #expect(Base64.decode(text) == nil)
  }

  @Test("all lengths and bytes come back")
  func roundTrip() {
    var generator = SplitMix(seed: 4648)
    for count in 0..<300 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
      #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
    }
  }

  @Test("what is appended stands behind what was there, and is what `encode` gives")
  func appending() {
    for count in 0..<100 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
      var buffer = Array("before".utf8)
      Base64URL.append(bytes, to: &buffer)
      bytes.withUnsafeBytes { Base64URL.append($0, to: &buffer) }
      let coded = Base64URL.encode(bytes)
      #expect(String(decoding: buffer, as: UTF8.self) == "before" + coded + coded)
      #expect(Base64URL.encodedCount(of: count) == coded.utf8.count)
    }
  }

  @Test("text that does not lie in one piece is decoded as well")
  func pieces() {
    #expect(Base64URL.decode("Zm9v.YmFy".utf8.lazy.filter { $0 != 0x2e }) == Array("foobar".utf8))
    #expect(Base64URL.decode("-Zm9v".utf8.dropFirst()) == Array("foo".utf8))
  }

  @Test("the digests of \"abc\" are those of FIPS 180-4")
  func digests() {
    let abc = Array("abc".utf8)
    #expect(
      hex(Digest.sha256(abc)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  private static let long = Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
  private static let jefe = Array("what do ya want for nothing?".utf8)

  @Test(
    "HMAC-SHA-256 is that of RFC 4231",
    arguments: [
      (
        of(0x0b, 20), Array("Hi There".utf8),
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), jefe,
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        of(0xaa, 20), of(0xdd, 50),
        "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
      ),
      (of(0xaa, 131), long, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    ])
  func sha256(key: [UInt8], message: [UInt8], code: String) {
    #expect(hex(HMAC.sha256(key: key, message: message)) == code)
  }

  @Test("secrets are the same only byte for byte and in length")
  func comparison() {
    #expect(equalInConstantTime([], []))
    #expect(equalInConstantTime([1, 2, 3], [1, 2, 3]))
    #expect(!equalInConstantTime([1, 2, 3], [1, 2, 4]))
    #expect(!equalInConstantTime([0, 2, 3], [1, 2, 3]))
    #expect(!equalInConstantTime([1, 2, 3], [1, 2]))
  }

  @Test("a half hash is that of OpenID Connect Core A.3")
  func halfHash() {
    let token = "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y"
    #expect(SignatureAlgorithm.rs256.halfHash(of: token) == "77QmUPtjPfzWtF2AnpK9RQ")
  }
}

private func of(_ byte: UInt8, _ count: Int) -> [UInt8] {
  Array(repeating: byte, count: count)
}

private func hex(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
