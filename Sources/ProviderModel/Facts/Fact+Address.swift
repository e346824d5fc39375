import Basics

extension Fact {
  /// Whether it can't differ between two requests to one address.
  var isOfAddress: Bool {
    switch self {
    case .providerID, .providerTitle, .providerGrants, .providerClientAlgorithms,
      .providerRequestAlgorithms, .provider, .base, .variable, .host, .link, .keys,
      .item, .dpop(.algs), .authMethods, .secretAuthMethods, .encryption:
      true
    default: false
    }
  }
}
