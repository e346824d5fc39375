extension Provider {
  /// The document that shows the keys by which tokens are verified.
  package var keysEndpoint: Endpoint? {
    endpoints.first {
      $0.kind == .document && shape($0.service.answer)?.facts.contains(.keys) == true
    }
  }
}
