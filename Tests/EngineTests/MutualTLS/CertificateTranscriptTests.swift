import Basics
import Testing

@testable import Engine

/// Certificates of clients (RFC 8705), byte for byte: what is in no header, a transcript does not show.
@Suite("Mutual TLS transcripts")
struct CertificateTranscriptTests {
  @Test("of a client that authenticates by a certificate, with bound tokens")
  func story() throws {
    let stage = try CertificateVisitor()
    let visitor = stage.visitor
    try visitor.call(.get, "/standard/.well-known/openid-configuration")
    try stage.redeem(as: "bound", "app")
    let token = try visitor.member("access_token")
    try stage.userinfo(token)
    try stage.standard.introspect(token)
    try stage.show("plain").userinfo(token)
    try stage.show(nil).userinfo(token)
    try stage.showNothing().userinfo(token)
    try stage.show("app").ask(as: "by-name")
    try stage.show("selfSigned").ask(as: "self")
    try TranscriptTests.compare("standard-mutual-tls", visitor)
  }

  @Test("of the errors of certificates")
  func errors() throws {
    let stage = try CertificateVisitor()
    for name in ["plain", "expired", "notYetValid", "forServers", "untrusted", "selfSigned"] {
      try stage.show(name).ask(as: "by-name")
    }
    try stage.show("app").ask(as: "self")
    try stage.ask(as: "remote")
    try stage.show(nil).ask(as: "by-name")
    try stage.showNothing().ask(as: "by-name")
    try stage.redeem(as: "bound-app", "app")
    try stage.refresh(stage.visitor.member("refresh_token"), as: "bound-app", "plain")
    try TranscriptTests.compare("standard-mutual-tls-errors", stage.visitor)
  }
}
