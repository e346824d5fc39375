import Basics
import JOSE
import Testing

@Suite("Taking a token apart")
struct ParsingTests {
  private static let head = part(#"{"alg":"ES256"}"#)

  @Test(
    "what is no JWS is refused with a sentence",
    arguments: [
      ("", "three parts with dots between them, found 1"),
      (".", "found 2"),
      ("..", "header to be JSON"),
      ("a.b", "found 2"),
      ("\(head).e30.AA.AA", "found 4"),
      ("a.b.c.d.e", "is it an encrypted token"),
      ("\(head)=.e30.AA", "header to be base64url"),
      (" \(head).e30.AA", "header to be base64url"),
      ("\(head).e30.AA\n", "signature to be base64url"),
      ("\(head).e30.A", "signature to be base64url"),
      ("\(head).e30.AB", "signature to be base64url"),
      ("\(head).e30.A+", "signature to be base64url"),
      ("\(head).e3.AA", "payload to be base64url"),
      ("\(head)..AA", "payload to be JSON"),
      ("\(head).\(part("{")).AA", "payload to be JSON"),
      ("\(head).\(part("{} {}")).AA", "payload to be JSON"),
      ("\(head).\(part(#"{"a":1,"a":1}"#)).AA", "once in the payload"),
      ("\(head).\(part(#"{"a":{"b":1,"\u0062":1}}"#)).AA", "once in the payload"),
      ("\(head).\(Base64URL.encode([0x22, 0xff, 0x22])).AA", "payload to be JSON"),
      ("\(head).\(part(String(repeating: "[", count: 10_000))).AA", "payload to be JSON"),
      ("\(part("[]")).e30.AA", "header to be an object"),
      ("\(part("{}")).e30.AA", "\"alg\""),
      ("\(part(#"{"alg":null}"#)).e30.AA", "\"alg\""),
      ("\(part(#"{"alg":"none","alg":"ES256"}"#)).e30.AA", "once in the header"),
      ("\(part(#"{"alg":"ES256","kid":1}"#)).e30.AA", "found a number"),
      ("\(part(#"{"alg":"ES256"}x"#)).e30.AA", "header to be JSON"),
      ("\u{feff}\(head).e30.AA", "header to be base64url"),
      ("\(head).e30.é", "signature to be base64url"),
      ("\(head).e30.\0", "signature to be base64url"),
      (String(repeating: "A", count: 65537), "at most 65536 bytes"),
      (String(repeating: ".", count: 65536), "found 65537"),
    ])
  func refused(text: String, sentence: String) {
    let error = #expect(throws: JWSError.self) { try JWS.parse(text) }
    #expect(error?.sentence.contains(sentence) == true, "\(error?.sentence ?? "")")
  }

  @Test(
    "only five parts are taken for an encrypted token",
    arguments: ["a.b.c.d", "a.b", "a.b.c.d.e.f"])
  func notEncrypted(text: String) {
    let error = #expect(throws: JWSError.self) { try JWS.parse(text) }
    #expect(error?.sentence.contains("encrypted") == false)
  }

  @Test("an unsecured token can be taken apart, and its payload may be any JSON")
  func unsecured() throws {
    let token = try JWS.parse("\(part(#"{"alg":"none"}"#)).\(part("[1]")).")
    #expect(token.algorithm == "none")
    #expect(token.signature == [])
    #expect(token.payload == [1])
    #expect(token.kid == nil)
  }

  @Test("a sentence never quotes the token")
  func secrecy() {
    let secret = "s3cret"
    for text in [secret, "\(part(secret)).e30.AA", "\(Self.head).\(part("{\"\(secret)\"")).AA"] {
      let error = #expect(throws: JWSError.self) { try JWS.parse(text) }
      #expect(error?.sentence.contains(secret) == false)
    }
  }

  @Test("a changed token is refused or is the same token, and never ends the process")
  func fuzz() throws {
    let key = try p256()
    let good = try JWS.compact(header: JWS.header(for: key), payload: ["sub": "alice"], key: key)
    let goodBytes = Array(good.utf8)
    var generator = SplitMix(seed: 7515)
    for _ in 0..<5_000 {
      var bytes = goodBytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
        case 2: bytes[place] = UInt8(ascii: ".")
        default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard text != good, let token = try? JWS.parse(text) else { continue }
      #expect(throws: JWSError.self) { try JWS.verify(token, keys: [key.publicKey]) }
    }
  }
}

private func part(_ text: String) -> String {
  Base64URL.encode(Array(text.utf8))
}
