import Basics
import HTTPTypes
import UserAgent

/// Requests to the server: one at a time, none of them redirected, each answer limited in size and in time.
struct Caller: Sendable {
  /// No answer of an authorization server is larger.
  static let mostBytes = 512 << 10

  private var http: HTTPClient
  private let settings: Settings
  private var isForAPI = false
  private var scheme = "Bearer"

  init(_ settings: Settings) {
    self.settings = settings
    http = HTTPClient()
    http.takesOutdatedTLS = settings.has("any-version")
    if settings.has("bearer-in-small-letters") { scheme = "bearer" }
    http.name = "reference-client"
    // Nothing that was laid for it takes this long, not even on a machine that does much else.
    let most = has("waits-for-ever") ? 60 : 15
    http.timeout = most
    http.patience = .seconds(most)
    http.mostBytes = Self.mostBytes
    http.trusted = settings["SSL_CERT_FILE"]
  }

  /// The same, for the API.
  var forAPI: Caller {
    var other = self
    other.isForAPI = true
    return other
  }

  /// The same, which waits for no answer longer than this many seconds.
  func waiting(_ seconds: Int) -> Caller {
    var other = self
    other.http.timeout = seconds
    other.http.patience = .seconds(seconds)
    return other
  }

  /// The same by another name.
  func named(_ name: String) -> Caller {
    var other = self
    other.http.name = name
    return other
  }

  func get(
    _ url: String, bearer: String? = nil, accept: String = "application/json",
    proof: String? = nil
  ) throws(Rejection) -> Answer {
    var headers: Headers = [.accept: accept]
    if let bearer { headers[.authorization] = "\(proof == nil ? scheme : "DPoP") \(bearer)" }
    if let proof { headers[.dPoP] = proof }
    return try send(.get, url, headers)
  }

  func post(
    _ url: String, _ form: Form, basic: String? = nil, proof: String? = nil
  ) throws(Rejection) -> Answer {
    var headers: Headers = [
      .accept: "application/json", .contentType: "application/x-www-form-urlencoded",
    ]
    if let basic { headers[.authorization] = "Basic \(basic)" }
    if let proof { headers[.dPoP] = proof }
    return try send(.post, url, headers, Array(form.written.utf8))
  }

  func send(
    _ method: HTTPRequest.Method, _ url: String, _ headers: Headers, _ body: [UInt8] = []
  ) throws(Rejection) -> Answer {
    guard let address = WebAddress(url), address.isWeb, let authority = address.authority else {
      throw Rejection("invalid_address", "expected a web address")
    }
    if address.scheme == "https", has("no-https") {
      throw Rejection("unreachable", "\(address.origin): no way there")
    }
    let pieces = Pieces()
    var http = http
    http.onRead = { pieces.add($0) }
    let request = Request(
      method: method, scheme: address.scheme, authority: authority, target: address.target,
      headers: headers, body: body)
    let answer: Answer
    do {
      do {
        answer = try http.send(request, to: address)
      } catch {
        guard forgives("\(error)", at: address) else { throw error }
        http.verifies = false
        answer = try http.send(request, to: address)
      }
    } catch {
      throw Rejection("unreachable", "\(address.origin): \(error)")
    }
    if pieces.areSingleBytes {
      if isForAPI, settings.has("trips-over-single-bytes") {
        throw Rejection("invalid_answer", "\(address.origin): an answer of one byte")
      }
    } else if pieces.areSmall, settings.has(isForAPI ? "impatient-with-api" : "impatient") {
      throw Rejection("too_slow", "\(address.origin): an answer that took its time")
    }
    return answer
  }

  /// Mutants take a certificate with one thing that is wrong with it.
  private func forgives(_ why: String, at address: WebAddress) -> Bool {
    guard why.contains("no TLS with") else { return false }
    if why.contains("expired") { return has("expired-is-good") }
    if why.contains("does not match") {
      let path = address.path
      let place =
        path.hasSuffix("/token")
        ? "token"
        : path.hasSuffix("/jwks")
          ? "keys" : path.contains("/.well-known/") ? "metadata" : "resource"
      return has("any-host") || has("any-host-at-\(place)")
    }
    if why.contains("intermediate") { return settings.has("any-intermediate") }
    return has(why.contains("by its own key") ? "own-key-is-good" : "any-ca")
  }

  /// The same fault is a mutant of several profiles.
  private func has(_ id: String) -> Bool {
    switch settings.profile {
    case "resource", "implicit-native": settings.has(id)
    case "web-rp", "web-oauth", "native-oidc": settings.has("web-\(id)")
    default: settings.has("native-\(id)")
    }
  }
}

extension Answer {
  /// The media type in lower case, without its parameters.
  var mediaType: String {
    let type = (headers.first(.contentType) ?? "").prefix { $0 != ";" }
    return type.lowercased().filter { $0 != " " }
  }

  /// The body as a JSON object; `nil` for anything else.
  var object: Value? {
    guard mediaType == "application/json" || mediaType.hasSuffix("+json"),
      let value = try? ValueReader.read(body), value.members != nil
    else { return nil }
    return value
  }
}
