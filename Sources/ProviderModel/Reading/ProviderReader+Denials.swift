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
      let outcomes = pages.flatMap { name, page in
        forms[name].map { self.outcomes(of: $0, page, denied) } ?? [nil]
      }
      let canDeny = outcomes.contains { $0 != false }
      let canAllow = outcomes.isEmpty || outcomes.contains { $0 != true }
      guard !canDeny || !canAllow else {
        checkButtons(forms, pages, denied, at: endpoint)
        continue
      }
      let pointer = JSONPointer.appending(endpoint.name, to: "/endpoints") + "/denied"
      let names = pages.keys.sorted().map { "\"\($0)\"" }.joined(separator: " and ")
      let sent = forms.sorted { $0.key < $1.key }.flatMap { $0.value.buttons }.compactMap {
        button in
        button.name.flatMap { $0.isEmpty ? nil : "\($0)=\(button.value ?? "")" }
      }
      findings.error(
        tree.value(at: pointer), pointer,
        canDeny
          ? "nobody can consent: every answer of the page \(names) makes this true; compare a field with the value of its button that denies"
          : "no button of the page \(names) makes this true; "
            + (sent.isEmpty
              ? "none of them has a name" : "they send " + sent.joined(separator: ", ")))
    }
  }

  /// Reports buttons that do the opposite of what the page says of them.
  private func checkButtons(
    _ forms: [String: PageForm], _ pages: [String: PageRule], _ denied: Predicate,
    at endpoint: Endpoint
  ) {
    for (name, page) in pages.sorted(by: { $0.key < $1.key }) {
      guard let form = forms[name] else { continue }
      let buttons = Array(zip(form.buttons, outcomes(of: form, page, denied)))
      func denials(_ isDenial: Bool) -> [Bool?] {
        buttons.filter { Self.denies($0.0, page) == isDenial }.map(\.1)
      }
      guard denials(true).contains(false), !denials(true).contains(true),
        let wrong = buttons.first(where: { Self.denies($0.0, page) == false && $0.1 == true })
      else { continue }
      let pointer = JSONPointer.appending(endpoint.name, to: "/endpoints") + "/denied"
      findings.error(
        nearest(pointer), pointer,
        "the button of the page \"\(name)\" that allows sends \(wrong.0.name ?? "")=\(wrong.0.value ?? ""), which makes this true, and the one that denies does not; compare with what that one sends"
      )
    }
  }

  /// Whether a button denies, as the fields of its page say; `nil` if they don't tell.
  private static func denies(
    _ button: (name: String?, value: String?), _ page: PageRule
  ) -> Bool? {
    func fits(_ which: String) -> Bool {
      guard let name = page.field(which), !name.isEmpty, button.name == name else { return false }
      return page.field(which + "_value").map { $0 == button.value } ?? true
    }
    return fits("deny") == fits("allow") ? nil : fits("deny")
  }

  /// What each button of a form makes of the predicate; `nil` where that can't be told.
  private func outcomes(of form: PageForm, _ page: PageRule, _ denied: Predicate) -> [Bool?] {
    if denied.constant == true { return [true] }
    guard !form.isOpen else { return [nil] }
    var guess = RequestGuess()
    guess.open = form.inputs.union(form.hidden)
    if case .object(let members) = page.hidden {
      guess.open.formUnion(members.map(\.name))
      // The engine writes the ticket into each form.
      guess.sent = Set(
        members.filter { $0.shape.facts == [.ticket] && !$0.shape.draws }.map(\.name))
    } else {
      return [nil]
    }
    return form.buttons.map { name, value in
      guard let name else { return nil }
      var pressed = guess
      if let value { pressed.fields[name] = value } else { pressed.open.insert(name) }
      return pressed.holds(denied)
    }
  }
}
