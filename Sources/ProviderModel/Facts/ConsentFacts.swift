/// What a person was asked for a grant, and what they have granted the client so far.
package struct ConsentFacts: Sendable {
  package let isAsked: Bool
  package let isFirst: Bool
  package let scopes: [String]

  package init(isAsked: Bool, isFirst: Bool, scopes: [String]) {
    self.isAsked = isAsked
    self.isFirst = isFirst
    self.scopes = scopes
  }
}
