import Basics

@testable import Engine

/// Who can be read from an Authorization header is written into one and read again as the same.
enum BasicProperties {
  static func check(_ bytes: [UInt8]) throws {
    let coded = Base64.encode(bytes)
    try hold(Base64.decode(coded) == bytes, "\(coded) is decoded as other bytes")
    let text = String(decoding: bytes, as: UTF8.self)
    if let decoded = Base64.decode(text) {
      try hold(Base64.encode(decoded) == text, "two texts stand for the same bytes")
    }
    let header = AuthorizationHeader(text)
    try hold(!header.scheme.utf8.contains(UInt8(ascii: " ")), "the scheme holds a space")
    try hold(header.hasRest || header.rest.isEmpty, "nothing stands behind the scheme, and is read")
    // The input as a header's value, and as what the base64 in one may hide.
    for coded in [header.rest, coded] {
      if let credentials = BasicCredentials(coded) { try check(credentials) }
    }
  }

  private static func check(_ credentials: BasicCredentials) throws {
    let style = QueryStyle()
    let pair = style.encode(credentials.id) + ":" + style.encode(credentials.secret)
    let line = "Basic " + Base64.encode(Array(pair.utf8))
    let header = AuthorizationHeader(line)
    try hold(header.isScheme("basic"), "\(line) has the scheme \(header.scheme)")
    let again = BasicCredentials(header.rest)
    try hold(
      again.map {
        ExactText.same($0.id, credentials.id) && ExactText.same($0.secret, credentials.secret)
      } == true,
      "\(credentials) is read again as \(String(describing: again))")
  }
}
