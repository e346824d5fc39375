import Basics
import HashTreeCollections
import ProviderModel

/// What a snapshot is read with: it names providers, and each server has its own.
package final class SnapshotContext: CastContext {
  /// The providers of the state that is read next.
  fileprivate(set) var site: Site
  package let standard: Cast
  /// The cast of the state that is read now.
  fileprivate(set) var cast: Cast
  private let switched:
    (_ with: [String: [String]], _ without: [String: [String]]) -> ProviderCatalog?

  /// - Parameter switched: the providers with switched quirks; `nil` if this server lacks them.
  package init(
    _ start: ServerState,
    switched:
      @escaping (_ with: [String: [String]], _ without: [String: [String]]) ->
      ProviderCatalog?
  ) {
    site = start.site
    usual = start.site
    standard = start.cast
    cast = start.cast
    self.switched = switched
  }
  private let usual: Site

  /// The state that is read next has switched quirks.
  /// - Returns: false if this server does not have them: then the state is read without them.
  package func play(with: [String: [String]], without: [String: [String]]) -> Bool {
    site = usual
    if with.isEmpty, without.isEmpty { return true }
    guard let providers = switched(with, without) else { return false }
    site = usual.playing(providers)
    return true
  }

  package static func behind(_ decoder: any Decoder) throws -> SnapshotContext {
    guard let context = try Unpacker.behind(decoder).context as? SnapshotContext else {
      throw PackingError("a snapshot is read without a server")
    }
    return context
  }
}

extension ServerState: Codable {
  private enum CodingKeys: CodingKey { case cast, standing, state }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(cast, forKey: .cast)
    try container.encode(standing, forKey: .standing)
    try container.encode(state, forKey: .state)
  }

  package init(from decoder: any Decoder) throws {
    let context = try SnapshotContext.behind(decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    context.cast = try container.decode(Cast.self, forKey: .cast)
    self.init(
      site: context.site, cast: context.cast,
      standing: try container.decode(StandingAnswer.self, forKey: .standing),
      state: try container.decode(State.self, forKey: .state))
  }

  /// About how much a snapshot holds: the same for all servers that have come to the same state.
  package var weight: Int { state.ledger.credentials.count }
}

extension Rule: Codable {
  private enum CodingKeys: CodingKey { case id, source }

  /// As its author wrote it, with the ID that it was given.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(source, forKey: .source)
  }

  package init(from decoder: any Decoder) throws {
    let context = try SnapshotContext.behind(decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let id = try container.decode(String.self, forKey: .id)
    self = RuleReader(providers: context.site.providers, cast: context.cast)
      .restored(try container.decode(JSONValue.self, forKey: .source), id: id)
  }
}

extension TreeDictionary: Packed where Key: Codable, Value: Codable {
  package func pack(into packer: Packer) throws {
    try packer.write(pairs: self)
  }
  package init(unpacking unpacker: Unpacker) throws {
    self.init()
    // Without the types, the compiler would take the values for optional ones, which are slower to read.
    try unpacker.readPairs { (key: Key, value: Value) in self[key] = value }
  }
}
