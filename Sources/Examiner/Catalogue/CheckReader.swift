import Basics
import ProviderModel

/// Reads one check of the catalogue.
struct CheckReader {
  let findings: Diagnostics

  func read(_ value: JSONValue, _ pointer: String) -> Check? {
    let before = findings.errors.count
    var reader = FixtureReader(value, pointer, findings)
    let id = reader.string("id", required: true) ?? ""
    let expect = reader.choice("expect", as: Check.Expectation.self, required: true) ?? .passive
    var check = Check(
      id: id, title: reader.string("title", required: true) ?? "",
      requirement: reader.string("requirement", required: true) ?? "",
      clause: reader.string("clause", required: true) ?? "", link: reader.string("link"),
      severity: reader.choice("severity", as: Severity.self, required: true) ?? .must,
      evidence: evidence(&reader), expect: expect, control: reader.string("control"),
      why: reader.string("why", required: true) ?? "",
      fix: reader.string("fix", required: true) ?? "",
      since: reader.string("since", required: true) ?? "")
    check.provider = reader.string("provider")
    check.quote = reader.string("quote")
    check.except = reader.list("except") ?? []
    check.needs = reader.list("needs") ?? []
    check.stage = reader.member("stage") ?? [:]
    check.client = reader.member("client")
    check.told = reader.member("told")
    check.scope = reader.string("scope")
    check.responseType = reader.string("response_type")
    if var agent = reader.object("agent") { check.agent = AgentReader.read(&agent) }
    if var tls = reader.object("tls") {
      check.tls = Check.TLS(
        fault: tls.choice("certificate", as: TLSFault.self),
        version: tls.choice("version", as: Check.TLS.Version.self),
        endpoints: tls.choices("endpoints", as: Check.TLS.Endpoint.self) ?? [])
      tls.finish()
    }
    check.comparesSignIns = reader.bool("compares") ?? false
    check.isAtRoot = reader.bool("at_root") ?? false
    check.forbidden = reader.list("forbidden") ?? []
    check.asserts = each("asserts", &reader).compactMap { AssertionReader.read($0, $1, findings) }
    for (suite, value, pointer) in reader.map("twins") {
      let names = (value.arrayValue ?? []).compactMap(\.stringValue)
      if names.isEmpty {
        findings.error(value, pointer, "expected an array of names, found \(value.found)")
      }
      check.twins.append((suite, names))
    }
    reader.finish()
    return findings.errors.count == before ? check : nil
  }

  private func evidence(_ reader: inout FixtureReader) -> [EvidenceClass] {
    (reader.list("evidence") ?? []).compactMap { name in
      let known = EvidenceClass(rawValue: name)
      if known == nil {
        let all = EvidenceClass.allCases.map(\.rawValue).joined(separator: ", ")
        findings.error(
          reader.value["evidence"], reader.at("evidence"), "expected of \(all), found \"\(name)\"")
      }
      return known
    }
  }

  private func each(_ name: String, _ reader: inout FixtureReader) -> [(JSONValue, String)] {
    guard let member = reader.member(name) else { return [] }
    guard let list = member.arrayValue else {
      findings.error(member, reader.at(name), "expected an array, found \(member.found)")
      return []
    }
    return list.enumerated().map { ($0.element, "\(reader.at(name))/\($0.offset)") }
  }
}
