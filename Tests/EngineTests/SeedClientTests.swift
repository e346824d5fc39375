import Foundation
import Testing

/// What the five seeds' clients take for a token, a code or an error, written anew.
enum SeedClient {
  /// A web view that looks for its host and for text behind the first `access_token=`.
  static func webView(_ url: String, host: String) -> String? {
    guard let parts = URLComponents(string: url), parts.host == host,
      let fragment = parts.percentEncodedFragment,
      let mark = fragment.range(of: "access_token=")
    else { return nil }
    return String(fragment[mark.upperBound...])
  }

  /// A regular expression: the token has to stand first in the fragment.
  static func customScheme(_ url: String) -> String? {
    guard let mark = url.firstIndex(of: "#") else { return nil }
    let fragment = url[url.index(after: mark)...]
    return fragment.hasPrefix("access_token=") ? String(fragment.dropFirst(13)) : nil
  }

  enum Outcome: Equatable {
    case token([String: String])
    case refused(String)
    case nothing
  }

  /// A fragment that starts with `access_token`, or with `error=access_denied` and a description.
  static func prefixes(_ url: String, host: String) -> Outcome {
    guard let parts = URLComponents(string: url), parts.host == host,
      parts.path.hasPrefix("/blank.html"), let fragment = parts.percentEncodedFragment
    else { return .nothing }
    let values = pairs(fragment).mapValues { $0.removingPercentEncoding ?? $0 }
    if fragment.hasPrefix("access_token") { return .token(values) }
    guard fragment.hasPrefix("error=access_denied"), let text = values["error_description"] else {
      return .nothing
    }
    return .refused(text)
  }

  /// A library that reads `code` from the query alone, of a redirect it knows by its prefix.
  static func library(_ url: String, redirect: String) -> String? {
    guard url.lowercased().hasPrefix(redirect), let mark = url.firstIndex(of: "?") else {
      return nil
    }
    let query = url[url.index(after: mark)...].prefix { $0 != "#" }
    let kept = query.split(separator: "&").filter { $0.split(separator: "=").count == 2 }
    return pairs(kept.joined(separator: "&"))["code"]
  }

  /// Splits at `#`, `&` and `=` without decoding; `nil` where the original would crash.
  static func splitter(_ url: String) -> [String: String]? {
    let halves = url.components(separatedBy: "#")
    guard halves.count > 1 else { return nil }
    var values: [String: String] = [:]
    for item in halves[1].components(separatedBy: "&") {
      let sides = item.components(separatedBy: "=")
      guard sides.count > 1 else { return nil }
      values[sides[0]] = sides[1]
    }
    return values
  }

  private static func pairs(_ text: String) -> [String: String] {
    text.split(separator: "&").reduce(into: [:]) { values, piece in
      let sides = piece.split(separator: "=", maxSplits: 1)
      if sides.count == 2 { values[String(sides[0])] = String(sides[1]) }
    }
  }
}

@Suite("The seeds' clients")
struct SeedClientTests {
  private func instagram(_ query: String, allow: String) throws -> String {
    let visitor = try Visitor("instagram").open("/instagram/oauth/authorize/?" + query)
    visitor.submit(["username": "alice", "password": "wonderland"]).submit(["allow": allow])
    return visitor.location
  }
  static let web =
    "client_id=f68621ad1bd44bbf90818fe6851644cb&redirect_uri=http://tactilapp.com"
    + "&response_type=token"
  static let app =
    "client_id=1f074f314d1347789cc9d9a9d19ee342"
    + "&redirect_uri=nsscreencast://instagram_callback&response_type=token"

  @Test("the web view finds its token, and never sees a denial (T-IG-4)")
  func webView() throws {
    let token = SeedClient.webView(
      try instagram(Self.web, allow: "Authorize"), host: "tactilapp.com")
    #expect(token?.hasPrefix("2125818477.f68621a.") == true)
    #expect(
      SeedClient.webView(try instagram(Self.web, allow: "Cancel"), host: "tactilapp.com") == nil)
  }

  @Test("a state that is sent ends up inside the web view's token (T-IG-1)")
  func swallowedState() throws {
    let token = SeedClient.webView(
      try instagram(Self.web + "&state=x", allow: "Authorize"), host: "tactilapp.com")
    #expect(token?.hasSuffix("&state=x") == true)
  }

  @Test("the custom scheme finds its token, and is silent at a denial (T-IG-10)")
  func customScheme() throws {
    let token = SeedClient.customScheme(try instagram(Self.app, allow: "Authorize"))
    #expect(token?.hasPrefix("2125818477.1f074f3.") == true)
    #expect(SeedClient.customScheme(try instagram(Self.app, allow: "Cancel")) == nil)
  }

  @Test("VK's client finds token and denial; plus signs stay in its text (T-VK-5)")
  func vk() throws {
    let visitor = try Visitor("vk").open(SignInTests.vk)
    visitor.submit(["email": "alice", "pass": "wonderland"]).submit(["allow": "1"])
    guard case .token(let values) = SeedClient.prefixes(visitor.location, host: "oauth.vk.com")
    else { return #expect(Bool(false), "no token in \(visitor.location)") }
    #expect(values["user_id"] == "1")
    #expect(values["expires_in"] == "86400")
    let refused = try Visitor("vk").open(SignInTests.vk).cancel().location
    #expect(
      SeedClient.prefixes(refused, host: "oauth.vk.com") == .refused("User denied your request"))
    let documented = try Visitor("vk", with: ["documented-denial"]).open(SignInTests.vk).cancel()
    #expect(
      SeedClient.prefixes(documented.location, host: "oauth.vk.com")
        == .refused("The+user+or+authorization+server+denied+the+request."))
  }

  @Test("the library finds B2C's code in the query, and nothing in a fragment (T-B2C-3)")
  func b2c() throws {
    let oob = "urn:ietf:wg:oauth:2.0:oob"
    let start = TranscriptTests.b2c + "code"
    let visitor = try Visitor("azure-ad-b2c").open(start)
    visitor.submit(["signInName": "alice", "password": "wonderland"])
    #expect((SeedClient.library(visitor.location, redirect: oob)?.count ?? 0) > 700)
    visitor.open(start + "&response_mode=fragment")
    #expect(visitor.location.contains("#state=x&code="))
    #expect(SeedClient.library(visitor.location, redirect: oob) == nil)
    let refused = try Visitor("azure-ad-b2c").open(start).cancel().location
    #expect(refused.contains("error=access_denied"))
    #expect(SeedClient.library(refused, redirect: oob) == nil)
  }

  @Test(
    "OCLC's client splits token and denial, and would crash at a denial in the query (T-OCLC-1)")
  func oclc() throws {
    func visit(_ type: String, _ decision: String) throws -> String {
      let visitor = try Visitor("oclc").open(TranscriptTests.oclc + type)
      visitor.submit(["username": "alice", "password": "wonderland"])
      return visitor.submit(["decision": decision]).location
    }
    let granted = SeedClient.splitter(try visit("token", "allow"))
    #expect(granted?["access_token"]?.hasPrefix("tk_") == true)
    #expect(granted?["refresh_token"]?.hasPrefix("rt_") == true)
    #expect(granted?["expires_at"]?.contains("%20") == true)
    #expect(SeedClient.splitter(try visit("token", "deny"))?["error"] == "access_denied")
    #expect(SeedClient.splitter(try visit("code", "deny")) == nil)
  }
}
