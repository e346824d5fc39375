import Certificates
import Foundation
import TestSupport
import Testing

@Suite("A CA that is bounded", .serialized, .timeLimit(.minutes(15)))
struct BoundedAuthorityTests {
  private func look(_ file: String, _ host: String, trusting authority: String) throws -> String {
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    let ready = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let url = try #require(ready["https_url"] as? String)
    let port = try #require(url.split(separator: ":").last.flatMap { UInt16($0) })
    do {
      try RawClient(port: port).secure(for: host, trusted: authority)
      return "taken"
    } catch {
      return "\(error)"
    }
  }

  @Test("says at the start and by understudy ca what it signs for, and until when")
  func says() throws {
    let scratch = try Scratch()
    let bound =
      "only for aadb2cplayground.azurewebsites.net, access.line.me, "
    let served = try Served([
      "--https", "0", "--ca-dir", scratch.path("ca"), "--allow-host", "a.example", "--public-url",
      "https://mock.example", "--no-bundled", "--provider",
      fixtures().appendingPathComponent("providers/vk.json").path,
    ])
    let result = served.stop()
    let line = try #require(
      result.errors.split(separator: "\n").first { $0.contains("The CA is valid until") })
    #expect(line.contains("such as a.example, and loopback"), "\(line)")
    let shown = try Tool.run("ca", "--ca-dir", scratch.path("ca"))
    for host in [
      "a.example", "mock.example", "b2clogin.com", "share.worldcat.org", "oauth.vk.com",
      "localhost",
      "test", "127.0.0.0/8", "::1",
    ] {
      #expect(shown.output.contains(" \(host)"), "\(host): \(shown.output)")
    }
    #expect(
      shown.output.contains("  signs only for a.example, aadb2cplayground"), "\(shown.output)")
    #expect(shown.errors == "")
    let other = try Tool.run("ca", "--ca-dir", scratch.path("other")).output
    #expect(other.contains("  signs \(bound)"), "\(other)")
  }

  @Test(
    "is shared by servers with different providers: it signs for more hosts, and says so even where the log is quiet"
  )
  func shared() throws {
    let scratch = try Scratch()
    let (folder, copy) = (scratch.path("ca"), scratch.path("former.pem"))
    let provider = try scratch.write(madeUpProvider(), to: "made-up.json")
    let one = scratch.path("one.json")
    let first = try Served(["--https", "0", "--ca-dir", folder, "--ready-file", one, "--quiet"])
    try FileManager.default.copyItem(atPath: folder + "/ca.pem", toPath: copy)
    let two = scratch.path("two.json")
    let second = try Served([
      "--https", "0", "--ca-dir", folder, "--ready-file", two, "--quiet", "--provider", provider,
    ])
    // Each of them, by the CA as it is now.
    #expect(try look(one, "oauth.vk.com", trusting: folder + "/ca.pem") == "taken")
    #expect(try look(two, "oauth.vk.com", trusting: folder + "/ca.pem") == "taken")
    #expect(try look(two, "oauth.made-up.example", trusting: folder + "/ca.pem") == "taken")
    // Who trusts the one before: the hosts that it permits, and no other.
    #expect(try look(two, "oauth.vk.com", trusting: copy) == "taken")
    #expect(try look(two, "oauth.made-up.example", trusting: copy) != "taken")
    #expect(first.stop().errors == "")
    let said = second.stop().errors
    #expect(
      said.hasPrefix("The CA in \(folder) now also signs for api.made-up.example, "), "\(said)")
    #expect(said.contains("until they trust \(folder)/ca.pem again"))
    #expect(said.split(separator: "\n").count == 1)
    // A start with what is permitted already says nothing.
    let third = try Served([
      "--https", "0", "--ca-dir", folder, "--quiet", "--provider", provider,
    ])
    #expect(third.stop().errors == "")
  }

  @Test("that others can write to, or whose key they can read, is refused with exit code 2")
  func refused() throws {
    let scratch = try Scratch()
    let folder = scratch.path("ca")
    #expect(try Tool.run("ca", "--ca-dir", folder).status == 0)
    for (path, mode, mend) in [
      (folder, mode_t(0o775), "chmod go-w"), (folder + "/ca-key.pem", 0o644, "chmod 600"),
    ] {
      chmod(path, mode)
      for command in [["ca"], ["serve", "--port", "0", "--https", "0"]] {
        let result = try Tool(command + ["--ca-dir", folder]).finish()
        #expect(result.status == 2 && result.output == "", "\(result)")
        #expect(result.errors.hasPrefix("error: \(path) has mode 0"), "\(result.errors)")
        #expect(result.errors.hasSuffix("Run: \(mend) \(path)\n"), "\(result.errors)")
      }
      chmod(path, path == folder ? 0o700 : 0o600)
    }
  }

  @Test(
    "is not trusted by a visit where others could have put another one there",
    arguments: [("XDG_DATA_HOME", "understudy"), ("UNDERSTUDY_CA_DIR", "")])
  func visit(_ variable: String, _ name: String) throws {
    let scratch = try Scratch()
    let home = [variable: scratch.folder.path, "SSL_CERT_FILE": ""]
    let folder = name.isEmpty ? scratch.folder.path : scratch.path(name)
    #expect(try Tool(["ca"], environment: home).finish().status == 0)
    chmod(folder, 0o777)
    let result = try Tool(["visit", "https://127.0.0.1:1/"], environment: home).finish()
    #expect(result.status == 2 && result.errors.contains("\(folder) has mode 0777"), "\(result)")
  }

  @Test("is renewed on command, with another key, and says what to do")
  func renewed() throws {
    let scratch = try Scratch()
    let folder = scratch.path("ca")
    let first = try Tool.run("ca", "--ca-dir", folder, "--pem").output
    let second = try Tool.run("ca", "--ca-dir", folder, "--pem", "--renew")
    #expect(second.status == 0 && second.output != first)
    #expect(second.errors.hasPrefix("The CA in \(folder) is a new one."), "\(second.errors)")
    #expect(try Tool.run("ca", "--ca-dir", folder, "--pem").output == second.output)
    let more = try Tool.run("ca", "--ca-dir", folder, "--allow-host", "b.example")
    #expect(more.errors.contains("now also signs for b.example"), "\(more.errors)")
  }

  @Test("that expires soon, or has expired, is told with the command that mends it")
  func ends() throws {
    let scratch = try Scratch()
    let now = Int(Date().timeIntervalSince1970)
    let (old, older) = (scratch.path("old"), scratch.path("older"))
    _ = try CertificateFolder(old).authority(at: now - 340 * 86_400)
    let ca = try Tool.run("ca", "--ca-dir", old)
    #expect(
      ca.status == 0 && ca.errors.contains("The CA in \(old) is valid until "), "\(ca.errors)")
    #expect(ca.errors.contains("understudy ca --renew"))
    let served = try Served(["--https", "0", "--ca-dir", old])
    #expect(served.stop().errors.contains("The CA in \(old) is valid until "))
    _ = try CertificateFolder(older).authority(at: now - 364 * 86_400)
    let end = try Tool.run("serve", "--port", "0", "--https", "0", "--ca-dir", older)
    #expect(end.status == 2 && end.output == "")
    #expect(end.errors.contains("ca.pem has expired on "), "\(end.errors)")
    #expect(end.errors.contains("Run: understudy ca --renew --ca-dir \(older)"), "\(end.errors)")
  }
}
