import Basics
import ProviderModel

/// Where a client is told of logouts.
extension ClientMetadata {
  mutating func readLogout() throws(Flaw) {
    if provider.rule(for: .logout) != nil {
      client.backChannelLogoutURI = try logoutURI("backchannel_logout_uri")
      _ = try flag("backchannel_logout_session_required")
    }
    guard provider.endpoint(.logout)?.frontChannel != nil else { return }
    let member = "frontchannel_logout_uri"
    client.frontChannelLogoutURI = try logoutURI(member)
    _ = try flag("frontchannel_logout_session_required")
    guard let uri = client.frontChannelLogoutURI,
      !LogoutURI.hasOrigin(uri, of: client.redirectURIs)
    else { return }
    throw Flaw(
      member: member, what: "is \(uri), and no redirect URI has its scheme, host and port",
      remedy: "use the origin of a redirect URI (OpenID Connect Front-Channel Logout §2)")
  }

  private mutating func logoutURI(_ member: String) throws(Flaw) -> String? {
    guard let uri = try text(member) else { return nil }
    if let flaw = LogoutURI.flaw(of: uri) {
      throw Flaw(
        member: member, what: "is \(uri), which \(flaw)", remedy: "send an absolute web address")
    }
    members[member] = JSONValue(.string(uri))
    return uri
  }
}
