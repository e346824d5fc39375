@_exported import CMutants

// Each comparison includes or excludes the boundary when its mutant is on.

public func mutantLess<T: Comparable>(_ id: UInt32, _ left: T, _ right: T) -> Bool {
  mutantIsOn(id) ? left <= right : left < right
}

public func mutantLessOrEqual<T: Comparable>(_ id: UInt32, _ left: T, _ right: T) -> Bool {
  mutantIsOn(id) ? left < right : left <= right
}

public func mutantGreater<T: Comparable>(_ id: UInt32, _ left: T, _ right: T) -> Bool {
  mutantIsOn(id) ? left >= right : left > right
}

public func mutantGreaterOrEqual<T: Comparable>(_ id: UInt32, _ left: T, _ right: T) -> Bool {
  mutantIsOn(id) ? left > right : left >= right
}
