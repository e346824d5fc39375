import Basics
import Foundation
import TestSupport
import Testing

@Suite("conform trusts the CA of the application's own pages", .timeLimit(.minutes(15)))
struct ConformTrustTests {
  @Test("where --cacert names it, and nowhere else")
  func authority() throws {
    let scratch = try Scratch()
    let file = scratch.path("ready.json")
    // An HTTPS server with a private CA stands for the application. It begins no sign-in.
    let served = try Served([
      "--https", "0", "--ca-dir", scratch.path("ca"), "--ready-file", file,
    ])
    let ready = try JSONReader().read(try Files.read(file), file: file).root
    let origin = try #require(ready["https_url"]?.stringValue)
    func reason(_ options: [String]) throws -> String {
      let pages = ["--start-url", "\(origin)/standard/jwks", "--probe-url", "/nothing"]
      let end = try Tool(
        ["conform", "run", "--profile", "web-rp", "--only", "rp-happy-code", "--timeout", "3"]
          + pages + options
      ).finish()
      #expect(end.status == 3, "\(end.errors)")
      return end.errors + end.output
    }
    #expect(try reason([]).contains("--cacert FILE says whom to trust"))
    #expect(try reason(["--cacert", scratch.path("ca/ca.pem")]).contains("leads to no provider"))
    let other = try scratch.write("no certificate", to: "other.pem")
    #expect(try reason(["--cacert", other]).contains("--cacert FILE says whom"))
    #expect(served.stop().status == 0)
  }
}
