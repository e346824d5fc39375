import Basics
import Testing

/// Held against symbols of the Python package qrcode 8, an encoder that others wrote.
@Suite("A QR code")
struct QRCodeTests {
  private static let address = "http://127.0.0.1:8400/standard/device?user_code=WDJB-MJHT"

  private static func text(_ code: QRCode) -> String {
    (0..<code.size).map { y in
      (0..<code.size).map { code.isDark($0, y) ? "#" : "." }.joined()
    }.joined(separator: "\n")
  }

  /// FNV-1a of the symbol's text, so that large symbols need one number each.
  private static func digest(_ code: QRCode) -> UInt64 {
    text(code).utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  @Test("has every module of a known symbol")
  func symbol() throws {
    let code = try #require(QRCode("understudy", mask: 0))
    #expect(
      Self.text(code) == """
        #######..#....#######
        #.....#.#.#...#.....#
        #.###.#..#.#..#.###.#
        #.###.#..####.#.###.#
        #.###.#.#..##.#.###.#
        #.....#...##..#.....#
        #######.#.#.#.#######
        .........#...........
        #.#.#.#..##.#...#..#.
        ##...#..#.##....#.###
        #.#.#.#..#.#.####..##
        ..####.#..###..#.....
        .#..###....#...##..##
        ........##......#...#
        #######...#.#.###.###
        #.....#.........#..##
        #.###.#.##..##..#....
        #.###.#..#.#.##.#..#.
        #.###.#.#.##.######.#
        #.....#....###.##..#.
        #######.#.##..#.##.##
        """)
  }

  @Test(
    "has eight masks",
    arguments: [
      0x3AB0948CB9659D11, 0x7727A42F718DDBB7, 0x9019126289CAFAD2, 0x9E7FE374DD2BBAFC, 0xA25E76A9AE17DDE1, 0xFE449D8CC162CF2D, 0x3111DCD7ECADB7EA, 0x30168712D7B08CC0,
    ].enumerated().map { $0 })
  func masks(mask: Int, digest: UInt64) throws {
    #expect(Self.digest(try #require(QRCode(Self.address, mask: mask))) == digest)
  }

  @Test(
    "has the smallest version that holds the text, from 1 to 20",
    arguments: [
      (14, 1, 0xA9437DAC444A26B9),
      (15, 2, 0xCA0030A753D8F82F),
      (26, 2, 0xDB22AC1F602C35F3),
      (27, 3, 0x4908BDBC89B6A22F),
      (42, 3, 0xFFC9CEF5D0E3BA93),
      (43, 4, 0x3F1F65FD3EB05512),
      (62, 4, 0x7348213A48F5CD10),
      (63, 5, 0x187C03F67631D96B),
      (84, 5, 0xD2E4CD711AA24715),
      (85, 6, 0x2F280944488C9659),
      (106, 6, 0x53F0492A36624EED),
      (107, 7, 0xD191F169131C710B),
      (122, 7, 0x8A56C056C49864FB),
      (123, 8, 0xCAC8A7D7598C2709),
      (152, 8, 0xDFD74A35084CC27),
      (153, 9, 0x240509D764007B82),
      (180, 9, 0x2414B582E687BB92),
      (181, 10, 0x65A99D5B90BF91DF),
      (213, 10, 0x2667774D426E80AB),
      (214, 11, 0x7761BED9F54C1C77),
      (251, 11, 0xC96EC899122CB989),
      (252, 12, 0x70036DEFF6F7BEC8),
      (287, 12, 0x20CCC07AF6E64B56),
      (288, 13, 0xD98B48D0D3C1C443),
      (331, 13, 0xA35800F38BA28B5F),
      (332, 14, 0x69D68E024801750F),
      (362, 14, 0xF2D94CDD2ACEFE59),
      (363, 15, 0x9698D74DE0B5D0C),
      (412, 15, 0x41EA0C529E585160),
      (413, 16, 0x663BB5B75FD7856),
      (450, 16, 0x77831D731D884D74),
      (451, 17, 0xA254920B1D65999),
      (504, 17, 0xE0E47F7B3D08CDB3),
      (505, 18, 0xC17F8C45055E7D46),
      (560, 18, 0x79A7879D4AEBC232),
      (561, 19, 0xAD6742014A8EF01B),
      (624, 19, 0x2B3112B0198168E9),
      (625, 20, 0x72A7FD66C81CCA01),
      (666, 20, 0x4CABFBDAF3CE987D),
    ] as [(Int, Int, UInt64)])
  func versions(length: Int, version: Int, digest: UInt64) throws {
    let code = try #require(QRCode(String(repeating: "x", count: length), mask: 3))
    #expect(code.size == 17 + 4 * version)
    #expect(Self.digest(code) == digest)
  }

  @Test("exists for no text that is too long, and for no other mask")
  func bounds() {
    #expect(QRCode(String(repeating: "x", count: 666)) != nil)
    #expect(QRCode(String(repeating: "x", count: 667)) == nil)
    #expect(QRCode("x", mask: 8) == nil)
    #expect(QRCode("x", mask: -1) == nil)
  }

  @Test(
    "takes the mask with the lowest penalty",
    arguments: [
      (address, 2), (String(repeating: "a", count: 200), 1),
    ])
  func best(text: String, mask: Int) throws {
    let code = try #require(QRCode(text))
    #expect(Self.text(code) == Self.text(try #require(QRCode(text, mask: mask))))
  }

  @Test("is drawn as one path with a margin of four modules")
  func path() throws {
    let code = try #require(QRCode("understudy", mask: 0))
    #expect(code.sizeWithMargin == 29)
    #expect(code.path.hasPrefix("M4 4h7v1h-7zM13 4h1v1h-1zM18 4h7v1h-7zM4 5h1v1h-1z"))
    #expect(!code.isDark(-1, 0) && !code.isDark(0, 21))
  }
}
