import Basics

extension Evaluation {
  func value(of fact: Fact.DeviceFact) -> Value {
    switch fact {
    case .uri: Value(facts.provider.endpoint(.device).flatMap { ownURL(of: $0) })
    case .completeURI: Value(completeURI)
    case .userCode: Value(facts.device?.userCode)
    case .interval: facts.device.map { .number($0.interval) } ?? .none
    case .qr:
      completeURI.flatMap { QRCode($0) }.map {
        .json(Self.records([[("size", String($0.sizeWithMargin)), ("path", $0.path)]]))
      } ?? .none
    }
  }

  private var completeURI: String? {
    guard let device = facts.device, let endpoint = facts.provider.endpoint(.device) else {
      return nil
    }
    let query = [(name: facts.provider.userCodeField, value: device.userCode)]
    return ownURL(of: endpoint, [(facts.provider.styles["link"] ?? .rfc3986).encode(query)])
  }
}

extension Provider {
  /// The parameter that holds the user code, in the form and in the address of the page.
  package var userCodeField: String {
    endpoint(.device).flatMap { $0.page }.flatMap { pages[$0]?.field("user_code") } ?? "user_code"
  }
}
