/// Checks that the endpoints of registration have what they need.
extension ProviderReader {
  func checkRegistration() {
    for endpoint in body.endpoints {
      guard endpoint.kind == .register || endpoint.kind == .registration else { continue }
      let pointer = "/endpoints/\(endpoint.name)"
      let value = tree["endpoints"]?[endpoint.name]
      if body.registration == nil {
        findings.error(
          value, pointer,
          "an endpoint of the kind \(endpoint.kind.rawValue) needs the member \"registration\" of the provider"
        )
      }
      if endpoint.kind == .registration, let rule = body.registration, rule.accessToken == nil {
        let member = "/registration/registration_access_token"
        findings.error(
          tree["registration"], member,
          "a client reads its registration with a token (RFC 7592 §1.2), and it has none; add \"registration_access_token\""
        )
      }
      let variable = RegistrationRule.variable
      if endpoint.kind == .registration,
        !endpoint.routes.allSatisfy({ $0.variables.contains(variable) })
      {
        findings.error(
          value?["at"], pointer + "/at",
          "the address of a client's configuration names the client; add /{\(variable)} to it")
      }
    }
  }
}
