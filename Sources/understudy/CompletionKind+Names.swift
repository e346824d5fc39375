import ArgumentParser
import Examiner
import Server

/// The values of options that a shell proposes. They are looked up when somebody presses Tab.
extension CompletionKind {
  static let profiles = CompletionKind.custom { _, _, _ in
    Catalogue.bundled.profiles.map(\.id)
  }

  static let checks = CompletionKind.custom { _, _, _ in
    let catalogue = Catalogue.bundled
    return catalogue.profiles.flatMap { $0.checks.map(\.id) } + catalogue.passive.map(\.id)
  }

  static let providers = CompletionKind.custom { _, _, _ in BundledFixtures.index.map(\.id) }

  static let scenarios = CompletionKind.custom { _, _, _ in BundledFixtures.scenarios.map(\.id) }

  /// Quirks of all bundled providers, with the provider's ID.
  static let quirks = CompletionKind.custom { _, _, _ in
    let set = BundledFixtures.providers()
    return BundledFixtures.index.flatMap { provider in
      ((try? set.resolve(provider.id))?.quirks ?? []).map { "\(provider.id).\($0.id)" }
    }
  }
}
