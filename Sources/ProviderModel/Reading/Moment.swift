/// What is known of the requests about which a predicate is asked.
struct Moment {
  /// Some facts are never known at a place, and others always.
  var place: FactPlace?
  /// Facts that have some value in every request.
  var present: [Fact] = []
  /// Facts that have one of a few texts in every request.
  var values: [(fact: Fact, texts: [String])] = []
  /// The claims that people can have; `nil` if any person may come.
  var claims: Set<String>?

  func lacks(_ fact: Fact) -> Bool {
    if case .person(let name?) = fact, let claims, !claims.contains(name) { return true }
    return place?.lacks(fact) ?? false
  }

  func has(_ fact: Fact) -> Bool { present.contains(fact) || place?.has(fact) == true }

  /// The text of a fact that is the same in every request.
  func text(of fact: Fact) -> String? {
    guard let texts = values.first(where: { $0.fact == fact })?.texts, texts.count == 1 else {
      return nil
    }
    return texts[0]
  }
}

/// The moments at which a fixture asks about requests.
extension ProviderReader {
  /// The checks of a phase of an authorization request.
  func moment(of phase: CheckPhase) -> Moment {
    var moment = Moment(place: FactPlace(phase), claims: Set(vocabulary.claims))
    guard phase != .address else { return moment }
    // Without them, a request has been refused before.
    moment.present = parameters("client_id")
    if !body.answers.isEmpty { moment.present += parameters("response_type") }
    return moment
  }

  /// The checks of a grant, and what it issues.
  func moment(of grant: (name: String, rule: GrantRule), isEarly: Bool = false) -> Moment {
    var moment = Moment(place: isEarly ? .early : .grant, claims: Set(vocabulary.claims))
    if !body.endpoints.contains(where: { $0.service.grant != nil }) {
      moment.values = parameters("grant_type").map { ($0, [grant.name]) }
    }
    guard !isEarly else { return moment }
    let rule = grant.rule
    switch rule.kind {
    case .code: moment.present = parameters("code")
    case .refresh: moment.present = parameters("refresh_token")
    case .device: moment.present = parameters("device_code")
    default: break
    }
    switch rule.kind {
    case .code: moment.values.append((.grant(.type), body.answers.map(\.name)))
    case .client, .password: moment.values.append((.grant(.type), [grant.name]))
    default: break
    }
    return moment
  }

  /// What a grant issues. It is decided when the grant is known.
  func issues(of grant: (name: String, rule: GrantRule)) -> [IssuanceRule] {
    var moment = moment(of: grant)
    (moment.place, moment.claims) = (nil, nil)
    return grant.rule.issues.filter { $0.when.constant(at: moment) != false }
  }

  /// An authorization request without the parameters that few clients send, by a person who has not signed in.
  var plainRequest: Moment {
    var moment = Moment(place: .login)
    for name in [
      "prompt", "max_age", "display", "claims", "ui_locales", "login_hint", "id_token_hint",
      "acr_values",
    ] {
      let rule = body.parameters.first { $0.name == name }?.rule
      guard rule?.fallback == nil else { continue }
      moment.values += parameters(name).map { ($0, [""]) }
    }
    return moment
  }

  private func parameters(_ name: String) -> [Fact] {
    vocabulary.parameters.firstIndex(of: name).map { [.parameter($0)] } ?? []
  }
}
