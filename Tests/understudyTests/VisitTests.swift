import Foundation
import Testing

@Suite("A visit", .serialized, .timeLimit(.minutes(15)))
struct VisitTests {
  private static let oclc = "MobileClientKey" + String(repeating: "0", count: 65)
  private static let b2c = "90c0fe63-bcf2-44d5-8fb7-b8bbc0b29dc6"

  static let starts: [(provider: String, target: String, place: String)] = [
    (
      "standard",
      "/standard/authorize?client_id=native&redirect_uri=com.example.app:/cb&response_type=code",
      "com.example.app:/cb?"
    ),
    (
      "instagram",
      "/instagram/oauth/authorize?client_id=1f074f314d1347789cc9d9a9d19ee342"
        + "&redirect_uri=nsscreencast://instagram_callback&response_type=token",
      "nsscreencast://instagram_callback"
    ),
    (
      "vk",
      "/vk/authorize?client_id=753197&redirect_uri=https://oauth.vk.com/blank.html"
        + "&response_type=token&v=5.52",
      "https://oauth.vk.com/blank.html#"
    ),
    (
      "azure-ad-b2c",
      "/azure-ad-b2c/kidventusb2c.onmicrosoft.com/oauth2/v2.0/authorize?p=B2C_1_signupsignin"
        + "&client_id=\(b2c)&redirect_uri=urn:ietf:wg:oauth:2.0:oob&response_type=code"
        + "&scope=openid%20\(b2c)",
      "urn:ietf:wg:oauth:2.0:oob?"
    ),
    (
      "oclc",
      "/oclc/oauth2/authorizeCode?client_id=\(oclc)&redirect_uri=ncipapp://user_agent_flow"
        + "&response_type=token&scope=WMS_NCIP",
      "ncipapp://user_agent_flow#"
    ),
  ]

  @Test("ends at the callback: granted with 0, refused with 1, a wrong password with 3")
  func all() throws {
    let served = try Served(["--quiet"])
    for (provider, target, place) in Self.starts {
      let url = "http://127.0.0.1:\(served.port)\(target)"
      let refused = try Tool.run("visit", url, "--as", "alice", "--deny")
      #expect(refused.status == 1, "\(provider): \(refused.errors)")
      #expect(refused.output.contains("error=access_denied"), "\(provider): \(refused.output)")
      let granted = try Tool.run("visit", url, "--as", "alice", "--password", "wonderland")
      #expect(granted.status == 0, "\(provider): \(granted.errors)")
      #expect(granted.output.hasPrefix(place), "\(provider): \(granted.output)")
      let clicked = try Tool.run("visit", url, "--as", "bob")
      #expect(
        clicked.status == 0 && clicked.output.hasPrefix(place), "\(provider): \(clicked.errors)")
      let wrong = try Tool.run("visit", url, "--as", "alice", "--password", "wrong")
      #expect(wrong.status == 3 && wrong.output == "", "\(provider): \(wrong.output)")
      #expect(wrong.errors.hasPrefix("stuck at http://127.0.0.1:"), "\(provider): \(wrong.errors)")
    }
    _ = served.stop()
  }

  @Test("approves a device with 0, denies it with 1, and prints the last page")
  func devices() throws {
    let served = try Served(["--quiet"])
    let root = "http://127.0.0.1:\(served.port)/standard"
    for (options, status, page, scope) in [
      ([], 0, "connected", "openid email"), (["--scopes", "openid"], 0, "connected", "openid"),
      (["--deny"], 1, "denied?error=access_denied", nil),
    ] as [([String], Int32, String, String?)] {
      let answer = try served.send(
        "POST", "/standard/device_authorization",
        ["Content-Type": "application/x-www-form-urlencoded"],
        body: "client_id=native&scope=openid+email")
      let address = try #require(
        answer.body.firstMatch(of: /"verification_uri_complete":"([^"]+)"/)?.1)
      let visit = try Tool(["visit", String(address), "--as", "alice"] + options).finish()
      #expect(visit.status == status, "\(visit.errors)")
      #expect(visit.output == "\(root)/device/\(page)\n")
      let code = try #require(answer.body.firstMatch(of: /"device_code":"([^"]+)"/)?.1)
      let tokens = try served.send(
        "POST", "/standard/token", ["Content-Type": "application/x-www-form-urlencoded"],
        body: "client_id=native&grant_type=urn:ietf:params:oauth:grant-type:device_code"
          + "&device_code=\(code)")
      #expect(tokens.body.firstMatch(of: /"scope":"([^"]+)"/)?.1 == scope.map { $0[...] })
    }
    let bare = try Tool.run("visit", "\(root)/device", "--as", "alice")
    #expect(
      bare.status == 3
        && bare.errors.contains("this page asks for a code: visit verification_uri_complete"))
    let wrong = try Tool.run("visit", "\(root)/device?user_code=BCDF-GHJK", "--as", "alice")
    #expect(wrong.status == 3 && wrong.errors.contains("This code is not right."))
    _ = served.stop()
  }

  @Test("with a jar needs no password the second time, and runs a command with the place")
  func jar() throws {
    let scratch = try Scratch()
    let served = try Served(["--quiet"])
    let url = "http://127.0.0.1:\(served.port)\(Self.starts[0].target)"
    let jar = scratch.path("jar.json")
    let first = try Tool.run("visit", url, "--as", "alice", "--cookie-jar", jar)
    #expect(first.status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: jar)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let seen = scratch.path("seen")
    let second = try Tool.run(
      "visit", url, "--cookie-jar", jar, "--open", "printf %s {url} > '\(seen)'")
    #expect(second.status == 0, "\(second.errors)")
    let place = try String(contentsOfFile: seen, encoding: .utf8)
    #expect(place + "\n" == second.output)
    _ = served.stop()
  }

  @Test("grants some scopes where the page lets one choose")
  func scopes() throws {
    let served = try Served(["--quiet"])
    let url =
      "http://127.0.0.1:\(served.port)/standard/authorize?client_id=web&response_type=token"
      + "&redirect_uri=http://127.0.0.1:7999/cb&scope=openid%20profile%20email"
    let result = try Tool.run("visit", url, "--as", "alice", "--scopes", "openid,email")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("scope=openid+email&"), "\(result.output)")
    _ = served.stop()
  }

  @Test(
    "that can't go on says where and why",
    arguments: [
      ("http://127.0.0.1:1/x", "no connection"), ("https://127.0.0.1:1/x", "no connection"),
    ])
  func stuck(_ url: String, _ why: String) throws {
    let result = try Tool.run("visit", url, "--as", "alice")
    #expect(result.status == 3 && result.errors.contains(why), "\(result.errors)")
  }

  @Test("sends a password nowhere that it was not told to reach")
  func password() throws {
    let served = try Served()
    let url =
      "http://oauth.vk.com/authorize?client_id=753197&response_type=token"
    let hosts = ["oauth.vk.com", "login.vk.com"].map { "\($0):80:127.0.0.1:\(served.port)" }
    let half = try Tool.run(
      "visit", url, "--as", "alice", "--password", "wonderland", "--resolve", hosts[0])
    #expect(half.status == 3 && half.errors.contains("login.vk.com"), "\(half.errors)")
    #expect(!half.output.contains("wonderland") && !half.errors.contains("wonderland"))
    let whole = try Tool.run(
      "visit", url, "--as", "alice", "--password", "wonderland", "--resolve", hosts[0],
      "--resolve", hosts[1])
    #expect(whole.status == 0 && whole.output.contains("#access_token="), "\(whole.errors)")
    _ = served.stop()
  }

  @Test("is asked for an address that can be one", arguments: ["notaurl", "ftp://a", ""])
  func usage(_ url: String) throws {
    let result = try Tool.run("visit", url, "--as", "alice")
    #expect(
      result.status == 2 && result.errors.contains("expected an authorization URL"),
      "\(result.errors)")
  }

  @Test("with a scope that nobody asked for is told which there are")
  func unknownScopes() throws {
    let served = try Served(["--quiet"])
    let url =
      "http://127.0.0.1:\(served.port)/standard/authorize?client_id=web&response_type=code&scope=openid%20email"
      + "&redirect_uri=http://127.0.0.1:7999/cb"
    let wrong = try Tool.run("visit", url, "--as", "alice", "--scopes", "openid,emial")
    #expect(wrong.status == 3 && wrong.output == "")
    #expect(
      wrong.errors.contains("--scopes: there is no box for emial here; there are: "),
      "\(wrong.errors)")
    let right = try Tool.run("visit", url, "--as", "alice", "--scopes", "openid")
    #expect(right.status == 0, "\(right.errors)")
    _ = served.stop()
  }
}
