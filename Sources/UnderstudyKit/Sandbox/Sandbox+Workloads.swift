internal import Basics

extension Sandbox {
  /// Issues the ID token of a workload: of a CI job or of a service account.
  ///
  /// The token has the claims of the real ones, and this server signs it. A provider whose cast trusts the issuer exchanges it
  /// for an access token (RFC 7523, RFC 8693).
  ///
  /// ```swift
  /// let token = try sandbox.mintWorkloadToken("github-actions", values: ["ref": "refs/heads/main"])
  /// ```
  /// - Parameters:
  ///   - workload: A name of `workloads` in the fixture: `standard` has `github-actions`, `gitlab-ci` and `kubernetes`.
  ///   - provider: The id of the provider whose fixture has the workload.
  ///   - values: The values of which claims are made, instead of the fixture's.
  ///   - issuer: The claim `iss`; `nil` for the one of the product.
  ///   - subject: The claim `sub`; `nil` for the one that the values make.
  ///   - audiences: The claim `aud`; `nil` for the one of the product.
  ///   - lifetime: In seconds; `nil` for the one of the product.
  ///   - claims: Claims that are added or replaced, as an object; a null removes one.
  /// - Returns: The JWT.
  public func mintWorkloadToken(
    _ workload: String, at provider: String = "standard", values: [String: String] = [:],
    issuer: String? = nil, subject: String? = nil, audiences: [String]? = nil,
    lifetime: Int? = nil, claims: JSON? = nil
  ) throws -> String {
    var body = JSONObject([
      .init("provider", JSONValue(provider)), .init("workload", JSONValue(workload)),
    ])
    if !values.isEmpty {
      let members = values.sorted { $0.key < $1.key }
        .map { JSONObject.Member($0.key, JSONValue($0.value)) }
      body["values"] = JSONValue(.object(JSONObject(members)))
    }
    body["issuer"] = issuer.map { JSONValue($0) }
    body["subject"] = subject.map { JSONValue($0) }
    body["audiences"] = audiences.map { JSONValue($0) }
    body["lifetime"] = lifetime.map { JSONValue(integerLiteral: $0) }
    body["claims"] = claims?.tree
    let answer = try control(.post, "/workloads", JSONValue(.object(body)))
    return answer["id_token"]?.stringValue ?? ""
  }
}
