/// What a command line, or a file that it names, can't mean: exit code 2.
package struct UsageError: Error, Sendable, Equatable, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
