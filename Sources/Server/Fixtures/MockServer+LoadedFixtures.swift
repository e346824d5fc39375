import Engine
import JOSE
import ProviderModel

extension MockServer {
  /// How a server is run.
  package struct Setting: Sendable {
    package var site = Site.Options()
    package var sandboxes = Sandboxes.Options()
    package var house = MockServer.Options()
    package var standing = StandingAnswer()
    package var rules: [Rule] = []

    package init(keys: Keyring) {
      site.keys = keys
      site.outside = MockServer.outside
      site.landing = MockServer.landing
      house.scenarios = { BundledFixtures.scenarios }
    }
  }

  /// - Parameter now: the wall clock, in seconds since 1970.
  package convenience init(
    _ staging: LoadedFixtures, _ setting: Setting, now: Int, replica: Replica? = nil
  ) {
    var site = setting.site
    site.advice = site.advice.withControl
    var sandbox = ServerState(site: Site(staging.providers, options: site), cast: staging.cast)
    sandbox.standing = setting.standing
    sandbox.rules.add(setting.rules)
    var house = setting.house
    house.switches = staging.switches
    self.init(
      Sandboxes(sandbox, options: setting.sandboxes, now: now, replica: replica),
      fixtures: staging.fixtures,
      options: house)
  }

  /// What was staged anew takes the place of what was staged before.
  package func take(_ staging: LoadedFixtures) {
    take(staging.providers, staging.cast, staging.fixtures)
  }
}
