import Basics
import Testing

@testable import ProviderModel

/// The parts of the device grant need each other.
@Suite("A device grant with a mistake")
struct DeviceMistakeTests {
  private static let grant = "urn:ietf:params:oauth:grant-type:device_code"

  /// What reading `standard` says once a merge patch has changed it.
  private func findings(_ patch: String) throws -> [String] {
    let tree = Merge.apply(try json(patch), to: try json(try Shipped.text("standard")))
    do {
      _ = try Shipped.set("standard", tree.text()).resolve("standard")
      return []
    } catch let error as FixtureError {
      return error.findings.map { "\($0.pointer): \($0.sentence)" }
    }
  }

  @Test("is fine as it ships")
  func fine() throws { #expect(try findings("{}").isEmpty) }

  @Test(
    "is told which part is missing",
    arguments: [
      (
        #"{"token": {"grants": {"\#(grant)": null}}}"#,
        "/endpoints/device_authorization: a device has no grant to poll with; add a grant of the kind device to token.grants"
      ),
      (
        #"""
        {"endpoints": {"device_authorization": null}, "links": {"device_authorization": null},
         "shapes": {"device_authorization": null, "metadata": {"json": {"device_authorization_endpoint": null}}}}
        """#,
        "/token/grants/\(grant): a device has no address to ask at; add an endpoint of the kind device_authorization"
      ),
      (
        #"{"endpoints": {"device": null}}"#,
        "/token/grants/\(grant): a person has no page to type the user code at; add an endpoint of the kind device"
      ),
      (
        #"{"credentials": {"user_code": null}}"#,
        "/token/grants/\(grant): a device needs the credential user_code; add it to credentials"
      ),
      (
        #"{"credentials": {"device_code": {"lifetime": 0}}}"#,
        "/credentials/device_code: a device code ends (RFC 8628 §3.2); give it a lifetime in seconds"
      ),
      (
        #"{"credentials": {"device_code": {"lifetime": null}}}"#,
        "/credentials/device_code: a device code ends (RFC 8628 §3.2); give it a lifetime in seconds"
      ),
      (
        #"{"credentials": {"user_code": {"value": null, "jwt": {"alg": "RS256", "header": {}, "claims": {}}}}}"#,
        "/credentials/user_code: a user_code is looked up and not read; give it a value and no jwt"
      ),
      (
        #"{"token": {"parameters": {"device_code": null}}}"#,
        "/token/parameters: the grant \"\(grant)\" needs the parameter device_code, which is not read; add \"device_code\": {} to token.parameters"
      ),
    ])
  func parts(patch: String, sentence: String) throws {
    let findings = try findings(patch)
    #expect(findings.contains { $0.hasPrefix(sentence) }, "\(findings)")
  }

  @Test(
    "is told which member of its page is missing",
    arguments: ["page", "asks", "ticket", "then", "on_failure"])
  func members(name: String) throws {
    let findings = try findings(#"{"endpoints": {"device": {"\#(name)": null}}}"#)
    #expect(
      findings.contains {
        $0.hasPrefix(
          "/endpoints/device: an endpoint of the kind device needs the member \"\(name)\":")
      }, "\(findings)")
  }

  @Test("can't issue a device code in an answer or a grant")
  func issued() throws {
    let findings = try findings(#"{"answers": {"code": {"issues": {"device_code": true}}}}"#)
    #expect(findings.contains { $0.hasPrefix("/answers/code/issues") }, "\(findings)")
  }

  @Test("has an interval of an hour or less, and attempts only at its page")
  func bounds() throws {
    let long = try findings(#"{"token": {"grants": {"\#(Self.grant)": {"interval": 3601}}}}"#)
    #expect(long.contains { $0.hasPrefix("/token/grants") && $0.contains("3600") }, "\(long)")
    let elsewhere = try findings(
      #"{"endpoints": {"login": {"attempts": {"most": 1, "seconds": 1}}}}"#)
    #expect(elsewhere.contains { $0.hasPrefix("/endpoints/login/attempts") }, "\(elsewhere)")
  }
}
