import Testing

@testable import ProviderModel

@Suite("A link or a parameter with a mistake")
struct LinkMistakeTests {
  private static func links(_ link: String, _ answer: String = "x") -> String {
    """
    {"hosts": {"alt": "alt.test"}, "vars": {"pool": {}},
     "endpoints": {"other": {"kind": "document", "at": "main:/other", "answer": "other"}},
     "links": {"my.other": \(link)}, "shapes": {"other": {"json": {"a": "\(answer)"}}}}
    """
  }

  @Test(
    "is told at its place",
    arguments: [
      (
        links(#"{"to": "other", "host": "mian"}"#),
        "/links/my.other/host: there is no host \"mian\"; did you mean \"main\"?"
      ),
      (
        links(#"{"to": "other", "host": "alt"}"#),
        "/links/my.other/host: the endpoint other has no address on this host; its hosts are main"
      ),
      (
        links(#"{"to": "other", "vars": {"poll": "x"}}"#),
        "/links/my.other/vars/poll: there is no variable \"poll\"; did you mean \"pool\"?"
      ),
      (
        links(#"{"to": "other", "vars": {"pool": "x"}}"#),
        "/links/my.other/vars/pool: no address of the endpoint other has the variable {pool}"
      ),
      (
        links(#"{"to": "other"}"#, "{{links.my.other}}"),
        "/shapes/other/json/a: the placeholder {{links.my.other}} can't be resolved: the name my.other has a dot; write links.\"my.other\""
      ),
      (
        links(#"{"to": "other"}"#, "{{req.headers.X-A}}"),
        "/shapes/other/json/a: the placeholder {{req.headers.X-A}} can't be resolved: expected the name of a header in lower case, as in req.headers.user-agent"
      ),
      (
        links(#"{"to": "other"}"#, "{{req.headers.cookie}}"),
        "/shapes/other/json/a: the placeholder {{req.headers.cookie}} can't be resolved: the header cookie holds secrets and can't be read"
      ),
      (
        #"{"token": {"parameters": {"scope": {"name": "/spec/scope"}}}}"#,
        "/token/parameters/scope/name: a name with a slash at its start is a place in a JSON body, and no endpoint with these parameters reads JSON; add \"json\": true to its read"
      ),
      (
        #"{"parameters": {"nonce": {"name": "/spec/nonce"}}}"#,
        "/parameters/nonce/name: an authorization request has no JSON; give the parameter a name without a slash at its start"
      ),
      (
        #"{"token": {"parameters": {"scope": {"name": "/spec~/scope"}}}}"#,
        "/token/parameters/scope/name: \"/spec~/scope\" is not a JSON Pointer (RFC 6901): ~ is written as ~0, and / in a name as ~1"
      ),
      (
        #"{"endpoints": {"token": {"read": {"untyped": "json"}}}}"#,
        "/endpoints/token/read/untyped: the endpoint reads no json; add \"json\": true"
      ),
      (
        #"{"endpoints": {"token": {"read": {"untyped": "xml"}}}}"#,
        "/endpoints/token/read/untyped: expected true, \"form\" or \"json\", found the string \"xml\""
      ),
    ])
  func mistakes(patch: String, sentence: String) throws {
    let findings = try Shipped.findings(patch)
    #expect(findings.contains(sentence), "\(findings)")
  }
}
