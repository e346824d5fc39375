import Basics

/// A file that Node loads first (`--require`): it leads connections to the hosts that are played to this server. Node's own
/// http, https and fetch heed no proxy variables before version 24. A proxy refuses connections for the web to other hosts, in its
/// own words, as it would if Node asked it.
struct NodeHook {
  let text: String

  /// - Parameters:
  ///   - address: where the server listens.
  ///   - proxy: the port of the proxy that refuses other hosts; without it, Node connects to these by itself.
  init(
    _ hosts: ClientHosts, address: String, http: UInt16, https: UInt16, refusingProxy: UInt16? = nil
  ) {
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
      const proxy = \(refusingProxy.map(String.init) ?? "null");
      // As for every client of the proxy, the loopback and NO_PROXY are left alone; so is what is not for the web.
      const direct = ['localhost', ...(process.env.NO_PROXY ?? '').split(',')].map((name) => name.trim().toLowerCase().replace(/^\\./, ''));
      const refused = (host, port) => proxy && [80, 443].includes(Number(port)) && !net.isIP(host.replace(/^\\[|\\]$/g, ''))
        && !direct.some((name) => name && (name === '*' || host === name || host.endsWith(`.${name}`)));
      const refuse = (socket, host, port) => {
        let text = '';
        // What is written meanwhile waits.
        socket.connecting = true;
        const asked = new net.Socket();
        connect.call(asked, { host: '\(address)', port: proxy });
        asked.setEncoding('utf8').on('data', (part) => (text += part)).on('error', () => {})
          .on('close', () => socket.destroy(Object.assign(new Error(text.split('\\r\\n\\r\\n')[1]?.trim() || `${host} was refused`), { code: 'ECONNREFUSED' })));
        asked.write(`CONNECT ${host}:${port} HTTP/1.1\\r\\nHost: ${host}:${port}\\r\\n\\r\\n`);
        return socket;
      };
      const connect = net.Socket.prototype.connect;
      net.Socket.prototype.connect = function (...given) {
        const list = Array.isArray(given[0]) ? given[0] : given;
        const wish = list[0];
        const host = typeof wish?.host === 'string' ? wish.host.toLowerCase() : '';
        if (host && !ours(host) && refused(host, wish.port)) return refuse(this, host, wish.port);
        if (host && ours(host)) {
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
