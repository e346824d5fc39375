package understudytest

// NewSandbox has the settings of a sandbox.
type NewSandbox struct {
	// The name in addresses. Default: eight random letters and digits.
	ID string `json:"id,omitempty"`
	// A label for the list of sandboxes.
	Name string `json:"name,omitempty"`
	// People and clients in addition to those of the server's start; the same names replace them.
	Cast *Cast `json:"cast,omitempty"`
	// Quirks to switch on, as PROVIDER.QUIRK. Two rivals, or a quirk that is also in `without`, are refused.
	With []string `json:"with,omitempty"`
	// Quirks to switch off, as PROVIDER.QUIRK.
	Without []string `json:"without,omitempty"`
	// The seed: the same requests in the same order get the same codes and tokens.
	Seed *int `json:"seed,omitempty"`
	// The time without requests after which it ends. Default: an hour. Seconds, or an ISO 8601 duration of days and
	// less.
	Lifetime any `json:"lifetime,omitempty"`
	// The standing answer, as in PUT …/answer.
	Answer *Answer `json:"answer,omitempty"`
	// The rules, as in POST …/rules.
	Rules []NewRule `json:"rules,omitempty"`
}

// Cast has people, clients and other records in addition to those of the server.
type Cast struct {
	// The version of the language. Default: 1.
	Schema int `json:"schema,omitempty"`
	// The kind of file.
	Kind string `json:"kind,omitempty"`
	// The people who can sign in. A later file replaces a person of the same username.
	People []Person `json:"people,omitempty"`
	// The clients. A later file replaces a client of the same ID at the same provider.
	Clients []NewClient `json:"clients,omitempty"`
	// Protected MCP servers that providers play in addition to their own. A later file replaces a resource of the same
	// path at the same provider.
	Resources []map[string]any `json:"resources,omitempty"`
	// Other issuers whose JWTs providers exchange for tokens. A later file replaces an issuer of the same name at the
	// same provider.
	Trust []map[string]any `json:"trust,omitempty"`
	// The places to which claims about people are sent. A later file replaces the entry of a claim.
	Claims map[string]Claim `json:"claims,omitempty"`
	// Records of the tables that providers declare. A later file replaces a record of the same key.
	Tables map[string]map[string][]map[string]any `json:"tables,omitempty"`
}

// State is what the server says about a sandbox.
type State struct {
	// The name in addresses: /_sandbox/ID. The sandbox without a prefix is `default`.
	ID string `json:"id"`
	// The label.
	Name string `json:"name,omitempty"`
	// Why the sandbox can't be used: the store has a damaged entry or snapshot of it. The list has it; it answers 503.
	Problem string `json:"problem,omitempty"`
	// What is doubtful about the cast that it was created with. Only the response to the creation has it.
	Warning string `json:"warning,omitempty"`
	// The start of its addresses, before /PROVIDER/….
	URL string `json:"url"`
	// The time of creation, by the wall clock.
	Created string `json:"created"`
	// The time of the last request, by the wall clock.
	LastUsed string `json:"last_used"`
	// The current time of its own clock.
	Now string `json:"now"`
	// The time without requests after which it ends: an ISO 8601 duration.
	Lifetime string `json:"lifetime,omitempty"`
	// The state of the journal.
	Journal JournalState `json:"journal"`
	// Provider ID → the start of the addresses of its first host.
	Providers map[string]string `json:"providers"`
}

// JournalState is the size of a journal.
type JournalState struct {
	// The number of entries.
	Count int `json:"count"`
	// The number of the last entry; numbers have no gaps.
	Last int `json:"last"`
}

// Checkpoint is a saved state.
type Checkpoint struct {
	// The name to restore it by.
	Name string `json:"name"`
	// The time of the checkpoint, by the wall clock.
	At string `json:"at"`
}

// NewCheckpoint names a checkpoint.
type NewCheckpoint struct {
	// The name. An older checkpoint of the same name is replaced. Default: checkpoint-N.
	Name string `json:"name,omitempty"`
}

// Clock is the time of a sandbox.
type Clock struct {
	// The current time of the sandbox.
	Now string `json:"now"`
	// Whether the clock stands still.
	Frozen bool `json:"frozen"`
	// The time by which issued credentials were aged: an ISO 8601 duration.
	Aged string `json:"aged"`
}

// ClockChange changes the time of a sandbox.
type ClockChange struct {
	// An instant, or seconds since 1970. After a code or token was issued, an earlier time is refused (409).
	Set any `json:"set,omitempty"`
	// The time to add to now, to the end of the year 9999 at most. Seconds, or an ISO 8601 duration of days and less.
	Advance any `json:"advance,omitempty"`
	// true: the clock stops; false: it continues.
	Freeze *bool `json:"freeze,omitempty"`
	// Ages every issued credential; the clock does not move. So tokens expire for a client with a real clock. A century
	// in all at most. Seconds, or an ISO 8601 duration of days and less.
	Age any `json:"age,omitempty"`
}

// Answer is the standing answer: who signs in without a page, and that person's consent.
type Answer struct {
	// The username of the person who signs in without a page.
	SignIn string `json:"sign_in,omitempty"`
	// The person's answer. Default: granted.
	Consent string `json:"consent,omitempty"`
	// The only scopes to which the person consents. Not allowed if consent is denied.
	Scopes *[]string `json:"scopes,omitempty"`
}
