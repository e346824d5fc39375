import Basics
import Engine
import Foundation
import TestSupport
import Testing

@testable import understudy

/// What comes from outside is printed by every command, and commands neither the terminal nor the CI server.
@Suite("What is printed", .timeLimit(.minutes(15)))
struct OutputTests {
  private static let hostile = "x\u{1B}]0;t\u{7}\u{9B}\u{202E}\r\n::error::obeyed\n##[error]obeyed"
  /// It within a JSON string.
  private static let quoted =
    #"x\u001b]0;t\u0007\u009b\u202e\r\n::error::obeyed\n##[error]obeyed"#

  private func isInert(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { Visible.isPlain($0) || $0 == "\n" || $0 == "\t" }
      && text.split(separator: "\n").allSatisfy { line in
        !line.drop { $0.isWhitespace }.hasPrefix("::error") && !line.contains("##[")
      }
  }

  private func expectInert(_ result: Tool.Result, _ status: Int32) {
    #expect(result.status == status, "\(result.errors)")
    #expect(isInert(result.output), "\(result.output.debugDescription)")
    #expect(isInert(result.errors), "\(result.errors.debugDescription)")
    #expect((result.output + result.errors).contains("obeyed"), "it is shown all the same")
  }

  @Test("by check, of names and contents of files")
  func check() throws {
    let scratch = try Scratch()
    let file = try scratch.write(
      #"{ "schema": 1, "id": "a", "\#(Self.quoted)": 1, "title": ["\#(Self.quoted)"] }"#,
      to: "x\u{1B}[31m\n::error::obeyed.json")
    expectInert(try Tool.run("check", file), 2)
    expectInert(try Tool.run("serve", "--port", "0", "--provider", file), 2)
    expectInert(try Tool.run("check", scratch.path("none\n::error::obeyed")), 2)
  }

  @Test("by providers and hosts, of a file's texts", arguments: [[], ["--format", "json"]])
  func providers(_ format: [String]) throws {
    let scratch = try Scratch()
    let file = try scratch.write(
      #"{ "schema": 1, "id": "foreign", "extends": "vk", "as_of": "2020", "title": "\#(Self.quoted)" }"#,
      to: "foreign.json")
    let arguments = ["providers", "foreign", "--provider", file] + format
    let result = try Tool(arguments).finish()
    #expect(result.status == 0 || result.status == 2)
    #expect(isInert(result.output) && isInert(result.errors))
  }

  @Test(
    "by observe, of what clients sent",
    arguments: [[], ["--report", "json=-"], ["--report", "tap=-"]])
  func observe(_ report: [String]) throws {
    let served = try Served(["--quiet"])
    let id = "x%1B%5D0%3Bt%07%C2%9B%E2%80%AE%0D%0A%3A%3Aerror%3A%3Aobeyed%0A%23%23%5Berror%5Dobeyed"
    _ = try served.get("/standard/authorize?client_id=\(id)&response_type=code&redirect_uri=\(id)")
    let result = try Tool(
      ["conform", "observe", "--url", "http://127.0.0.1:\(served.port)"] + report
    ).finish()
    _ = served.stop()
    #expect(isInert(result.output), "\(result.output.debugDescription)")
    #expect(isInert(result.errors), "\(result.errors.debugDescription)")
    #expect((result.output + result.errors).contains("obeyed"))
  }

  @Test("by serve, in its log", arguments: ["text", "json"])
  func log(_ format: String) throws {
    let served = try Served(["--log", format])
    let id = "%1B%5B31m%C2%9B%E2%80%AE%0A%3A%3Aerror%3A%3Aobeyed%0A%23%23%5Berror%5D"
    _ = try served.get("/standard/authorize?client_id=\(id)&response_type=code")
    #expect(served.tool.says("obeyed"))
    let end = served.stop()
    #expect(isInert(end.errors), "\(end.errors.debugDescription)")
  }

  @Test("by visit, where it is stuck and on each step")
  func visit() throws {
    let served = try Served(["--quiet"])
    let id = "%1B%5B31m%0A%3A%3Aerror%3A%3Aobeyed%23%23%5Berror%5D"
    let result = try Tool.run(
      "visit", "--verbose",
      "http://127.0.0.1:\(served.port)/standard/authorize?response_type=code&client_id=\(id)")
    _ = served.stop()
    expectInert(result, 3)
  }

  @Test("a valid URI stays as it is, byte for byte")
  func uri() {
    for uri in [
      "https://a.example/cb?code=a-._~b&state=%0A%1b#x=1&y=%3A",
      "com.example.app:/cb?x=[1]&y=(a)*!'",
      "urn:ietf:wg:oauth:2.0:oob", "http://[::1]:8400/cb?a=b;c,d$e@f",
    ] { #expect(PrintedURI.text(uri) == uri) }
  }

  @Test("what no URI can have is percent-encoded")
  func noURI() {
    #expect(
      PrintedURI.text("a:/b c\n::error::\u{1B}é\"<>") == "a:/b%20c%0A::error::%1B%C3%A9%22%3C%3E")
    #expect(PrintedURI.text("a:#b##[error]") == "a:#b%23%23[error]")
    #expect(PrintedURI.text("::error::x") == "%3A:error::x")
    for text in VisibleSamples.all {
      let printed = PrintedURI.text(text)
      #expect(printed.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && isInert(printed))
    }
  }
}

enum VisibleSamples {
  static let all = ["##[a]", "::a", "\r\n", "\u{202E}", "\u{0}", "a##vso[b]", "\u{9B}", " ::error"]
}
