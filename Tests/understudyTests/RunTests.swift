import Foundation
import TestSupport
import Testing

@testable import understudy

@Suite("A command that is run")
struct RunTests {
  private func run(_ script: String, _ options: String...) throws -> Tool.Result {
    try Tool(["run"] + options + ["--", "/bin/sh", "-c", script]).finish()
  }

  @Test("finds proxy, CA and server, and nothing stays of them")
  func variables() throws {
    let scratch = try Scratch()
    let names = [
      "HTTPS_PROXY", "http_proxy", "NO_PROXY", "SSL_CERT_FILE", "CURL_CA_BUNDLE",
      "REQUESTS_CA_BUNDLE", "GIT_SSL_CAINFO", "NODE_EXTRA_CA_CERTS", "NODE_OPTIONS",
      "JAVA_TOOL_OPTIONS", "UNDERSTUDY_URL",
    ]
    let script =
      names.map { "echo \"\($0)=$\($0)\"" }.joined(separator: "; ")
      + "; head -1 \"$NODE_EXTRA_CA_CERTS\" \"$SSL_CERT_FILE\"; ls \"${SSL_CERT_FILE%/*}\""
    let result = try Tool(
      ["run", "--", "/bin/sh", "-c", script],
      environment: ["TMPDIR": scratch.folder.path, "NODE_OPTIONS": "--trace-warnings"]
    ).finish()
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    for name in names {
      #expect(result.output.contains("\(name)=") && !result.output.contains("\(name)=\n"))
    }
    #expect(result.output.contains("NODE_OPTIONS=--trace-warnings --require="))
    #expect(result.output.contains("-Djavax.net.ssl.trustStore=\(scratch.folder.path)/"))
    #expect(result.output.contains("-----BEGIN CERTIFICATE-----"))
    #expect(
      result.output.contains("bundle.pem\nca.pem\nhosts.cjs\ntrust.jks\nunderstudy.ini\nwgetrc\n"))
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
    #expect(left.isEmpty, "\(left)")
  }

  @Test("is told the control token where one is asked for, and only there")
  func token() throws {
    let script = "echo \"[$UNDERSTUDY_CONTROL_TOKEN]\""
    #expect(try run(script).output == "[]\n")
    let drawn = try run(script, "--allow-host", "mock.example").output
    #expect(drawn.count == 32 + 3, "\(drawn)")
  }

  @Test(
    "ends as it ends",
    arguments: [("exit 0", 0), ("exit 7", 7), ("kill -9 $$", 137), ("kill -TERM $$", 143)]
      as [(String, Int32)])
  func status(_ script: String, _ status: Int32) throws {
    #expect(try run(script).status == status)
  }

  @Test("gets our signals, and we wait for it")
  func signals() throws {
    let tool = try Tool([
      "run", "--", "/bin/sh", "-c",
      "trap 'echo caught; kill $!; exit 5' TERM; sleep 60 & echo up; wait",
    ])
    #expect(tool.firstLine() == "up\n")
    let end = tool.stop()
    #expect(end.status == 5 && end.output.contains("caught"))
  }

  @Test("is told when it is not there, can't be run, or was not named")
  func missing() throws {
    let absent = try Tool(["run", "--", "no-such-command"]).finish()
    #expect(absent.status == 127 && absent.errors.contains("no-such-command: No such file"))
    let folder = try Tool(["run", "--", "/etc/passwd"]).finish()
    #expect(folder.status == 126 && folder.errors.contains("Permission denied"))
    let nothing = try Tool(["run"]).finish()
    #expect(
      nothing.status == 2 && nothing.errors.contains("understudy run [<options>] -- <command>"))
  }

  @Test("reaches the real hosts with our own visitor, through the proxy and over HTTPS")
  func visit() throws {
    let tool = try Tool.location().path
    let url =
      "https://oauth.vk.com/authorize?client_id=753197&response_type=token"
      + "&redirect_uri=https://oauth.vk.com/blank.html"
    let result = try run("'\(tool)' visit '\(url)' --as alice")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("https://oauth.vk.com/blank.html#access_token="))
    let plain = url.replacingOccurrences(
      of: "https://oauth.vk.com/auth", with: "http://oauth.vk.com/auth")
    let typed = try run("'\(tool)' visit '\(plain)' --as alice --password wonderland")
    #expect(
      typed.output.hasPrefix("https://oauth.vk.com/blank.html#access_token="), "\(typed.errors)")
    let other = try run("'\(tool)' visit 'https://example.invalid/' --as alice")
    #expect(other.status == 3 && other.errors.contains("403"), "\(other.errors)")
  }
}

@Suite("Ways to the real hosts")
struct HostLinesTests {
  @Test("are printed for every kind of client", arguments: HostLines.Format.allCases)
  func formats(_ format: HostLines.Format) throws {
    let result = try Tool.run("hosts", "--format", format.rawValue, "--https", "9443")
    #expect(result.status == 0 && result.output.contains("oauth.vk.com"))
    let pattern =
      switch format {
      case .chromium: "MAP *.b2clogin.com:443 127.0.0.1:9443"
      case .dnsmasq: "address=/b2clogin.com/127.0.0.1"
      case .node: #"^[^.]+\\.b2clogin\\.com$"#
      default: "kidventusb2c.b2clogin.com"
      }
    #expect(result.output.contains(pattern), "\(result.output)")
  }

  @Test("a pattern is an expression of JavaScript's that matches one label")
  func expression() {
    #expect(NodeHook.expression("{tenant}.b2clogin.com") == "^[^.]+\\.b2clogin\\.com$")
    #expect(NodeHook.expression("a.B.example") == "^a\\.b\\.example$")
  }

  @Test("leave out what is not served, and know a provider of one's own")
  func own() throws {
    let scratch = try Scratch()
    let provider = try scratch.write(madeUpProvider(), to: "p.json")
    let result = try Tool.run(
      "hosts", "--no-bundled", "--provider", provider, "--format", "etc-hosts")
    #expect(result.output.contains("127.0.0.1 oauth.made-up.example\n"), "\(result.output)")
    #expect(!result.output.contains("vk.com") && !result.output.contains("instagram"))
  }
}

@Suite("The CA on the command line")
struct CaTests {
  @Test(
    "is made, shown, and shown again, with a way to trust it and to stop for each kind of client")
  func shown() throws {
    let scratch = try Scratch()
    let first = try Tool.run("ca", "--ca-dir", scratch.path("ca"))
    #expect(first.status == 0 && first.output.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
    #expect(first.output.contains(scratch.path("ca/ca.pem")))
    let guide = TrustGuide(name: "N", file: "/f", folder: "/d")
    let clients = guide.ways.map(\.client).joined(separator: " ")
    for name in [
      "Debian", "Alpine", "macOS", "Java", "Node", "Python", "curl", "Go", "Firefox",
      "iOS simulator", "Docker build",
    ] {
      #expect(clients.contains(name))
    }
    for way in guide.ways { #expect(!way.trust.isEmpty && !way.undo.isEmpty) }
    let pem = try Tool.run("ca", "--ca-dir", scratch.path("ca"), "--pem").output
    #expect(first.output.hasPrefix(pem.trimmingCharacters(in: .newlines)))
    let again = try Tool.run("ca", "--ca-dir", scratch.path("ca"))
    #expect(again.output == first.output)
    #expect(!first.output.contains("ca-key"))
  }
}
