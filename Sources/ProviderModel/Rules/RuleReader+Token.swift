import Basics

/// What a rule makes of a JSON Web Token.
extension RuleReader {
  func readToken(_ reader: inout FixtureReader, mayBeNothing: Bool = false) -> Rule.TokenChange {
    let before = findings.list.count
    var token = Rule.TokenChange()
    token.signature = reader.choice("signature", as: Rule.TokenChange.Signature.self)
    token.kid = reader.string("kid")
    token.header = reader.map("header").map { ($0.name, $0.value) }
    token.embedsKey = reader.bool("embed_key") ?? false
    token.claims = reader.map("claims").map { ($0.name, $0.value) }
    token.shift = readShift(&reader)
    reader.finish()
    if token.kid != nil, token.header.contains(where: { $0.name == "kid" }) {
      findings.error(
        reader.value["header"]?["kid"], JSONPointer.appending("kid", to: reader.at("header")),
        "kid stands beside header already; give it once")
    }
    if token.embedsKey, token.signature == Rule.TokenChange.Signature.none {
      findings.error(
        reader.value["embed_key"], reader.at("embed_key"),
        "with the signature none no key signs, and there is none to embed")
    }
    if findings.list.count == before, !mayBeNothing, token.isNothing {
      findings.error(
        reader.value, reader.pointer,
        "nothing is changed; expected at least one of: claims, embed_key, header, kid, shift, signature"
      )
    }
    return token
  }

  /// A number moves all instants of a token; an object says for each claim by how much.
  private func readShift(_ reader: inout FixtureReader) -> [(claim: String, seconds: Int)] {
    guard let member = reader.member("shift") else { return [] }
    let range = -Bounds.century...Bounds.century
    guard let object = member.objectValue else {
      guard reader.isWithin(range, member, reader.at("shift")), let seconds = member.integerValue,
        seconds != 0
      else { return [] }
      return Rule.TokenChange.instants.map { ($0, seconds) }
    }
    return object.compactMap { one in
      let pointer = JSONPointer.appending(one.name, to: reader.at("shift"))
      guard reader.isWithin(range, one.value, pointer), let seconds = one.value.integerValue else {
        return nil
      }
      return (one.name, seconds)
    }
  }
}

extension Rule.TokenChange {
  fileprivate var isNothing: Bool {
    signature == nil && kid == nil && header.isEmpty && !embedsKey && claims.isEmpty
      && shift.isEmpty
  }
}
