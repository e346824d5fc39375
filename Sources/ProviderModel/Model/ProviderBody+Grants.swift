import Basics

/// Fields of a provider file about codes and tokens, and about what else clients can do.
extension ProviderBody {
  static let grants: [Field] = [
    .objects(
      "credentials", \.credentials, keys: "kinds, or names of credentials with a `kind`",
      "The format and the lifetime of codes, tokens and request URIs. `code` and `access` are inherited if the file has none, and so is the text of one that has neither `value` nor `jwt`."
    ).example(
      #"{ "code": { "value": "{{rand:[A-Za-z0-9]{40}}}", "lifetime": 60 } }"#
    ).inherited(.replaced(level: 1)),
    .map(
      "signing", \.signing, .declared(SigningRule.self), keys: "algorithms",
      known: SigningRule.algorithms,
      "The algorithms that sign tokens (RFC 7518 §3.1). The first one is the default.",
      example: "{ \"RS256\": {} }"
    ) { entry, vocabulary in entry.read(vocabulary) }.inherited(.never),
    .objects(
      "answers", \.answers, keys: "response types, their words in any order",
      "The front-channel response for each `response_type`."
    ).example(
      #"{ "code": { "issues": { "code": true }, "parameters": { "code": "{{tok.code.value}}", "state": "{{req.state?}}" } } }"#
    ).inherited(.replaced(level: 1)),
    .object(
      "token", \.token, "The parameters and the grants of the token endpoint."
    ).example(
      #"{ "client_auth": { "post": true }, "grants": { "authorization_code": {}, "refresh_token": { "rotates": false } } }"#
    ).inherited(.never),
    .object(
      "registration", \.registration,
      "How clients register themselves (RFC 7591).", or: "they can't"
    ).example(
      #"{ "client_id": "[A-Za-z0-9]{22}", "client_secret": "[A-Za-z0-9]{43}", "registration_access_token": "[A-Za-z0-9]{43}" }"#
    ).inherited(.never),
    .object(
      "client_documents", \.clientDocuments,
      "Clients whose ID is the address of their metadata, which is fetched.", or: "not known"
    ).example(
      #"{ "lifetime": 300 }"#
    ).inherited(.never),
    .object(
      "request_objects", \.requestObjects,
      "Authorization requests that are JWTs (RFC 9101).", or: "there are none"
    ).example(
      #"{ "audience": ["{{base.first}}"], "unsigned": true }"#
    ).inherited(.never),
    .object(
      "authorization_details", \.authorizationDetails,
      "Rich authorization requests (RFC 9396).", or: "there are none"
    ).example(
      #"{ "types": { "payment": { "title": "pay a bill" } } }"#
    ).inherited(.never),
    .object(
      "dpop", \.dpop, "Access tokens that are bound to a key of the client (RFC 9449).",
      or: "the header DPoP is not read"
    ).example(
      #"{ "algorithms": ["ES256"] }"#
    ).inherited(.never),
    .object(
      "encryption", \.encryption,
      "ID tokens and responses that are encrypted (RFC 7516).", or: "nothing is encrypted"
    ).example(
      #"{}"#
    ).inherited(.never),
    .object(
      "pairwise_subjects", \.pairwise,
      "Subjects that differ from one client to the next (OpenID Connect Core §8.1).",
      or: "all clients have the same"
    ).example(
      #"{ "salt": "example" }"#
    ).inherited(.never),
    .object(
      "claim_sources", \.claimSources,
      "Aggregated and distributed claims (OpenID Connect Core §5.6).", or: "they are not sent"
    ).example(
      #"{}"#
    ).inherited(.never),
    .object(
      "fedcm", \.fedCM, "A FedCM identity provider (W3C Federated Credential Management).",
      or: "there is none"
    ).example(
      #"{ "cookie": "example_fedcm", "account": "{{person.sub}}", "scopes": ["openid"], "issues": { "id": true } }"#
    ).inherited(.never),
    .map(
      "acr_values", \.levels, .declared(AuthenticationLevel.self), keys: "values of acr",
      "The levels of authentication, the lowest first. A sign-in has the level that its request asks for, by `acr_values` or by the claim `acr`, and the lowest one otherwise.",
      or: "sign-ins have no level",
      example: "{ \"urn:example:password\": { \"amr\": [\"pwd\"] } }"
    ) { entry, vocabulary in entry.read(vocabulary) }.inherited(.never),
    .flag(
      "certificate_bound_tokens", \.bindsToCertificates,
      "Whether clients can have access tokens that are bound to their certificate (RFC 8705 §3)."
    ).inherited(.never),
    .objects(
      "workloads", \.workloads, keys: "names",
      "The kinds of workload identity whose ID tokens the control API issues."
    ).example(
      #"{ "ci": { "title": "CI job", "issuer": "https://ci.example.test", "subject": "job:{{workload.ref}}", "audience": "https://app.example.test", "values": { "ref": "main" } } }"#
    ).inherited(.never),
    .objects(
      "security_events", \.securityEvents, keys: "names",
      "The kinds of security event that the control API sends (RFC 8417)."
    ).example(
      #"{ "session-revoked": { "type": "https://schemas.openid.net/secevent/caep/event-type/session-revoked", "issuer": "{{base.first}}", "subject": { "format": "iss_sub", "iss": "{{base.first}}", "sub": "{{person.sub}}" } } }"#
    ).inherited(.never),
  ]
}
