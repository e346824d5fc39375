import Basics
import Foundation
import Testing

@Suite("conform observe", .serialized, .timeLimit(.minutes(15)))
struct ObserveTests {
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  private static let redirect = "com.example.app%3A%2Fcb"
  private static let form = ["Content-Type": "application/x-www-form-urlencoded"]
  private static let box = "/_understudy/sandboxes/default"

  /// Signs in as a public client does, and calls the API.
  /// - Parameter again: the code is sent a second time.
  private func signIn(_ served: Served, state: String, again: Bool = false) throws {
    _ = try served.send(
      "PUT", Self.box + "/answer", body: #"{"sign_in": "alice", "consent": "granted"}"#)
    let answer = try served.send(
      "GET",
      "/standard/authorize?client_id=native&redirect_uri=\(Self.redirect)&response_type=code"
        + "&scope=openid%20email&state=\(state)&code_challenge=\(Self.challenge)&code_challenge_method=S256"
    )
    let place = try #require(answer.header("location"))
    let code = try #require(
      place.split(whereSeparator: { "?&".contains($0) }).first { $0.hasPrefix("code=") })
    let body =
      "grant_type=authorization_code&\(code)&client_id=native&redirect_uri=\(Self.redirect)"
      + "&code_verifier=\(Self.verifier)"
    let tokens = try served.send("POST", "/standard/token", Self.form, body: body)
    let tree = try JSONReader().read(Array(tokens.body.utf8), file: "").root
    let token = try #require(tree["access_token"]?.stringValue)
    _ = try served.send("GET", "/standard/userinfo", ["Authorization": "Bearer \(token)"])
    if again { _ = try served.send("POST", "/standard/token", Self.form, body: body) }
  }

  /// The verdict of each check, by its line.
  private func verdicts(_ result: Tool.Result) -> [String: String] {
    var verdicts: [String: String] = [:]
    for line in result.output.split(separator: "\n") where !line.hasPrefix(" ") {
      let words = line.split(separator: " ", maxSplits: 2)
      if words.count == 3 { verdicts[String(words[1])] = String(words[0]) }
    }
    return verdicts
  }

  @Test(
    "asks a server that runs, and reads what it saved, in each of its forms",
    arguments: ["json", "ndjson", "har"])
  func forms(_ format: String) throws {
    let served = try Served(["--quiet"])
    try signIn(served, state: "state-0123456789", again: true)
    _ = try served.send("GET", "/standard/token?grant_type=client_credentials&client_id=native")
    let live = try Tool.run("conform", "observe", "--url", "http://127.0.0.1:\(served.port)")
    #expect(live.status == 1, "\(live.errors)")
    let scratch = try Scratch()
    let saved = try served.send("GET", Self.box + "/journal?format=\(format)").body
    #expect(served.stop().status == 0)
    let file = try scratch.write(saved, to: "journal")
    let read = try Tool.run("conform", "observe", file)
    #expect(read.status == 1, "\(read.errors)")
    let found = verdicts(read)
    #expect(found == verdicts(live))
    #expect(found["code-used-once"] == "fail")
    // No endpoint answers it, and so the journal names none.
    #expect(found["token-post"] == "fail")
    #expect(found["pkce-s256"] == "pass")
    #expect(found["bearer-header"] == "pass")
    // Secrets are hidden in it: whether the verifier fits can't be said.
    #expect(found["pkce-verifier-matches"] == "skip")
    #expect(found["state-unique"] == "skip")
    #expect(read.output.contains("a code was sent again after the response 200"))
    #expect(read.output.contains("RFC 6749 §4.1.2") && read.output.contains("To fix it: "))
    #expect(read.output.contains("\n63 checks: pass "))
  }

  @Test("says more of a journal with its secrets, and shows none")
  func secrets() throws {
    let served = try Served(["--quiet", "--journal-secrets"])
    for number in 1...3 { try signIn(served, state: "state-0123456789-\(number)") }
    let result = try Tool.run("conform", "observe", "--url", "http://127.0.0.1:\(served.port)")
    let journal = try served.send("GET", Self.box + "/journal").body
    #expect(served.stop().status == 0)
    #expect(journal.contains(Self.verifier))
    #expect(!result.output.contains(Self.verifier))
    let found = verdicts(result)
    #expect(found["pkce-verifier-matches"] == "pass")
    #expect(found["state-unique"] == "pass")
    // One verifier for three requests.
    #expect(found["pkce-verifier-unique"] == "fail")
    #expect(result.status == 1)
  }

  @Test("ends with 0 where nothing is broken, and looks at what it is told to")
  func clean() throws {
    let served = try Served(["--quiet"])
    try signIn(served, state: "state-0123456789")
    let url = "http://127.0.0.1:\(served.port)"
    let all = try Tool.run("conform", "observe", "--url", url)
    #expect(all.status == 0, "\(all.output)")
    let few = try Tool.run(
      "conform", "observe", "--url", url, "--only", "token-post,pkce-present", "--skip",
      "token-post")
    #expect(few.status == 0)
    #expect(
      Set(verdicts(few).keys).subtracting(["at", "checks:"]) == ["pkce-present"], "\(few.output)")
    // Nothing of what was asked for can be seen.
    let none = try Tool.run("conform", "observe", "--url", url, "--only", "canary-stdout")
    #expect(none.status == 3, "\(none.errors)")
    let nobody = try Tool.run("conform", "observe", "--url", url, "--client", "nativ")
    #expect(nobody.status == 2)
    #expect(nobody.errors.contains("did you mean \"native\"?"), "\(nobody.errors)")
    #expect(served.stop().status == 0)
  }

  @Test("writes the reports that a run writes, and knows what is known")
  func reports() throws {
    let served = try Served(["--quiet", "--journal-secrets"])
    try signIn(served, state: "state-0123456789", again: true)
    let url = "http://127.0.0.1:\(served.port)"
    let scratch = try Scratch()
    let known = try scratch.write(#"[{"id": "code-used-once", "why": "issue 9"}]"#, to: "known")
    let asked = [
      "conform", "observe", "--url", url, "--only", "code-used-once,token-post", "--report",
      "json=-,junit=\(scratch.path("junit.xml"))",
    ]
    let broken = try Tool(asked).finish()
    let fine = try Tool(asked + ["--baseline", known]).finish()
    let stale = try Tool(
      ["conform", "observe", "--url", url, "--only", "token-post"]
        + ["--baseline", try scratch.write(#"["token-post"]"#, to: "stale")]
    ).finish()
    #expect(served.stop().status == 0)
    #expect(broken.status == 1)
    #expect(
      Examined.verdicts(Examined.read(broken.output)) == [
        "code-used-once": "fail", "token-post": "pass",
      ], "\(broken.output)")
    #expect(broken.errors.contains("2 checks: ") && !broken.output.contains(Self.verifier))
    let junit = try String(contentsOfFile: scratch.path("junit.xml"), encoding: .utf8)
    #expect(junit.contains("code-used-once") && !junit.contains(Self.verifier))
    #expect(fine.status == 0 && fine.errors.contains("(known: issue 9)"), "\(fine.errors)")
    #expect(stale.status == 1 && stale.output.contains("token-post is in the baseline"))
    let wrong = try Tool.run("conform", "observe", "--report", "xml=a", "x")
    #expect(wrong.status == 2 && wrong.errors.contains("unknown format \"xml\""))
  }

  @Test("knows a provider and its clients by their files")
  func fixtures() throws {
    let scratch = try Scratch()
    let provider = try scratch.write(try madeUpProvider(), to: "made-up.json")
    let cast = try scratch.write(madeUpCast, to: "cast.json")
    let served = try Served(["--quiet", "--provider", provider, "--cast", cast])
    _ = try served.send(
      "GET",
      "/made-up/authorize?client_id=4711&redirect_uri=https://app.example/cb&response_type=token&v=5.52"
    )
    let saved = try served.send("GET", Self.box + "/journal?format=har").body
    #expect(served.stop().status == 0)
    let file = try scratch.write(saved, to: "journal.har")
    let blind = try Tool.run("conform", "observe", file)
    #expect(blind.status == 2)
    #expect(blind.errors.contains("--fixture FILE says which provider it was"), "\(blind.errors)")
    let seen = try Tool.run("conform", "observe", file, "--fixture", provider, "--fixture", cast)
    #expect(
      seen.output.hasPrefix("4711 at made-up: 1 requests in "), "\(seen.output)\(seen.errors)")
    #expect(verdicts(seen)["csrf-protection"] == "fail")
  }

  @Test(
    "says what is wrong with what it is given",
    arguments: [
      (["/nowhere/journal"], 2, "/nowhere/journal: error: No such file or directory"),
      (["--url", "http://127.0.0.1:1"], 3, "Start one with \"understudy serve\""),
      (["--url", "nonsense"], 2, "expected the address of a server"),
      (["a", "--journal", "b"], 2, "use one of them"),
      (["a", "--sandbox", "b"], 2, "leave one out"),
      (["--only", "pkce-presen", "a"], 2, "did you mean \"pkce-present\"?"),
      (["--only", "code-happy", "a"], 2, "no check \"code-happy\" that a journal could show"),
      (["--fixture", "vkk", "a"], 2, "did you mean \"vk\"?"),
    ] as [([String], Int32, String)])
  func mistakes(_ arguments: [String], _ status: Int32, _ says: String) throws {
    let result = try Tool(["conform", "observe"] + arguments).finish()
    #expect(result.status == status)
    #expect(result.errors.contains(says), "\(result.errors)")
    #expect(result.output == "")
  }
}
