import AuthorizationServer
import BundledFixtures
import ControlAPI
import JOSE
import ProviderModel
import Sandboxes

extension Playhouse {
  /// How a server is run.
  public struct Setting: Sendable {
    public var site = Site.Options()
    public var sandboxes = Sandboxes.Options()
    public var house = Playhouse.Options()
    public var standing = Standing()
    public var rules: [Rule] = []

    public init(keys: Keyring) {
      site.keys = keys
      site.outside = Playhouse.outside
      site.landing = Playhouse.landing
      house.scenarios = { Bundle.scenarios }
    }
  }

  /// - Parameter now: the wall clock, in seconds since 1970.
  public convenience init(_ staging: Staging, _ setting: Setting, now: Int) {
    var site = setting.site
    site.advice = site.advice.withControl
    var sandbox = Sandbox(site: Site(staging.providers, options: site), cast: staging.cast)
    sandbox.standing = setting.standing
    sandbox.rules.add(setting.rules)
    var house = setting.house
    house.switches = staging.switches
    self.init(
      Sandboxes(sandbox, options: setting.sandboxes, now: now), fixtures: staging.fixtures,
      options: house)
  }

  /// What was staged anew takes the place of what was staged before.
  public func take(_ staging: Staging) { take(staging.providers, staging.cast, staging.fixtures) }
}
