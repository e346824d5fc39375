import Basics
import ProviderModel
import Testing

@testable import Engine

/// The four vectors that OCLC's own documentation and libraries publish.
@Suite("Signed requests")
struct RequestSignatureTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    var key: String
    var secret: String
    var timestamp: String
    var nonce: String
    var query: String
    var signature: String
    var testDescription: String { "\(key.prefix(8)) \(query)" }
  }

  static let vectors = [
    Vector(
      key: "test", secret: "secret", timestamp: "1386968102", nonce: "2382dbb7", query: "",
      signature: "y0avD+LN2+UwehWjnezKgtECVcpD6a9ff7HBldQfKUQ="),
    Vector(
      key: "api-key", secret: "api-key-secret", timestamp: "1386264196", nonce: "as7shfn3",
      query: "", signature: "zzKvqg051OgLuTcE8HqPUjF1TaHyBk+iUnfBr9xMngY="),
    Vector(
      key: "api-key", secret: "api-key-secret", timestamp: "1386264196", nonce: "as7shfn3",
      query: "facets=author%3A10&facets=inLanguage%3A10&q=wittgenstein%20reader",
      signature: "VoG1j6XSPPbwUbUiFY8eCx2/7JyqGWGTtZDwA+y7A4w="),
    Vector(
      key: "CancdeDMjFO9vnzkDrB6WJg1UnyTnkn8lLupLKygr0U1KJLiaAittuVjGRywCDdrsxahv2sbjgKq6hLM",
      secret: "YeZfIJdGYUeatxQOjekRZw==", timestamp: "1392239490", nonce: "0x16577027",
      query: "classificationScheme=LibraryOfCongress&holdingLibraryCode=MAIN&inst=128807",
      signature: "+RFPwih61799mpNBJqGhhSbQgd/JRfEinYv81z+CwRY="),
  ]

  private func rule() throws -> RequestSignature {
    let provider = try #require(
      try Visitor.stage("oclc").providers.first { $0.token.signature != nil })
    return try #require(provider.token.signature)
  }

  /// What is known of a request that is signed so.
  private func facts(_ vector: Vector, method: String = "GET") throws -> Facts {
    let provider = try #require(try Visitor.stage("oclc").providers.first { $0.id == "oclc" })
    let route = try #require(provider.endpoints.first?.routes.first)
    let facts = Facts(
      provider: provider, base: Base(scheme: "http", authority: "", prefix: "/oclc"),
      variables: provider.variables.map(\.rule.fallback), route: route, now: 0, query: Parameters(),
      form: Parameters(),
      request: RequestFacts(method: method, path: "/", rawQuery: ""),
      random: SeededGenerator(seed: 0))
    facts.signed = (vector.key, vector.timestamp, vector.nonce)
    return facts
  }

  @Test("the published vectors come out", arguments: vectors)
  func published(_ vector: Vector) throws {
    let rule = try rule()
    let facts = try facts(vector)
    let query = Parameters(formEncoded: vector.query[...])
    let message = rule.message(query.list, facts)
    #expect(rule.code(message, secret: vector.secret) == vector.signature)
    // The order in which they were sent says nothing.
    #expect(rule.message(query.list.reversed(), facts) == message)
  }

  @Test("parameters are coded by RFC 3986, and repeats are kept")
  func coded() throws {
    let rule = try rule()
    let facts = try facts(Self.vectors[0], method: "POST")
    let query = Parameters(formEncoded: "b=a+b%2A~&a=%C3%A9&b=-&a=/")
    #expect(
      String(decoding: rule.message(query.list, facts), as: UTF8.self) == """
        test
        1386968102
        2382dbb7

        POST
        www.oclc.org
        443
        /wskey
        a=%2F
        a=%C3%A9
        b=-
        b=a%20b%2A~

        """)
  }

  private func header(
    _ vector: Vector, _ target: String, timestamp: Int, nonce: String, separator: String = ", ",
    name: String = "clientId"
  ) throws -> [(String, String)] {
    var signed = vector
    signed.timestamp = String(timestamp)
    signed.nonce = nonce
    let facts = try facts(signed, method: "POST")
    let rule = try rule()
    let query = Parameters(formEncoded: RequestTarget(target).query.map { $0[...] } ?? "")
    let signature = rule.code(rule.message(query.list, facts), secret: signed.secret)
    let fields = [
      "\(name)=\"\(signed.key)\"", "timestamp=\"\(timestamp)\"", "nonce=\"\(nonce)\"",
      "signature=\"\(signature)\"",
    ]
    return [
      (
        "Authorization",
        "http://www.worldcat.org/wskey/v2/hmac/v1 " + fields.joined(separator: separator)
      ), ("Accept", "application/json"),
    ]
  }

  static let web = Vector(
    key: "WebClientKey" + String(repeating: "0", count: 68),
    secret: "understudy-secret-0123456789", timestamp: "", nonce: "", query: "", signature: "")
  static let target = "/oclc/oauth2/accessToken?grant_type=client_credentials&scope=WMS_NCIP"

  @Test("a signed request is good once, for a quarter of an hour around now")
  func window() throws {
    let visitor = try Visitor("oclc")
    for (index, off) in [0, -900, 900].enumerated() {
      let headers = try header(
        Self.web, Self.target, timestamp: visitor.now + off, nonce: "n\(index)")
      #expect(try visitor.call(.post, Self.target, headers).status == 200)
      #expect(try visitor.call(.post, Self.target, headers).status == 401)
      #expect(try visitor.member("message") == "nonce in request is not unique")
    }
    // The largest and smallest numbers, and texts that aren't numbers.
    for then in [visitor.now - 901, visitor.now + 901, Int.min, Int.max, Int.min + visitor.now] {
      let headers = try header(Self.web, Self.target, timestamp: then, nonce: "far\(then)")
      #expect(try visitor.call(.post, Self.target, headers).status == 401)
      #expect(
        try visitor.member("message")
          == "timestamp in request(\(then)) is not valid; current time on server is \(visitor.now)")
    }
  }

  @Test("a nonce is remembered as long as its timestamp is good")
  func nonce() throws {
    let visitor = try Visitor("oclc")
    // The latest that is taken now is good for half an hour.
    let headers = try header(Self.web, Self.target, timestamp: visitor.now + 900, nonce: "n")
    for (wait, condition) in [
      (0, nil), (60, .nonceReused), (1_739, .nonceReused), (1, .nonceReused),
      (1, .timestampSkewed),
    ] as [(Int, Condition?)] {
      visitor.now += wait
      try visitor.call(.post, Self.target, headers)
      #expect(visitor.told.condition == condition)
    }
  }

  @Test("fields may go by other cases and separators", arguments: [", ", ",", " , "])
  func spelling(_ separator: String) throws {
    for name in ["clientId", "clientID", "CLIENTID"] {
      let visitor = try Visitor("oclc")
      let headers = try header(
        Self.web, Self.target, timestamp: visitor.now, nonce: "n", separator: separator, name: name)
      #expect(try visitor.call(.post, Self.target, headers).status == 200)
    }
  }

  @Test("what was signed can't be changed")
  func changed() throws {
    let visitor = try Visitor("oclc")
    let headers = try header(Self.web, Self.target, timestamp: visitor.now, nonce: "n")
    for target in [Self.target + "&x=y", Self.target + "2"] {
      #expect(try visitor.call(.post, target, headers).status == 401)
      #expect(try visitor.member("message") == "Request has an invalid signature")
    }
    #expect(try visitor.call(.post, Self.target, headers).status == 200)
  }
}
