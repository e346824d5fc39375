package understudytest

// TokenQuery selects tokens.
type TokenQuery struct {
	Provider string `json:"provider,omitempty"`
	Client   string `json:"client,omitempty"`
	Person   string `json:"person,omitempty"`
	// code, access, refresh or device_code.
	Kind string `json:"kind,omitempty"`
	// live, expired, spent or revoked.
	Status string `json:"status,omitempty"`
}

// Token is an issued code or token, without its text.
type Token struct {
	// The number in this sandbox. The text of the token is not shown.
	ID int `json:"id"`
	// code, access, refresh or device_code. ID tokens are not kept.
	Kind string `json:"kind"`
	// The provider that issued it.
	Provider string `json:"provider"`
	// The client that got it.
	Client string `json:"client"`
	// The person; absent if a client acts for itself.
	Person string `json:"person,omitempty"`
	// The granted scopes.
	Scopes []string `json:"scopes"`
	// The audience (RFC 8707), if the token has one.
	Audience []string `json:"audience,omitempty"`
	// The thumbprint of the key that it is bound to (RFC 9449), if there is one.
	JKT string `json:"jkt,omitempty"`
	// The SHA-256 of the certificate that it is bound to (RFC 8705 §3.1), if there is one.
	X5tS256 string `json:"x5t#S256,omitempty"`
	// The time by the sandbox's clock.
	Issued string `json:"issued"`
	// The expiry; absent if it never expires.
	Expires string `json:"expires,omitempty"`
	// The status. spent: a redeemed code, or a refresh token that was replaced by rotation.
	Status string `json:"status"`
}

// NewTokens says which tokens to issue.
type NewTokens struct {
	// The provider's ID.
	Provider string `json:"provider,omitempty"`
	// The client_id at the provider.
	Client string `json:"client,omitempty"`
	// The username. Without it, the client acts for itself.
	Person string `json:"person,omitempty"`
	// The audience of the access token (RFC 8707). Default: the client's audiences.
	Audiences []string `json:"audiences,omitempty"`
	// The scopes (RFC 6749 §3.3). Default: the scopes of a request that names none.
	Scopes []string `json:"scopes,omitempty"`
	// The credentials to issue: code, access, refresh, id. Default: the credentials that a redeemed code issues.
	Issues []string `json:"issues,omitempty"`
	// The thumbprint (RFC 7638) of the key that the access token, the code, and the refresh token of a client that does
	// not authenticate are bound to (RFC 9449). Default: Bearer tokens.
	JKT string `json:"jkt,omitempty"`
	// The SHA-256 of the certificate, as base64url, that the access token and the refresh token of a client that does
	// not authenticate are bound to (RFC 8705 §3.1). Default: none.
	X5tS256 string `json:"x5t#S256,omitempty"`
}

// MintedTokens has the texts of issued tokens.
type MintedTokens struct {
	// The token itself.
	AccessToken string `json:"access_token,omitempty"`
	// The token itself.
	RefreshToken string `json:"refresh_token,omitempty"`
	// The JWT.
	IDToken string `json:"id_token,omitempty"`
	// The code itself.
	Code string `json:"code,omitempty"`
	// The lifetime of the access token, in seconds.
	ExpiresIn int `json:"expires_in,omitempty"`
	// The same tokens, as the list shows them.
	Tokens []Token `json:"tokens"`
}

// Device is the request of a device that waits for a person, or that a person has decided.
type Device struct {
	// The provider at which the device asked.
	Provider string `json:"provider"`
	// The client that the device runs.
	Client string `json:"client"`
	// The user code, as the device shows it.
	UserCode string `json:"user_code"`
	// The approved scopes. Until then, the requested scopes.
	Scopes []string `json:"scopes"`
	// The person who has decided; absent if nobody was signed in, and if a rule has decided.
	Person string `json:"person,omitempty"`
	// The status. redeemed: the device has its tokens. revoked: its code was revoked, or the person was removed.
	Status string `json:"status"`
	// The seconds between two polls; slow_down makes it longer.
	Interval int `json:"interval"`
	// The time of the last poll; absent before the first one.
	Polled string `json:"polled,omitempty"`
	// The time of the request, by the sandbox's clock.
	Issued string `json:"issued"`
	// The expiry of both codes.
	Expires string `json:"expires,omitempty"`
}

// DeviceApproval approves a device.
type DeviceApproval struct {
	// The username of the person who approves.
	Person string `json:"person,omitempty"`
	// The only scopes to which the person consents. Default: all requested scopes.
	Scopes *[]string `json:"scopes,omitempty"`
}

// DeviceDenial denies a device.
type DeviceDenial struct {
	// The username of the person who denies.
	Person string `json:"person,omitempty"`
}

// Workload is a kind of workload whose ID tokens can be issued.
type Workload struct {
	// The provider whose fixture has it.
	Provider string `json:"provider"`
	// Its name.
	Workload string `json:"workload"`
	// The name for people.
	Title string `json:"title"`
	// The values of which claims are made.
	Values map[string]string `json:"values"`
}

// NewWorkloadToken says which ID token of a workload to issue.
type NewWorkloadToken struct {
	// The provider whose fixture has the workload.
	Provider string `json:"provider,omitempty"`
	// The kind of workload: a name of workloads in the fixture, such as github-actions.
	Workload string `json:"workload,omitempty"`
	// The values of which the claims are made, instead of the fixture's.
	Values map[string]string `json:"values,omitempty"`
	// The claim iss, instead of the fixture's.
	Issuer string `json:"issuer,omitempty"`
	// The claim sub, instead of the fixture's.
	Subject string `json:"subject,omitempty"`
	// The values of the claim aud, instead of the fixture's.
	Audiences []string `json:"audiences,omitempty"`
	// The lifetime, instead of the fixture's. Seconds, or an ISO 8601 duration of days and less.
	Lifetime any `json:"lifetime,omitempty"`
	// Claims that are added or replaced. A null removes one.
	Claims map[string]any `json:"claims,omitempty"`
}

// WorkloadToken is the ID token of a workload.
type WorkloadToken struct {
	// The JWT.
	IDToken string `json:"id_token"`
	// Its claims.
	Claims map[string]any `json:"claims"`
}

// SessionQuery selects sessions.
type SessionQuery struct {
	Person   string `json:"person,omitempty"`
	Provider string `json:"provider,omitempty"`
	Client   string `json:"client,omitempty"`
}

// Session is a session of a person who is signed in.
type Session struct {
	// The session ID, as in the claim sid of ID tokens.
	SID string `json:"sid"`
	// The provider at which the person is signed in.
	Provider string `json:"provider"`
	// The person.
	Person string `json:"person"`
	// The time of the last sign-in, by the sandbox's clock.
	SignedIn string `json:"signed_in"`
	// The end of the session.
	Expires string `json:"expires"`
	// The clients that were granted something in the session.
	Clients []string `json:"clients"`
}

// EndedSessions has the sessions that ended, and the logout tokens that were sent.
type EndedSessions struct {
	// The sessions that ended.
	Sessions []Session `json:"sessions"`
	// The logout tokens that were sent, with the answers of the clients.
	Calls []Call `json:"calls"`
}

// Call is a request that the server made to a client.
type Call struct {
	// The client that was called.
	Client string `json:"client,omitempty"`
	// The address that was called.
	Address string `json:"address"`
	// Whether the status of the answer was a success.
	Accepted bool `json:"accepted"`
	// The status of the answer; absent if there was none.
	Status int `json:"status,omitempty"`
	// The reason why there was no answer.
	Failure string `json:"failure,omitempty"`
	// The number of the journal's entry with the request and the answer.
	Entry int `json:"entry,omitempty"`
}

// NewSecurityEvent is a security event to send.
type NewSecurityEvent struct {
	// The provider that sends the event.
	Provider string `json:"provider,omitempty"`
	// The kind of event: a name of security_events in the fixture, such as session-revoked.
	Event string `json:"event,omitempty"`
	// The username of the person that it is about.
	Person string `json:"person,omitempty"`
	// The address that gets the token: on the loopback, or at a host of serve --fetch-host.
	Receiver string `json:"receiver,omitempty"`
	// The claim aud. Default: the address of the receiver.
	Audience string `json:"audience,omitempty"`
	// The access token for the receiver. Default: none.
	Token string `json:"token,omitempty"`
	// The claim sub_id, instead of the fixture's.
	Subject map[string]any `json:"subject,omitempty"`
	// Members of the event that are added or replaced. A null removes one.
	Members map[string]any `json:"members,omitempty"`
	// Claims that are added or replaced. A null removes one.
	Claims map[string]any `json:"claims,omitempty"`
}

// SecurityEvent is a security event that was sent.
type SecurityEvent struct {
	// The claims of the token.
	Claims map[string]any `json:"claims"`
	// The request and its answer.
	Call Call `json:"call"`
	// The error code of the receiver (RFC 8935 §2.4).
	Err string `json:"err,omitempty"`
	// The receiver's description of the error.
	Description string `json:"description,omitempty"`
}
