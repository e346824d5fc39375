import Basics

/// Checks that the response modes of signed JWTs (JARM) and the format of these JWTs come together.
extension ProviderReader {
  func checkResponses() {
    let kind = CredentialKind.response.rawValue
    let pointer = JSONPointer.appending(kind, to: "/credentials")
    let mode = body.modes.first(where: ResponseMode.isSigned)
    guard let rule = body.credentials[kind] else {
      guard let mode else { return }
      let place = JSONPointer.appending(mode, to: "/response_modes")
      // Inherited modes have no effect.
      guard isOwn(tree.value(at: place)) else { return }
      return findings.error(
        tree.value(at: place), place,
        "a response of the mode \(mode) is a JWT; add the credential \(kind) to credentials")
    }
    func refuse(_ sentence: String) { findings.error(tree.value(at: pointer), pointer, sentence) }
    if mode == nil, isOwn(tree.value(at: pointer)) {
      refuse("nothing leads to a \(kind); add a mode such as query.jwt to response_modes")
    }
    if !rule.isJWT { refuse("a \(kind) is always a JWT (JARM §2.1); give it a jwt without when") }
    if case .constant(let value, _) = rule.lifetime, value.text() == "0" {
      refuse("a \(kind) ends (JARM §2.1); give it a lifetime in seconds")
    }
  }
}
