import Basics

/// Whether a person can refuse: what an endpoint takes for a denial has to be what some button sends.
extension ProviderReader {
  func checkDenials() {
    for (slot, endpoint) in body.endpoints.enumerated() {
      guard let denied = endpoint.denied else { continue }
      let pages = body.pages.filter { _, page in
        page.submit.map { body.links.indices.contains($0) && body.links[$0].endpoint == slot }
          == true
      }
      guard !pages.isEmpty else { continue }
      let forms = pages.mapValues { form(of: $0) }
      let canDeny = pages.contains { name, page in
        forms[name].map { self.canDeny($0, page, denied) } ?? true
      }
      guard !canDeny else { continue }
      let pointer = JSONPointer.appending(endpoint.name, to: "/endpoints") + "/denied"
      let names = pages.keys.sorted().map { "\"\($0)\"" }.joined(separator: " and ")
      let sent = forms.sorted { $0.key < $1.key }.flatMap { $0.value.buttons }.compactMap {
        button in
        button.name.flatMap { $0.isEmpty ? nil : "\($0)=\(button.value ?? "")" }
      }
      findings.error(
        tree.value(at: pointer), pointer,
        "no button of the page \(names) makes this true; "
          + (sent.isEmpty
            ? "none of them has a name" : "they send " + sent.joined(separator: ", ")))
    }
  }

  private func canDeny(_ form: PageForm, _ page: PageRule, _ denied: Predicate) -> Bool {
    guard !form.isOpen else { return true }
    var guess = FormGuess()
    guess.open = form.inputs.union(form.hidden)
    if case .object(let members) = page.hidden {
      guess.open.formUnion(members.map(\.name))
    } else {
      return true
    }
    return form.buttons.contains { name, value in
      guard let name else { return true }
      var pressed = guess
      if let value { pressed.fields[name] = value } else { pressed.open.insert(name) }
      return pressed.holds(denied) != false
    }
  }
}
