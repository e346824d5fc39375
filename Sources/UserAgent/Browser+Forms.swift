import Basics

/// Forms, as a person fills them in and sends them.
extension Browser {
  /// Scopes to consent to that this page does not have, and that nobody asked for: what was asked for may have been
  /// consented to before, and is not asked again.
  private func scopesWithoutBox(_ boxes: [HTMLPage.Field]) -> String? {
    guard let scopes = wish.scopes, !boxes.isEmpty else { return nil }
    let wrong = scopes.filter { scope in
      !boxes.contains { $0.value == scope } && !asked.contains(scope)
    }
    return wrong.isEmpty ? nil : wrong.joined(separator: ", ")
  }

  /// Whether the page asks if the user code in the address is the one on the device: it asks for no consent.
  private func confirms(_ form: HTMLPage.Form) -> Bool {
    !form.buttons.contains(where: Self.refuses)
      && form.fields.contains { $0.kind == "hidden" && first?.first($0.name) != nil }
  }

  func submit(
    _ form: HTMLPage.Form, with button: HTMLPage.Field?, typing typed: [(String, String)] = [],
    on page: HTMLPage, at address: WebAddress
  ) -> Result<Act, Why> {
    let boxes = form.fields.filter { $0.kind == "checkbox" }
    let isForPerson = !typed.isEmpty || button?.name == "understudy_person"
    if wish.scopes != nil, boxes.isEmpty, !isForPerson, !confirms(form) {
      return .failure(Why(text: "this page leaves no choice of scopes"))
    }
    if let wrong = scopesWithoutBox(boxes) {
      let there = boxes.map(\.value).joined(separator: ", ")
      return .failure(
        Why(text: "--scopes: there is no box for \(wrong) here; there are: \(there)"))
    }
    var pairs: [(name: String, value: String)] = []
    for field in form.fields where !field.name.isEmpty {
      switch field.kind {
      case "submit", "image", "button", "reset": continue
      case "checkbox", "radio":
        let value = field.value.isEmpty ? "on" : field.value
        var isOn = field.isChecked
        if field.kind == "checkbox", let scopes = wish.scopes {
          isOn = scopes.contains(value)
        }
        if isOn { pairs.append((field.name, value)) }
      default:
        pairs.append((field.name, typed.first { $0.0 == field.name }?.1 ?? field.value))
      }
    }
    if let button, !button.name.isEmpty { pairs.append((button.name, button.value)) }
    let base = page.base.flatMap { address.resolving($0) } ?? address
    let action = button?.action ?? form.action
    guard var next = base.resolving(action) else {
      return .failure(Why(text: "the form leads nowhere: \(action)"))
    }
    if form.isPost { return .success(.go(Step(address: next, form: pairs))) }
    next.target = next.path + "?" + QueryStyle().encode(pairs)
    return .success(.go(Step(address: next)))
  }
}
