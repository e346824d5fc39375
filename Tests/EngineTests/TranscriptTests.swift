import Foundation
import Testing

/// Whole conversations, byte for byte, with a fixed seed and instant.
///
/// `UNDERSTUDY_RECORD=1 swift test --filter Transcript` writes them anew: read the difference.
@Suite("Transcripts")
struct TranscriptTests {
  static var records: Bool { ProcessInfo.processInfo.environment["UNDERSTUDY_RECORD"] == "1" }

  static func compare(_ name: String, _ visitor: Visitor) throws {
    try compare(name, visitor.transcript)
  }

  static func compare(_ name: String, _ transcript: String) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Transcripts")
    let file = folder.appendingPathComponent("\(name).http")
    if records {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(transcript.utf8).write(to: file)
    }
    let recorded = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(transcript == recorded, "\(name).http differs")
  }

  static let b2c =
    "/azure-ad-b2c/kidventusb2c.onmicrosoft.com/oauth2/v2.0/authorize?p=B2C_1_signupsignin"
    + "&client_id=90c0fe63-bcf2-44d5-8fb7-b8bbc0b29dc6&redirect_uri=urn:ietf:wg:oauth:2.0:oob"
    + "&scope=openid%2090c0fe63-bcf2-44d5-8fb7-b8bbc0b29dc6&state=x&response_type="
  static let oclc =
    "/oclc/oauth2/authorizeCode?client_id=MobileClientKey" + String(repeating: "0", count: 65)
    + "&authenticatingInstitutionId=128807&contextInstitutionId=128807"
    + "&redirect_uri=ncipapp://user_agent_flow&scope=WMS_NCIP%20refresh_token&response_type="
  static let vk =
    "/vk/authorize?client_id=753197&redirect_uri=https://oauth.vk.com/blank.html&display=page"
    + "&scope=6&v=5.52&response_type="
  static let instagram =
    "/instagram/oauth/authorize/?client_id=f68621ad1bd44bbf90818fe6851644cb"
    + "&redirect_uri=http://tactilapp.com&response_type="
  static let standard =
    "/standard/authorize?client_id=web&redirect_uri=http://127.0.0.1:7999/cb&scope=openid"
    + "&state=a%20b&response_type="

  @Test("of a grant, a second visit and a wrong password", arguments: ["token", "code"])
  func grants(type: String) throws {
    let vk = try Visitor("vk").open(Self.vk + type)
    vk.submit(["email": "alice", "pass": "wrong"])
    vk.submit(["email": "alice", "pass": "wonderland"]).submit(["allow": "1"])
    try Self.compare("vk-\(type)", vk.open(Self.vk + type))

    let instagram = try Visitor("instagram").open(Self.instagram + type)
    instagram.submit(["username": "alice", "password": "wrong"])
    instagram.submit(["username": "alice", "password": "wonderland"])
    instagram.submit(["allow": "Authorize"])
    try Self.compare("instagram-\(type)", instagram.open(Self.instagram + type))

    let b2c = try Visitor("azure-ad-b2c").open(Self.b2c + type)
    b2c.submit(["signInName": "alice", "password": "wrong"])
    b2c.submit(["signInName": "alice", "password": "wonderland"])
    try Self.compare("azure-ad-b2c-\(type)", b2c.open(Self.b2c + type))

    let oclc = try Visitor("oclc").open(Self.oclc + type)
    oclc.submit(["username": "alice", "password": "wrong"])
    oclc.submit(["username": "alice", "password": "wonderland"]).submit(["decision": "allow"])
    try Self.compare("oclc-\(type)", oclc.open(Self.oclc + type))

    let standard = try Visitor("standard").open(Self.standard + type)
    standard.submit(["username": "alice", "password": "wrong"])
    standard.submit(["username": "alice", "password": "wonderland"])
    standard.submit(["decision": "allow"])
    try Self.compare("standard-\(type)", standard.open(Self.standard + type))
  }

  @Test("of a denial", arguments: ["token", "code"])
  func denials(type: String) throws {
    let vk = try Visitor("vk").open(Self.vk + type)
    vk.submit(["email": "alice", "pass": "wonderland"]).cancel()
    try Self.compare("vk-denial-\(type)", vk)
    let instagram = try Visitor("instagram").open(Self.instagram + type)
    instagram.submit(["username": "alice", "password": "wonderland"]).submit(["allow": "Cancel"])
    try Self.compare("instagram-denial-\(type)", instagram)
    try Self.compare(
      "azure-ad-b2c-denial-\(type)", try Visitor("azure-ad-b2c").open(Self.b2c + type).cancel())
    let oclc = try Visitor("oclc").open(Self.oclc + type)
    oclc.submit(["username": "alice", "password": "wonderland"]).submit(["decision": "deny"])
    try Self.compare("oclc-denial-\(type)", oclc)
    let standard = try Visitor("standard").open(Self.standard + type)
    standard.submit(["username": "alice", "password": "wonderland"]).submit(["decision": "deny"])
    try Self.compare("standard-denial-\(type)", standard)
  }

  static let starts = [
    ("vk", vk + "token"), ("instagram", instagram + "token"), ("azure-ad-b2c", b2c + "code"),
    ("oclc", oclc + "token"), ("standard", standard + "code"),
  ]

  @Test("of each parameter error", arguments: starts)
  func errors(provider: String, good: String) throws {
    let visitor = try Visitor(provider)
    func without(_ name: String) -> String {
      let halves = good.split(separator: "?", maxSplits: 1)
      let kept = halves[1].split(separator: "&").filter { !$0.hasPrefix("\(name)=") }
      return "\(halves[0])?\(kept.joined(separator: "&"))"
    }
    for name in ["client_id", "redirect_uri", "response_type", "scope"] {
      visitor.open(without(name))
      visitor.open(without(name) + "&\(name)=nonsense")
    }
    visitor.open(without("redirect_uri") + "&redirect_uri=https://evil.example/cb")
    visitor.open(without("scope") + "&scope=https://api.example/none")
    visitor.open(without("display") + "&display=huge")
    visitor.open(good + "&prompt=nonsense")
    visitor.open(good + "&prompt=none")
    visitor.open(good + "&response_mode=nonsense")
    visitor.open(good + "&client_id=1")
    try Self.compare("\(provider)-errors", visitor)
  }
}
