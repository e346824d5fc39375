/// What a provider has, as its metadata list it (RFC 8414 §2, OpenID Connect Discovery §3).
package enum ProviderFact: String, Sendable, CaseIterable {
  case scopes, parts, claims, prompts
  case responseTypes = "response_types"
  case responseModes = "response_modes"
  case signingAlgorithms = "signing_algs"
  case challengeMethods = "challenge_methods"
  case levels = "acr_values"
  case detailsTypes = "authorization_details_types"
  case parameters
  case idTokenAlgorithms = "id_token_algs"
  case responseAlgorithms = "response_algs"
  case clientSchemes = "client_schemes"

  var meaning: String {
    switch self {
    case .scopes:
      "The scopes that it knows: the names of `scope.known`, without `offline_access` where no grant redeems a refresh token."
    case .claims:
      "The claims of its ID tokens, if it issues some, and those that scopes request: `scope.claims`."
    case .prompts: "The values of the parameter `prompt`."
    case .responseTypes: "The response types: the names of `answers`."
    case .responseModes: "The response modes that a client may ask for."
    case .signingAlgorithms: "The algorithms of `signing`."
    case .challengeMethods:
      "The methods of a code challenge that it accepts. None if it has no grant for codes."
    case .levels: "The levels of authentication, the lowest first."
    case .detailsTypes: "The types of `authorization_details`."
    case .parameters: "The canonical names of the parameters of authorization requests."
    case .idTokenAlgorithms:
      "The algorithms of its ID tokens: those of `response_algs` if a client can register one, else its own."
    case .responseAlgorithms:
      "The algorithms that a client can register for signed responses: those of `signing`, and `HS256` if clients have secrets."
    case .clientSchemes:
      "`Basic`, if clients authenticate in the Authorization header; else nothing."
    case .parts:
      "The optional parts that it has: \(ProviderPartName.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "))."
    }
  }
}

/// An optional part of a provider, as `provider.parts` names it.
enum ProviderPartName: String, CaseIterable {
  case clientDocuments = "client_documents"
  case requestObjects = "request_objects"
  /// Request objects that are fetched, for every client.
  case requestURIs = "request_uris"
  case pairwise = "pairwise_subjects"
  case claimSources = "claim_sources"
  case certificates = "certificate_bound_tokens"
  case signedUserInfo = "signed_userinfo"
  case frontChannel = "front_channel_logout"
  case backChannel = "back_channel_logout"
  /// Front-channel and back-channel logout that name the session.
  case frontSessions = "front_channel_sessions"
  case backSessions = "back_channel_sessions"
  /// Assertions for other authorization servers, which a token exchange issues.
  case idJAG = "id_jag"
  /// Such assertions of other servers, which a grant takes.
  case idJAGGrants = "id_jag_grants"
  /// The issuer in responses to authorization requests (RFC 9207).
  case responseIssuers = "response_issuers"
  case requiredPushes = "required_pushes"
  case requiredRequestObjects = "required_request_objects"
  case registeredRequestURIs = "registered_request_uris"
}

extension Provider {
  /// A list of `provider`.
  /// - Parameter withCertificates: Whether the server asks clients for certificates.
  func list(_ fact: ProviderFact, withCertificates: Bool) -> [String] {
    switch fact {
    case .scopes: listedScopes
    case .claims: listedClaims
    case .prompts: parameters.first { $0.name == "prompt" }?.rule.values ?? []
    case .responseTypes: responseTypes
    case .responseModes: modes
    case .signingAlgorithms: signing.map(\.algorithm)
    case .challengeMethods: challengeMethods
    case .levels: levels.map(\.name)
    case .detailsTypes: authorizationDetails?.types.map(\.name) ?? []
    case .parameters: parameters.map(\.name)
    case .idTokenAlgorithms: idTokenAlgorithms
    case .responseAlgorithms: responseAlgorithms
    case .clientSchemes: clientSchemes
    case .parts:
      ProviderPartName.allCases.filter { has($0, withCertificates) }.map(\.rawValue)
    }
  }

  private func has(_ part: ProviderPartName, _ withCertificates: Bool) -> Bool {
    switch part {
    case .clientDocuments: clientDocuments != nil
    case .requestObjects: requestObjects != nil
    case .requestURIs: requestObjects?.isFetched == true && pushes?.isRequired != true
    case .pairwise: pairwise != nil
    case .claimSources: claimSources != nil
    case .certificates: bindsToCertificates && withCertificates
    case .signedUserInfo: endpoints.contains { $0.service.isSigned }
    case .frontChannel: endpoint(.logout)?.frontChannel != nil
    case .backChannel: credentials[.logout] != nil
    case .frontSessions: namesSessionsInFront
    case .backSessions: namesSessionsInBack
    case .idJAG:
      token.grants.contains { grant in
        grant.rule.exchange?.requested.contains { $0.rule.kind == .idJAG } == true
      }
    case .idJAGGrants:
      token.grants.contains { $0.rule.trusts.contains { $0.name == "oauth-id-jag+jwt" } }
    case .responseIssuers:
      answers.values.contains { $0.parameters.members.contains { $0.name == "iss" } }
    case .requiredPushes: pushes?.isRequired == true
    case .requiredRequestObjects: requestObjects?.isRequired == true
    case .registeredRequestURIs: requestObjects?.mustBeRegistered == true
    }
  }
}
