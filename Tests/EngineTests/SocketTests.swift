import Foundation
import Testing

/// The stories that are told in process elsewhere, told again through a real server: the answers are the same, byte for
/// byte. Transcripts are recorded in process.
@Suite(
  "Over a socket",
  .enabled(if: ProcessInfo.processInfo.environment["UNDERSTUDY_RECORD"] != "1"))
struct SocketTests {
  private func overSocket(_ story: () throws -> Void) rethrows {
    try Transport.$current.withValue(.socket, operation: story)
  }

  @Test("grants, second visits and wrong passwords read the same", arguments: ["token", "code"])
  func grants(type: String) throws {
    try overSocket { try TranscriptTests().grants(type: type) }
  }

  @Test("denials read the same", arguments: ["token", "code"])
  func denials(type: String) throws {
    try overSocket { try TranscriptTests().denials(type: type) }
  }

  @Test("devices read the same, approved, denied and refused")
  func devices() throws {
    try overSocket {
      let tests = DeviceTranscriptTests()
      try tests.approval()
      try tests.denial()
      try tests.errors()
    }
  }

  @Test("pushed requests and their refusals read the same")
  func pushes() throws {
    try overSocket {
      try PushedTranscriptTests().story()
      try PushedTranscriptTests().errors()
    }
  }

  @Test("authorization details read the same")
  func details() throws { try overSocket { try AuthorizationDetailsTranscriptTests().story() } }

  @Test("request objects read the same")
  func objects() throws { try overSocket { try RequestObjectTranscriptTests().story() } }

  @Test("signed responses read the same")
  func responses() throws { try overSocket { try SignedResponseTranscriptTests().story() } }

  @Test("parameter errors read the same", arguments: TranscriptTests.starts)
  func errors(provider: String, good: String) throws {
    try overSocket { try TranscriptTests().errors(provider: provider, good: good) }
  }

  @Test("registrations and their refusals read the same")
  func registration() throws {
    try overSocket {
      try RegistrationTranscriptTests().story()
      try RegistrationTranscriptTests().refusals()
    }
  }

  @Test("clients that authenticate by JWTs, and their refusals, read the same")
  func assertions() throws {
    try overSocket {
      try AssertionTranscriptTests().story()
      try AssertionTranscriptTests().errors()
    }
  }

  @Test("tokens that are bound to a key, and the errors of proofs, read the same")
  func dpop() throws {
    try overSocket {
      let tests = DPoPTranscriptTests()
      try tests.story()
      try tests.nonces()
      try tests.errors()
    }
  }

  @Test("an MCP client reads the same")
  func mcp() throws {
    try overSocket {
      let tests = MCPTranscriptTests()
      try tests.story()
      try tests.session()
      try tests.errors()
    }
  }

  @Test("the seeds' clients find what they find")
  func seeds() throws {
    try overSocket {
      let tests = SeedClientTests()
      try tests.webView()
      try tests.customScheme()
      try tests.vk()
      try tests.b2c()
      try tests.oclc()
    }
  }
}
