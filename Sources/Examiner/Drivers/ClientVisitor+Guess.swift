import Basics
import Crypto
import UserAgent

/// Tries to sign in as somebody who knows the user's name or saw the callback's address, and has no cookie of the user's.
extension ClientVisitor {
  /// - Parameter facts: what others know of the user: sub, name, e-mail address.
  /// - Returns: the cookie that signs in alone, and what it is made of; `nil` if there is none.
  mutating func guessedCookie(at probeURL: String, of facts: [String]) -> String? {
    guard let address = WebAddress(probeURL) else { return nil }
    let callback = deliveries.last { $0.what == "callback" }.flatMap { WebAddress($0.url) }
    let query = Parameters(formEncoded: callback?.query ?? "")
    let sent = ["state", "code"].compactMap { name in query.first(name).map { (name, $0) } }
    for cookie in Cookies.read(jar.line(for: address) ?? "").prefix(Self.mostCookies) {
      guard let guess = CookieGuess(cookie.value, facts, sent) else { continue }
      var other = CookieJar()
      other.take("\(cookie.name)=\(guess.value); Path=/", from: address)
      if isSignedIn(other, at: probeURL) { return "\(cookie.name) is \(guess.what)" }
    }
    return nil
  }

  private static let mostCookies = 10

  /// Notes the cookies that are enough to be signed in: not those that say when somebody was here last.
  /// - Parameter browsers: their cookies after the sign-in, and when that was.
  mutating func noteCookies(of browsers: [(jar: CookieJar, at: Int)], for probeURL: String) {
    guard let address = WebAddress(probeURL) else { return }
    for browser in browsers {
      guard let line = browser.jar.line(for: address) else { continue }
      let values = Cookies.read(line).prefix(Self.mostCookies).filter { cookie in
        var alone = CookieJar()
        alone.take("\(cookie.name)=\(cookie.value); Path=/", from: address)
        return isSignedIn(alone, at: probeURL)
      }
      observations.sessionCookies.append(.init(values: Array(values), signedInAt: browser.at))
    }
  }
}

/// A value that somebody who knows the facts about a user can write down without having seen the cookie.
struct CookieGuess {
  let value: String
  /// What the cookie is.
  let what: String

  /// - Parameter sent: what stood in the address of the callback, and so in histories and logs.
  /// - Returns: `nil` if the cookie holds something else, such as a random id or a signature.
  init?(_ cookie: String, _ facts: [String], _ sent: [(name: String, value: String)] = []) {
    let plain = PercentCoding.decode(cookie[...], plusIsSpace: false) ?? cookie
    let bytes = Base64.decode(plain) ?? Base64URL.decode(plain)
    let texts = [plain] + (bytes.map { [String(decoding: $0, as: UTF8.self)] } ?? [])
    let known =
      facts.map { ("a claim of the user", $0) } + sent.map { ("the \($0) of its callback", $1) }
    for (name, fact) in known {
      if texts.contains(where: { $0 == fact || $0 == "\"\(fact)\"" }) {
        (value, what) = (cookie, "made of \(name), as it is")
        return
      }
      if let digest = Self.digest(of: fact, plain.lowercased()) {
        (value, what) = (cookie, "made of the \(digest) of \(name)")
        return
      }
    }
    if let forged = Self.forged(plain) {
      (value, what) = (forged, "a JWT whose signature is not verified")
      return
    }
    // A signature that the text itself holds does not survive the blanks. Three of them leave the padding as it is.
    guard let text = texts.last, text.hasPrefix("{") || text.hasPrefix("["),
      facts.contains(where: text.contains)
    else { return nil }
    let changed = text + "   "
    let encoded = Base64.encode(Array(changed.utf8))
    value =
      bytes == nil
      ? QueryStyle.rfc3986.encode(changed)
      : plain.contains("=") ? encoded : encoded.filter { $0 != "=" }
    what = "made of claims of the user without a signature"
  }

  /// A JWT with another signature; `nil` for a text that is no signed JWT.
  private static func forged(_ cookie: String) -> String? {
    let parts = cookie.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let first = parts[2].first,
      let header = Base64URL.decode(String(parts[0])),
      String(decoding: header, as: UTF8.self).contains("\"alg\"")
    else { return nil }
    return "\(parts[0]).\(parts[1]).\(first == "A" ? "B" : "A")\(parts[2].dropFirst())"
  }

  private static func digest(of fact: String, _ found: String) -> String? {
    let bytes = Array(fact.utf8)
    switch found {
    case Hexadecimal.encode(Array(Insecure.MD5.hash(data: bytes))): return "MD5"
    case Hexadecimal.encode(Array(Insecure.SHA1.hash(data: bytes))): return "SHA-1"
    case Hexadecimal.encode(Array(SHA256.hash(data: bytes))): return "SHA-256"
    default: return nil
    }
  }
}
