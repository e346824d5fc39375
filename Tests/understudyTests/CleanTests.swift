import Basics
import Foundation
import JOSE
import Testing

@testable import understudy

@Suite("Recordings without secrets")
struct CleanTests {
  private static let secrets = [
    "hunter2secret", "5f0e9a7744c1", "0AbCd1234567890XYZ", "N2YzYTpoNG5kLXMzY3IzdC0wMTIz",
    "h4nd-s3cr3t-0123", "sh-71c2e0d94b6f4e5a", "re-00c2e0d94b6f4e5a", "sh-81c2e0d94b6f4e5b",
    "re-10c2e0d94b6f4e5c",
  ]

  @Test("lose their secrets and can still be played")
  func clean() throws {
    let files = try CompareTests.Files()
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
    let exchanges = Transcript.exchanges(CompareTests.recording)
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
    let files = try CompareTests.Files { _ in text }
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
        == "code_verifier=cleaned-3-\(String(repeating: "0", count: 33))&code=&password=cleaned-4")
    #expect(
      cleaner.pairs("session_state=a.b&appsecret_proof=5f0e")
        == "session_state=cleaned-5&appsecret_proof=cleaned-6")
    #expect(
      cleaner.json(["a": "{\"access_token\":\"tok-b\",\"n\":[1]}", "b": "{not JSON}"])
        == ["a": "{\"access_token\":\"cleaned-7\",\"n\":[1]}", "b": "{not JSON}"])
    #expect(
      cleaner.json(["error": ["code": "invalid_grant"], "code": 17, "a": ["4/abcdefghijklmnop1"]])
        == ["error": ["code": "invalid_grant"], "code": 17, "a": ["4/abcdefghijklmnop1"]])
    let rest = Array(#"x 4/abcdefghijklmnop1 4%2Fabcdefghijklmnop1 4\/abcdefghijklmnop1"#.utf8)
    #expect(
      String(decoding: cleaner.everywhere(rest), as: UTF8.self) == "x cleaned-2 cleaned-2 cleaned-2"
    )
  }

  @Test("keep a challenge that fits the verifier")
  func challenge() {
    var cleaner = RecordingCleaner()
    let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    let clean = cleaner.pairs("code_verifier=\(verifier)")
    let new = clean.dropFirst("code_verifier=".count)
    #expect(new.utf8.count == 43 && !clean.contains(verifier))
    let text = "code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    #expect(
      String(decoding: cleaner.everywhere(Array(text.utf8)), as: UTF8.self)
        == "code_challenge=" + Base64URL.encode(Digest.sha256(Array(new.utf8))))
  }

  @Test("of a server begin after the sign-in: the code and the tokens are issued")
  func server() throws {
    let files = try CompareTests.Files {
      "POST /token" + $0.components(separatedBy: "POST /token")[1]
    }
    let result = try files.compare()
    #expect(result.status == 0, "\(result.output)")
    #expect(result.errors.contains("1 code or token was issued for the comparison"))
    let late = try CompareTests.Files { "GET /me" + $0.components(separatedBy: "GET /me")[1] }
    let unknown = try late.compare()
    #expect(unknown.status == 1 && unknown.output.contains("The provider file refused: "))
  }
}
