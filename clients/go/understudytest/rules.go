package understudytest

// NewRule is a rule to add. It changes how the server answers later requests.
type NewRule struct {
	// The name of the rule, in the journal and in the header Understudy-Rule. A rule that is added later replaces one of
	// the same name. Default: its number.
	ID string `json:"id,omitempty"`
	// The purpose of the rule.
	Summary string `json:"summary,omitempty"`
	// Whether the rule applies. A rule that is off is passed over. Default: true.
	On *bool `json:"on,omitempty"`
	// Scenario is the ID of a bundled scenario, whose rules are used instead of this one.
	Scenario string `json:"scenario,omitempty"`
	// The requests to which the rule applies. Default: all.
	Match *RuleMatch `json:"match,omitempty"`
	// The ID of a rule that has to act first. Both rules are in the same list.
	After string `json:"after,omitempty"`
	// The number of matching requests that pass first. Default: 0.
	Skip int `json:"skip,omitempty"`
	// How often the rule acts. Default: always.
	Times int `json:"times,omitempty"`
	// The number of matching requests that pass in each window of the sandbox's time, from all clients together. then
	// applies to the others, and their answers carry Retry-After.
	Limit *RuleLimit `json:"limit,omitempty"`
	// What happens. Default: with a limit, the provider's own refusal as rate_limited.
	Then *RuleEffect `json:"then,omitempty"`
}

// RuleMatch selects the requests to which a rule applies.
type RuleMatch struct {
	// The provider's ID.
	Provider string `json:"provider,omitempty"`
	// The host name, without scheme and port.
	Host string `json:"host,omitempty"`
	// The endpoint's name or kind.
	Endpoint string `json:"endpoint,omitempty"`
	// The method: one that the endpoint accepts.
	Method string `json:"method,omitempty"`
	// The grant type of a token request.
	Grant string `json:"grant,omitempty"`
	// The client's ID.
	Client string `json:"client,omitempty"`
	// The username of the person who signs in, is signed in, or owns the code or token.
	Person string `json:"person,omitempty"`
	// The parameters: the value of each, true if it must be present, false if it must be absent, or a pattern.
	Parameters map[string]any `json:"parameters,omitempty"`
	// A predicate of the fixture language. It may use the facts that are known before the server decides on a request:
	// now, provider, base, query, form, body, req, auth, vars, hosts, bound, found, client, person, people, grant,
	// session, browser, item, resource, mcp.
	When any `json:"when,omitempty"`
}

// RuleLimit lets some requests pass in each window of time.
type RuleLimit struct {
	// The number of requests that pass in each window.
	Requests int `json:"requests"`
	// The length of a window, from its first request on: an ISO 8601 duration of whole seconds, a day at most.
	Per string `json:"per"`
}

// RuleEffect is what a rule does.
type RuleEffect struct {
	// The provider refuses the request with its own response, as if this condition held.
	Condition string `json:"condition,omitempty"`
	// The server sends this answer instead of the provider's.
	Answer *RuleAnswer `json:"answer,omitempty"`
	// The time before the answer, ten minutes at most. Default: 0.
	Delay any `json:"delay,omitempty"`
	// The number of body bytes after which the connection ends.
	Truncate *int `json:"truncate,omitempty"`
	// The body is sent in pieces.
	Drip *RuleDrip `json:"drip,omitempty"`
	// Whether a TCP reset replaces the answer. Default: false.
	Reset bool `json:"reset,omitempty"`
	// Whether the connection closes without an answer. Default: false.
	Close bool `json:"close,omitempty"`
	// The provider decides on the request, and its answer is lost: the connection closes, or is reset.
	Lost string `json:"lost,omitempty"`
	// Redirects and pages before the page that the browser requested; each keeps the query. At endpoints of the kind
	// authorize.
	Detour []string `json:"detour,omitempty"`
	// Changes to the provider's own answer.
	Change *RuleChange `json:"change,omitempty"`
	// A fault of the certificate that the host shows at the handshake. It must be the only effect, match may name only
	// host, and the rule must be in the default sandbox.
	TLS string `json:"tls,omitempty"`
}

// RuleAnswer is a response that replaces the provider's.
type RuleAnswer struct {
	// The HTTP status. Default: 200.
	Status int `json:"status,omitempty"`
	// The headers. A list sends several fields of one name. Headers of the connection, such as Content-Length,
	// Connection and Date, are not allowed.
	Headers map[string]any `json:"headers,omitempty"`
	// The body, as text.
	Body string `json:"body,omitempty"`
	// The body, as JSON.
	JSON any `json:"json,omitempty"`
	// How often the body is repeated; the whole body has 16 MiB at most. Default: 1.
	Repeat int `json:"repeat,omitempty"`
}

// RuleDrip sends a body in pieces.
type RuleDrip struct {
	// The size of a piece, in bytes. Default: 1.
	Bytes int `json:"bytes,omitempty"`
	// The time between pieces. Default: 100.
	Every any `json:"every,omitempty"`
}

// RuleChange changes the response of the provider.
type RuleChange struct {
	// New names of parameters or members.
	Rename map[string]string `json:"rename,omitempty"`
	// New values of redirect parameters or JSON members. A missing one is added.
	Set map[string]any `json:"set,omitempty"`
	// Members to leave out.
	Drop []string `json:"drop,omitempty"`
	// Parameters to send once more, after those of the same name: in redirects and forms of the kind authorize.
	Append map[string]any `json:"append,omitempty"`
	// The members that come first, in this order.
	Order []string `json:"order,omitempty"`
	// The only scopes to grant, of those that the client requests: at endpoints of the kinds authorize and token.
	Scopes *[]string `json:"scopes,omitempty"`
	// Whether the browser delivers the callback twice: at endpoints of the kind authorize. Default: false.
	Twice bool `json:"twice,omitempty"`
	// The response mode of the authorization response, whatever the client requests: at endpoints of the kind authorize.
	Mode string `json:"mode,omitempty"`
	// The page that leads the browser to the callback: a page with a link, a page that refreshes itself, or a page with
	// a script. At endpoints of the kind authorize. Default: a redirect.
	Way string `json:"way,omitempty"`
	// Headers of the answer. A list sends several fields of one name, and null removes a header.
	Headers map[string]any `json:"headers,omitempty"`
	// Text before the body, such as a byte order mark.
	Prefix string `json:"prefix,omitempty"`
	// The keys that a document shows, in this order. current keys sign. next keys sign if a rule says next-key. twin
	// keys have the names of the keys that sign, and another type. encryption keys have the same names, and are for
	// encryption. nameless is the first key that signs, without a kid. unknown keys are of types that no client knows.
	// short is the key that short-key signs with.
	Keys *[]string `json:"keys,omitempty"`
	// Sends the body as a JSON Web Token: at endpoints of the kind resource.
	JWT any `json:"jwt,omitempty"`
	// Changes to an access token that is a JSON Web Token, to the ID token, and to the logout token of a session that
	// ends.
	Tokens map[string]any `json:"tokens,omitempty"`
}

// Rule is a rule with its counters.
type Rule struct {
	NewRule
	// How many requests matched, also after the rule was used up.
	Seen int `json:"seen"`
	// How often the rule acted.
	Fired int `json:"fired"`
	// Whether the rule has acted `times` times.
	Spent bool `json:"spent"`
	// The open window of `limit`; absent if none is open.
	Window *RuleWindow `json:"window,omitempty"`
	// The reason why no request matches at present: the sandbox has no such person or client, or the server no such host.
	// Absent if they are there.
	Warning string `json:"warning,omitempty"`
}

// RuleWindow is the open window of a limit.
type RuleWindow struct {
	// How many requests came in the window.
	Requests int `json:"requests"`
	// How many more may pass.
	Left int `json:"left"`
	// The end of the window, by the sandbox's clock.
	Ends string `json:"ends"`
}

// RuleSwitch turns a rule on or off.
type RuleSwitch struct {
	// Whether the rule applies from now on.
	On bool `json:"on"`
}
