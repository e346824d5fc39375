package understudy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A JUnit 5 extension that gives each test a sandbox of a mock OAuth 2.0 and OpenID Connect server.
 *
 * <pre>{@code
 * @ExtendWith(Understudy.class)
 * class SignInTest {
 *     @Test
 *     @Understudy.Settings("{\"answer\": {\"sign_in\": \"alice\"}}")
 *     void signsIn(Understudy.Sandbox box) {
 *         var app = new App(box.provider("standard"));
 *     }
 * }
 * }</pre>
 *
 * The first sandbox starts the program {@code understudy} of PATH for all tests of the JVM. With the environment variable
 * UNDERSTUDY_URL, or the system property {@code understudy.url}, the tests use the server there. Its control token is in
 * UNDERSTUDY_CONTROL_TOKEN or {@code understudy.control_token}. A failing test prints why the server refused requests.
 *
 * <p>Parameters of a test method and of {@code @BeforeEach} get the sandbox of the test. Parameters of a constructor and
 * of {@code @BeforeAll} get a sandbox that all tests of the class share.
 *
 * <p>JSON in requests is text, or maps, lists, strings, numbers, booleans and null; a {@link Duration} or an {@link Instant}
 * becomes a string. JSON in responses is maps, lists, strings, numbers, booleans and null; whole numbers are {@code Long}.
 */
public final class Understudy implements ParameterResolver, AfterEachCallback {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(Understudy.class);

    /** The settings of a sandbox as JSON: on a parameter, a test method or a class. The closest one applies. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.PARAMETER, ElementType.METHOD, ElementType.TYPE})
    public @interface Settings {
        String value();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Sandbox.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        var settings = parameter.findAnnotation(Settings.class)
                .or(() -> AnnotationSupport.findAnnotation(context.getElement(), Settings.class))
                .or(() -> AnnotationSupport.findAnnotation(context.getTestClass(), Settings.class))
                .map(Settings::value).orElse("{}");
        return context.getStore(NAMESPACE).getOrComputeIfAbsent("sandbox", key -> new Owned(create(settings)), Owned.class).sandbox;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (context.getExecutionException().isEmpty()) return;
        Owned owned;
        try {
            owned = context.getStore(NAMESPACE).get("sandbox", Owned.class);
        } catch (RuntimeException error) {
            // The sandbox could not be created. The test has failed with this error already.
            return;
        }
        if (owned == null) return;
        var lines = owned.sandbox.refusals();
        if (!lines.isEmpty()) System.err.println("Understudy, " + context.getDisplayName() + ":\n" + String.join("\n", lines));
    }

    /** Creates a sandbox for code that is no JUnit test. Close it at the end. */
    public static Sandbox create(Object settings) {
        var server = Server.shared();
        return new Sandbox(object(server.request("POST", "/sandboxes", settings)), server);
    }

    /** JUnit closes what is in its store at the end of the test, or of the class. */
    private record Owned(Sandbox sandbox) implements ExtensionContext.Store.CloseableResource {
        @Override
        public void close() {
            sandbox.close();
        }
    }

    /** An operation that the control API refused. */
    public static final class ControlApiException extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** The HTTP status. */
        public final int status;
        /** The problem in a sentence. */
        public final String title;
        /** The expected value, the actual value, and how to fix the request. */
        public final String detail;

        ControlApiException(int status, String title, String detail) {
            super(status + " " + title.replaceFirst("\\.$", "") + ": " + detail);
            this.status = status;
            this.title = title;
            this.detail = detail;
        }
    }

    /** The known name that differs least from a name, in two letters at most and in a third of them at most. */
    private static Optional<String> nearest(String name, Collection<String> known) {
        var text = Objects.toString(name).toLowerCase(Locale.ROOT);
        return known.stream().filter(each -> distance(text, each) <= Math.min(2, text.length() / 3))
                .min(Comparator.comparing((String each) -> distance(text, each)).thenComparing(Comparator.naturalOrder()));
    }

    /** The number of letters to insert, remove or replace (Levenshtein). */
    private static int distance(String one, String other) {
        var row = IntStream.rangeClosed(0, other.length()).toArray();
        for (var i = 0; i < one.length(); i++) {
            var before = row[0];
            row[0] = i + 1;
            for (var j = 0; j < other.length(); j++) {
                var replaced = before + (one.charAt(i) == other.charAt(j) ? 0 : 1);
                before = row[j + 1];
                row[j + 1] = Math.min(replaced, Math.min(before, row[j]) + 1);
            }
        }
        return row[other.length()];
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object json) {
        return (Map<String, Object>) json;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Object json) {
        return (List<Map<String, Object>>) json;
    }

    /** An isolated copy of every provider, with its own codes, tokens, clock, people, rules and journal. */
    public static final class Sandbox implements AutoCloseable {
        /** The name in addresses. */
        public final String id;
        /** The start of its addresses, before /PROVIDER/…. */
        public final String url;
        /** The start of each provider's addresses, by provider ID. */
        public final Map<String, String> providers;

        private final Server server;

        Sandbox(Map<String, Object> made, Server server) {
            this.server = server;
            id = (String) made.get("id");
            url = (String) made.get("url");
            providers = object(made.get("providers")).entrySet().stream()
                    .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, each -> (String) each.getValue()));
        }

        /** The start of a provider's addresses. */
        public String provider(String id) {
            var found = id == null ? null : providers.get(id);
            if (found == null) {
                var near = nearest(id, providers.keySet());
                throw new IllegalArgumentException("there is no provider \"" + id + "\"; " + (near.isPresent() ? "did you mean \"" + near.get() + "\"?"
                        : "known here: " + String.join(", ", providers.keySet().stream().sorted().toList())));
            }
            return found;
        }

        /** A line for each refused exchange: what the client sent, why it was refused, and how to fix it. */
        public List<String> refusals() {
            return readJournal(Map.of("outcome", "refused")).stream().map(entry -> {
                var request = object(entry.get("request"));
                var remedy = entry.get("remedy") == null ? "" : " → " + entry.get("remedy");
                return "exchange " + entry.get("n") + ": " + request.get("method") + " " + request.get("target") + " → "
                        + object(entry.get("response")).get("status") + ": " + entry.get("why") + remedy;
            }).toList();
        }

        /** Deletes the sandbox, if the test has not deleted it itself. */
        @Override
        public void close() {
            try {
                deleteSandbox();
            } catch (ControlApiException error) {
                if (error.status != 404 && error.status != 410) throw error;
            }
        }

        private Object call(String method, String path, Object body) {
            return server.request(method, "/sandboxes/" + id + path, body);
        }

        private static String part(Object value) {
            return URLEncoder.encode(value.toString(), StandardCharsets.UTF_8).replace("+", "%20");
        }

        private static String query(Map<String, ?> members) {
            if (members == null) throw new IllegalArgumentException("expected the members of a query, such as Map.of(\"client\", \"web\"), or Map.of(); found null");
            return members.entrySet().stream().map(each -> part(each.getKey()) + "=" + part(each.getValue())).collect(Collectors.joining("&", "?", ""));
        }

        /** One sandbox. */
        public Map<String, Object> getSandbox() {
            return object(call("GET", "", null));
        }

        /** Deletes a sandbox; its addresses answer 410 from now on. */
        public void deleteSandbox() {
            call("DELETE", "", null);
        }

        /** Resets a sandbox to its initial state; the journal continues. */
        public Map<String, Object> resetSandbox() {
            return object(call("POST", "/reset", null));
        }

        /** The checkpoints. */
        public List<Map<String, Object>> listCheckpoints() {
            return list(call("GET", "/checkpoints", null));
        }

        /** Saves the current state. A checkpoint of the same name is replaced. A sandbox has sixteen at most. */
        public Map<String, Object> createCheckpoint(Object checkpoint) {
            return object(call("POST", "/checkpoints", checkpoint));
        }

        /** Restores a checkpoint, which stays available. */
        public Map<String, Object> restoreCheckpoint(String checkpoint) {
            return object(call("POST", "/checkpoints/" + part(checkpoint) + "/restore", null));
        }

        /** Deletes a checkpoint. */
        public void deleteCheckpoint(String checkpoint) {
            call("DELETE", "/checkpoints/" + part(checkpoint), null);
        }

        /** The clock. */
        public Map<String, Object> getClock() {
            return object(call("GET", "/clock", null));
        }

        /** Sets, advances, freezes or thaws the clock, or ages what was issued, in this order. */
        public Map<String, Object> changeClock(Object change) {
            return object(call("POST", "/clock", change));
        }

        /** The people of a sandbox; passwords are not shown. */
        public List<Map<String, Object>> listPeople() {
            return list(call("GET", "/people", null));
        }

        /** Adds a person, or replaces one. */
        public Map<String, Object> putPerson(String username, Object person) {
            return object(call("PUT", "/people/" + part(username), person));
        }

        /** One person. */
        public Map<String, Object> getPerson(String username) {
            return object(call("GET", "/people/" + part(username), null));
        }

        /** Changes some members of a person (RFC 7396): null removes a member. */
        public Map<String, Object> patchPerson(String username, Object person) {
            return object(call("PATCH", "/people/" + part(username), person));
        }

        /** Removes a person. */
        public void deletePerson(String username) {
            call("DELETE", "/people/" + part(username), null);
        }

        /** The clients of a sandbox, also those that have registered themselves; secrets are not shown. */
        public List<Map<String, Object>> listClients() {
            return list(call("GET", "/clients", null));
        }

        /** Adds a client, or replaces one. */
        public Map<String, Object> putClient(String provider, String client, Object settings) {
            return object(call("PUT", "/clients/" + part(provider) + "/" + part(client), settings));
        }

        /** One client. */
        public Map<String, Object> getClient(String provider, String client) {
            return object(call("GET", "/clients/" + part(provider) + "/" + part(client), null));
        }

        /** Changes some members of a client (RFC 7396): null removes a member. */
        public Map<String, Object> patchClient(String provider, String client, Object changes) {
            return object(call("PATCH", "/clients/" + part(provider) + "/" + part(client), changes));
        }

        /** Removes a client. */
        public void deleteClient(String provider, String client) {
            call("DELETE", "/clients/" + part(provider) + "/" + part(client), null);
        }

        /** The standing answer: the person who signs in without a page, and their consent. */
        public Map<String, Object> getAnswer() {
            return object(call("GET", "/answer", null));
        }

        /** Sets the standing answer: this person signs in without a page, and gives this consent. */
        public Map<String, Object> setAnswer(Object answer) {
            return object(call("PUT", "/answer", answer));
        }

        /** Removes the standing answer: pages ask again. */
        public void clearAnswer() {
            call("DELETE", "/answer", null);
        }

        /** The places of claims that have an entry. All other claims go to userinfo. */
        public Map<String, Object> listClaims() {
            return object(call("GET", "/claims", null));
        }

        /** Sets the places of a claim. */
        public Map<String, Object> putClaim(String claim, Object places) {
            return object(call("PUT", "/claims/" + part(claim), places));
        }

        /** The places of one claim. */
        public Map<String, Object> getClaim(String claim) {
            return object(call("GET", "/claims/" + part(claim), null));
        }

        /** Removes the entry of a claim, which goes to userinfo again. */
        public void deleteClaim(String claim) {
            call("DELETE", "/claims/" + part(claim), null);
        }

        /** The rules, in the order of evaluation. */
        public List<Map<String, Object>> listRules() {
            return list(call("GET", "/rules", null));
        }

        /** Adds a rule, or several, after the existing ones. */
        public List<Map<String, Object>> addRules(Object rules) {
            return list(call("POST", "/rules", rules));
        }

        /** Replaces all rules by these. */
        public List<Map<String, Object>> setRules(Object rules) {
            return list(call("PUT", "/rules", rules));
        }

        /** Removes all rules. */
        public void clearRules() {
            call("DELETE", "/rules", null);
        }

        /** One rule. */
        public Map<String, Object> getRule(String rule) {
            return object(call("GET", "/rules/" + part(rule), null));
        }

        /** Switches a rule on or off; its place and its counters stay. */
        public Map<String, Object> switchRule(String rule, Object change) {
            return object(call("PUT", "/rules/" + part(rule), change));
        }

        /** Removes one rule. */
        public void deleteRule(String rule) {
            call("DELETE", "/rules/" + part(rule), null);
        }

        /** The issued codes and tokens, without their texts. */
        public List<Map<String, Object>> listTokens(Map<String, ?> query) {
            return list(call("GET", "/tokens" + query(query), null));
        }

        /** Issues tokens for a person, a client and scopes, without a sign-in. */
        public Map<String, Object> mintTokens(Object request) {
            return object(call("POST", "/tokens", request));
        }

        /** Revokes a token. */
        public void revokeToken(long token) {
            call("POST", "/tokens/" + part(token) + "/revoke", null);
        }

        /** Expires a token: it ended a second ago. */
        public void expireToken(long token) {
            call("POST", "/tokens/" + part(token) + "/expire", null);
        }

        /** The kinds of workload whose ID tokens can be issued. */
        public List<Map<String, Object>> listWorkloads() {
            return list(call("GET", "/workloads", null));
        }

        /** Issues the ID token of a CI job or of a service account, with the claims of the real ones, signed by this server. */
        public Map<String, Object> mintWorkloadToken(Object request) {
            return object(call("POST", "/workloads", request));
        }

        /** The requests of devices that wait for a person, and those that a person has decided. */
        public List<Map<String, Object>> listDevices() {
            return list(call("GET", "/devices", null));
        }

        /** Approves a device as a person: its next poll gets tokens. */
        public Map<String, Object> approveDevice(String userCode, Object request) {
            return object(call("POST", "/devices/" + part(userCode) + "/approve", request));
        }

        /** Denies a device: its next poll gets access_denied. */
        public Map<String, Object> denyDevice(String userCode, Object request) {
            return object(call("POST", "/devices/" + part(userCode) + "/deny", request));
        }

        /** The sessions of people who are signed in. */
        public List<Map<String, Object>> listSessions(Map<String, ?> query) {
            return list(call("GET", "/sessions" + query(query), null));
        }

        /** Ends sessions, and sends a logout token to each of their clients that has a backchannel_logout_uri. Without a filter, all sessions end. */
        public Map<String, Object> endSessions(Map<String, ?> query) {
            return object(call("DELETE", "/sessions" + query(query), null));
        }

        /** Ends one session, and sends a logout token to each of its clients that has a backchannel_logout_uri. */
        public Map<String, Object> endSession(String sid) {
            return object(call("DELETE", "/sessions/" + part(sid), null));
        }

        /** Sends a signed security event token to a receiver, such as CAEP session-revoked. The journal shows the request and its answer. */
        public Map<String, Object> sendSecurityEvent(Object request) {
            return object(call("POST", "/events", request));
        }

        /** The exchanges and changes that match. With <code>wait</code>, as soon as there is one. */
        public List<Map<String, Object>> readJournal(Map<String, ?> query) {
            return list(call("GET", "/journal" + query(query), null));
        }

        /** Removes all entries; numbers continue. */
        public void clearJournal() {
            call("DELETE", "/journal", null);
        }

        /** The number of matching entries. */
        public Map<String, Object> countJournal(Map<String, ?> query) {
            return object(call("GET", "/journal/count" + query(query), null));
        }

        /** One entry. */
        public Map<String, Object> getEntry(long entry) {
            return object(call("GET", "/journal/" + part(entry), null));
        }

        /** The providers of a sandbox, with their quirks. */
        public List<Map<String, Object>> listProviders() {
            return list(call("GET", "/providers", null));
        }

        /** One provider. */
        public Map<String, Object> getProvider(String provider) {
            return object(call("GET", "/providers/" + part(provider), null));
        }

        /** Switches quirks on and off; the others get their defaults. */
        public Map<String, Object> switchQuirks(String provider, Object request) {
            return object(call("PUT", "/providers/" + part(provider) + "/quirks", request));
        }

        /** The keys that are published, and those that sign. */
        public Map<String, Object> listKeys() {
            return object(call("GET", "/keys", null));
        }

        /** Takes steps of a key rotation at all providers. In any other order than publish, use, retire, the rotation is a faulty one. */
        public Map<String, Object> rotateKeys(Object request) {
            return object(call("POST", "/keys", request));
        }
    }

    /** A server, and how to reach it. */
    static final class Server {
        private static final HttpClient HTTP = HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).build();

        private static Server shared;
        private static RuntimeException failure;

        final String url;
        final String token;
        /** Null if the server was not started here. */
        final Process process;

        Server(String url, String token, Process process) {
            this.url = url;
            this.token = token;
            this.process = process;
        }

        /** The server of all tests in this JVM. A start that failed is not tried again. */
        static synchronized Server shared() {
            if (failure != null) throw failure;
            try {
                if (shared == null) shared = find(settings());
            } catch (RuntimeException error) {
                failure = error;
                throw error;
            }
            return shared;
        }

        /** The environment, in which system properties replace the address and the token. */
        static Map<String, String> settings() {
            var settings = new HashMap<>(System.getenv());
            for (var name : List.of("UNDERSTUDY_URL", "UNDERSTUDY_CONTROL_TOKEN")) {
                var property = System.getProperty(name.toLowerCase(Locale.ROOT).replaceFirst("_", "."));
                if (property != null) settings.put(name, property);
            }
            return settings;
        }

        static Server find(Map<String, String> environment) {
            var url = environment.get("UNDERSTUDY_URL");
            if (url == null || url.isEmpty()) return start("understudy", environment);
            var found = new Server(address(url), environment.get("UNDERSTUDY_CONTROL_TOKEN"), null);
            found.request("GET", "/health", null);
            return found;
        }

        /** The address of a server, without a slash at the end. A path would be a provider's, or a sandbox's. */
        private static String address(String text) {
            var example = "http://127.0.0.1:8400";
            var parts = Pattern.compile("(https?://)?(?!https?:)([^/?#\\s]+)(.*)", Pattern.DOTALL).matcher(text);
            if (parts.matches()) {
                var origin = Objects.requireNonNullElse(parts.group(1), "http://") + parts.group(2);
                try {
                    if (new URI(origin).getHost() != null) example = origin;
                } catch (URISyntaxException error) {
                    // The default is the better example.
                }
                if (parts.group(1) != null && List.of("", "/").contains(parts.group(3)) && example.equals(origin)) return origin;
            }
            throw new IllegalStateException("UNDERSTUDY_URL or understudy.url: expected the address of a running server, with http:// or https:// "
                    + "and without a path, such as " + example + "; found \"" + text + "\"");
        }

        /** Starts a server at a free port. It ends with the JVM, also if that is killed, or with {@link #stop}. */
        static Server start(String command, Map<String, String> environment) {
            Path folder = null;
            try {
                folder = Files.createTempDirectory("understudy-");
                var ready = folder.resolve("ready.json");
                var errors = folder.resolve("errors");
                var builder = new ProcessBuilder(command, "serve", "--port", "0", "--ready-file", ready.toString(), "--quiet",
                        "--exit-with-parent").redirectError(errors.toFile());
                builder.environment().putAll(environment);
                var process = builder.start();
                // The server prints its only line when it listens, and the ready file is there by then.
                var line = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
                if (line == null) {
                    var status = process.waitFor();
                    var reason = Files.readString(errors).strip();
                    throw new IllegalStateException(command + " ended with exit code " + status + ": " + reason);
                }
                var said = object(Json.read(Files.readString(ready)));
                return new Server((String) said.get("url"), (String) said.get("control_token"), process);
            } catch (IOException error) {
                throw new IllegalStateException(command + " did not start: " + error.getMessage()
                        + ". Install Understudy on PATH, or set UNDERSTUDY_URL to a running server.", error);
            } catch (InterruptedException error) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(error);
            } finally {
                remove(folder);
            }
        }

        /** Stops a server that was started here, after it has answered current requests. */
        void stop() throws InterruptedException {
            process.destroy();
            process.waitFor();
        }

        private static void remove(Path folder) {
            if (folder == null) return;
            for (var name : List.of("ready.json", "errors", "")) {
                // A file that stays behind in the temporary folder fails no test.
                folder.resolve(name).toFile().delete();
            }
        }

        /** Sends a request to the control API. The path is below /_understudy. */
        Object request(String method, String path, Object body) {
            if (body instanceof String text && !text.strip().matches("(?s)[{\\[].*")) {
                throw new IllegalArgumentException("expected a map, such as Map.of(\"sign_in\", \"alice\"), or JSON of an object or an array as text; found \"" + text + "\"");
            }
            var content = body == null ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body instanceof String text ? text : Json.write(body));
            var request = HttpRequest.newBuilder(URI.create(url + "/_understudy" + path)).method(method, content);
            if (body != null) request.header("Content-Type", "application/json");
            if (token != null) request.header("Authorization", "Bearer " + token);
            HttpResponse<String> response;
            try {
                response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
            } catch (IOException error) {
                var reason = Objects.requireNonNullElse(error.getMessage(), error.getClass().getSimpleName());
                throw new IllegalStateException("no Understudy server answers at " + url + ": " + reason + ". Start it, or unset UNDERSTUDY_URL.", error);
            } catch (InterruptedException error) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(error);
            }
            var text = response.body();
            if (response.statusCode() >= 300) {
                try {
                    var problem = object(Json.read(text));
                    throw new ControlApiException(response.statusCode(), Objects.toString(problem.get("title"), "no title"), Objects.toString(problem.get("detail"), text));
                } catch (IllegalArgumentException | ClassCastException error) {
                    throw new ControlApiException(response.statusCode(), "no problem document", text);
                }
            }
            return text.isEmpty() ? null : Json.read(text);
        }
    }

    /** JSON as maps, lists, strings, numbers, booleans and null. */
    static final class Json {
        private final String text;
        private int at;

        private Json(String text) {
            this.text = text;
        }

        static Object read(String text) {
            var reader = new Json(text);
            var value = reader.value();
            reader.space();
            if (reader.at < text.length()) throw reader.mistake("the end");
            return value;
        }

        private Object value() {
            space();
            switch (peek()) {
                case '{': {
                    var members = new LinkedHashMap<String, Object>();
                    at++;
                    for (space(); peek() != '}'; space()) {
                        if (!members.isEmpty()) skip(',');
                        space();
                        var name = string();
                        space();
                        skip(':');
                        members.put(name, value());
                    }
                    at++;
                    return members;
                }
                case '[': {
                    var elements = new ArrayList<Object>();
                    at++;
                    for (space(); peek() != ']'; space()) {
                        if (!elements.isEmpty()) skip(',');
                        elements.add(value());
                    }
                    at++;
                    return elements;
                }
                case '"': return string();
                default: return word();
            }
        }

        private Object word() {
            int start = at;
            while (at < text.length() && "{}[],:\" \t\r\n".indexOf(text.charAt(at)) < 0) at++;
            var word = text.substring(start, at);
            switch (word) {
                case "true": return true;
                case "false": return false;
                case "null": return null;
                default:
            }
            try {
                if (word.matches("-?(0|[1-9][0-9]*)")) return Long.parseLong(word);
                if (word.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) return Double.parseDouble(word);
            } catch (NumberFormatException error) {
                // Too large for a long.
                return Double.parseDouble(word);
            }
            at = start;
            throw mistake("a value");
        }

        private String string() {
            skip('"');
            var found = new StringBuilder();
            for (; peek() != '"'; at++) {
                if (peek() != '\\') {
                    found.append(peek());
                    continue;
                }
                at++;
                int place = "\"\\/bfnrt".indexOf(peek());
                if (place >= 0) {
                    found.append("\"\\/\b\f\n\r\t".charAt(place));
                } else if (peek() == 'u' && at + 4 < text.length()) {
                    found.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                    at += 4;
                } else {
                    throw mistake("an escape");
                }
            }
            at++;
            return found.toString();
        }

        private char peek() {
            if (at >= text.length()) throw mistake("more");
            return text.charAt(at);
        }

        private void skip(char expected) {
            if (peek() != expected) throw mistake("\"" + expected + "\"");
            at++;
        }

        private void space() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
        }

        private IllegalArgumentException mistake(String expected) {
            var found = at < text.length() ? text.substring(at, Math.min(at + 20, text.length())) : "the end";
            return new IllegalArgumentException("expected " + expected + " at character " + at + " of the JSON, found " + found);
        }

        static String write(Object value) {
            var out = new StringBuilder();
            write(value, out);
            return out.toString();
        }

        private static void write(Object value, StringBuilder out) {
            if (value instanceof Map<?, ?> members) {
                var before = "{";
                for (var each : members.entrySet()) {
                    out.append(before);
                    write(each.getKey().toString(), out);
                    out.append(':');
                    write(each.getValue(), out);
                    before = ",";
                }
                out.append(members.isEmpty() ? "{}" : "}");
            } else if (value instanceof Iterable<?> elements) {
                var before = "";
                out.append('[');
                for (var each : elements) {
                    out.append(before);
                    write(each, out);
                    before = ",";
                }
                out.append(']');
            } else if (value instanceof CharSequence || value instanceof Duration || value instanceof Instant) {
                // Both write themselves as ISO 8601.
                out.append('"');
                value.toString().chars().forEach(each -> {
                    if (each < ' ' || each == '"' || each == '\\') out.append(String.format("\\u%04x", each));
                    else out.append((char) each);
                });
                out.append('"');
            } else if (value == null || value instanceof Number || value instanceof Boolean) {
                out.append(value);
            } else {
                throw new IllegalArgumentException("expected a map, a list, a string, a number, a boolean or null, found " + value.getClass().getName());
            }
        }
    }
}
