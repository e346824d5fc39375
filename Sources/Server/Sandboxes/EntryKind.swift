/// What an entry of the journal is about: an exchange, or what was done to the sandbox.
package enum EntryKind: String, Sendable, CaseIterable {
  case exchange, answer, checkpoints, claims, clients, clock, device, keys, outgoing, people
  case quirks, reset, restore, rules, sessions, tokens
}
