package understudytest

// GetSandbox returns one sandbox.
func (s *Sandbox) GetSandbox() State {
	s.tb.Helper()
	return call[State](s, "GET", "", nil, nil)
}

// DeleteSandbox deletes a sandbox; its addresses answer 410 from now on.
func (s *Sandbox) DeleteSandbox() {
	s.tb.Helper()
	call[none](s, "DELETE", "", nil, nil)
}

// ResetSandbox resets a sandbox to its initial state; the journal continues.
func (s *Sandbox) ResetSandbox() State {
	s.tb.Helper()
	return call[State](s, "POST", "/reset", nil, nil)
}

// ListCheckpoints returns the checkpoints.
func (s *Sandbox) ListCheckpoints() []Checkpoint {
	s.tb.Helper()
	return call[[]Checkpoint](s, "GET", "/checkpoints", nil, nil)
}

// CreateCheckpoint saves the current state. A checkpoint of the same name is replaced. A sandbox has sixteen at most.
func (s *Sandbox) CreateCheckpoint(checkpoint NewCheckpoint) Checkpoint {
	s.tb.Helper()
	return call[Checkpoint](s, "POST", "/checkpoints", nil, checkpoint)
}

// RestoreCheckpoint restores a checkpoint, which stays available.
func (s *Sandbox) RestoreCheckpoint(checkpoint string) State {
	s.tb.Helper()
	return call[State](s, "POST", path("/checkpoints/%v/restore", checkpoint), nil, nil)
}

// DeleteCheckpoint deletes a checkpoint.
func (s *Sandbox) DeleteCheckpoint(checkpoint string) {
	s.tb.Helper()
	call[none](s, "DELETE", path("/checkpoints/%v", checkpoint), nil, nil)
}

// GetClock returns the clock.
func (s *Sandbox) GetClock() Clock {
	s.tb.Helper()
	return call[Clock](s, "GET", "/clock", nil, nil)
}

// ChangeClock sets, advances, freezes or thaws the clock, or ages what was issued, in this order.
func (s *Sandbox) ChangeClock(change ClockChange) Clock {
	s.tb.Helper()
	return call[Clock](s, "POST", "/clock", nil, change)
}

// ListPeople returns the people of a sandbox; passwords are not shown.
func (s *Sandbox) ListPeople() []Person {
	s.tb.Helper()
	return call[[]Person](s, "GET", "/people", nil, nil)
}

// PutPerson adds a person, or replaces one.
func (s *Sandbox) PutPerson(username string, person Person) Person {
	s.tb.Helper()
	return call[Person](s, "PUT", path("/people/%v", username), nil, person)
}

// GetPerson returns one person.
func (s *Sandbox) GetPerson(username string) Person {
	s.tb.Helper()
	return call[Person](s, "GET", path("/people/%v", username), nil, nil)
}

// PatchPerson changes some members of a person (RFC 7396): null removes a member.
func (s *Sandbox) PatchPerson(username string, person Person) Person {
	s.tb.Helper()
	return call[Person](s, "PATCH", path("/people/%v", username), nil, person)
}

// DeletePerson removes a person.
func (s *Sandbox) DeletePerson(username string) {
	s.tb.Helper()
	call[none](s, "DELETE", path("/people/%v", username), nil, nil)
}

// ListClients returns the clients of a sandbox, also those that have registered themselves; secrets are not shown.
func (s *Sandbox) ListClients() []Client {
	s.tb.Helper()
	return call[[]Client](s, "GET", "/clients", nil, nil)
}

// PutClient adds a client, or replaces one.
func (s *Sandbox) PutClient(provider string, client string, settings NewClient) Client {
	s.tb.Helper()
	return call[Client](s, "PUT", path("/clients/%v/%v", provider, client), nil, settings)
}

// GetClient returns one client.
func (s *Sandbox) GetClient(provider string, client string) Client {
	s.tb.Helper()
	return call[Client](s, "GET", path("/clients/%v/%v", provider, client), nil, nil)
}

// PatchClient changes some members of a client (RFC 7396): nil removes a member.
func (s *Sandbox) PatchClient(provider string, client string, changes map[string]any) Client {
	s.tb.Helper()
	return call[Client](s, "PATCH", path("/clients/%v/%v", provider, client), nil, changes)
}

// DeleteClient removes a client.
func (s *Sandbox) DeleteClient(provider string, client string) {
	s.tb.Helper()
	call[none](s, "DELETE", path("/clients/%v/%v", provider, client), nil, nil)
}

// GetAnswer returns the standing answer: the person who signs in without a page, and their consent.
func (s *Sandbox) GetAnswer() Answer {
	s.tb.Helper()
	return call[Answer](s, "GET", "/answer", nil, nil)
}

// SetAnswer sets the standing answer: this person signs in without a page, and gives this consent.
func (s *Sandbox) SetAnswer(answer Answer) Answer {
	s.tb.Helper()
	return call[Answer](s, "PUT", "/answer", nil, answer)
}

// ClearAnswer removes the standing answer: pages ask again.
func (s *Sandbox) ClearAnswer() {
	s.tb.Helper()
	call[none](s, "DELETE", "/answer", nil, nil)
}

// ListClaims returns the places of claims that have an entry. All other claims go to userinfo.
func (s *Sandbox) ListClaims() map[string]Claim {
	s.tb.Helper()
	return call[map[string]Claim](s, "GET", "/claims", nil, nil)
}

// PutClaim sets the places of a claim.
func (s *Sandbox) PutClaim(claim string, places Claim) Claim {
	s.tb.Helper()
	return call[Claim](s, "PUT", path("/claims/%v", claim), nil, places)
}

// GetClaim returns the places of one claim.
func (s *Sandbox) GetClaim(claim string) Claim {
	s.tb.Helper()
	return call[Claim](s, "GET", path("/claims/%v", claim), nil, nil)
}

// DeleteClaim removes the entry of a claim, which goes to userinfo again.
func (s *Sandbox) DeleteClaim(claim string) {
	s.tb.Helper()
	call[none](s, "DELETE", path("/claims/%v", claim), nil, nil)
}

// ListRules returns the rules, in the order of evaluation.
func (s *Sandbox) ListRules() []Rule {
	s.tb.Helper()
	return call[[]Rule](s, "GET", "/rules", nil, nil)
}

// AddRules adds a rule, or several, after the existing ones.
func (s *Sandbox) AddRules(rules ...NewRule) []Rule {
	s.tb.Helper()
	return call[[]Rule](s, "POST", "/rules", nil, append([]NewRule{}, rules...))
}

// SetRules replaces all rules by these.
func (s *Sandbox) SetRules(rules ...NewRule) []Rule {
	s.tb.Helper()
	return call[[]Rule](s, "PUT", "/rules", nil, append([]NewRule{}, rules...))
}

// ClearRules removes all rules.
func (s *Sandbox) ClearRules() {
	s.tb.Helper()
	call[none](s, "DELETE", "/rules", nil, nil)
}

// GetRule returns one rule.
func (s *Sandbox) GetRule(rule string) Rule {
	s.tb.Helper()
	return call[Rule](s, "GET", path("/rules/%v", rule), nil, nil)
}

// SwitchRule switches a rule on or off; its place and its counters stay.
func (s *Sandbox) SwitchRule(rule string, change RuleSwitch) Rule {
	s.tb.Helper()
	return call[Rule](s, "PUT", path("/rules/%v", rule), nil, change)
}

// DeleteRule removes one rule.
func (s *Sandbox) DeleteRule(rule string) {
	s.tb.Helper()
	call[none](s, "DELETE", path("/rules/%v", rule), nil, nil)
}

// ReadJournal returns the exchanges and changes that match. With Wait, it waits for one.
func (s *Sandbox) ReadJournal(query JournalQuery) []Entry {
	s.tb.Helper()
	return call[[]Entry](s, "GET", "/journal", query, nil)
}

// ClearJournal removes all entries; numbers continue.
func (s *Sandbox) ClearJournal() {
	s.tb.Helper()
	call[none](s, "DELETE", "/journal", nil, nil)
}

// CountJournal returns the number of matching entries.
func (s *Sandbox) CountJournal(query JournalQuery) Count {
	s.tb.Helper()
	return call[Count](s, "GET", "/journal/count", query, nil)
}

// GetEntry returns one entry.
func (s *Sandbox) GetEntry(entry int) Entry {
	s.tb.Helper()
	return call[Entry](s, "GET", path("/journal/%v", entry), nil, nil)
}

// ListProviders returns the providers of a sandbox, with their quirks.
func (s *Sandbox) ListProviders() []Provider {
	s.tb.Helper()
	return call[[]Provider](s, "GET", "/providers", nil, nil)
}

// GetProvider returns one provider.
func (s *Sandbox) GetProvider(provider string) Provider {
	s.tb.Helper()
	return call[Provider](s, "GET", path("/providers/%v", provider), nil, nil)
}

// SwitchQuirks switches quirks on and off; the others get their defaults.
func (s *Sandbox) SwitchQuirks(provider string, request Switches) Provider {
	s.tb.Helper()
	return call[Provider](s, "PUT", path("/providers/%v/quirks", provider), nil, request)
}

// ListKeys returns the keys that are published, and those that sign.
func (s *Sandbox) ListKeys() Keys {
	s.tb.Helper()
	return call[Keys](s, "GET", "/keys", nil, nil)
}

// RotateKeys takes steps of a key rotation at all providers. In any other order than publish, use, retire, the rotation
// is a faulty one.
func (s *Sandbox) RotateKeys(request KeyRotation) Keys {
	s.tb.Helper()
	return call[Keys](s, "POST", "/keys", nil, request)
}
