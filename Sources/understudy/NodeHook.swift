import Basics

/// A file that Node loads first (`--require`): it leads connections to the hosts that are played to this server. Node's own
/// http, https and fetch heed no proxy variables before version 24.
struct NodeHook {
  let text: String

  /// - Parameter address: where the server listens.
  init(_ hosts: ClientHosts, address: String, http: UInt16, https: UInt16) {
    func list(_ texts: [String]) -> String {
      JSONValue(.array(texts.map { JSONValue(.string($0)) })).text()
    }
    let names = list(hosts.hosts.filter { !$0.isPattern }.map { $0.pattern.lowercased() })
    let patterns = list(hosts.hosts.filter(\.isPattern).map { Self.expression($0.pattern) })
    text = """
      // Made by understudy: connections to these hosts go to it.
      'use strict';
      const net = require('net');
      const names = \(names);
      const patterns = \(patterns).map((text) => new RegExp(text));
      const ours = (host) => names.includes(host) || patterns.some((one) => one.test(host));
      const connect = net.Socket.prototype.connect;
      net.Socket.prototype.connect = function (...given) {
        const list = Array.isArray(given[0]) ? given[0] : given;
        const wish = list[0];
        if (wish && typeof wish.host === 'string' && ours(wish.host.toLowerCase())) {
          const isTLS = [443, 8443].includes(Number(wish.port));
          // The same list, as Node has marked it; a wish of its own, as its owner may look at it again.
          list[0] = { ...wish, host: '\(address)', port: isTLS ? \(https) : \(http), lookup: undefined };
        }
        return connect.apply(this, given);
      };

      """
  }

  /// A host's pattern as a regular expression of JavaScript's.
  static func expression(_ pattern: String) -> String {
    var result = "^"
    var isInside = false
    for letter in pattern.lowercased() {
      switch letter {
      case "{":
        isInside = true
        result += "[^.]+"
      case "}": isInside = false
      case _ where isInside: break
      case ".": result += "\\."
      default: result.append(letter)
      }
    }
    return result + "$"
  }
}
