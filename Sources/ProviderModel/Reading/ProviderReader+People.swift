import Basics

/// Checks of the claims in `people` and of the members in `clients`: each may be made of those before it.
extension ProviderReader {
  func checkPeople() {
    checkOrder(body.people, "people", "claim") { fact in
      if case .person(let name?) = fact { name } else { nil }
    }
    checkOrder(body.clients, "clients", "member") { fact in
      if case .clientMember(let name) = fact { name } else { nil }
    }
    for name in ["username", "password"] where tree["people"]?[name] != nil {
      let pointer = "/people/\(name)"
      findings.error(
        tree.value(at: pointer), pointer,
        "a person signs in with \"\(name)\", so a cast says what it is; choose another name for the claim"
      )
    }
    checkSubject()
  }

  /// Reports what is named before it is declared.
  private func checkOrder(
    _ members: [(name: String, value: Shape)], _ list: String, _ noun: String,
    name: (Fact) -> String?
  ) {
    let names = members.map(\.name)
    for (index, member) in members.enumerated() {
      let pointer = JSONPointer.appending(member.name, to: "/\(list)")
      let later = member.value.facts.compactMap(name).first { other in
        names.firstIndex(of: other).map { $0 >= index } ?? false
      }
      // Claims that lead back to themselves are reported as a circle.
      guard let later, list == "clients" || !isCircular(later, member.name) else { continue }
      findings.error(
        tree.value(at: pointer), pointer,
        later == member.name
          ? "the \(noun) \"\(later)\" is made of itself, so it is always empty; name another one"
          : "\"\(later)\" comes after \"\(member.name)\", which is made of it, so it is empty here; put it before \"\(member.name)\""
      )
    }
  }

  /// Whether a claim is made of another one, over whatever way.
  private func isCircular(_ claim: String, _ other: String) -> Bool {
    var (left, seen) = ([claim], Set<String>())
    while let name = left.popLast() {
      if name == other { return true }
      guard seen.insert(name).inserted else { continue }
      let value = body.people.first { $0.name == name }?.value
      left += (value?.facts ?? []).compactMap { fact in
        if case .person(let next?) = fact { next } else { nil }
      }
    }
    return false
  }

  /// Clients tell people apart by `sub` (OpenID Connect Core §2).
  private func checkSubject() {
    guard let subject = body.people.first(where: { $0.name == PairwiseRule.claim })?.value,
      !subject.draws
    else { return }
    let isOfPerson = subject.facts.contains { if case .person = $0 { true } else { false } }
    guard !isOfPerson else { return }
    let pointer = "/people/\(PairwiseRule.claim)"
    findings.error(
      tree.value(at: pointer), pointer,
      "all people have the same sub; draw it, such as {{rand:[0-9]{20}}}, or make it of a claim of the person"
    )
  }
}
