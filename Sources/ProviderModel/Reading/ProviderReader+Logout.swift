import Basics

/// Checks that a logout has somewhere to lead, and that a person can answer what it asks.
extension ProviderReader {
  func checkLogouts() {
    for endpoint in body.endpoints where endpoint.kind == .logout {
      let pointer = JSONPointer.appending(endpoint.name, to: "/endpoints")
      if endpoint.page == nil, endpoint.next == nil {
        findings.error(
          nearest(pointer), pointer,
          "the logout \"\(endpoint.name)\" leads nowhere; add \"page\" with the page that it shows, or \"next\" with the parameter that says where to continue"
        )
      }
      guard let page = endpoint.asks.flatMap({ body.pages[$0] }), !takesForm(of: page, endpoint)
      else { continue }
      findings.error(
        nearest(pointer + "/methods"), pointer + "/methods",
        "the page that asks before a logout is sent to \"\(endpoint.name)\" by POST; add POST to its methods"
      )
    }
  }

  /// Whether something answers the form of a page that is shown at an address; `true` where that can't be told.
  private func takesForm(of page: PageRule, _ endpoint: Endpoint) -> Bool {
    guard page.submit == nil, !form(of: page).methods.contains("get") else { return true }
    let addresses = Set(endpoint.addresses)
    return body.endpoints.contains {
      $0.answers("POST") && !addresses.isDisjoint(with: $0.addresses)
    }
  }
}
