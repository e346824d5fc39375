import Basics

/// Checks of the names of header fields, which are compared without regard to case (RFC 9110 §5.1).
extension ProviderReader {
  func checkHeaderNames() {
    checkCase(in: "/headers")
    for shape in tree["shapes"]?.objectValue ?? JSONObject() {
      checkCase(in: JSONPointer.appending(shape.name, to: "/shapes") + "/headers")
    }
    for endpoint in body.endpoints {
      checkCase(in: JSONPointer.appending(endpoint.name, to: "/endpoints") + "/token/headers")
    }
  }

  /// Reports names that differ in case alone, or not at all.
  private func checkCase(in pointer: String) {
    guard let value = tree.value(at: pointer) else { return }
    let listed = (value.arrayValue ?? []).enumerated().compactMap { index, element in
      element.stringValue.map { (name: $0, place: "\(pointer)/\(index)", value: element) }
    }
    let named = (value.objectValue ?? JSONObject()).map { member in
      (
        name: member.name, place: JSONPointer.appending(member.name, to: pointer),
        value: member.value
      )
    }
    var seen: [String: String] = [:]
    for (name, place, value) in listed + named {
      guard let other = seen.updateValue(name, forKey: name.lowercased()) else { continue }
      findings.error(
        value, place,
        other == name
          ? "\"\(name)\" appears twice; remove one"
          : "\"\(other)\" and \"\(name)\" are one name, as case does not count (RFC 9110 §5.1); remove one of them"
      )
    }
  }
}
