package understudytest

// ListTokens returns the issued codes and tokens, without their texts.
func (s *Sandbox) ListTokens(query TokenQuery) []Token {
	s.tb.Helper()
	return call[[]Token](s, "GET", "/tokens", query, nil)
}

// MintTokens issues tokens for a person, a client and scopes, without a sign-in.
func (s *Sandbox) MintTokens(request NewTokens) MintedTokens {
	s.tb.Helper()
	return call[MintedTokens](s, "POST", "/tokens", nil, request)
}

// RevokeToken revokes a token.
func (s *Sandbox) RevokeToken(token int) {
	s.tb.Helper()
	call[none](s, "POST", path("/tokens/%v/revoke", token), nil, nil)
}

// ExpireToken expires a token: it ended a second ago.
func (s *Sandbox) ExpireToken(token int) {
	s.tb.Helper()
	call[none](s, "POST", path("/tokens/%v/expire", token), nil, nil)
}

// ListWorkloads returns the kinds of workload whose ID tokens can be issued.
func (s *Sandbox) ListWorkloads() []Workload {
	s.tb.Helper()
	return call[[]Workload](s, "GET", "/workloads", nil, nil)
}

// MintWorkloadToken issues the ID token of a CI job or of a service account, with the claims of the real ones, signed
// by this server.
func (s *Sandbox) MintWorkloadToken(request NewWorkloadToken) WorkloadToken {
	s.tb.Helper()
	return call[WorkloadToken](s, "POST", "/workloads", nil, request)
}

// ListDevices returns the requests of devices that wait for a person, and those that a person has decided.
func (s *Sandbox) ListDevices() []Device {
	s.tb.Helper()
	return call[[]Device](s, "GET", "/devices", nil, nil)
}

// ApproveDevice approves a device as a person: its next poll gets tokens.
func (s *Sandbox) ApproveDevice(userCode string, request DeviceApproval) Device {
	s.tb.Helper()
	return call[Device](s, "POST", path("/devices/%v/approve", userCode), nil, request)
}

// DenyDevice denies a device: its next poll gets access_denied.
func (s *Sandbox) DenyDevice(userCode string, request DeviceDenial) Device {
	s.tb.Helper()
	return call[Device](s, "POST", path("/devices/%v/deny", userCode), nil, request)
}

// ListSessions returns the sessions of people who are signed in.
func (s *Sandbox) ListSessions(query SessionQuery) []Session {
	s.tb.Helper()
	return call[[]Session](s, "GET", "/sessions", query, nil)
}

// EndSessions ends sessions, and sends a logout token to each of their clients that has a backchannel_logout_uri.
// Without a filter, all sessions end.
func (s *Sandbox) EndSessions(query SessionQuery) EndedSessions {
	s.tb.Helper()
	return call[EndedSessions](s, "DELETE", "/sessions", query, nil)
}

// EndSession ends one session, and sends a logout token to each of its clients that has a backchannel_logout_uri.
func (s *Sandbox) EndSession(sid string) EndedSessions {
	s.tb.Helper()
	return call[EndedSessions](s, "DELETE", path("/sessions/%v", sid), nil, nil)
}

// SendSecurityEvent sends a signed security event token to a receiver, such as CAEP session-revoked. The journal shows
// the request and its answer.
func (s *Sandbox) SendSecurityEvent(request NewSecurityEvent) SecurityEvent {
	s.tb.Helper()
	return call[SecurityEvent](s, "POST", "/events", nil, request)
}
