import Basics
import Foundation
import Testing

@testable import understudy

@Suite("Recordings")
struct CompareTests {
  static let provider = """
    {
      "id": "shop", "title": "Shop", "extends": "standard", "hosts": { "main": "login.shop.test" },
      "endpoints": {
        "authorize": { "kind": "authorize", "at": "main:/authorize" }, "token": { "kind": "token", "at": "main:/token" },
        "me": { "kind": "resource", "at": "main:/me/{user}" }
      },
      "vars": { "user": {} },
      "token": { "grants": { "authorization_code": {}, "refresh_token": {}, "password": {} } },
      "credentials": {
        "code": { "value": "{{rand:[0-9]{20}}}", "lifetime": 60 }, "access": { "value": "sh-{{rand:[0-9a-f]{16}}}", "lifetime": 7200 },
        "refresh": { "value": "re-{{rand:[0-9a-f]{16}}}", "lifetime": 72000 }
      },
      "answers": { "code": { "issues": { "code": true }, "parameters": { "code": "{{tok.code.value}}", "state": "{{req.state?}}" } } },
      "shapes": {
        "token": {
          "json": {
            "access_token": "{{tok.access.value}}", "refresh_token": "{{tok.refresh.value?}}", "token_type": "bearer",
            "expires_in": "{{tok.access.lifetime}}", "user": "{{person.sub?}}", "at": "{{now}}"
          }
        },
        "me": { "json": { "id": "{{person.sub}}", "name": "{{person.name}}", "tags": ["a", "b"], "plan": "free" } }
      }
    }
    """

  /// A recording of this provider: a sign-in with pages between, a refresh, a user.
  static let recording = """
    GET /authorize?client_id=7f3a&response_type=code&redirect_uri=https://app.example/cb&state=s1 HTTP/1.1
    Host: login.shop.test

    HTTP/1.1 302
    Location: /login?next=1

    POST /authorize/login HTTP/1.1
    Host: login.shop.test
    Content-Type: application/x-www-form-urlencoded

    username=jane&password=hunter2secret

    HTTP/1.1 302
    Set-Cookie: sid=5f0e9a7744c1; Path=/
    Location: https://app.example/cb?code=4/0AbCd1234567890XYZ&state=s1

    GET /style.css HTTP/1.1
    Host: login.shop.test

    HTTP/1.1 200
    Content-Type: text/css

    body { color: red }

    GET /cb?code=4/0AbCd1234567890XYZ&state=s1 HTTP/1.1
    Host: app.example

    HTTP/1.1 200
    Content-Type: text/html

    <p>Hello

    POST /token HTTP/1.1
    Host: login.shop.test
    Authorization: Basic N2YzYTpoNG5kLXMzY3IzdC0wMTIz
    Content-Type: application/x-www-form-urlencoded

    grant_type=authorization_code&code=4%2F0AbCd1234567890XYZ&redirect_uri=https%3A%2F%2Fapp.example%2Fcb

    HTTP/1.1 200
    Content-Type: application/json; charset=utf-8

    {"access_token":"sh-71c2e0d94b6f4e5a","refresh_token":"re-00c2e0d94b6f4e5a","token_type":"bearer","expires_in":7200,"user":"u-81","at":1600000000}

    POST /token HTTP/1.1
    Host: login.shop.test
    Authorization: Basic N2YzYTpoNG5kLXMzY3IzdC0wMTIz
    Content-Type: application/x-www-form-urlencoded

    grant_type=refresh_token&refresh_token=re-00c2e0d94b6f4e5a

    HTTP/1.1 200
    Content-Type: application/json

    {"access_token":"sh-81c2e0d94b6f4e5b","token_type":"bearer","expires_in":7199,"user":"u-81","at":1600000100}

    GET /me/u-81 HTTP/1.1
    Host: login.shop.test
    Authorization: Bearer sh-81c2e0d94b6f4e5b
    Cookie: theme=true; sid=5f0e9a7744c1

    HTTP/1.1 200
    Content-Type: application/json

    {"id":"u-81","name":"Jane Roe","tags":["b","a"],"plan":"free"}


    """

  struct Files {
    let scratch: Scratch
    let provider: String
    let recording: String

    init(provider text: String = CompareTests.provider, _ change: (String) -> String = { $0 })
      throws
    {
      scratch = try Scratch()
      provider = try scratch.write(text, to: "shop.json")
      recording = try scratch.write(change(CompareTests.recording), to: "sign-in.http")
    }

    func compare(_ options: String...) throws -> Tool.Result {
      try Tool(["compare", provider, recording] + options).finish()
    }
  }

  @Test("are answered by the fixture as they were")
  func same() throws {
    let result = try Files().compare()
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(
      result.output
        == """
        same  1 GET login.shop.test/authorize (sign-in)
        same  5 POST login.shop.test/token
        same  6 POST login.shop.test/token
        same  7 GET login.shop.test/me/u-81
        skipped  1 request: a page of the sign-in
        skipped  1 request: a page that the provider file does not have
        skipped  1 request: another host
        Shop responds as recorded: 4 requests

        """,
      "\(result.output)")
    #expect(result.errors.contains("The client 7f3a is registered as the recording shows it"))
    #expect(result.errors.contains("secrets: before you share it, run understudy clean "))
  }

  @Test(
    "differ in one place",
    arguments: [
      (
        #""plan":"free""#, #""plan":"gold""#,
        #"body /plan: the recording has "gold", the provider file "free""#
      ),
      (#","plan":"free""#, "", #"body /plan: additional; the provider file has "free""#),
      (#""plan":"free""#, #""plan":"free","age":7"#, "body /age: missing; the recording has 7"),
      (
        #""plan":"free""#, #""plan":false"#,
        #"body /plan: the recording has false, the provider file "free""#
      ),
      (
        #""name":"Jane Roe""#, #""name":null"#,
        "body /name: the recording has null, the provider file \"Alice Liddell\""
      ),
      (#"["b","a"]"#, #"["b","c"]"#, #"body /tags: missing; the recording has "c""#),
      (
        #""expires_in":7200,"user":"u-81","at":1600000000"#,
        #""expires_in":"7200","user":"u-81","at":1600000000"#,
        #"body /expires_in: the recording has "7200", the provider file 7200"#
      ),
      (
        "charset=utf-8\n\n{\"access_token\":\"sh-71c2e0d94b6f4e5a\"",
        "charset=utf-8\n\n{\"access_token\":\"eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1LTgxIn0.c2ln\"",
        "body /access_token: the recording has a JWT, the provider file a text that is not a JWT"
      ),
      (
        "/cb?code=4/0AbCd1234567890XYZ&state=s1\n\nGET /style",
        "/cb?code=4/0AbCd1234567890XYZ&state=s1&session_state=9\n\nGET /style",
        #"callback /query/session_state: missing; the recording has "9""#
      ),
      (
        "HTTP/1.1 200\nContent-Type: application/json\n\n{\"id\"",
        "HTTP/1.1 403\nContent-Type: application/json\n\n{\"id\"",
        "status: the recording has 403, the provider file 200"
      ),
      (
        "HTTP/1.1 200\nContent-Type: application/json\n\n{\"id\"",
        "HTTP/1.1 200\nX-RateLimit-Limit: 60\nContent-Type: application/json\n\n{\"id\"",
        #"header x-ratelimit-limit: missing; the recording has "60""#
      ),
      (
        "GET /me/u-81 ", "GET /you/u-81 ",
        "endpoint: missing; the recording has a response with status 200 at this address"
      ),
      ("grant_type=refresh_token&", "grant_type=refresh_tokens&", "The provider file refused: "),
    ])
  func differs(_ old: String, _ new: String, _ line: String) throws {
    let files = try Files { $0.replacing(old, with: new) }
    let result = try files.compare()
    #expect(result.status == 1, "\(result.output)\(result.errors)")
    #expect(result.output.contains("\n    \(line)"), "\(result.output)")
    #expect(!result.output.contains("sh-71c2e0d94b6f4e5a"))
  }

  @Test("are compared for programs, too")
  func json() throws {
    let files = try Files { $0.replacing("\"free\"", with: "\"gold\"") }
    let result = try files.compare("--format", "json")
    #expect(result.status == 1)
    let tree = try JSONReader().read(Array(result.output.utf8), file: "").root
    #expect(tree["differs"] == 1 && tree["provider"] == "shop")
    let last = try #require(tree["requests"]?.arrayValue?.last)
    #expect(last["result"] == "differs" && last["path"] == "/me/u-81")
    #expect(
      last["differences"] == [
        ["place": "body /plan", "kind": "value", "recorded": "\"gold\"", "fixture": "\"free\""]
      ])
  }

  @Test("are of one person, by name")
  func person() throws {
    let files = try Files()
    #expect(try files.compare("--as", "bob").errors.contains("The person who signs in is bob."))
    let nobody = try files.compare("--as", "bobb")
    #expect(nobody.status == 2 && nobody.errors.contains("did you mean \"bob\"?"))
  }

  @Test("of a denial and of a password are played as the cast's person")
  func others() throws {
    let denial = try Files { text in
      text.replacing(
        "code=4/0AbCd1234567890XYZ&state=s1\n\nGET /style",
        with: "error=access_denied&state=s1\n\nGET /style"
      )
      .components(separatedBy: "POST /token")[0]
    }
    let denied = try denial.compare()
    #expect(
      denied.output.contains("callback /query/error_description: additional"), "\(denied.output)")
    #expect(!denied.output.contains("/query/error:"))
    let password = try Files { _ in
      """
      POST /token HTTP/1.1
      Host: login.shop.test
      Content-Type: application/x-www-form-urlencoded

      grant_type=password&username=jane&password=real-secret&client_id=app

      HTTP/1.1 200
      Content-Type: application/json

      {"access_token":"sh-1","refresh_token":"r","token_type":"bearer","expires_in":7200,"user":"u-81","at":1600000000}
      """
    }
    let result = try password.compare()
    #expect(result.status == 0, "\(result.output)")
  }

  @Test("that say nothing of the provider are refused")
  func foreign() throws {
    let files = try Files { $0.replacing("login.shop.test", with: "login.other.test") }
    let result = try files.compare()
    #expect(result.status == 2)
    #expect(
      result.errors.contains(
        "none of its 7 requests can be compared: expected requests to login.shop.test, found app.example, login.other.test"
      ), "\(result.errors)")
    for (text, message) in [
      ("{}", "expected an HTTP archive with log.entries"), ("hello", "found no request"),
      (#"{"log": {"entries": [{}]}}"#, "expected entry 1 of log.entries to have request"),
      ("{", "sign-in.http:1:2: error: "),
    ] {
      let broken = try Files { _ in text }
      let result = try broken.compare()
      #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
      let clean = try Tool.run("clean", broken.recording)
      #expect(clean.status == 2 && clean.output.isEmpty, "\(clean.errors)")
    }
  }

  /// The transcripts of our own tests are recordings, too.
  @Test(
    "of our own providers are answered as they were",
    arguments: ["vk-code", "standard-code", "instagram-code"])
  func transcripts(_ name: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("EngineTests/Transcripts/\(name).http")
    let id = String(name.prefix { $0 != "-" })
    let result = try Tool.run("compare", id, file.path)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("same  "))
  }
}
