import Basics
import Examiner

enum AuthorizationExamples {
  private static let request =
    "response_type=code&client_id=native&redirect_uri=http%3A%2F%2F127.0.0.1%2Fcallback"
  private static let several = Subject(
    clientID: "native", kind: .public, redirectURIs: ["http://127.0.0.1/a", "http://127.0.0.1/b"])
  private static let told: Subject = {
    var subject = Subject(clientID: "native", kind: .public)
    subject.toldResponseType = "id_token token"
    return subject
  }()
  private static let secretive = Subject(
    clientID: "web", kind: .confidential, secret: "understudy-secret-0123456789")

  /// A client whose verifier stands in its state, too.
  private static func leak(_ verifier: String, _ method: String = "S256") -> [CheckRun] {
    [
      Trace.run { trace in
        trace.authorize(
          request + "&state=\(verifier)&code_challenge=x&code_challenge_method=\(method)",
          brought: "?code=code-00001")
        trace.token("grant_type=authorization_code&code=code-00001&code_verifier=\(verifier)")
      }
    ]
  }

  static let all: [PassiveExample] = [
    .init("authz-no-duplicate-params", .held, "1 authorization request") { $0.authorize(request) },
    .init("authz-no-duplicate-params", .broken, "scope appears 2 times") {
      $0.authorize(request + "&scope=a&scope=b")
    },
    .init("authz-no-duplicate-params", .held) {
      $0.authorize(request + "&resource=https%3A%2F%2Fa.example&resource=https%3A%2F%2Fb.example")
    },
    .init("authz-no-duplicate-params", .nothingSeen) { $0.userinfo() },

    .init("authz-response-type", .held) { $0.authorize(request) },
    .init("authz-response-type", .held) {
      $0.authorize("response_type=id_token%20code&client_id=native")
    },
    .init("authz-response-type", .broken, "response_type=codes") {
      $0.authorize("response_type=codes&client_id=native")
    },
    .init("authz-response-type", .broken, "has no response_type") {
      $0.authorize("client_id=native")
    },
    .init(
      "authz-response-type", .broken, "registered for: code, id_token token",
      of: Subject(responseTypes: ["code", "id_token token"])
    ) { $0.authorize("response_type=token&client_id=native") },
    .init("authz-response-type", .held, of: Subject(responseTypes: ["id_token token"])) {
      $0.authorize("response_type=token%20id_token&client_id=native")
    },
    .init("authz-response-type", .cannotSay, "pushed") {
      $0.authorize("client_id=native&request_uri=urn%3Aietf%3Aparams%3Aoauth%3Arequest_uri%3A1")
    },

    .init("authz-redirect-no-fragment", .held) { $0.authorize(request) },
    .init("authz-redirect-no-fragment", .held) {
      $0.authorize("client_id=native&redirect_uri=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob")
    },
    .init("authz-redirect-no-fragment", .held) {
      $0.authorize("client_id=native&redirect_uri=com.example.app%3A%2Fcb")
    },
    .init("authz-redirect-no-fragment", .broken, "https://a.example/#/cb has a fragment") {
      $0.authorize("client_id=native&redirect_uri=https%3A%2F%2Fa.example%2F%23%2Fcb")
    },
    .init("authz-redirect-no-fragment", .broken, "/cb is not absolute") {
      $0.authorize("client_id=native&redirect_uri=%2Fcb")
    },
    .init("authz-redirect-no-fragment", .broken, "https:cb is not absolute") {
      $0.authorize("client_id=native&redirect_uri=https%3Acb")
    },
    .init("authz-redirect-no-fragment", .notApplicable) { $0.authorize("client_id=native") },
    .init("authz-redirect-no-fragment", .nothingSeen) { _ in },

    .init("authz-redirect-sent", .held, of: several) { $0.authorize(request) },
    .init("authz-redirect-sent", .broken, "2 are registered", of: several) {
      $0.authorize("response_type=code&client_id=native")
    },
    .init("authz-redirect-sent", .broken, "openid") {
      $0.authorize("response_type=code&client_id=native&scope=openid")
    },
    .init("authz-redirect-sent", .cannotSay) {
      $0.authorize("response_type=code&client_id=native")
    },
    .init("authz-redirect-sent", .notApplicable, of: Subject(redirectURIs: [Trace.redirect])) {
      $0.authorize("response_type=code&client_id=native")
    },

    .init("authz-scope-charset", .held) { $0.authorize(request + "&scope=openid+a%3Ab%2Fc%2C%21") },
    .init("authz-scope-charset", .broken, "a space too many") {
      $0.authorize(request + "&scope=openid++email")
    },
    .init("authz-scope-charset", .broken, "a space too many") {
      $0.authorize(request + "&scope=openid+")
    },
    .init("authz-scope-charset", .broken, "U+22") { $0.authorize(request + "&scope=%22openid%22") },
    .init("authz-scope-charset", .broken, "U+9") { $0.authorize(request + "&scope=a%09b") },
    .init("authz-scope-charset", .notApplicable) { $0.authorize(request + "&scope=") },
    .init("authz-scope-charset", .nothingSeen) { _ in },

    .init("authz-no-secret", .held, of: secretive) { $0.authorize(request) },
    .init("authz-no-secret", .broken, "client_secret stands") {
      $0.authorize(request + "&client_secret=x")
    },
    .init(
      "authz-no-secret", .broken, "secret stands in an authorization request, as state",
      of: secretive
    ) {
      $0.authorize(request + "&state=a.understudy-secret-0123456789")
    },
    .init(
      "authz-no-secret", .broken, "secret stands in an authorization request, as state, in Base64",
      of: secretive
    ) {
      let state = Base64URL.encode(Array(#"{"s":"understudy-secret-0123456789"}"#.utf8))
      $0.authorize(request + "&state=\(state)")
    },
    .init("authz-no-secret", .broken, "code_verifier stands in an authorization request, as state")
    {
      trace in
      trace.authorize(
        request
          + "&state=\(Trace.verifier)&code_challenge=\(Trace.challenge)&code_challenge_method=S256",
        brought: "?code=code-00001")
      trace.token("grant_type=authorization_code&code=code-00001&code_verifier=\(Trace.verifier)")
    },
    .init("authz-no-secret", .held) { $0.authorize(request + "&client_secret=") },
    // Shorter ones occur by chance.
    .init("authz-no-secret", .broken, "client's secret", of: Subject(secret: "12345678")) {
      $0.authorize(request + "&state=12345678")
    },
    .init("authz-no-secret", .held, of: Subject(secret: "1234567")) {
      $0.authorize(request + "&state=1234567")
    },
    .init("authz-no-secret", .broken, "code_verifier", leak("abcdefghij0123456789")),
    .init("authz-no-secret", .held, leak("abcdefghij012345678")),
    // A plain challenge is the verifier.
    .init("authz-no-secret", .held, leak(Trace.verifier, "plain")),
    .init("authz-no-secret", .held, leak("‹secret 01234567›")),
    .init("authz-no-secret", .nothingSeen) { _ in },

    .init("no-implicit", .held) { $0.authorize(request) },
    .init("no-implicit", .held) { $0.authorize("client_id=native&response_type=id_token") },
    .init("no-implicit", .notApplicable, "told", of: told) {
      $0.authorize("client_id=native&response_type=token%20id_token")
    },
    .init("no-implicit", .broken, of: told) {
      $0.authorize("client_id=native&response_type=token")
    },
    .init("no-implicit", .broken, "response_type=id_token token") {
      $0.authorize("client_id=native&response_type=id_token%20token")
    },
    .init("no-implicit", .nothingSeen) {
      $0.token("grant_type=client_credentials&client_id=native")
    },
  ]
}
