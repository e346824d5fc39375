import Basics
import ProviderModel

extension Cast {
  /// A value for each variable of a provider's addresses: the first that the cast knows.
  package func firstVariables(of provider: Provider) -> [String?] {
    let facts = Facts.none(of: provider)
    return provider.variables.map { name, rule in
      if let table = rule.table, let shape = provider.tables[table] {
        let record = records(table, of: provider.id).first
        facts.setFound(name, record)
        return record?[shape.key]?.stringValue
      }
      if let among = rule.among {
        return facts.value(of: among)?.json?.arrayValue?.first?.stringValue
      }
      return rule.fallback
    }
  }
}
