import Basics
import Foundation
import HTTPTypes
import Server
import Testing

/// The console as a browser gets it; what it does there is tested in Tests/Clients, by a browser.
@Suite("The console")
struct ConsoleTests {
  private static let browser: Headers = [.accept: "text/html,application/xhtml+xml,*/*;q=0.8"]

  @Test("is a page in a browser, and an index for everybody else")
  func negotiated() throws {
    let house = try House()
    let page = try house.send(.get, "/_understudy/", headers: Self.browser)
    #expect(page.status == 200 && page.headers[.contentType] == "text/html; charset=utf-8")
    #expect(page.text.contains("<title>Understudy</title>"))
    let head = try house.send(.head, "/_understudy/?a#b", headers: Self.browser)
    #expect(head.headers == page.headers)
    for headers: Headers in [[:], [.accept: "*/*"], [.accept: "application/json"]] {
      let index = try house.send(.get, "/_understudy/", headers: headers)
      #expect(index.headers[.contentType] == "application/json")
      #expect(try index.json()["console"] == "http://localhost/_understudy/")
    }
    #expect(try house.send(.post, "/_understudy/", headers: Self.browser).status == 405)
  }

  @Test("is found without the slash, too")
  func slash() throws {
    let answer = try House().send(.get, "/_understudy", headers: Self.browser)
    #expect(answer.status == 308 && answer.headers[.location] == "/_understudy/")
  }

  @Test("loads nothing from elsewhere, and runs no script but its own")
  func policy() throws {
    let house = try House()
    let page = try house.send(.get, "/_understudy/", headers: Self.browser)
    let policy = try #require(page.headers[.contentSecurityPolicy])
    #expect(policy.hasPrefix("default-src 'none'") && !policy.contains("unsafe"))
    #expect(policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"))
    for file in BuiltInPage.all.values {
      let text = String(decoding: file.bytes, as: UTF8.self)
      #expect(!text.contains("innerHTML") && !text.contains("eval("), "\(file.name)")
      #expect(
        text.firstMatch(of: /(src|href|url|from|import)[=(\s"']+https?:/) == nil, "\(file.name)")
      guard !file.isAsset else { continue }
      #expect(text.firstMatch(of: /<style|\sstyle=|\son[a-z]+=/) == nil, "\(file.name)")
      for address in text.matches(of: /(?:src|href)="(assets\/[^"]*)"/) {
        let asset = try house.send(.get, "/_understudy/\(address.1)")
        #expect(asset.status == 200, "\(file.name): \(address.1)")
      }
    }
  }

  @Test("has types that a browser must not guess, and is never an old one")
  func assets() throws {
    let house = try House()
    for file in BuiltInPage.all.values where file.isAsset {
      let answer = try house.send(.get, "/_understudy/assets/\(file.name)")
      #expect(answer.status == 200 && answer.body == file.bytes)
      #expect(answer.headers[.contentType] == file.type && file.type != "application/octet-stream")
      #expect(answer.headers[.contentTypeOptions] == "nosniff")
      #expect(answer.headers[.cacheControl] == "no-store")
    }
    for path in ["console.html", "nothing.js", "", "console/", "../openapi.json"] {
      #expect(try house.send(.get, "/_understudy/assets/\(path)").status == 404, "\(path)")
    }
    #expect(try house.send(.post, "/_understudy/assets/own.css").status == 405)
  }

  @Test("is shown without the token, which only what it asks for needs")
  func token() throws {
    let house = try House { $0.house.controlToken = "secret" }
    for path in ["/", "/assets/own.css"] {
      #expect(try house.send(.get, "/_understudy\(path)", headers: Self.browser).status == 200)
    }
    #expect(try house.send(.get, "/_understudy/", headers: [:]).status == 401)
    #expect(try house.send(.get, "/_understudy/sandboxes", headers: Self.browser).status == 401)
  }

  @Test("is not shown under a foreign host, nor to a page of another origin")
  func foreign() throws {
    let house = try House()
    for path in ["/_understudy/", "/_understudy/assets/own.css"] {
      let headers = Self.browser
      #expect(try house.send(.get, path, host: "evil.test", headers: headers).status == 421)
      let other: Headers = [.accept: "text/html", .origin: "http://evil.test"]
      #expect(try house.send(.get, path, headers: other).status == 403)
    }
  }

  @Test("is served by the library, too")
  func library() throws {
    let site = try Site()
    let page = try site.send("GET", "/_understudy/", ["Accept": "text/html"])
    #expect(page.status == 200 && page.text.contains("<title>Understudy</title>"))
    #expect(page.header("Content-Security-Policy")?.contains("script-src 'self'") == true)
    let script = try site.send("GET", "/_understudy/assets/console/main.js")
    #expect(
      script.status == 200 && script.header("Content-Type")?.hasPrefix("text/javascript") == true)
  }

  @Test("is told which numbers a journal has, and so what was cleared, or made room")
  func extent() throws {
    let house = try House()
    func journal() throws -> JSONValue? {
      try house.send(.get, "/_understudy/sandboxes/default").json()["journal"]
    }
    #expect(try journal() == ["count": 0, "last": 0])
    for _ in 0..<1_001 { _ = try house.send(.get, "/standard/jwks") }
    #expect(try journal() == ["count": 1000, "last": 1001])
    _ = try house.send(.delete, "/_understudy/sandboxes/default/journal")
    #expect(try journal() == ["count": 0, "last": 1001])
    _ = try house.send(.get, "/standard/jwks")
    #expect(try journal() == ["count": 1, "last": 1002])
  }

  @Test("travels whole: the binary has what the folder has")
  func whole() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/Server/Pages/web")
    let paths = try #require(FileManager.default.subpaths(atPath: folder.path)).filter { path in
      [".html", ".css", ".js", ".svg"].contains { path.hasSuffix($0) }
    }
    #expect(Set(paths) == Set(BuiltInPage.all.keys))
    for path in paths {
      #expect(
        try Data(contentsOf: folder.appending(path: path))
          == Data(BuiltInPage.all[path]?.bytes ?? []))
    }
  }
}
