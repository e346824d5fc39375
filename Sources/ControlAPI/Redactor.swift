import HTTPMessages
import HTTPTypes
import JOSE
import JSON

/// Replaces secrets by a mark that is the same for the same secret, and says nothing else of it.
struct Redactor: Sendable {
  private let key: [UInt8]
  private static let names: Set<String> = [
    "access_token", "assertion", "client_assertion", "client_secret", "code", "code_verifier",
    "id_token", "id_token_hint", "pass", "password", "refresh_token", "secret", "sig", "token",
  ]
  /// Shorter ones would be found where they are none.
  private static let shortest = 4

  init(key: [UInt8]) { self.key = key }

  /// Every secret of an exchange, by where secrets stand.
  func secrets(_ request: Request, _ answer: Answer, passwords: Set<String>) -> [[UInt8]] {
    var found: Set<[UInt8]> = []
    func note(_ text: some StringProtocol) {
      guard text.utf8.count >= Self.shortest else { return }
      found.insert(Array(text.utf8))
    }
    func isSecret(_ name: String) -> Bool { Self.names.contains(name) || passwords.contains(name) }
    func pairs(_ text: Substring) {
      for piece in text.split(separator: "&") {
        let halves = piece.split(separator: "=", maxSplits: 1)
        guard halves.count == 2, isSecret(String(halves[0])) else { continue }
        note(halves[1])
        if let plain = PercentCoding.decode(halves[1], plusIsSpace: true) { note(plain) }
      }
    }
    func url(_ text: String) {
      for part in text.split(whereSeparator: { $0 == "?" || $0 == "#" }).dropFirst() { pairs(part) }
    }
    func members(_ value: JSONValue, _ depth: Int = 0) {
      guard depth < 8 else { return }
      for member in value.objectValue ?? JSONObject() {
        if isSecret(member.name), let text = member.value.stringValue { note(text) }
        members(member.value, depth + 1)
      }
      for element in value.arrayValue ?? [] { members(element, depth + 1) }
    }
    url(request.target)
    for line in request.headers[values: .authorization] {
      note(line.drop { $0 != " " }.drop { $0 == " " })
    }
    for line in request.headers[values: .cookie] {
      for (_, value) in Cookies.read(line) { note(value) }
    }
    let type = (request.headers[.contentType] ?? "").lowercased()
    if type.hasPrefix("application/x-www-form") {
      pairs(String(decoding: request.body, as: UTF8.self)[...])
    } else if type.hasPrefix("multipart/"),
      let parts = Multipart.read(request.body, contentType: request.headers[.contentType] ?? "")
    {
      for part in parts.list where isSecret(part.name) { note(part.value) }
    } else if type.hasPrefix("application/json"),
      let tree = try? JSONReader().read(request.body, file: "").root
    {
      members(tree)
    }
    if let location = answer.headers[.location] { url(location) }
    for line in answer.headers[values: .setCookie] {
      if let value = line.split(separator: ";").first?.split(separator: "=", maxSplits: 1).last {
        note(value)
      }
    }
    if answer.headers[.contentType]?.contains("json") == true,
      let tree = try? JSONReader().read(answer.body, file: "").root
    {
      members(tree)
    }
    // Long ones first: a short one may stand inside.
    return found.sorted { ($0.count, $1.lexicographicallyPrecedes($0) ? 1 : 0) > ($1.count, 0) }
  }

  func mark(_ secret: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    let hash = HMAC.sha256(key: key, message: secret).prefix(4)
    return Array("‹secret ".utf8) + hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
      + Array("›".utf8)
  }

  func redacted(_ text: [UInt8], _ secrets: [[UInt8]]) -> [UInt8] {
    var text = text
    for secret in secrets { text = Self.replace(secret, by: { mark(secret) }, in: text) }
    return text
  }

  private static func replace(
    _ needle: [UInt8], by mark: () -> [UInt8], in hay: [UInt8]
  ) -> [UInt8] {
    guard let first = needle.first, hay.count >= needle.count else { return hay }
    var result: [UInt8] = []
    var from = 0
    var index = 0
    let last = hay.count - needle.count
    hay.withUnsafeBufferPointer { hay in
      needle.withUnsafeBufferPointer { needle in
        while index <= last {
          guard hay[index] == first else {
            index += 1
            continue
          }
          var length = 1
          while length < needle.count, hay[index + length] == needle[length] { length += 1 }
          guard length == needle.count else {
            index += 1
            continue
          }
          result.append(contentsOf: hay[from..<index])
          result.append(contentsOf: mark())
          index += needle.count
          from = index
        }
      }
    }
    return from == 0 ? hay : result + hay[from...]
  }
}
