import Basics

/// A kind of workload identity: the ID tokens of CI jobs or service accounts of one product.
package struct WorkloadRule: Sendable {
  package fileprivate(set) var title = ""
  package fileprivate(set) var issuer = Template(literal: "")
  package fileprivate(set) var subject = Template(literal: "")
  package fileprivate(set) var audience: Shape = .empty
  /// Seconds.
  package fileprivate(set) var lifetime = 300
  /// The member `typ` of the header; `nil` if it has none.
  package fileprivate(set) var type: String?
  package fileprivate(set) var values: [(name: String, value: String)] = []
  /// The claims besides `iss`, `sub`, `aud`, `iat` and `exp`.
  package fileprivate(set) var claims: Shape = .empty

  package init() {}

  /// The longest lifetime of such a token: a year, as for a service account.
  package static let longest = 31_536_000
}

extension WorkloadRule: ProviderPart {
  static let declaration: Declaration = .init(
    "workload",
    "The ID tokens of CI jobs or service accounts of one product, for the control API to issue.",
    [
      .text(
        "title", \.title, "The name for people.", example: "\"GitHub Actions job\""
      ).required,
      .template(
        "issuer", \.issuer, "The claim `iss`.",
        example: "\"https://token.actions.githubusercontent.com\""
      ).required,
      .template(
        "subject", \.subject, "The claim `sub`.",
        example: "\"repo:{{workload.repository}}:ref:{{workload.ref}}\""
      ).required,
      .value(
        "audience", \.audience, "The claim `aud`.",
        example: "\"https://github.com/{{workload.repository_owner}}\""
      ).required,
      .whole(
        "lifetime", \.lifetime, in: 1...WorkloadRule.longest, "The lifetime in seconds.",
        example: "300"),
      .text("typ", \.type, "The member `typ` of the header.", or: "none", example: "\"JWT\""),
      .map(
        "values", \.values, .text, keys: "names below `workload`",
        "The values of which claims are made. A request may have others.",
        example: "{ \"repository\": \"octo-org/octo-repo\" }"
      ) { entry, _ in
        guard let text = entry.value.stringValue else {
          entry.findings.error(
            entry.value, entry.pointer, "expected a text, found \(entry.value.found)")
          return nil
        }
        return (name: entry.name, value: text)
      },
      .value(
        "claims", \.claims, "The claims besides `iss`, `sub`, `aud`, `iat` and `exp`.", or: "none",
        example: "{ \"repository\": \"{{workload.repository}}\" }"),
    ])
}
