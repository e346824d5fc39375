package understudy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

@ExtendWith(Understudy.class)
class UnderstudyTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String CALLBACK = "http://127.0.0.1/cb";
    private static final List<Understudy.Sandbox> USED = new ArrayList<>();

    private Understudy.Sandbox ofSetUp;

    @BeforeEach
    void setUp(Understudy.Sandbox box) {
        ofSetUp = box;
    }

    /** A sign-in as an app does it. Returns the claims of UserInfo. */
    @SuppressWarnings("unchecked")
    private static Map<String, Object> signIn(String provider) throws Exception {
        var asked = provider + "/authorize?client_id=native&response_type=code&state=42&scope=openid+email&redirect_uri=" + CALLBACK;
        var back = HTTP.send(HttpRequest.newBuilder(URI.create(asked)).build(), HttpResponse.BodyHandlers.ofString()).headers().firstValue("Location").orElseThrow();
        var code = Pattern.compile("[?&]code=([^&]*)").matcher(back);
        if (!code.find()) throw new SecurityException(back);
        var tokens = post(provider, "grant_type=authorization_code&client_id=native&redirect_uri=" + CALLBACK + "&code=" + code.group(1));
        if (tokens.statusCode() != 200) throw new IllegalStateException("the token endpoint says " + tokens.statusCode());
        var token = ((Map<String, Object>) Understudy.Json.read(tokens.body())).get("access_token");
        var person = HttpRequest.newBuilder(URI.create(provider + "/userinfo")).header("Authorization", "Bearer " + token).build();
        return (Map<String, Object>) Understudy.Json.read(HTTP.send(person, HttpResponse.BodyHandlers.ofString()).body());
    }

    private static HttpResponse<String> post(String provider, String form) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(provider + "/token")).header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)).build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    @Understudy.Settings("{\"answer\": {\"sign_in\": \"alice\"}}")
    void signInRuleAndJournal(Understudy.Sandbox box) throws Exception {
        assertEquals("alice@example.test", signIn(box.provider("standard")).get("email"));
        var rule = box.addRules(Map.of("match", Map.of("endpoint", "token"), "times", 1, "then", Map.of("answer", Map.of("status", 503)))).get(0);
        assertTrue(assertThrows(IllegalStateException.class, () -> signIn(box.provider("standard"))).getMessage().contains("503"));
        assertEquals(true, box.getRule((String) rule.get("id")).get("spent"));
        var entries = box.readJournal(Map.of("endpoint", "token"));
        assertEquals(List.of(200L, 503L), entries.stream().map(each -> ((Map<?, ?>) each.get("response")).get("status")).toList());
        assertEquals(Map.of("count", 2L), box.countJournal(Map.of("endpoint", "token")));
        box.clearRules();
        assertEquals(3, box.addRules("{\"scenario\": \"token-endpoint-flaky\"}").size());
    }

    @Test
    void peopleClockAndCheckpoints(Understudy.Sandbox box) throws Exception {
        box.createCheckpoint(Map.of("name", "empty"));
        box.putPerson("carol", Map.of("password", "dormouse", "email", "carol@example.test"));
        box.patchPerson("carol", Map.of("name", "Carol"));
        box.setAnswer(Map.of("sign_in", "carol"));
        assertEquals("carol@example.test", signIn(box.provider("standard")).get("email"));
        assertEquals(true, box.changeClock(Map.of("advance", "P1D", "freeze", true)).get("frozen"));
        var later = Instant.parse("2040-01-01T00:00:00Z");
        assertEquals("2040-01-02T00:00:00Z", box.changeClock(Map.of("set", later, "advance", Duration.ofDays(1))).get("now"));
        var minted = box.mintTokens(Map.of("provider", "standard", "client", "native", "person", "alice", "scopes", List.of("email")));
        var token = (Map<?, ?>) ((List<?>) minted.get("tokens")).get(0);
        box.revokeToken((Long) token.get("id"));
        assertEquals(1, box.listTokens(Map.of("kind", "access", "status", "revoked")).size());
        box.restoreCheckpoint("empty");
        assertEquals(404, assertThrows(Understudy.ControlApiException.class, () -> box.getPerson("carol")).status);
    }

    @Test
    void refusedOperation(Understudy.Sandbox box) {
        var refused = assertThrows(Understudy.ControlApiException.class, () -> box.addRules("{\"match\": {\"endpoint\": \"tokn\"}, \"then\": {\"reset\": true}}"));
        assertEquals(422, refused.status);
        assertFalse(refused.title.isEmpty());
        assertTrue(refused.detail.contains("no provider has an endpoint \"tokn\"; did you mean \"token\"?"), refused.detail);
        assertTrue(refused.getMessage().matches("422 [^:]*[^.]: no provider .*"), refused.getMessage());
        for (var name : List.of("standart", "Standard")) {
            var unknown = assertThrows(IllegalArgumentException.class, () -> box.provider(name));
            assertEquals("there is no provider \"" + name + "\"; did you mean \"standard\"?", unknown.getMessage());
        }
        for (var name : Arrays.asList("nothing", "", null)) {
            var unknown = assertThrows(IllegalArgumentException.class, () -> box.provider(name));
            assertTrue(unknown.getMessage().contains("known here: "), unknown.getMessage());
        }
        assertTrue(assertThrows(IllegalArgumentException.class, () -> box.readJournal(null)).getMessage().contains("Map.of(\"client\", \"web\")"));
        var text = assertThrows(IllegalArgumentException.class, () -> box.setAnswer("alice"));
        assertTrue(text.getMessage().contains("such as Map.of(\"sign_in\", \"alice\")") && text.getMessage().endsWith("found \"alice\""), text.getMessage());
    }

    @Test
    void eachTestHasOneSandbox(Understudy.Sandbox box, Understudy.Sandbox again) {
        assertSame(ofSetUp, box);
        assertSame(box, again);
        USED.forEach(each -> assertNotEquals(each.id, box.id));
        USED.add(box);
    }

    @Test
    void aSandboxIsClosed() {
        Understudy.Sandbox kept;
        try (var box = Understudy.create(Map.of("name", "closed"))) {
            assertEquals("closed", box.getSandbox().get("name"));
            kept = box;
        }
        assertEquals(410, assertThrows(Understudy.ControlApiException.class, kept::getSandbox).status);
        kept.close();
    }

    @Test
    void aTestMayDeleteItsSandbox(Understudy.Sandbox box) {
        box.deleteSandbox();
    }

    // Run by failingTest; the console launcher does not find a class of this name by itself.
    @ExtendWith(Understudy.class)
    @Understudy.Settings("{\"name\": \"of the class\"}")
    static class Failing {
        static final Map<String, Understudy.Sandbox> BOXES = new HashMap<>();

        @Test
        void fails(@Understudy.Settings("{\"name\": \"of the parameter\"}") Understudy.Sandbox box) throws Exception {
            BOXES.put("of the parameter", box);
            assertEquals("of the parameter", box.getSandbox().get("name"));
            assertEquals(200, post(box.provider("standard"), "grant_type=client_credentials&client_id=web&client_secret=wrong").statusCode());
        }

        @Test
        void passes(Understudy.Sandbox box) throws Exception {
            BOXES.put("of the class", box);
            assertEquals("of the class", box.getSandbox().get("name"));
            assertEquals(401, post(box.provider("standard"), "grant_type=client_credentials&client_id=web&client_secret=wrong").statusCode());
        }
    }

    @Test
    void failingTest() {
        var summary = new SummaryGeneratingListener();
        var errors = new ByteArrayOutputStream();
        var before = System.err;
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        try {
            LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request().selectors(selectClass(Failing.class)).build(), summary);
        } finally {
            System.setErr(before);
        }
        assertEquals(1, summary.getSummary().getTestsFailedCount());
        assertEquals(1, summary.getSummary().getTestsSucceededCount());
        var printed = errors.toString(StandardCharsets.UTF_8);
        var lines = printed.lines().filter(each -> each.startsWith("exchange ")).toList();
        assertEquals(1, lines.size(), printed);
        assertTrue(lines.get(0).matches("exchange 1: POST /_sandbox/\\S+/standard/token → 401: the secret is not that of the client web → .+"), printed);
        for (var box : Failing.BOXES.values()) {
            assertEquals(410, assertThrows(Understudy.ControlApiException.class, box::getSandbox).status);
        }
    }

    @Test
    void aServerThatRuns() throws Exception {
        var shared = Understudy.Server.shared();
        assertEquals(shared.url, Understudy.Server.find(Map.of("UNDERSTUDY_URL", shared.url + "/")).url);

        int free;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        var nobody = "http://127.0.0.1:" + free;
        var error = assertThrows(IllegalStateException.class, () -> Understudy.Server.find(Map.of("UNDERSTUDY_URL", nobody)));
        assertTrue(error.getMessage().startsWith("no Understudy server answers at " + nobody + ": "), error.getMessage());
    }

    @Test
    void anAddressThatIsNotAServers() {
        var meant = Map.of(
                "127.0.0.1:8451", "http://127.0.0.1:8451",
                "http://127.0.0.1:8451/standard", "http://127.0.0.1:8451",
                "https://mock.example?a=b", "https://mock.example",
                "http://127.0.0.1:port", "http://127.0.0.1:8400",
                "/", "http://127.0.0.1:8400",
                "http://", "http://127.0.0.1:8400");
        meant.forEach((given, example) -> {
            var error = assertThrows(IllegalStateException.class, () -> Understudy.Server.find(Map.of("UNDERSTUDY_URL", given)));
            assertEquals("UNDERSTUDY_URL or understudy.url: expected the address of a running server, with http:// or https:// and without a path, such as "
                    + example + "; found \"" + given + "\"", error.getMessage());
        });
    }

    @Test
    void systemProperties() {
        System.setProperty("understudy.url", "http://127.0.0.1:1");
        System.setProperty("understudy.control_token", "secret");
        try {
            var settings = Understudy.Server.settings();
            assertEquals("http://127.0.0.1:1", settings.get("UNDERSTUDY_URL"));
            assertEquals("secret", settings.get("UNDERSTUDY_CONTROL_TOKEN"));
            assertEquals(System.getenv("PATH"), settings.get("PATH"));
        } finally {
            System.clearProperty("understudy.url");
            System.clearProperty("understudy.control_token");
        }
        assertNull(Understudy.Server.settings().get("UNDERSTUDY_URL"));
    }

    @Test
    void aControlToken() throws Exception {
        var token = Map.of("UNDERSTUDY_CONTROL_TOKEN", "0123456789abcdef");
        var own = Understudy.Server.start("understudy", token);
        try {
            assertEquals("0123456789abcdef", own.token);
            var found = Understudy.Server.find(Map.of("UNDERSTUDY_URL", own.url, "UNDERSTUDY_CONTROL_TOKEN", "0123456789abcdef"));
            assertTrue(found.request("POST", "/sandboxes", Map.of()) instanceof Map);
            var without = Understudy.Server.find(Map.of("UNDERSTUDY_URL", own.url));
            assertEquals(401, assertThrows(Understudy.ControlApiException.class, () -> without.request("POST", "/sandboxes", Map.of())).status);
        } finally {
            own.stop();
        }
    }

    /** Starts a server, prints its address, and waits to be killed. */
    static final class Killed {
        public static void main(String[] arguments) throws Exception {
            System.out.println(Understudy.Server.start("understudy", Map.of()).url);
            Thread.sleep(60_000);
        }
    }

    @Test
    void theServerEndsWithAKilledJvm() throws Exception {
        var java = ProcessHandle.current().info().command().orElseThrow();
        var child = new ProcessBuilder(java, "-cp", System.getProperty("java.class.path") + ":" + classes(), Killed.class.getName()).start();
        var url = child.inputReader().readLine();
        child.destroyForcibly().waitFor();
        var begun = System.nanoTime();
        while (answers(url)) assertTrue(System.nanoTime() - begun < 5_000_000_000L, "the server at " + url + " still answers");
    }

    private static String classes() throws Exception {
        return java.nio.file.Path.of(UnderstudyTest.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    }

    private static boolean answers(String url) throws InterruptedException {
        try {
            HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(url + "/_understudy/health")).build(), HttpResponse.BodyHandlers.discarding());
            return true;
        } catch (IOException error) {
            return false;
        }
    }

    @Test
    void aServerThatDoesNotStart() {
        var missing = assertThrows(IllegalStateException.class, () -> Understudy.Server.start("no-such-understudy", Map.of()));
        assertTrue(missing.getMessage().contains("Install Understudy on PATH"), missing.getMessage());
        var ended = assertThrows(IllegalStateException.class, () -> Understudy.Server.start("understudy", Map.of("UNDERSTUDY_CAST", "missing.json")));
        assertTrue(ended.getMessage().contains("missing.json"), ended.getMessage());
    }

    /** Each operation of a sandbox is a method, and each method sends the request that the OpenAPI document describes. */
    @Test
    @SuppressWarnings("unchecked")
    void operationsOfTheDocument() throws Exception {
        var received = new String[2];
        var recorder = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        recorder.createContext("/", exchange -> {
            received[0] = exchange.getRequestMethod() + " " + exchange.getRequestURI();
            received[1] = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        recorder.start();
        try {
            var server = new Understudy.Server("http://127.0.0.1:" + recorder.getAddress().getPort(), null, null);
            var box = new Understudy.Sandbox(Map.of("id", "ID", "url", "", "providers", Map.of()), server);
            var methods = Arrays.stream(Understudy.Sandbox.class.getDeclaredMethods())
                    .filter(each -> java.lang.reflect.Modifier.isPublic(each.getModifiers())).collect(Collectors.toMap(Method::getName, each -> each));
            Set<String> known = new TreeSet<>(Set.of("close", "provider", "refusals"));
            var paths = (Map<String, Map<String, Object>>) ((Map<String, Object>) Understudy.Server.shared().request("GET", "/openapi.json", null)).get("paths");
            for (var path : paths.entrySet()) {
                if (!path.getKey().startsWith("/sandboxes/{sandbox}")) continue;
                for (var each : path.getValue().entrySet()) {
                    if (each.getKey().equals("parameters")) continue;
                    var operation = (Map<String, Object>) each.getValue();
                    var name = (String) operation.get("operationId");
                    known.add(name);
                    var method = methods.get(name);
                    assertTrue(method != null, "Sandbox has no method " + name);
                    var expected = path.getKey().replace("{sandbox}", "ID");
                    var arguments = new ArrayList<Object>();
                    var queried = false;
                    for (var parameter : (List<Map<String, Object>>) operation.getOrDefault("parameters", List.of())) {
                        queried |= parameter.get("in").equals("query");
                        if (!parameter.get("in").equals("path") || parameter.get("name").equals("sandbox")) continue;
                        var number = method.getParameterTypes()[arguments.size()] == long.class;
                        arguments.add(number ? (Object) 7L : parameter.get("name") + " /ü");
                        expected = expected.replace("{" + parameter.get("name") + "}", number ? "7" : parameter.get("name") + "%20%2F%C3%BC");
                    }
                    var body = operation.containsKey("requestBody");
                    if (body) arguments.add(List.of());
                    else if (queried) arguments.add(Map.of("after", 1));
                    assertEquals(arguments.size(), method.getParameterCount(), name);
                    received[0] = null;
                    method.invoke(box, arguments.toArray());
                    assertEquals(each.getKey().toUpperCase() + " /_understudy" + expected + (queried && !body ? "?after=1" : ""), received[0], name);
                    assertEquals(body ? "[]" : "", received[1], name);
                }
            }
            assertEquals(known, new TreeSet<>(methods.keySet()));
        } finally {
            recorder.stop(0);
        }
    }

    @Test
    void json() throws IOException {
        var text = "{\"a\":[1,-2.5,1e3,true,false,null,\"\\u0022\\u005c\\u000aü\"],\"b\":{}}";
        assertEquals(text.replace("1e3", "1000.0"), Understudy.Json.write(Understudy.Json.read(text.replace(",", " ,\n "))));
        assertEquals("\"\\/\b\f\n\r\té", Understudy.Json.read("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\""));
        assertEquals(9.3e18, Understudy.Json.read("9300000000000000000"));
        assertNull(Understudy.Json.read(" null "));
        for (var wrong : List.of("", "{", "[1,", "[1 2]", "[,1]", "{\"a\"}", "{a:1}", "01", "nul", "\"", "\"\\x\"", "\"\\u12\"", "1 2", "NaN")) {
            var error = assertThrows(IllegalArgumentException.class, () -> Understudy.Json.read(wrong), wrong);
            assertTrue(error.getMessage().startsWith("expected ") || error instanceof NumberFormatException, error.getMessage());
        }
        assertThrows(IllegalArgumentException.class, () -> Understudy.Json.write(new Object()));
    }
}
