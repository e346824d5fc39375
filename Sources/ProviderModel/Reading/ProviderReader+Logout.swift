import Basics

/// Checks that a logout has somewhere to lead, and that the page on which a person confirms it can be sent back.
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
      guard let name = endpoint.asks, let page = body.pages[name], page.template != nil else {
        continue
      }
      // A form without an address is sent to the address of its page.
      let linked = facts(of: page).contains(.page(.action)) ? self.endpoint(page.submit) : nil
      let receiver = linked ?? endpoint
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
