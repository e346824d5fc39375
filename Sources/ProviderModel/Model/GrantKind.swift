/// The grants that the engine knows.
package enum GrantKind: String, Sendable, CaseIterable {
  case code, refresh, client, password, device, assertion, exchange

  /// The kinds of the registered grant types.
  static let named: [String: GrantKind] = [
    "authorization_code": .code, "refresh_token": .refresh, "client_credentials": .client,
    "password": .password, "urn:ietf:params:oauth:grant-type:device_code": .device,
    "urn:ietf:params:oauth:grant-type:jwt-bearer": .assertion,
    "urn:ietf:params:oauth:grant-type:token-exchange": .exchange,
  ]
}

extension GrantRule {
  /// The standard grant types have their kinds; another one has to say of which kind it is.
  func checkKind(_ reader: FixtureReader) {
    let name = reader.name
    if let kind = reader.value["kind"], let known = GrantKind.named[name], self.kind != known {
      reader.findings.error(
        kind, reader.at("kind"),
        "requests with the grant type \"\(name)\" are of the kind \(known.rawValue); leave \"kind\" out, or give the grant another name"
      )
    } else if reader.value["kind"] == nil {
      reader.findings.error(
        reader.value, reader.pointer,
        "expected a member \"kind\", found none: no kind is known for this grant type"
          + Suggestion.question(for: name, among: Array(GrantKind.named.keys)),
        cause: reader.at("kind"))
    }
  }
}
