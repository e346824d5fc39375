import ProviderModel

/// Why nothing can be put together: lines for people.
package struct FixtureLoadingError: Error, CustomStringConvertible {
  package let description: String

  init(findings error: FixtureError) {
    description = error.sentence ?? error.description
  }
}
