import Basics

/// Checks that the parts of a FedCM identity provider are complete.
extension ProviderReader {
  func checkFedCM() {
    let endpoints = body.endpoints.filter(\.kind.isFedCM)
    guard let rule = body.fedCM else {
      for endpoint in endpoints {
        let pointer = JSONPointer.appending(endpoint.name, to: "/endpoints")
        findings.error(
          tree.value(at: pointer), pointer, "FedCM needs the member \"fedcm\" of the provider")
      }
      return
    }
    let needed: [EndpointKind] = [.fedCMConfig, .fedCMAccounts, .fedCMAssertion]
    for kind in needed where !endpoints.contains(where: { $0.kind == kind }) {
      findings.error(
        tree["fedcm"], "/fedcm", "FedCM needs an endpoint of the kind \(kind.rawValue)")
    }
    let isFound = body.endpoints.contains { endpoint in
      endpoint.routes.contains { $0.pathShown == WellKnownPath.webIdentity }
    }
    if !isFound {
      findings.error(
        tree["fedcm"], "/fedcm",
        "a browser finds no FedCM identity provider without a document at \(WellKnownPath.webIdentity)"
      )
    }
    if !HeaderText.isName(rule.cookie) {
      findings.error(
        tree["fedcm"]?["cookie"], "/fedcm/cookie",
        "expected the name of a cookie (RFC 6265 §4.1.1), found \"\(rule.cookie)\"")
    }
  }
}
