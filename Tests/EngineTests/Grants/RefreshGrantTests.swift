import Testing

@testable import Engine

@Suite("What a refresh does")
struct RefreshGrantTests {
  private func start(_ refresh: String, lifetime: Int = 86_400) throws -> (Visitor, String, String)
  {
    var shop = GrantShop()
    shop.refresh = refresh + #", "issues": { "access": true, "refresh": true }"#
    shop.lifetime = lifetime
    let visitor = try shop.visitor()
    visitor.authorize()
    try visitor.redeem()
    return (visitor, try visitor.member("access_token"), try visitor.member("refresh_token"))
  }

  @Test("ends the access tokens before it, where the grant says so", arguments: [true, false])
  func ends(_ ends: Bool) throws {
    let (visitor, access, refresh) = try start(
      #""rotates": true"# + (ends ? #", "ends": ["access"]"# : ""))
    try visitor.refresh(refresh)
    let (second, next) = (try visitor.member("access_token"), try visitor.member("refresh_token"))
    #expect(try visitor.isActive(access) != ends)
    #expect(try visitor.isActive(second))
    try visitor.refresh(next)
    let third = try visitor.member("access_token")
    #expect(try visitor.isActive(second) != ends)
    #expect(try visitor.isActive(third))
  }

  @Test("ends access tokens for good, and those that never expire")
  func endless() throws {
    var shop = GrantShop()
    shop.refresh = #""ends": ["access"]"#
    let text = shop.text.replacingAll("\"lifetime\": 3600", with: "\"lifetime\": 0")
    let visitor = try Visitor("vk", cast: shop.cast, text: text)
    visitor.authorize()
    try visitor.redeem()
    let (access, refresh) = (
      try visitor.member("access_token"), try visitor.member("refresh_token")
    )
    try visitor.refresh(refresh)
    #expect(try !visitor.isActive(access))
    for _ in 0..<20 {
      visitor.now += 86_000
      visitor.open("/vk/tokeninfo")
      #expect(try !visitor.isActive(access))
    }
  }

  @Test("has the same refresh token in its response")
  func same() throws {
    let (visitor, _, refresh) = try start(#""rotates": "same""#)
    visitor.now += 100
    for _ in 0..<2 {
      try visitor.refresh(refresh)
      #expect(try visitor.member("refresh_token") == refresh)
    }
    let (plain, _, other) = try start(#""rotates": false"#)
    try plain.refresh(other)
    #expect(plain.status == 200 && !plain.page.contains("refresh_token"))
  }

  @Test("starts the lifetime of the refresh token again", arguments: [true, false])
  func slides(_ slides: Bool) throws {
    let (visitor, _, refresh) = try start(#""slides": \#(slides)"#, lifetime: 1000)
    for _ in 0..<6 {
      visitor.now += 900
      try visitor.refresh(refresh)
      if !slides { break }
      #expect(visitor.status == 200)
    }
    visitor.now += 900
    try visitor.refresh(refresh)
    #expect((visitor.status == 200) == slides)
    visitor.now += 1001
    try visitor.refresh(refresh)
    #expect(try visitor.status == 400 && visitor.member("error") == "invalid_grant")
  }

  @Test("yields the same tokens again in the grace period")
  func repeats() throws {
    let (visitor, _, refresh) = try start(
      #""rotates": true, "reuse": "same", "grace": 30, "ends": ["access"]"#)
    try visitor.refresh(refresh)
    let (access, next) = (try visitor.member("access_token"), try visitor.member("refresh_token"))
    visitor.now += 20
    try visitor.refresh(refresh)
    #expect(try visitor.member("access_token") == access)
    #expect(try visitor.member("refresh_token") == next)
    #expect(try visitor.isActive(access))
    visitor.now += 20
    try visitor.refresh(refresh)
    #expect(visitor.status == 400)
    try visitor.refresh(next)
    #expect(visitor.status == 200)
  }

  @Test("members that contradict each other are reported")
  func mistakes() throws {
    #expect(throws: (any Error).self) { try start(#""rotates": true, "slides": true"#) }
    #expect(throws: (any Error).self) { try start(#""rotates": "other""#) }
    #expect(throws: (any Error).self) { try start(#""ends": ["refresh"]"#) }
  }
}
