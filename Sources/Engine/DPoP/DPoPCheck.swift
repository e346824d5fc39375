import Basics
import JOSE
import ProviderModel

/// Whether a proof is good for its request (RFC 9449 §4.3), in the order of that section.
enum DPoPCheck {
  /// - Parameter token: the access token that the proof comes with; `nil` at the token endpoint.
  /// - Returns: the thumbprint of its key (RFC 7638).
  static func thumbprint(
    of proof: DPoPProof, with token: String? = nil, _ rule: DPoPRule, _ context: RequestContext
  ) throws(Refusal) -> String {
    try proof.checkPresence(isWithToken: token != nil)
    try proof.checkType()
    try proof.checkAlgorithm(among: rule.algorithms)
    let key = try proof.key()
    try proof.checkSignature(by: key)
    try proof.checkMethod(is: context.request.method.rawValue)
    try proof.checkAddress(among: addresses(context))
    try DPoPNonces.check(proof, rule, context)
    let wall = context.instants.wall
    let end = try proof.checkTime(within: rule.window, wall: wall)
    if let token { try proof.checkHash(of: token) }
    try use(proof, by: key.thumbprint, until: end, context)
    return key.thumbprint
  }

  /// The address of the request, and those under which a proxy may have been called.
  static func addresses(_ context: RequestContext) -> [String] {
    let (site, request) = (context.site, context.request)
    let path = request.calledPath ?? context.reading.path
    var origins = ["\(request.scheme)://\(request.authority)"]
    for origin in [site.publicOrigin(of: request), site.programOrigin(of: request)]
    where !origins.contains(origin) {
      origins.append(origin)
    }
    return origins.map { $0 + path }
  }

  /// Remembers a proof, so that it is accepted once.
  private static func use(
    _ proof: DPoPProof, by thumbprint: String, until end: Int, _ context: RequestContext
  ) throws(Refusal) {
    let identity = proof.claims["jti"]?.stringValue ?? ""
    // A digest has the same size for every client: long identities can't push others out.
    let parts = [context.provider.id, thumbprint, identity].map(ExactText.key)
    let key = Base64URL.encode(Digest.sha256(Array(parts.joined(separator: " ").utf8)))
    let wall = context.instants.wall
    context.state.proofs.clean(at: wall)
    if let known = context.state.proofs[key], known >= wall {
      throw Refusal(
        .dpopProofReused, at: proof.catalogue, facts: [("value", identity.shortened)],
        "a DPoP proof with the jti \(identity.shortened) has been used with this key",
        remedy: "make a new proof with a new jti for each request, also when one is sent again")
    }
    // It is still accepted at its last second.
    context.state.proofs.insert(end, for: key, ends: end + 1, bytes: key.utf8.count)
  }
}
