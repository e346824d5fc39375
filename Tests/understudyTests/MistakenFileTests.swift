import Foundation
import TestSupport
import Testing

/// What users mistake one thing for another: the message names what was meant.
@Suite("A mistaken file or command")
struct MistakenFileTests {
  private func fixture(_ name: String) -> String {
    fixtures().appendingPathComponent(name).path
  }

  @Test(
    "a file of another kind than its option asks for",
    arguments: [
      ("--cast", "providers/vk.json", "expected a cast, found a provider", "--provider"),
      ("--provider", "casts/default.json", "expected a provider, found a cast", "--cast"),
      ("--cast", "scenarios/codes-expire.json", "expected a cast, found a scenario", "--scenario"),
    ])
  func kind(_ option: String, _ name: String, _ sentence: String, _ meant: String) throws {
    let file = fixture(name)
    let result = try Tool.run("serve", "--port", "0", option, file)
    #expect(result.status == 2)
    #expect(
      result.errors.contains("\(file): \(sentence); did you mean \(meant) \(file)?"),
      "\(result.errors)")
  }

  @Test(
    "a file of another kind than an argument asks for",
    arguments: [["providers"], ["bisect"]], ["cast", "scenario"])
  func argument(_ command: [String], _ kind: String) throws {
    let file = fixture(kind == "cast" ? "casts/default.json" : "scenarios/codes-expire.json")
    let result = try Tool(command + [file, "--"] + (command == ["bisect"] ? ["true"] : [])).finish()
    #expect(result.status == 2)
    #expect(result.errors == "\(file): expected a provider, found a \(kind)\n")
  }

  @Test("check reports a file that can't be read, and the mistakes of the others")
  func missing() throws {
    let scratch = try Scratch()
    let file = try scratch.write("{ \"kind\": \"csat\" }", to: "wrong.json")
    let result = try Tool.run("check", "/nowhere.json", file)
    let unread = "/nowhere.json: error: No such file or directory\n"
    #expect(result.status == 2 && result.errors == unread + "2 files checked, errors: 2\n")
    #expect(result.output.contains("found \"csat\""), "\(result)")
  }

  @Test("a file of control tokens with a word alone does not show the word")
  func token() throws {
    let scratch = try Scratch()
    let file = try scratch.write("s3cr3t-s3cr3t-s3cr3t\n", to: "tokens")
    let result = try Tool.run("serve", "--port", "0", "--control-token-file", file)
    #expect(
      result.errors
        == "\(file):1: error: expected a name and a token, found one word; put a name before the token\n"
    )
  }

  @Test("a key that is no JSON says where, and a folder is called one")
  func unreadable() throws {
    let scratch = try Scratch()
    let key = try scratch.write("{\n", to: "key.json")
    let bad = try Tool.run("serve", "--port", "0", "--key", key)
    #expect(bad.status == 2)
    #expect(bad.errors.hasPrefix("\(key):2:1: error: expected a member name"), "\(bad.errors)")
    let folder = try Tool.run("serve", "--port", "0", "--cast", scratch.folder.path)
    #expect(folder.status == 2)
    #expect(
      folder.errors == "\(scratch.folder.path): error: expected a file, found a folder\n",
      "\(folder.errors)")
  }

  @Test("a command that does not exist suggests the one that was meant")
  func command() throws {
    let result = try Tool.run("server", "--port", "0")
    #expect(result.status == 2)
    #expect(
      result.errors.hasPrefix(
        "there is no command \"server\"; did you mean \"serve\"?"),
      "\(result.errors)")
  }

  @Test("a client that two casts have is named by check, with both files")
  func repeated() throws {
    let scratch = try Scratch()
    let text = """
      { "schema": 1, "kind": "cast", "clients": [
        { "provider": "standard", "client_id": "app", "secret": "understudy-secret-0123456789" }] }
      """
    let first = try scratch.write(text, to: "first.json")
    let second = try scratch.write(text, to: "second.json")
    let result = try Tool.run("check", first, second)
    #expect(result.status == 0)
    #expect(
      result.output
        == "\(second):2:42: warning: the client \"app\" is in \(first), too; with both files, this entry replaces that one (at /clients/0/client_id)\n",
      "\(result.output)")
    #expect(try Tool.run("check", first).output == "")
  }

  @Test(
    "a scenario for a person or a client whom no cast has gets a warning, with the name that is near"
  )
  func stranger() throws {
    let scratch = try Scratch()
    let text = """
      { "schema": 1, "kind": "scenario", "title": "Late", "rules": [
        { "match": { "person": "alcie", "client": "webb", "provider": "standard" }, "then": { "delay": 1 } }] }
      """
    let file = try scratch.write(text, to: "late.json")
    let result = try Tool.run("check", file)
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2, "\(result.output)")
    #expect(
      lines.first?.hasSuffix(
        #"late.json:2:26: warning: there is no person "alcie"; did you mean "alice"? (at /rules/0/match/person)"#
      ) == true)
    #expect(
      lines.last?.hasSuffix(
        #"warning: there is no client "webb" at standard; did you mean "web"? (at /rules/0/match/client)"#
      ) == true)
  }

  @Test("a provider file with a kind, and one with a host at which another provider answers")
  func providers() throws {
    let scratch = try Scratch()
    let kind = try scratch.write(
      #"{ "schema": 1, "kind": "provider", "id": "shop" }"#, to: "kind.json")
    let first = try Tool.run("check", kind).output
    #expect(first.contains("error: a provider file has an id and no kind; leave"), "\(first)")
    #expect(!first.contains("unknown member"), "\(first)")
    let host = try scratch.write(
      """
      { "schema": 1, "id": "shop", "title": "Shop", "extends": "standard", "hosts": { "main": "accounts.google.com" },
        "endpoints": { "authorize": { "kind": "authorize", "at": "main:/o/oauth2/v2/auth" } } }
      """, to: "host.json")
    let second = try Tool.run("check", host).output
    #expect(
      second.contains("warning: accounts.google.com is a host of google, which answers at "),
      "\(second)")
  }

  private static let noAddresses =
    "error: no endpoint answers: \"hosts\" and \"endpoints\" are the provider's own, and \"extends\" does not inherit them; "

  @Test(
    "one mistake in a provider is told once, without what follows from it",
    arguments: [
      (
        #""endpoints": { "a": { "kind": "authorise", "at": "main:/a" } }"#,
        #"error: unknown kind "authorise"; did you mean "authorize"? (at /endpoints/a/kind)"#
      ),
      (
        #""endpoints": { "a": { "kind": "authorise", "at": "main:/a" }, "token": { "kind": "token", "at": "main:/t" } }"#,
        #"error: unknown kind "authorise"; did you mean "authorize"? (at /endpoints/a/kind)"#
      ),
      (
        #""endpoints": { "a": { "at": "main:/a" } }"#,
        #"error: expected a member "kind", found none (at /endpoints/a)"#
      ),
      (
        #""extends": "standard", "endpoints": { "a": { "kind": "authorise", "at": "main:/a" } }"#,
        #"error: unknown kind "authorise"; did you mean "authorize"? (at /endpoints/a/kind)"#
      ),
      (
        #""extends": "standard", "as_of": 7"#,
        "error: expected a string, found a number (at /as_of)"
      ),
      (#""extends": "standard""#, noAddresses),
      (#""extends": "standard", "endpoints": {}"#, noAddresses),
      (
        #""extends": "standard", "endpoints": { "a": { "kind": "authorize", "at": "/login" } }"#,
        #"error: expected host:/path, found "/login"; write "main:/login" (at /endpoints/a/at)"#
      ),
      (
        #""extends": "standard", "quirks": ["a"], "endpoints": { "a": { "kind": "authorize", "at": "main:/a" } }"#,
        #"error: expected an object, found the string "a" (at /quirks/0)"#
      ),
    ])
  func provider(_ members: String, _ sentence: String) throws {
    let scratch = try Scratch()
    let file = try scratch.write(
      #"{ "schema": 1, "id": "shop", "title": "Shop", "hosts": { "main": "shop.test" }, \#(members) }"#,
      to: "shop.json")
    let result = try Tool.run("check", file)
    #expect(result.status == 2)
    let lines = result.output.split(separator: "\n").filter { $0.contains(": error: ") }
    #expect(lines.count == 1 && lines.first?.contains(sentence) == true, "\(result.output)")
    let served = try Tool.run("serve", "--port", "0", "--provider", file)
    if !sentence.contains("no endpoint") {
      #expect(served.status == 2 && served.errors.contains(sentence), "\(served.errors)")
    }
  }

  @Test("an address in the place of a host's name")
  func hosts() throws {
    let scratch = try Scratch()
    let file = try scratch.write(
      """
      { "schema": 1, "id": "shop", "title": "Shop", "extends": "standard", "hosts": { "https://shop.test": {} },
        "endpoints": { "a": { "kind": "authorize", "at": "main:/a" } } }
      """, to: "shop.json")
    let output = try Tool.run("check", file).output
    #expect(
      output.contains(
        #"expected a host name behind a short name, such as "main": "shop.test", found an object"#),
      "\(output)")
  }

  @Test(
    "a cast whose entries have another form",
    arguments: [
      (
        #""people": { "alice": { "password": "x" } }"#,
        #"error: expected an array such as [{ "username": "carol""#
      ),
      (#""people": ["alice"]"#, #"error: expected an object as in [{ "username": "carol""#),
      (
        #""people": [{ "username": "al", "pass": "x" }]"#,
        #"error: expected a member "password", found none; is "pass" meant to be it?"#
      ),
      (
        #""clients": [{ "provider": "standard", "client_id": "a", "jwks": { "keys": [] }, "token_endpoint_auth_method": "private_key_jwt" }]"#,
        "error: private_key_jwt needs the client's public keys"
      ),
      (
        #""clients": [{ "provider": "standard", "client_id": "a", "kind": "public", "grant_types": ["code"] }]"#,
        #"error: standard has no grant type "code"; did you mean "authorization_code"?"#
      ),
      (
        #""clients": [{ "provider": "standard", "client_id": "a", "kind": "public", "response_types": ["authorization_code"] }]"#,
        #"error: standard has no response type "authorization_code"; did you mean "code"?"#
      ),
      (
        #""clients": [{ "provider": "standard", "client_id": "a", "kind": "public", "token_endpoint_auth_method": "nome" }]"#,
        #"found "nome"; did you mean "none"?"#
      ),
      (
        #""clients": [{ "provider": "standard", "client_id": "a", "kind": "public", "redirect_uris": "http://127.0.0.1:1/cb" }]"#,
        "error: expected an array of strings such as ["
      ),
      (
        #""clients": [{ "provider": "standard", "client_id": "a", "secret": "understudy-secret-0123456789", "id_token_signed_response_alg": "HS512" }]"#,
        #"or HS256, found "HS512""#
      ),
      (
        #""clients": [{ "provider": "standard", "client_id": "a", "jwks_uri": "https://app.example/jwks" }]"#,
        "warning: a server fetches the keys only with --fetch-host app.example"
      ),
      (
        #""trust": [{ "provider": "standard", "name": "ci", "issuer": "token.actions.githubusercontent.com" }]"#,
        "warning: without jwks and jwks_uri, the issuer is one that this server plays"
      ),
    ])
  func cast(_ members: String, _ sentence: String) throws {
    let scratch = try Scratch()
    let file = try scratch.write(#"{ "schema": 1, "kind": "cast", \#(members) }"#, to: "cast.json")
    let result = try Tool.run("check", file)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first?.contains(sentence) == true, "\(result.output)")
    #expect(lines.count == 1, "\(result.output)")
  }

  @Test("a client without means to authenticate, and a redirect URI without a scheme")
  func client() throws {
    let scratch = try Scratch()
    let cast = try scratch.write(
      """
      { "schema": 1, "kind": "cast", "clients": [
        { "provider": "standard", "client_id": "bare", "kind": "confidential" },
        { "provider": "standard", "client_id": "app", "kind": "public", "redirect_uris": ["localhost:3000/cb"] },
        { "provider": "standard", "client_id": "keys", "token_endpoint_auth_method": "none" }] }
      """, to: "cast.json")
    let result = try Tool.run("check", cast)
    #expect(result.status == 2)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2, "\(lines)")
    #expect(
      lines.first?.contains(
        "the client \"bare\" is confidential and can't authenticate: it has no secret, no keys and no certificate; give it a \"secret\", or say \"kind\": \"public\""
      ) == true)
    #expect(
      lines.last?.contains(
        "\"localhost:3000/cb\" has no scheme; did you mean \"http://localhost:3000/cb\"?") == true)
  }

  @Test("a host that no provider has is named where the command runs")
  func refusedHost() throws {
    let result = try Tool.run(
      "run", "--", "/bin/sh", "-c",
      "curl -sS https://other.example/; curl -sS https://other.example/; exit 0")
    #expect(result.status == 0)
    let told = result.errors.split(separator: "\n").filter { $0.hasPrefix("A request to") }
    #expect(
      told == [
        "A request to other.example was refused, as no provider has this host. To answer there, play a provider: understudy play https://other.example. To let it pass, name it in NO_PROXY, or add --proxy-others pass."
      ], "\(result.errors)")
  }
}
