import Basics
import JOSE
import ProviderModel

/// The checks of a proof against its request (RFC 9449 §4.3), in the order of that section.
enum DPoPCheck {
  /// - Parameter token: the access token that the proof comes with; `nil` at the token endpoint.
  /// - Returns: the thumbprint of its key (RFC 7638).
  static func thumbprint(
    of proof: DPoPProof, with token: String? = nil, _ rule: DPoPRule, _ context: RequestContext
  ) throws(Refusal) -> String {
    try proof.checkPresence(isWithToken: token != nil)
    try proof.checkType()
    try proof.jwt.checkAlgorithm(
      among: rule.algorithms.map(\.rawValue), "\(context.provider.id) reads")
    let key = try proof.key(among: rule.algorithms)
    try proof.checkSignature(by: key)
    try proof.checkMethod(is: context.request.method.rawValue)
    try proof.checkAddress(among: addresses(context))
    try DPoPNonces.check(proof, rule, context)
    let end = try proof.checkTime(within: rule.window, wall: context.instants.wall)
    // Proofs need neither `exp` nor `nbf`; those that have them are bound to them, too (RFC 7519 §4.1).
    _ = try proof.jwt.checkEnd(skew: rule.window, at: context.instants.wall)
    try proof.jwt.checkStart(skew: rule.window, at: context.instants.wall)
    if let token { try proof.checkHash(of: token) }
    // The proof is still accepted at its last second.
    let use = JWTUse(
      proof.claims["jti"]?.stringValue ?? "", within: [context.provider.id, key.thumbprint],
      until: end + 1, in: .proofs)
    try use.check(proof.jwt, context)
    use.remember(context)
    return key.thumbprint
  }

  /// The addresses under which a client may have called: that of the request, and those that clients are told. The first
  /// one is told.
  static func addresses(_ context: RequestContext) -> [String] {
    let base = context.place.base
    let path = context.request.calledPath ?? context.reading.path
    let here = base.root(.here)
    let (back, front) = (base.root(.back), base.root(.front))
    var origins: [String] = []
    for origin in [back, front] where origin != here && !origins.contains(origin) {
      origins.append(origin)
    }
    // Behind a proxy that rewrites Host, only the proxy knows the address of the request.
    let isTold = base.told == nil || front == here || back == here
    origins.insert(here, at: isTold ? 0 : origins.count)
    return origins.map { $0 + path }
  }
}
