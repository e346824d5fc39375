/// Seconds as reports write them.
enum Seconds {
  /// With three digits behind the point, as XML and JSON have numbers: `1.204`.
  static func decimal(_ seconds: Double) -> String { rounded(seconds, 1000, 3) }

  /// For people: `1.2 s`.
  static func short(_ seconds: Double) -> String { rounded(seconds, 10, 1) + " s" }

  private static func rounded(_ seconds: Double, _ parts: Int, _ width: Int) -> String {
    let most = 1e9
    let bounded = seconds.isFinite ? min(max(seconds, 0), most) : 0
    let all = Int((bounded * Double(parts)).rounded())
    let rest = String(all % parts)
    return "\(all / parts)." + String(repeating: "0", count: max(0, width - rest.count)) + rest
  }
}
