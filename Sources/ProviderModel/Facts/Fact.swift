/// Everything that a template can name, resolved: nothing is looked up by its name while an answer is written.
///
/// `FactTable` has the name, type and meaning of each; `Facts` reads them.
package enum Fact: Sendable, Equatable {
  case now, mode, ticket
  case providerID, providerTitle, providerGrants, providerClientAlgorithms
  case providerSigningAlgorithm
  case providerRequestAlgorithms
  case provider(ProviderFact)
  case base(BaseFact)
  case query(String)
  case form(String)
  case body(String)
  case requestPath, rawQuery, requestMethod, authorization, clientCertificate
  /// A header of the request.
  case header(String)
  /// `req.NAME`, and `auth.NAME` of the authorization request behind a code or token: places in `CanonicalParameters.Names`.
  case parameter(Int)
  case granted(Int)
  case variable(Int)
  case host(Int)
  case link(Int)
  case bound(String)
  case found(String)
  case client(ClientFact)
  /// A member that the provider declares in `clients`.
  case clientMember(String)
  case registration(RegistrationFact)
  /// A claim, or `nil` for all of them.
  case person(String?)
  case people
  case credential(CredentialKind, CredentialFact)
  case grant(GrantFact)
  /// What the person was asked, and has granted the client so far.
  case consent(ConsentFact)
  case session(SessionFact)
  case token(TokenFact)
  case error(String)
  case key(KeyFact)
  case keys
  case hash(HashFact)
  case signed(SignedFact)
  case rate(RateFact)
  /// The same of each limit, in the order of the fixture.
  case rates(RateFact)
  case userAgent
  case device(DeviceFact)
  case exchange(ExchangeFact)
  /// A value of the workload whose ID token is issued.
  case workload(String)
  case params, items, item
  case resource(ResourceFact)
  case mcp(MCPFact)
  case dpop(DPoPFact)
  case encryption(EncryptionFact)
  case approvedClients, account
  case stepUp(StepUpFact)
  /// The thumbprint of the certificate that the issued access token is bound to.
  case boundCertificate
  case authMethods, secretAuthMethods
  case label(String)
  case field(String)
  case page(PageFact)

  package enum BaseFact: String, Sendable, CaseIterable { case path, first, here, root, service }
  package enum ClientFact: String, Sendable, CaseIterable {
    case id = "client_id"
    case name, kind
    case redirectURIs = "redirect_uris"
    case idTokenAlgorithm = "id_token_alg"
    case responseAlgorithm = "authorization_response_alg"
    case accessTokenFormat = "access_token_format"
    case policyURI = "policy_uri"
    case termsURI = "tos_uri"
    case needsAuthTime = "needs_auth_time"
  }
  package enum EncryptionFact: String, Sendable, CaseIterable { case algs, encs }
  package enum RegistrationFact: String, Sendable, CaseIterable {
    case metadata, issued
    case secret = "client_secret"
    case token = "access_token"
  }
  package enum CredentialFact: String, Sendable, CaseIterable {
    /// Whether there is one, and what else is known of it.
    case whole
    case value, lifetime, issued, ends
  }
  package enum GrantFact: String, Sendable, CaseIterable {
    case scope, resource, type, issued
    case details = "authorization_details"
    case authTime = "auth_time"
    case id
    case actor = "act"
    case session = "sid"
    case acr, amr
  }
  package enum ConsentFact: String, Sendable, CaseIterable { case asked, first, scope }
  package enum SessionFact: String, Sendable, CaseIterable {
    case authTime = "auth_time"
    case age
    case id = "sid"
  }
  package enum TokenFact: String, Sendable, CaseIterable {
    case active, kind, name, status, scope
    case client = "client_id"
    case username, issued, ends, left, audience, jkt
    case value, hash, jti
    case x5t
    case details = "authorization_details"
  }
  package enum KeyFact: String, Sendable, CaseIterable { case kid, alg }
  package enum HashFact: String, Sendable, CaseIterable { case access, code, state }
  package enum SignedFact: String, Sendable, CaseIterable { case client, nonce, timestamp }
  package enum RateFact: String, Sendable, CaseIterable { case most, left, used, reset }
  package enum DeviceFact: String, Sendable, CaseIterable {
    case uri
    case completeURI = "uri_complete"
    case userCode = "user_code"
    case interval, qr
  }
  package enum ExchangeFact: String, Sendable, CaseIterable {
    case issuedType = "issued_token_type"
    case client = "client_id"
    case audience
  }
  package enum ResourceFact: String, Sendable, CaseIterable {
    case name, scopes, metadata
    case allScopes = "all_scopes"
  }
  package enum MCPFact: String, Sendable, CaseIterable {
    case id, method, tool, result, session, revisions
  }
  package enum DPoPFact: String, Sendable, CaseIterable { case algs, presented, jkt, nonce }
  package enum StepUpFact: String, Sendable, CaseIterable {
    case levels = "acr_values"
    case oldest = "max_age"
  }
  package enum PageFact: String, Sendable, CaseIterable {
    case action
    case actionChosen = "action_chosen"
    case hidden, accounts, people, special, username, message, scopes, deny
    case denialURL = "denial_url"
    case nonce, choices, more, details, frames, onward
  }
}
