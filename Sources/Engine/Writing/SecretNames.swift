/// Under which names secrets stand in one exchange, beside the usual ones.
package struct SecretNames: Sendable {
  package let more: Set<String>
  package let renamed: [(from: String, to: String)]

  package init(more: Set<String> = [], renamed: [(from: String, to: String)] = []) {
    self.more = more
    self.renamed = renamed
  }
}
