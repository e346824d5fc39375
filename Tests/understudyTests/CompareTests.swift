import Basics
import Foundation
import Testing

@testable import understudy

@Suite("Recordings")
struct CompareTests {
  private static let provider = """
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
  private static let recording = """
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

    {"access_token":"sh-81c2e0d94b6f4e5b","token_type":"bearer","expires_in":7200,"user":"u-81","at":1600000100}

    GET /me/u-81 HTTP/1.1
    Host: login.shop.test
    Authorization: Bearer sh-81c2e0d94b6f4e5b
    Cookie: theme=true; sid=5f0e9a7744c1

    HTTP/1.1 200
    Content-Type: application/json

    {"id":"u-81","name":"Jane Roe","tags":["b","a"],"plan":"free"}


    """

  private struct Files {
    let scratch: Scratch
    let provider: String
    let recording: String

    init(_ change: (String) -> String = { $0 }) throws {
      scratch = try Scratch()
      provider = try scratch.write(CompareTests.provider, to: "shop.json")
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
        skipped  1 request: a page that the fixture does not have
        skipped  1 request: another host
        Shop answers as recorded: 4 requests

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
        #"body /plan: the recording has "gold", the fixture "free""#
      ),
      (#","plan":"free""#, "", #"body /plan: additional; the fixture has "free""#),
      (#""plan":"free""#, #""plan":"free","age":7"#, "body /age: missing; the recording has 7"),
      (
        #""plan":"free""#, #""plan":false"#,
        #"body /plan: the recording has false, the fixture "free""#
      ),
      (
        #""name":"Jane Roe""#, #""name":null"#,
        "body /name: the recording has null, the fixture \"Alice Liddell\""
      ),
      (#"["b","a"]"#, #"["b","c"]"#, #"body /tags: missing; the recording has "c""#),
      (
        #""expires_in":7200,"user":"u-81","at":1600000000"#,
        #""expires_in":"7200","user":"u-81","at":1600000000"#,
        #"body /expires_in: the recording has "7200", the fixture 7200"#
      ),
      (
        "charset=utf-8\n\n{\"access_token\":\"sh-71c2e0d94b6f4e5a\"",
        "charset=utf-8\n\n{\"access_token\":\"eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1LTgxIn0.c2ln\"",
        "body /access_token: the recording has a JWT, the fixture a text that is no JWT"
      ),
      (
        "/cb?code=4/0AbCd1234567890XYZ&state=s1\n\nGET /style",
        "/cb?code=4/0AbCd1234567890XYZ&state=s1&session_state=9\n\nGET /style",
        #"callback /query/session_state: missing; the recording has "9""#
      ),
      (
        "HTTP/1.1 200\nContent-Type: application/json\n\n{\"id\"",
        "HTTP/1.1 403\nContent-Type: application/json\n\n{\"id\"",
        "status: the recording has 403, the fixture 200"
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
      ("grant_type=refresh_token&", "grant_type=refresh_tokens&", "The fixture refused: "),
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

  private static let secrets = [
    "hunter2secret", "5f0e9a7744c1", "0AbCd1234567890XYZ", "N2YzYTpoNG5kLXMzY3IzdC0wMTIz",
    "h4nd-s3cr3t-0123", "sh-71c2e0d94b6f4e5a", "re-00c2e0d94b6f4e5a", "sh-81c2e0d94b6f4e5b",
    "re-10c2e0d94b6f4e5c",
  ]

  @Test("lose their secrets and can still be played")
  func clean() throws {
    let files = try Files()
    let cleaned = try Tool.run("clean", files.recording)
    #expect(cleaned.status == 0)
    for secret in Self.secrets { #expect(!cleaned.output.contains(secret), "\(secret)") }
    for kept in ["client_id=7f3a", "state=s1", "Jane Roe", "expires_in", "theme="] {
      #expect(cleaned.output.contains(kept), "\(kept)")
    }
    #expect(!cleaned.output.contains("color: red"))
    let file = try files.scratch.write(cleaned.output, to: "clean.http")
    let result = try Tool.run("compare", files.provider, file)
    #expect(result.status == 0, "\(result.output)")
    #expect(!result.errors.contains("before you share it"), "\(result.errors)")
    let again = try Tool.run("clean", file)
    #expect(again.output == cleaned.output && again.errors.hasPrefix("0 secrets"))
  }

  /// The same recording as a browser writes it.
  private static func archive() throws -> String {
    let exchanges = Transcript.exchanges(recording)
    let entries = exchanges.map { exchange -> JSONValue in
      func headers(_ headers: Headers) -> JSONValue {
        .init(
          .array(
            headers.map { ["name": .init(.string($0.name)), "value": .init(.string($0.value))] }))
      }
      func text(_ bytes: [UInt8]) -> JSONValue {
        .init(.string(String(decoding: bytes, as: UTF8.self)))
      }
      var request: JSONObject = [
        "method": .init(.string(exchange.request.method.rawValue)),
        "url": .init(.string(exchange.url)), "headers": headers(exchange.request.headers),
        "queryString": [["name": "code", "value": "0AbCd1234567890XYZ"]],
        "cookies": [["name": "sid", "value": "5f0e9a7744c1"]],
      ]
      if !exchange.request.body.isEmpty {
        request["postData"] = [
          "mimeType": "application/x-www-form-urlencoded", "text": text(exchange.request.body),
        ]
      }
      return [
        "startedDateTime": "2026-11-27T09:00:00.000Z", "_initiator": "sh-71c2e0d94b6f4e5a",
        "request": JSONValue(.object(request)),
        "response": [
          "status": .init(.number("\(exchange.answer.status.code)")),
          "headers": headers(exchange.answer.headers),
          "redirectURL": .init(.string(exchange.answer.headers[.location] ?? "")),
          "content": [
            "size": 1, "encoding": "base64",
            "mimeType": .init(.string(exchange.answer.headers[.contentType] ?? "")),
            "text": .init(.string(Base64.encode(exchange.answer.body))),
          ],
        ],
      ]
    }
    let log: JSONValue = [
      "log": [
        "version": "1.2", "pages": [["title": "sh-71c2e0d94b6f4e5a"]],
        "entries": .init(.array(entries)),
      ]
    ]
    return log.text()
  }

  @Test("of browsers are compared and cleaned, and stay archives")
  func archives() throws {
    let text = try Self.archive()
    let files = try Files { _ in text }
    let result = try files.compare()
    #expect(result.status == 0, "\(result.output)")
    let cleaned = try Tool.run("clean", files.recording, "--output", files.scratch.path("c.har"))
    #expect(cleaned.status == 0 && cleaned.output.isEmpty, "\(cleaned.errors)")
    let har = try String(contentsOfFile: files.scratch.path("c.har"), encoding: .utf8)
    for secret in Self.secrets { #expect(!har.contains(secret), "\(secret)") }
    #expect(try JSONReader().read(Array(har.utf8), file: "").root["log"]?["version"] == "1.2")
    let again = try Tool.run("compare", files.provider, files.scratch.path("c.har"))
    #expect(again.status == 0, "\(again.output)\(again.errors)")
    #expect(!again.errors.contains("before you share it"), "\(again.errors)")
  }

  @Test("keep the claims of a JWT, and lose its signature, in every encoding")
  func tokens() {
    var cleaner = RecordingCleaner()
    let token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1LTgxIn0.c2lnbmF0dXJl"
    let clean = cleaner.replacement(for: token)
    #expect(clean == "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1LTgxIn0.cleaned-1")
    #expect(cleaner.replacement(for: clean) == clean && cleaner.count == 1)
    let code = cleaner.address(
      "https://a.test/cb?x=1&code=4%2Fabcdefghijklmnop1&next=%2Fb%3Ftoken%3D4%252Fabcdefghijklmnop1#id_token=\(token)"
    )
    #expect(
      code
        == "https://a.test/cb?x=1&code=cleaned-2&next=%2Fb%3Ftoken%3Dcleaned-2#id_token=\(clean)",
      "\(code)")
    #expect(
      cleaner.pairs("code_verifier=abc&code=&password=x")
        == "code_verifier=abc&code=&password=cleaned-3")
    #expect(
      cleaner.json(["error": ["code": "invalid_grant"], "code": 17, "a": ["4/abcdefghijklmnop1"]])
        == ["error": ["code": "invalid_grant"], "code": 17, "a": ["4/abcdefghijklmnop1"]])
    let rest = Array(#"x 4/abcdefghijklmnop1 4%2Fabcdefghijklmnop1 4\/abcdefghijklmnop1"#.utf8)
    #expect(
      String(decoding: cleaner.everywhere(rest), as: UTF8.self) == "x cleaned-2 cleaned-2 cleaned-2"
    )
  }

  @Test("of a server begin after the sign-in: the code and the tokens are issued")
  func server() throws {
    let files = try Files { "POST /token" + $0.components(separatedBy: "POST /token")[1] }
    let result = try files.compare()
    #expect(result.status == 0, "\(result.output)")
    #expect(result.errors.contains("1 code or token was issued for the comparison"))
    let late = try Files { "GET /me" + $0.components(separatedBy: "GET /me")[1] }
    let unknown = try late.compare()
    #expect(unknown.status == 1 && unknown.output.contains("The fixture refused: "))
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
