import Basics

/// Inherited values that have no use.
extension ProviderDefaults {
  /// Inherited pages and shapes that nothing names, without a token endpoint the answers with a code, which nobody could
  /// redeem, and without `signing` what would have to be signed.
  mutating func dropUnusable() {
    let used = NamedInTree(tree)
    keep("pages", where: { used.pages.contains($0) })
    keep("shapes", where: { used.shapes.contains($0) })
    if first(.token) == nil {
      keep("answers", where: { !$0.split(separator: " ").contains("code") })
    }
    if tree["signing"] == nil {
      keep("answers", where: { !$0.split(separator: " ").contains("id_token") })
      let credentials = members("credentials")
      keep("credentials", where: { credentials[$0]?["value"] != nil })
    }
  }

  /// Where no answer of the provider's own names the issuer, the inherited redirect of an error doesn't either: clients expect
  /// `iss` in both or in none (RFC 9207 §2).
  mutating func dropIssuer() {
    let answers = members("answers")
    guard answers.contains(where: { !isInherited($0.value) }),
      !answers.contains(where: { $0.value["parameters"]?["iss"] != nil }),
      let shapes = tree["shapes"],
      let issuer = shapes.value(at: "/redirect/redirect/parameters/iss"), isInherited(issuer)
    else { return }
    tree["shapes"] = Merge.apply(
      ["redirect": ["redirect": ["parameters": ["iss": .null]]]], to: shapes)
  }

  /// An inherited condition on the scope, at a provider that reads no scope.
  mutating func dropOmission() {
    guard tree["parameters"] != nil, members("parameters")["scope"] == nil,
      let rule = tree["redirect_uri"], let omit = rule["omit"], isInherited(omit),
      omit.text().contains("{{req.scope")
    else { return }
    tree["redirect_uri"] = Merge.apply(["omit": .null], to: rule)
  }

  private mutating func keep(_ name: String, where isUsable: (String) -> Bool) {
    guard let members = tree[name]?.objectValue else { return }
    replace(name, JSONObject(members.filter { !isInherited($0.value) || isUsable($0.name) }))
  }
}
