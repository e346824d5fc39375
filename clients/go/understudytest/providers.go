package understudytest

// Provider is a provider with its endpoints and quirks.
type Provider struct {
	// The name in addresses.
	ID string `json:"id"`
	// The display name.
	Title string `json:"title"`
	// The date of the behavior.
	AsOf string `json:"as_of"`
	// The endpoints.
	Endpoints []Endpoint `json:"endpoints"`
	// How to try the provider without an app.
	TryOut *TryOut `json:"try_out,omitempty"`
	// The quirks: deviations from the RFCs.
	Quirks []Quirk `json:"quirks"`
}

// Endpoint is an endpoint of a provider.
type Endpoint struct {
	// The name for a rule's `match.endpoint`.
	Name string `json:"name"`
	// The kind; in a rule's `match.endpoint` it names all endpoints of this kind.
	Kind string `json:"kind"`
	// The methods that it accepts.
	Methods []string `json:"methods"`
	// The address on this server, with values of the cast for its variables; absent if the cast lacks one.
	URL string `json:"url,omitempty"`
	// The addresses at the real provider.
	Addresses []EndpointAddress `json:"addresses"`
	// The conditions that a rule's `then.condition` may name here.
	Conditions []string `json:"conditions"`
	// The same conditions, with their meanings.
	Refusals []Refusal `json:"refusals"`
}

// EndpointAddress is an address of an endpoint at the real provider.
type EndpointAddress struct {
	// One of the provider's own hosts.
	Host string `json:"host"`
	// The path with the required query; {name} is a variable.
	Path string `json:"path"`
}

// Refusal is a condition under which an endpoint refuses a request.
type Refusal struct {
	// The name for a rule's `then.condition`.
	Condition string `json:"condition"`
	// The cause.
	Summary string `json:"summary"`
	// Facts of the refusal: NAME for `err.NAME` in the provider's texts.
	Facts []string `json:"facts"`
	// The specification that requires the refusal.
	Clause string `json:"clause,omitempty"`
	// The evidence for the response; without it, the sources of the fixture apply.
	Evidence *Evidence `json:"evidence,omitempty"`
}

// Evidence says how a fact about a provider is known.
type Evidence struct {
	// documented by the service, observed in a recording or in a client's code, or inferred.
	Grade string `json:"grade"`
	// The document or recording.
	Source string `json:"source"`
	// A further remark.
	Note string `json:"note,omitempty"`
}

// TryOut is an authorization request to try in a browser.
type TryOut struct {
	// The built-in client, which is not part of the cast.
	ClientID string `json:"client_id"`
	// The address to open; it ends on a page of the server.
	URL string `json:"url"`
}

// Quirk is a departure of a provider from the specifications.
type Quirk struct {
	// The name, in PROVIDER.QUIRK.
	ID string `json:"id"`
	// The difference from the RFCs.
	Summary string `json:"summary"`
	// Whether it is on in this sandbox.
	On bool `json:"on"`
	// Whether it was on at the server's start.
	Default bool `json:"default"`
	// The evidence for the quirk.
	Evidence Evidence `json:"evidence"`
	// The group of quirks of which only one can be on.
	Rivals string `json:"rivals,omitempty"`
}

// Switches turns quirks on and off.
type Switches struct {
	// IDs of quirks to switch on; their rivals are switched off. Two rivals, or a quirk that is also in `without`, are
	// refused.
	With []string `json:"with,omitempty"`
	// IDs of quirks to switch off.
	Without []string `json:"without,omitempty"`
}

// Keys has the signing keys.
type Keys struct {
	// Whether the keys that sign are published.
	Sound bool `json:"sound"`
	// The keys that are published or sign, the oldest first.
	Keys []SigningKey `json:"keys"`
}

// SigningKey is a signing key of a provider.
type SigningKey struct {
	// The provider.
	Provider string `json:"provider"`
	// The algorithm (RFC 7518 §3.1).
	Alg string `json:"alg"`
	// The name of the key (RFC 7517 §4.5).
	KID string `json:"kid"`
	// Whether the key is in the key set of the provider.
	Published bool `json:"published"`
	// Whether new tokens are signed with it.
	Signs bool `json:"signs"`
}

// KeyRotation has the steps of a key rotation.
type KeyRotation struct {
	// The steps, in their order. publish: the next key is published. use: the next key signs. retire: the oldest
	// published key is removed.
	Steps []string `json:"steps,omitempty"`
}
