import Basics

/// Checks that the page on which a person confirms a logout can be sent back.
extension ProviderReader {
  func checkLogouts() {
    for endpoint in body.endpoints where endpoint.kind == .logout {
      guard let name = endpoint.asks, let page = body.pages[name], page.template != nil else {
        continue
      }
      // A form without an address is sent to the address of its page.
      let linked = facts(of: page).contains(.page(.action)) ? self.endpoint(page.submit) : nil
      let receiver = linked ?? endpoint
      let pointer = JSONPointer.appending(endpoint.name, to: "/endpoints")
      func say(_ problem: String) {
        findings.error(
          tree.value(at: pointer + "/asks"), pointer + "/asks",
          "the form of the page \"\(name)\" is sent to \"\(receiver.name)\" by POST, \(problem)")
      }
      if receiver.kind != .logout {
        say(
          "an endpoint of the kind \(receiver.kind.rawValue); give the page a \"submit\" that leads to one of the kind logout"
        )
      } else if !receiver.methods.contains("POST") {
        say(
          "which does not answer that method; add it to methods, or give the page a \"submit\" that leads to another endpoint of the kind logout"
        )
      }
    }
  }
}
