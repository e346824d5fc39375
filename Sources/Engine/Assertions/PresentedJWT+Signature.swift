import Basics
import JOSE
import ProviderModel

/// The signature of a JWT (RFC 7515 §5.2).
extension PresentedJWT {
  /// The party whose keys verify a JWT, as sentences name it.
  struct Signer {
    /// The whole name, such as `the client web`.
    let title: String
    /// The name alone, such as `web`.
    let name: String
    /// The advice for a signer that has no key.
    let remedy: String
    /// The address of its keys, if they were fetched: they may have changed since.
    var fetchedFrom: String?

    /// The end of a remedy that keys lack.
    fileprivate var later: String {
      fetchedFrom.map {
        "; if \($0) has a new key, send the JWT again after \(FetchedKeys.interval) s"
      } ?? ""
    }
  }

  /// - Parameter subject: the start of a sentence that ends with the algorithms.
  func checkAlgorithm(among known: [String], _ subject: String) throws(Refusal) {
    guard !known.contains(token.algorithm) else { return }
    let names = known.joined(separator: " or ")
    throw Refusal(
      role.algUnsupported, at: role.catalogue,
      facts: [("value", token.algorithm.shortened), ("expected", names)],
      token.algorithm == "none"
        ? "\(parameter) is not signed: its alg is none, and \(subject) \(names)"
        : "the alg of \(parameter) is \(token.algorithm.shortened), and \(subject) \(names)",
      remedy: .say("sign with \(names)"))
  }

  /// Finds the keys that may have signed the JWT, and tries them.
  func checkKey(among keys: [VerifyingKey], of signer: Signer) throws(Refusal) {
    let named = keys.filter { $0.isNamed(token.kid) }
    let fitting = named.filter { $0.signs(with: token.algorithm) }
    guard !fitting.isEmpty else { throw keyUnknown(named, keys, signer) }
    do throws(JWSError) {
      try JWS.verify(token, keys: fitting)
    } catch {
      let names = fitting.map { $0.kid ?? "without kid" }.joined(separator: ", ")
      throw Refusal(
        role.signatureWrong, at: role.catalogue,
        "the signature of \(parameter) is not one of \(signer.name): no key verifies it (\(names.shortened))",
        remedy: .say(
          "sign with the private key of one of these public keys, and send the JWT unchanged"
            + signer.later))
    }
  }

  private func keyUnknown(
    _ named: [VerifyingKey], _ keys: [VerifyingKey], _ signer: Signer
  ) -> Refusal {
    // Only a key that has this very name is meant.
    if let other = named.first, let kid = token.kid, other.kid != nil {
      return Refusal(
        role.algUnsupported, at: role.catalogue,
        facts: [("value", token.algorithm), ("expected", other.algorithmNames)],
        "the key \(kid.shortened) of \(signer.name) is for \(other.algorithmNames), and the header of \(parameter) has the alg \(token.algorithm)",
        remedy: "set alg to \(other.algorithmNames), or name another key in kid")
    }
    let known = keys.map { "\($0.kid ?? "a key without kid") (\($0.algorithmNames))" }
      .joined(separator: ", ")
    return Refusal(
      role.keyUnknown, at: role.catalogue,
      facts: [("value", token.kid ?? ""), ("expected", known.shortened)],
      token.kid.map {
        $0.isEmpty
          ? "the kid of \(parameter) is empty, and \(signer.title) has no such key"
          : "\(signer.title) has no key with the kid \($0.shortened) for \(token.algorithm)"
      } ?? "\(signer.title) has no key for \(token.algorithm)",
      remedy: .say(
        (known.isEmpty ? signer.remedy : "sign with one of its keys: \(known.shortened)")
          + signer.later))
  }
}
