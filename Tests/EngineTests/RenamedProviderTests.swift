import Foundation
import Testing

/// A provider is its fixture and nothing else: under another id and other hosts it says the same.
@Suite("A provider under another name")
struct RenamedProviderTests {
  /// The letters change and their number does not, so that nothing else can.
  private static func renamed(_ text: String) -> String {
    text.replacingAll("\"id\": \"vk\",", with: "\"id\": \"qx\",").replacingAll(
      "vk.com", with: "q-1.tst"
    )
    .replacingAll("vk.ru", with: "q-2.example")
  }

  /// One hidden value is an address in base64, which names can't be replaced in.
  private static func readable(_ transcript: String, of marks: String, or other: String) -> String {
    var text = transcript
    for mark in [marks, other] {
      let pieces = text.split(separator: mark, omittingEmptySubsequences: false)
      let opened = pieces.dropFirst().map { piece -> String in
        let value = piece.prefix { $0 != "\"" && $0 != "&" && $0 != "\n" }
        let padded = value.replacingAll("-", with: "=")
        let plain = Data(base64Encoded: padded).map { String(decoding: $0, as: UTF8.self) }
        return (plain ?? String(value)) + piece.dropFirst(value.count)
      }
      text = ([String(pieces.first ?? "")] + opened).joined(separator: mark)
    }
    return text
  }

  private func story(_ visitor: Visitor, _ id: String, _ site: String, type: String) {
    let target =
      "/\(id)/authorize?client_id=753197&redirect_uri=https://oauth.\(site)/blank.html"
      + "&display=page&scope=friends,offline&v=5.52&state=s&response_type=\(type)"
    visitor.open(target).submit(["email": "alice", "pass": "wrong"])
    visitor.submit(["email": "alice", "pass": "wonderland"]).submit(["allow": "1"])
    visitor.open(target)
    visitor.open(target + "&revoke=1").cancel()
    visitor.open(target + "&display=odd")
    visitor.open("/\(id)/authorize?client_id=1")
    // Somebody whose id at this provider is not in the cast.
    visitor.open("/\(id)/login.\(site)/?act=logout").open(target)
    visitor.submit(["email": "expired", "pass": "wonderland"]).submit(["allow": "1"])
    visitor.open("/\(id)/access_token?client_id=753197&code=none")
    visitor.open("/\(id)/method/users.get?access_token=none&v=5.131")
  }

  @Test("says the same but for the names", arguments: ["token", "code"])
  func same(type: String) throws {
    let cast = Self.renamed(Engine.text("casts/default.json"))
      .replacingAll("\"provider\": \"vk\"", with: "\"provider\": \"qx\"")
      .replacingAll("\"vk\": {", with: "\"qx\": {")
    let provider = Self.renamed(Engine.text("providers/vk.json"))
    #expect(provider.contains("\"id\": \"qx\""))
    let engine = try Engine(more: [("qx.json", provider)], casts: [("cast.json", cast)])
    let other = Visitor { engine.respond($0) }
    story(other, "qx", "q-1.tst", type: type)
    let usual = try Visitor("vk")
    story(usual, "vk", "vk.com", type: type)
    let expected = Self.readable(usual.transcript, of: "name=\"to\" value=\"", or: "&to=")
    let found = Self.readable(other.transcript, of: "name=\"to\" value=\"", or: "&to=")
    #expect(
      found
        == Self.renamed(expected).replacingAll("/vk", with: "/qx")
        .replacingAll("%2Fvk", with: "%2Fqx"))
    #expect(usual.transcript.contains("#access_token=") == (type == "token"))
    #expect(usual.transcript.contains("error_reason=user_denied"))
  }
}

extension StringProtocol {
  func replacingAll(_ old: String, with new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
