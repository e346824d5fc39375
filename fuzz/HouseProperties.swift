import AuthorizationServer
import Composition
import ControlAPI
import HTTPMessages
import HTTPTypes
import JOSE
import JSON
import ProviderModel
import Sandboxes

/// A whole server without its socket, asked for whatever can be asked: the answer can be sent, what says that it is JSON
/// is JSON, no fault is ours, and the journal tells of it.
///
/// An input is a request as it would stand on the wire, without Content-Length; several have a line `%%` between them.
enum HouseProperties {
  static func check(_ bytes: [UInt8]) throws {
    let house = try house()
    for piece in bytes.split(separator: Array("\n%%\n".utf8)).prefix(8) {
      guard let request = request(Array(piece)) else { continue }
      try check(house.respond(to: request, at: now), to: request)
    }
    let own = "/_understudy/sandboxes/default"
    for target in ["\(own)/journal", "\(own)/rules", "/_understudy/health"] {
      let request = Request(authority: "localhost", target: target)
      try check(house.respond(to: request, at: now + 1), to: request)
    }
  }

  private static let now = 1_600_000_000

  private static func check(_ reply: Reply, to request: Request) throws {
    guard case .answer(let answer) = reply else { return }
    let asked = "\(request.method.rawValue) \(request.target)"
    try hold(
      (200...599).contains(answer.status.code) && answer.status.code != 500,
      "\(asked) is answered with \(answer.status)")
    for field in answer.headers {
      try hold(
        !field.name.isEmpty && field.name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
          && field.value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) },
        "\(asked) is answered with the field \(field)")
    }
    let type = answer.headers.first(.contentType) ?? ""
    if type.hasPrefix("application/json") || type.hasPrefix("application/problem+json") {
      do {
        _ = try JSONReader(maximumDepth: 512, maximumBytes: 1 << 30).read(answer.body, file: "")
      } catch { throw Broken(description: "\(asked) is answered with what is no JSON: \(error)") }
    }
  }

  private static func request(_ bytes: [UInt8]) -> Request? {
    let end = bytes.firstRange(of: Array("\n\n".utf8))
    let head = String(decoding: bytes[..<(end?.lowerBound ?? bytes.count)], as: UTF8.self)
    let lines = head.split(separator: "\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", maxSplits: 1)
    // What the transport would let through: no spaces, no control characters, nothing beyond ASCII.
    guard words.count == 2, let method = HTTPRequest.Method(String(words[0])),
      words[1].utf8.first == UInt8(ascii: "/"),
      words[1].utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    var request = Request(method: method, authority: "localhost", target: String(words[1]))
    for line in lines.dropFirst() {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2, HTTPField.Name(String(halves[0])) != nil,
        halves[1].utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) })
      else { continue }
      let value = String(halves[1].drop { $0 == " " })
      if halves[0].lowercased() == "host" {
        if value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { request.authority = value }
      } else {
        request.headers.append(.init(String(halves[0]), value))
      }
    }
    if let end { request.body = Array(bytes[end.upperBound...]) }
    return request
  }

  private static let parts = Result {
    var random = Entropy(seed: 1)
    let p256 = try SigningKey.generateP256(using: &random)
    let rsa = try TestKeys.rsa(seed: 1)
    var setting = Playhouse.Setting(
      keys: Keyring(usesRecordedNames: true) { algorithm in
        switch algorithm {
        case .rs256: rsa
        case .es256: p256
        }
      })
    setting.sandboxes.seed = 1
    return (staging: try Staging(), setting: setting)
  }

  /// A new one for each input: what one did is not to be met by the next.
  private static func house() throws -> Playhouse {
    let (staging, setting) = try parts.get()
    return Playhouse(staging, setting, now: now)
  }
}
