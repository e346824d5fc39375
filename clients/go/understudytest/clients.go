package understudytest

// NewClient has the settings of a client.
type NewClient struct {
	// The provider where the client is registered.
	Provider string `json:"provider,omitempty"`
	// The client's ID.
	ClientID string `json:"client_id,omitempty"`
	// The client type (RFC 6749 §2.1). public has no secret, spa is public and runs in a browser, standalone is public
	// and installed on a device. Default: confidential; public with the token_endpoint_auth_method none.
	Kind string `json:"kind,omitempty"`
	// The display name. Default: its ID.
	Name string `json:"name,omitempty"`
	// The client secret. Default: none.
	Secret any `json:"secret,omitempty"`
	// The redirect URIs (RFC 7591 §2).
	RedirectURIs []string `json:"redirect_uris,omitempty"`
	// The address of its privacy policy (RFC 7591 §2).
	PolicyURI string `json:"policy_uri,omitempty"`
	// The address of its terms of service (RFC 7591 §2).
	TOSURI string `json:"tos_uri,omitempty"`
	// The scopes that the client may request. Default: all that the provider knows.
	Scopes []string `json:"scopes,omitempty"`
	// The response types that the client may use (RFC 7591 §2). Default: all that the provider knows.
	ResponseTypes []string `json:"response_types,omitempty"`
	// The grants that the client may use (RFC 7591 §2). Default: all that the provider knows.
	GrantTypes []string `json:"grant_types,omitempty"`
	// The method of client authentication (RFC 7591 §2). With signature, requests are signed with the secret; with
	// private_key_jwt and client_secret_jwt, a JWT is; with tls_client_auth and self_signed_tls_client_auth, the client
	// shows a certificate (RFC 8705 §2). Default: any method that the provider knows.
	TokenEndpointAuthMethod string `json:"token_endpoint_auth_method,omitempty"`
	// The algorithm of the JWTs by which it authenticates (RFC 7591 §2). Default: any that fits its keys, or its secret.
	TokenEndpointAuthSigningAlg string `json:"token_endpoint_auth_signing_alg,omitempty"`
	// Its public keys, as a JWK set (RFC 7591 §2): RSA keys of 2048 bits or more, and P-256, P-384 and Ed25519 keys. x5c
	// has the certificate of a key, for self_signed_tls_client_auth.
	JWKS any `json:"jwks,omitempty"`
	// The address of its public keys, instead of jwks: on the loopback, or at a host of serve --fetch-host.
	JWKSURI string `json:"jwks_uri,omitempty"`
	// The algorithm of its ID tokens (OpenID Connect Registration §2). HS256 uses the client secret. Default: the
	// provider's.
	IDTokenSignedResponseAlg string `json:"id_token_signed_response_alg,omitempty"`
	// The algorithm of its request objects (RFC 9101): none allows unsigned ones. Default: any that fits its keys, or
	// its secret.
	RequestObjectSigningAlg string `json:"request_object_signing_alg,omitempty"`
	// The addresses of its request objects (OpenID Connect Registration §2). Default: any, where the provider needs no
	// registration.
	RequestURIs []string `json:"request_uris,omitempty"`
	// Whether it has to send its authorization requests as signed request objects (RFC 9101 §10.5). Default: false.
	RequireSignedRequestObject bool `json:"require_signed_request_object,omitempty"`
	// The algorithm of its signed authorization responses (JARM §3). HS256 uses the client secret. Default: the
	// provider's.
	AuthorizationSignedResponseAlg string `json:"authorization_signed_response_alg,omitempty"`
	// Whether it has to push its authorization requests (RFC 9126 §6). Default: false.
	RequirePushedAuthorizationRequests bool `json:"require_pushed_authorization_requests,omitempty"`
	// The algorithm of signed responses of userinfo (OpenID Connect Registration §2). HS256 uses the client secret.
	// Default: the response is JSON.
	UserinfoSignedResponseAlg string `json:"userinfo_signed_response_alg,omitempty"`
	// The subject of its certificates, as RFC 4514 writes it (RFC 8705 §2.1.2), for tls_client_auth. A client has one of
	// the five members.
	TLSClientAuthSubjectDN string `json:"tls_client_auth_subject_dn,omitempty"`
	// The same by a host name among the alternative names of the certificate.
	TLSClientAuthSANDNS string `json:"tls_client_auth_san_dns,omitempty"`
	// The same by a URI among the alternative names.
	TLSClientAuthSANURI string `json:"tls_client_auth_san_uri,omitempty"`
	// The same by an IP address among the alternative names.
	TLSClientAuthSANIP string `json:"tls_client_auth_san_ip,omitempty"`
	// The same by an email address among the alternative names.
	TLSClientAuthSANEmail string `json:"tls_client_auth_san_email,omitempty"`
	// The CAs that may sign its certificates, for tls_client_auth: certificates in PEM. One of them has to sign a
	// certificate itself, so intermediate CAs belong here, too. Default: the CA of the server: understudy ca client
	// issues certificates.
	TLSClientAuthCA string `json:"tls_client_auth_ca,omitempty"`
	// Whether its token requests need a certificate, to which its access tokens are bound (RFC 8705 §3.4). Default:
	// false.
	TLSClientCertificateBoundAccessTokens bool `json:"tls_client_certificate_bound_access_tokens,omitempty"`
	// How the content key of its ID tokens is encrypted (OpenID Connect Registration §2). Default: they are not
	// encrypted.
	IDTokenEncryptedResponseAlg string `json:"id_token_encrypted_response_alg,omitempty"`
	// How the content of its ID tokens is encrypted (OpenID Connect Registration §2). Default: A128CBC-HS256.
	IDTokenEncryptedResponseEnc string `json:"id_token_encrypted_response_enc,omitempty"`
	// How the content key of the responses of userinfo is encrypted (OpenID Connect Registration §2). Default: they are
	// not encrypted.
	UserinfoEncryptedResponseAlg string `json:"userinfo_encrypted_response_alg,omitempty"`
	// How the content of the responses of userinfo is encrypted (OpenID Connect Registration §2). Default: A128CBC-
	// HS256.
	UserinfoEncryptedResponseEnc string `json:"userinfo_encrypted_response_enc,omitempty"`
	// How the content key of its JWT authorization responses is encrypted (JARM §3). Default: they are not encrypted.
	AuthorizationEncryptedResponseAlg string `json:"authorization_encrypted_response_alg,omitempty"`
	// How the content of its JWT authorization responses is encrypted (JARM §3). Default: A128CBC-HS256.
	AuthorizationEncryptedResponseEnc string `json:"authorization_encrypted_response_enc,omitempty"`
	// The max_age of a request without one, in seconds (OpenID Connect Registration §2). Default: none.
	DefaultMaxAge *int `json:"default_max_age,omitempty"`
	// Whether its ID tokens need auth_time (OpenID Connect Registration §2): client.needs_auth_time in a provider file.
	// Default: false.
	RequireAuthTime bool `json:"require_auth_time,omitempty"`
	// The acr_values of a request without any, the preferred one first (OpenID Connect Registration §2). Default: none.
	DefaultACRValues []string `json:"default_acr_values,omitempty"`
	// Whether its people have subjects of their own there (OpenID Connect Core §8). Default: public.
	SubjectType string `json:"subject_type,omitempty"`
	// The address whose host is the sector: clients of one sector have the same pairwise subjects (OpenID Connect Core
	// §8.1). For a client of a cast, nothing is fetched from there. Default: the host of redirect_uris.
	SectorIdentifierURI string `json:"sector_identifier_uri,omitempty"`
	// The addresses to which a logout may redirect (RP-Initiated Logout §3.1). Default: redirect_uris.
	PostLogoutRedirectURIs []string `json:"post_logout_redirect_uris,omitempty"`
	// The resources for which its access tokens may be (RFC 8707 §2): absolute URIs. Default: all that it requests.
	Audiences []string `json:"audiences,omitempty"`
	// The types of authorization details that it may request (RFC 9396 §10). Default: all that the provider knows.
	AuthorizationDetailsTypes []string `json:"authorization_details_types,omitempty"`
	// Its IDs at other authorization servers, for the assertions that it presents there. Default: its own ID.
	ClientIDs map[string]string `json:"client_ids,omitempty"`
	// The format of its access tokens, at a provider that has both: jwt for JSON Web Tokens (RFC 9068), opaque for
	// random text. Default: the provider's choice.
	AccessTokenFormat string `json:"access_token_format,omitempty"`
	// Whether its token requests need a DPoP proof, so that it gets only DPoP-bound tokens (RFC 9449 §5.2). Default:
	// false.
	DPoPBoundAccessTokens bool `json:"dpop_bound_access_tokens,omitempty"`
	// The members that its provider declares for its clients, as {{client.NAME}}. Default: the provider's values.
	At map[string]any `json:"at,omitempty"`
	// The person who signs in for this client without a page.
	SignIn string `json:"sign_in,omitempty"`
	// The answer to the question of consent, without a page.
	Consent string `json:"consent,omitempty"`
	// The address to which a logout token is sent when a session ends (OpenID Connect Back-Channel Logout §2.2): on the
	// loopback, or at a host of serve --fetch-host. Default: none.
	BackchannelLogoutURI string `json:"backchannel_logout_uri,omitempty"`
	// Whether its logout tokens must have sid. They always do. Default: false.
	BackchannelLogoutSessionRequired bool `json:"backchannel_logout_session_required,omitempty"`
	// The address that a logout opens in a frame (OpenID Connect Front-Channel Logout §2). Default: none.
	FrontchannelLogoutURI string `json:"frontchannel_logout_uri,omitempty"`
	// Whether that address must get iss and sid. It always does. Default: false.
	FrontchannelLogoutSessionRequired bool `json:"frontchannel_logout_session_required,omitempty"`
}

// Client is a client of a sandbox. Its secret is not shown.
type Client struct {
	NewClient
	// Whether it has a secret.
	HasSecret bool `json:"has_secret"`
	// What is doubtful about the client, such as a scope that its provider does not list. Only the response to a change has it.
	Warning string `json:"warning,omitempty"`
}

// Claim says where a claim is sent.
type Claim struct {
	// The places: ID tokens, the UserInfo response, access tokens that are JSON Web Tokens, introspection responses.
	// Default: userinfo.
	In any `json:"in,omitempty"`
	// The scope that the client needs. Default: none, except openid for ID tokens and UserInfo.
	Scope any `json:"scope,omitempty"`
}

// Person is a person who can sign in: username, password and any claims, such as email. A new person needs a password.
type Person map[string]any
