import Basics
import Testing

@testable import ProviderModel

/// Keys of the issuers of software statements.
@Suite("A key of software statements")
struct StatementKeyTests {
  private static let coordinate = Base64URL.encode([UInt8](repeating: 7, count: 32))
  private static let modulus = Base64URL.encode([UInt8](repeating: 7, count: 256))

  private func findings(_ key: String) throws -> [String] {
    try Shipped.findings(
      #"{"registration": {"software_statements": {"i": {"keys": {"k": \#(key)}}}}}"#)
  }

  @Test("is a public key of P-256 or RSA")
  func good() throws {
    let point = #""x": "\#(Self.coordinate)", "y": "\#(Self.coordinate)""#
    #expect(try findings(#"{"kty": "EC", "crv": "P-256", \#(point)}"#).isEmpty)
    #expect(try findings(#"{"kty": "RSA", "n": "\#(Self.modulus)", "e": "AQAB"}"#).isEmpty)
  }

  @Test(
    "with a mistake is reported at its place",
    arguments: [
      (#""x""#, "", "expected a JWK, found the string \"x\""),
      ("{}", "", "expected \"kty\" to be \"RSA\" or \"EC\", found none"),
      (
        #"{"kty": "oct"}"#, "/kty",
        "expected \"kty\" to be \"RSA\" or \"EC\", found the string \"oct\""
      ),
      (
        #"{"kty": "EC", "crv": "P-384"}"#, "/crv",
        "expected \"crv\" to be \"P-256\", found the string \"P-384\""
      ),
      (
        #"{"kty": "EC", "crv": "P-256", "x": "AQAB"}"#, "/x",
        "expected \"x\" to be 32 bytes in base64url, found the string \"AQAB\""
      ),
      (
        #"{"kty": "EC", "crv": "P-256", "x": "\#(coordinate)", "y": 1}"#, "/y",
        "expected \"y\" to be 32 bytes in base64url, found a number"
      ),
      (
        #"{"kty": "RSA", "n": "AQAB", "e": "AQAB"}"#, "/n",
        "expected \"n\" to be 2048 to 8192 bits in base64url, found the string \"AQAB\""
      ),
      (
        #"{"kty": "RSA", "n": "\#(modulus)"}"#, "/e",
        "expected \"e\" to be 1 to 8 bytes in base64url, found none"
      ),
    ])
  func bad(_ key: String, _ member: String, _ sentence: String) throws {
    let place = "/registration/software_statements/i/keys/k"
    let found = try findings(key)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix(place) == true)
    #expect(found.first?.hasSuffix("\(member): \(sentence)") == true, "\(found)")
  }
}
