import Basics

/// The runs of a journal: one for each client, with the requests that are its own.
///
/// If the journal doesn't name the client of a request, its contents do: a client id, or something that was issued to a
/// client. Any other request belongs to the client if there is only one.
package struct JournalSplit: Sendable {
  package struct Party: Sendable {
    package var provider: String
    package var client: String
    package var run: CheckRun
  }

  package private(set) var parties: [Party] = []
  /// So many requests were nobody's.
  package private(set) var unknown = 0

  package init(_ records: [JournalRecord]) {
    var owners: [Owner?] = []
    var issued: [String: Owner] = [:]
    for record in records {
      let owner = Self.owner(of: record, issued)
      owners.append(owner)
      guard let owner else { continue }
      for value in Self.values(in: record.exchange) { issued[value] = issued[value] ?? owner }
    }
    var known: [Owner] = []
    for owner in owners.compactMap({ $0 }) where !known.contains(owner) { known.append(owner) }
    if known.count == 1 { owners = owners.map { _ in known[0] } }
    unknown = owners.count { $0 == nil }
    for owner in known {
      var run = CheckRun(check: "observe")
      for (record, mine) in zip(records, owners) where mine == owner {
        run.exchanges.append(record.exchange)
      }
      run.secrets = SecretsSeen.find(run.exchanges, []).filter { !Hidden.isIn($0) }
      parties.append(Party(provider: owner.provider, client: owner.client, run: run))
    }
  }

  private struct Owner: Hashable {
    var provider: String
    var client: String
  }

  private static func owner(of record: JournalRecord, _ issued: [String: Owner]) -> Owner? {
    let exchange = record.exchange
    let sent = Sent(exchange, in: 0, of: Subject())
    let carried = sent.parameters.map(\.value) + [bearer(sent)].compactMap { $0 }
    let issuedTo = carried.compactMap { issued[$0] }.first
    // A token that is shown at another provider still belongs to the client that got it, whatever id the request has.
    if let issuedTo, issuedTo.provider != exchange.provider { return issuedTo }
    let id = record.client ?? sent.value("client_id") ?? ClientAuthentication.basic(sent)?.id
    guard let id, !exchange.provider.isEmpty else { return issuedTo }
    return Owner(provider: exchange.provider, client: id)
  }

  /// The token of an `Authorization` header, or the whole mark where it is hidden.
  private static func bearer(_ sent: Sent) -> String? {
    guard let line = sent.authorization else { return nil }
    if Hidden.isIn(line) { return line }
    return line.split(separator: " ").last.map(String.init)
  }

  /// Codes and tokens in an answer.
  private static func values(in exchange: Exchange) -> [String] {
    var single = CheckRun(check: "")
    single.exchanges = [exchange]
    return Canaries(single, Subject()).all.filter { !$0.provider.isEmpty }.map(\.value)
  }
}
