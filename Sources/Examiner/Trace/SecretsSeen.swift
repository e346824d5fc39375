import Basics
import Engine
import HTTPTypes
import Server

extension CheckRun {
  /// All secrets of the run, which reports hide.
  package var hidden: [String] {
    var found: Set<[UInt8]> = []
    for exchange in exchanges {
      // One search for each: a search ends after as many secrets as one exchange can have.
      var search = SecretSearch()
      search.look(at: exchange.request)
      search.look(at: exchange.answer)
      found.formUnion(search.found)
    }
    // A scheme with a token was found as the token alone, too. A mark in a journal isn't secret.
    return secrets
      + found.map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.contains(" ") && !Hidden.isIn($0) }
  }
}

/// The secrets of a run that must be seen nowhere else.
package enum SecretsSeen {
  package static func find(_ exchanges: [Exchange], _ deliveries: [BrowserAction]) -> [String] {
    var found: [String] = []
    func take(_ parameters: Parameters) {
      found += parameters.list.filter { SecretNames.leaks.contains($0.name) }.map(\.value)
    }
    func take(url: String) {
      for part in url.split(whereSeparator: { $0 == "?" || $0 == "#" }).dropFirst() {
        take(Parameters(formEncoded: part))
      }
    }
    for exchange in exchanges {
      take(url: exchange.request.target)
      take(Parameters(formEncoded: exchange.request.body))
      if let location = exchange.answer.headers.first(.location) { take(url: location) }
      if exchange.answer.body.first == UInt8(ascii: "{"), exchange.answer.body.count < 100_000,
        let tree = try? JSONReader().read(exchange.answer.body, file: "").root
      {
        for member in tree.objectValue ?? JSONObject() where SecretNames.leaks.contains(member.name)
        {
          if let text = member.value.stringValue { found.append(text) }
        }
      }
    }
    for delivery in deliveries {
      take(url: delivery.url)
      if let body = delivery.body { take(Parameters(formEncoded: body[...])) }
    }
    var known: Set<String> = []
    return found.filter { $0.utf8.count >= 6 && known.insert($0).inserted }
  }
}
