import Basics
import Testing

/// VK's users.get: the fields that are asked for, as its clients ask for them.
@Suite("users.get")
struct UsersGetTests {
  private static let users = "/vk/method/users.get"

  private func token(_ visitor: Visitor) throws -> String {
    let code = try TokenTranscriptTests.vk(visitor, "friends")
    try visitor.call(
      .get,
      "/vk/access_token?client_id=7999001&client_secret=\(TokenTranscriptTests.secret)"
        + "&code=\(code)&redirect_uri=\(TokenTranscriptTests.back)")
    return try visitor.member("access_token")
  }

  /// The names of the first person's members, and that person.
  private func person(_ visitor: Visitor) throws -> (names: [String], value: JSONValue) {
    let root = try JSONReader().read(Array(visitor.page.utf8), file: "the answer").root
    let person = try #require(root["response"]?.arrayValue?.first, "\(visitor.page)")
    return (person.objectValue?.names ?? [], person)
  }

  @Test("of clients, and a method that is none, as they are told")
  func story() throws {
    let visitor = try Visitor("vk")
    let token = try token(visitor)
    visitor.begin()
    let own = "&access_token=\(token)"
    // loginpass
    try visitor.call(
      .get, Self.users + "?fields=sex,bdate,has_photo,photo_max_orig,site,screen_name&v=5.80" + own)
    // social-auth-core
    try visitor.call(
      .get, Self.users + "?fields=first_name,last_name,screen_name,nickname,photo&v=5.131" + own)
    // django-allauth, as it was in 2013 and as it is
    let allauth =
      "first_name,last_name,nickname,screen_name,sex,bdate,city,country,timezone,photo,photo_medium,"
      + "photo_big,photo_max_orig,has_mobile,contacts,education,online,counters,relation,last_seen,"
      + "activity,universities"
    try visitor.call(.get, Self.users + "?fields=\(allauth)&v=3.0&user_ids=8492" + own)
    try visitor.call(.get, Self.users + "?v=5.95&fields=\(allauth)&user_ids=1" + own)
    // omniauth-vkontakte
    try visitor.call(
      .get,
      Self.users
        + "?fields=nickname,screen_name,sex,city,country,online,bdate,photo_50,photo_100,photo_200_orig"
        + "&lang=&v=5.2" + own)
    // vk_api: a POST, and marks with a space behind them
    try visitor.post(
      Self.users,
      [
        "user_ids": "8492, alice", "fields": "photo_max, domain", "v": "5.92",
        "access_token": token,
      ])
    try visitor.call(.get, Self.users + "?v=5.131" + own)
    try visitor.call(.get, "/vk/method/foo.bar?q=a%20b&v=5.131" + own)
    try visitor.post(
      "/vk/method/audio.search", ["q": "x", "count": "5", "v": "5.95", "access_token": token])
    try visitor.call(.get, "/vk/method/users.get.get")
    try TranscriptTests.compare("vk-users", visitor)
  }

  @Test("sends nothing but what is asked for and what is always there")
  func asked() throws {
    let visitor = try Visitor("vk")
    let own = "&access_token=\(try token(visitor))"
    for (version, always) in [
      ("4.9", ["uid", "first_name", "last_name"]), ("5.80", ["id", "first_name", "last_name"]),
      ("5.81", ["id", "first_name", "last_name", "is_closed", "can_access_closed"]),
    ] {
      let start = Self.users + "?v=\(version)\(own)"
      for fields in [
        "", "&fields=", "&fields=email,name,given_name,token", "&fields=id,first_name",
      ] {
        try visitor.call(.get, start + fields)
        #expect(try person(visitor).names == always, "\(version) \(fields)")
        #expect(visitor.page.ranges(of: "\"first_name\"").count == 1)
      }
      try visitor.call(.get, start + "&fields=site,sex")
      #expect(try person(visitor).names == always + ["sex", "site"])
      try visitor.call(.get, start + "&fields=contacts")
      #expect(try person(visitor).names == always + ["mobile_phone", "home_phone"])
    }
  }

  @Test("answers what the cast says of a person, and what the service says of everyone else")
  func cast() throws {
    let visitor = try Visitor(
      "vk",
      cast: """
        { "schema": 1, "kind": "cast", "people": [{ "username": "bob", "password": "builder",
          "given_name": "Bob", "family_name": "Builder",
          "at": { "vk": { "id": 8492, "sex": 2, "bdate": "1.2.1980", "site": "https://bob.example",
            "nickname": "Bobby", "screen_name": "builder", "city": { "id": 1, "title": "Moscow" },
            "university": 297, "photo_max_orig": "https://pp.example/b.jpg" } } }] }
        """)
    let own = "&v=5.131&access_token=\(try token(visitor))"
    let fields =
      "&fields=sex,bdate,site,nickname,screen_name,domain,city,country,education,has_photo,"
      + "photo_max_orig,photo_50,quotes"
    for name in ["8492", "id8492", "builder"] {
      try visitor.call(.get, Self.users + "?user_ids=\(name)" + own + fields)
      let (names, bob) = try person(visitor)
      #expect(bob["sex"] == 2 && bob["bdate"] == "1.2.1980" && bob["site"] == "https://bob.example")
      #expect(bob["nickname"] == "Bobby" && bob["domain"] == "builder")
      #expect(bob["screen_name"] == "builder" && bob["city"]?["title"] == "Moscow")
      #expect(bob["has_photo"] == 1 && bob["photo_max_orig"] == "https://pp.example/b.jpg")
      #expect(bob["photo_50"] == "https://vk.com/images/camera_50.png")
      #expect(bob["university"] == 297)
      // What nobody has said, and the service does not make up.
      for name in ["country", "faculty", "quotes"] { #expect(!names.contains(name), "\(name)") }
    }
    try visitor.call(.get, Self.users + "?user_ids=denies,id1" + own + fields)
    let (names, alice) = try person(visitor)
    #expect(alice["id"] == 1 && alice["sex"] == 1 && alice["has_photo"] == 0)
    #expect(alice["nickname"] == "" && alice["site"] == "" && alice["domain"] == "alice")
    #expect(alice["photo_max_orig"] == "https://vk.com/images/camera_400.png")
    #expect(!names.contains("city"))
  }

  @Test("tells a method that is none by error 3, with what was sent and without the token")
  func unknown() throws {
    let visitor = try Visitor("vk")
    let token = try token(visitor)
    try visitor.call(.get, "/vk/method/foo.bar?access_token=\(token)&q=1&v=5.131")
    #expect(visitor.status == 200 && !visitor.page.contains(token))
    #expect(
      visitor.page
        == #"{"error":{"error_code":3,"error_msg":"Unknown method passed","request_params":["#
        + #"{"key":"oauth","value":"1"},{"key":"method","value":"foo.bar"},"#
        + #"{"key":"q","value":"1"},{"key":"v","value":"5.131"}]}}"#)
    // An unknown user is refused first.
    for target in ["/vk/method/foo.bar", "/vk/api.vk.com/method/foo.bar?access_token=unknown"] {
      try visitor.call(.get, target)
      #expect(visitor.page.contains("\"error_code\":3"), "\(visitor.page)")
    }
    let strict = try Visitor("vk", without: ["api-errors-are-200"])
    #expect(try strict.call(.get, "/vk/method/foo.bar").status == 404)
    let newer = try Visitor("vk", with: ["method-behind-its-parameters"])
    try newer.call(.get, "/vk/method/foo.bar?v=5.131&access_token=x")
    #expect(
      newer.page.contains(
        #""request_params":[{"key":"v","value":"5.131"},{"key":"method","value":"foo.bar"},"#
          + #"{"key":"oauth","value":"1"}]"#), "\(newer.page)")
  }
}
