package understudytest

// JournalQuery selects entries of the journal.
type JournalQuery struct {
	Provider string `json:"provider,omitempty"`
	Endpoint string `json:"endpoint,omitempty"`
	Client   string `json:"client,omitempty"`
	Person   string `json:"person,omitempty"`
	// refused, granted, or a longer outcome such as "granted: code".
	Outcome   string `json:"outcome,omitempty"`
	Condition string `json:"condition,omitempty"`
	Rule      string `json:"rule,omitempty"`
	// exchange for requests; clock, rules, reset, … for changes of the sandbox.
	Kind string `json:"kind,omitempty"`
	// The start of the path, without the prefix of the sandbox.
	Path   string `json:"path,omitempty"`
	Status int    `json:"status,omitempty"`
	// Entries with a higher number only.
	After int `json:"after,omitempty"`
	// The last entries only. CountJournal refuses it.
	Limit int `json:"limit,omitempty"`
	// How many seconds to wait for a matching entry, if none exists yet. CountJournal refuses it.
	Wait int `json:"wait,omitempty"`
}

// Entry is an exchange or a change of the journal.
type Entry struct {
	// The number, which is never used twice.
	N int `json:"n"`
	// The time by the wall clock.
	At string `json:"at"`
	// The time by the sandbox's clock.
	SandboxTime string `json:"sandbox_time"`
	// The sandbox's id.
	Sandbox string `json:"sandbox"`
	// exchange, or a change to the sandbox: clock, rules, reset, restore, …
	Kind string `json:"kind"`
	// The provider's ID.
	Provider string `json:"provider,omitempty"`
	// The endpoint's name.
	Endpoint string `json:"endpoint,omitempty"`
	// The client_id, if it is known.
	Client string `json:"client,omitempty"`
	// The username, if it is known.
	Person string `json:"person,omitempty"`
	// The outcome: refused, granted, page: login, tokens, …
	Outcome string `json:"outcome,omitempty"`
	// The condition of a refusal.
	Condition string `json:"condition,omitempty"`
	// The mistake in a refused request.
	Why string `json:"why,omitempty"`
	// How to fix a refused request.
	Remedy string `json:"remedy,omitempty"`
	// The section that requires the refusal.
	Clause string `json:"clause,omitempty"`
	// The rule that changed the response.
	Rule string `json:"rule,omitempty"`
	// Rules that almost matched, each with the mismatch.
	Near []string `json:"near,omitempty"`
	// The change to the sandbox, if the entry is not an exchange.
	Detail string `json:"detail,omitempty"`
	// The name of the control token by which the sandbox was changed, if it has one.
	Token string `json:"token,omitempty"`
	// The request. Secrets are hidden; equal ones look equal.
	Request *EntryRequest `json:"request,omitempty"`
	// The response, as sent.
	Response *EntryResponse `json:"response,omitempty"`
}

// EntryRequest is the request of an exchange.
type EntryRequest struct {
	// The method of the request.
	Method string `json:"method"`
	// The scheme of the request.
	Scheme string `json:"scheme"`
	// The Host of the request.
	Authority string `json:"authority"`
	// The path and the query of the request.
	Target string `json:"target"`
	// The headers, in order.
	Headers []Header `json:"headers"`
	// The body, cut at 16 KiB.
	Body string `json:"body"`
	// The SHA-256 of the client's certificate in base64url (RFC 8705 §3.1), if it showed one.
	ClientCertificate string `json:"client_certificate,omitempty"`
	// The subject of that certificate, as RFC 4514 writes it; absent if it can't be read.
	ClientCertificateSubject string `json:"client_certificate_subject,omitempty"`
}

// Header is a header field.
type Header struct {
	// The name of the header.
	Name string `json:"name"`
	// The value of the header.
	Value string `json:"value"`
}

// EntryResponse is the response of an exchange.
type EntryResponse struct {
	// The status of the response; 0 if none was sent.
	Status int `json:"status"`
	// The headers, in order.
	Headers []Header `json:"headers"`
	// The body, cut at 16 KiB.
	Body string `json:"body"`
}

// Count is a number of entries.
type Count struct {
	// How many entries match.
	Count int `json:"count"`
}
