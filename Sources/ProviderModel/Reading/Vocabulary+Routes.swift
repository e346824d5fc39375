import Basics

extension Vocabulary {
  /// The addresses of an endpoint.
  func routes(_ reader: inout FixtureReader) -> [Route] {
    let written = reader.strings("at", required: true)
    func refuse(_ sentence: String) {
      reader.findings.error(reader.value["at"], reader.at("at"), sentence)
    }
    if written?.isEmpty == true { refuse("expected an address, found an empty array") }
    let all = (written ?? []).flatMap(addresses)
    for (index, address) in all.enumerated() where all[..<index].contains(address) {
      refuse("the address \(address) appears twice")
    }
    return all.compactMap { address in
      if let route = Route(address, hosts: hosts) {
        if let flaw = route.flaw { refuse("\(flaw) in the address \"\(address)\"") }
        return route
      }
      if let path = Self.path(ofURL: address) {
        refuse(
          "expected host:/path, found the address \"\(address)\"; write the host's name in \"hosts\" and the path, such as \"\(hosts.first ?? "main"):\(path)\""
        )
        return nil
      }
      let prefix = String(address.prefix { $0 != ":" })
      if (hosts + bases.keys).contains(prefix) {
        refuse(
          "expected host:/path, found \"\(address)\"; write \"\(prefix):/\(address.dropFirst(prefix.count + 1))\""
        )
        return nil
      }
      reader.findings.error(
        reader.value["at"], reader.at("at"),
        "expected host:/path, found \"\(address)\""
          + (address.hasPrefix("/")
            ? "; write \"\(hosts.first ?? "main"):\(address)\""
            : Suggestion.hint(for: prefix, among: hosts + bases.keys)),
        cause: "/hosts")
      return nil
    }
  }

  /// The path of a whole URL; `nil` for another text.
  private static func path(ofURL address: String) -> String? {
    guard address.contains("://") else { return nil }
    let path = String(URIReference(address).path)
    return path.isEmpty ? "/" : path
  }

  /// The addresses under each base that an address begins with.
  private func addresses(_ address: String) -> [String] {
    guard let colon = address.firstIndex(of: ":"), let list = bases[String(address[..<colon])]
    else { return [address] }
    let path = address[address.index(after: colon)...]
    return list.map { base in
      // A base may end in a query of its own: the path goes before it.
      let halves = base.split(separator: "?", maxSplits: 1)
      return halves.count == 2 ? "\(halves[0])\(path)?\(halves[1])" : base + path
    }
  }
}
