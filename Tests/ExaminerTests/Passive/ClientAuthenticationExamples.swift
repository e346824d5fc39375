import Basics
import Examiner

enum ClientAuthenticationExamples {
  private static let redeem = "grant_type=authorization_code&code=code-00001"
  private static let odd = Subject(clientID: "a:b%c+d é", kind: .confidential, secret: "s e")
  private static func registered(_ method: String) -> Subject {
    Subject(clientID: "web", kind: .confidential, secret: "secret-0123", authMethod: method)
  }
  private static let web = registered("client_secret_basic")
  private static let hidden = ("Authorization", "‹secret 01234567›")

  static let all: [PassiveExample] = [
    .init("token-one-auth-method", .held, of: web) {
      $0.token(redeem + "&client_id=web", headers: [Trace.basic("web:secret-0123")])
    },
    .init("token-one-auth-method", .held) { $0.token(redeem + "&client_id=native") },
    .init(
      "token-one-auth-method", .broken, "by the Authorization header and by client_secret", of: web
    ) { $0.token(redeem + "&client_secret=x", headers: [Trace.basic("web:x")]) },
    .init("token-one-auth-method", .broken, "does not authenticate", of: web) {
      $0.token(redeem + "&client_id=web&client_secret=")
    },
    .init("token-one-auth-method", .broken, of: web) {
      $0.token(redeem + "&client_secret=‹secret 00000000›", headers: [hidden])
    },
    .init("token-one-auth-method", .broken, "by client_secret and by a certificate", of: web) {
      $0.token(redeem + "&client_secret=x")
      $0.edit { $0.exchanges[0].request.clientCertificate = [1] }
    },
    .init("token-one-auth-method", .nothingSeen) { _ in },

    .init("token-basic-encoding", .held, of: odd) {
      $0.token(redeem, headers: [Trace.basic("a%3Ab%25c%2Bd+%C3%A9:s+e")])
    },
    .init("token-basic-encoding", .held, of: odd) {
      $0.token(redeem, headers: [Trace.basic("a%3Ab%25c%2Bd%20%C3%A9:s%20e")])
    },
    .init("token-basic-encoding", .broken, "not form-encoded", of: odd) {
      $0.token(redeem, headers: [Trace.basic("a:b%c+d é:s e")])
    },
    .init("token-basic-encoding", .broken, "secret", of: Subject(clientID: "web", secret: "a+b")) {
      $0.token(redeem, headers: [Trace.basic("web:a+b")])
    },
    .init("token-basic-encoding", .broken, "secret", of: Subject(clientID: "web")) {
      $0.token(redeem, headers: [Trace.basic("web:a/b=")])
    },
    .init("token-basic-encoding", .notApplicable, of: web) {
      $0.token(redeem, headers: [Trace.basic("web:secret-0123")])
    },
    .init("token-basic-encoding", .notApplicable, of: odd) {
      $0.token(redeem + "&client_secret=s")
    },
    .init("token-basic-encoding", .notApplicable, "Basic credentials", of: odd) {
      $0.token(redeem, headers: [("Authorization", "Token " + Base64.encode(Array("a:b".utf8)))])
    },
    // Percent signs that begin nothing.
    .init("token-basic-encoding", .broken, "the secret", of: Subject()) {
      $0.token(redeem, headers: [Trace.basic("web:ab%4")])
    },
    .init("token-basic-encoding", .broken, "the secret", of: Subject()) {
      $0.token(redeem, headers: [Trace.basic("web:ab%")])
    },
    .init("token-basic-encoding", .broken, "the secret", of: Subject()) {
      $0.token(redeem, headers: [Trace.basic("web:a%zz")])
    },
    .init("token-basic-encoding", .broken, "the client ID", of: Subject(secret: "plain")) {
      $0.token(redeem, headers: [Trace.basic("a/b:plain")])
    },
    // Another secret than the registered one.
    .init("token-basic-encoding", .notApplicable, of: Subject(clientID: "web", secret: "a+b")) {
      $0.token(redeem, headers: [Trace.basic("web:other")])
    },
    .init("token-basic-encoding", .held, "1 Basic header,", of: Subject()) {
      $0.token(redeem, headers: [Trace.basic("a%2Fb:plain")])
    },
    .init("token-basic-encoding", .held, of: Subject()) {
      $0.token(redeem, headers: [Trace.basic("web:a%2Bb")])
    },
    .init("token-basic-encoding", .cannotSay, of: odd) { $0.token(redeem, headers: [hidden]) },
    .init("token-basic-encoding", .nothingSeen) { _ in },

    .init("token-auth-as-registered", .held, of: web) {
      $0.token(redeem, headers: [Trace.basic("web:x")])
    },
    .init("token-auth-as-registered", .held, of: web) { $0.token(redeem, headers: [hidden]) },
    .init("token-auth-as-registered", .held, of: registered("private_key_jwt")) {
      $0.token(redeem + "&client_assertion=a.b.c")
    },
    .init("token-auth-as-registered", .held, of: registered("none")) {
      $0.token(redeem + "&client_id=web")
    },
    .init(
      "token-auth-as-registered", .broken,
      "registered with client_secret_basic, and used client_secret",
      of: web
    ) { $0.token(redeem + "&client_id=web&client_secret=x") },
    .init(
      "token-auth-as-registered", .broken, "and used none", of: registered("client_secret_post")
    ) {
      $0.token(redeem + "&client_id=web")
    },
    .init("token-auth-as-registered", .notApplicable) { $0.token(redeem) },
    .init("token-auth-as-registered", .nothingSeen, of: web) { _ in },

    .init("token-client-id-public", .held) { $0.token(redeem + "&client_id=native") },
    .init("token-client-id-public", .broken) { $0.token(redeem) },
    .init("token-client-id-public", .notApplicable, of: web) {
      $0.token(redeem, headers: [Trace.basic("web:x")])
    },
    // A refresh token names its client by itself.
    .init("token-client-id-public", .nothingSeen) {
      $0.token("grant_type=refresh_token&refresh_token=r")
    },
  ]
}
