import ProviderModel

/// Why nothing can be put together: lines for people.
public struct StagingError: Error, CustomStringConvertible {
  public let description: String

  init(findings error: FixtureError) {
    description = error.sentence ?? error.description
  }
}
