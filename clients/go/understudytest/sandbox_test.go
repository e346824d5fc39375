package understudytest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

const callback = "http://127.0.0.1:7999/cb"

var browser = http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// signIn does what an app does, and returns the claims of UserInfo.
func signIn(provider string) (claims map[string]any, err error) {
	asked := url.Values{"client_id": {"web"}, "redirect_uri": {callback}, "response_type": {"code"}, "state": {"42"}, "scope": {"openid email"}}
	redirect, err := browser.Get(provider + "/authorize?" + asked.Encode())
	if err != nil {
		return nil, err
	}
	back, err := redirect.Location()
	if err != nil {
		return nil, err
	}
	if refused := back.Query().Get("error"); refused != "" {
		return nil, errors.New(refused)
	}
	status, tokens := post(provider+"/token", url.Values{"grant_type": {"authorization_code"}, "code": {back.Query().Get("code")}, "redirect_uri": {callback}}, "understudy-secret-0123456789")
	if status != 200 {
		return nil, fmt.Errorf("the token endpoint says %d", status)
	}
	request, _ := http.NewRequest("GET", provider+"/userinfo", nil)
	request.Header.Set("Authorization", "Bearer "+tokens["access_token"].(string))
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	return claims, json.NewDecoder(answer.Body).Decode(&claims)
}

func post(address string, form url.Values, secret string) (status int, members map[string]any) {
	request, _ := http.NewRequest("POST", address, strings.NewReader(form.Encode()))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.SetBasicAuth("web", secret)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, nil
	}
	defer answer.Body.Close()
	_ = json.NewDecoder(answer.Body).Decode(&members)
	return answer.StatusCode, members
}

func wrongSecret(t *testing.T, box *Sandbox) {
	t.Helper()
	if status, _ := post(box.Provider("standard")+"/token", url.Values{"grant_type": {"client_credentials"}}, "wrong"); status != 401 {
		t.Fatalf("expected 401, found %d", status)
	}
}

func TestSignInRuleAndJournal(t *testing.T) {
	t.Parallel()
	box := New(t, NewSandbox{Answer: &Answer{SignIn: "alice"}})
	claims, err := signIn(box.Provider("standard"))
	if err != nil || claims["email"] != "alice@example.test" {
		t.Fatal(claims, err)
	}
	rule := box.AddRules(NewRule{Match: &RuleMatch{Endpoint: "token"}, Times: 1, Then: &RuleEffect{Answer: &RuleAnswer{Status: 503}}})[0]
	if _, err := signIn(box.Provider("standard")); err == nil || !strings.Contains(err.Error(), "503") {
		t.Fatal(err)
	}
	if rule = box.GetRule(rule.ID); !rule.Spent || rule.Fired != 1 || rule.Then.Answer.Status != 503 {
		t.Errorf("%+v", rule)
	}
	seen := box.ReadJournal(JournalQuery{Endpoint: "token"})
	if len(seen) != 2 || seen[1].Response.Status != 503 || box.CountJournal(JournalQuery{Endpoint: "token"}).Count != 2 {
		t.Error(seen)
	}
	box.SetRules()
	if added := box.AddRules(); len(added) != 0 || len(box.ListRules()) != 0 {
		t.Error(added, box.ListRules())
	}
	if rules := box.AddRules(NewRule{Scenario: "token-endpoint-flaky"}); len(rules) != 3 {
		t.Error(rules)
	}
	box.ClearRules()
	if rules := box.ListRules(); len(rules) != 0 {
		t.Error(rules)
	}
}

func TestPeopleClockAndCheckpoints(t *testing.T) {
	t.Parallel()
	box := New(t)
	box.CreateCheckpoint(NewCheckpoint{Name: "empty"})
	box.PutPerson("carol", Person{"password": "dormouse", "email": "carol@example.test"})
	box.PatchPerson("carol", Person{"name": "Carol"})
	box.SetAnswer(Answer{SignIn: "carol"})
	if claims, err := signIn(box.Provider("standard")); err != nil || claims["email"] != "carol@example.test" {
		t.Fatal(claims, err)
	}
	box.PutClient("standard", "shop", NewClient{Kind: "public", RedirectURIs: []string{callback}})
	if shop := box.PatchClient("standard", "shop", map[string]any{"name": "Shop"}); shop.Name != "Shop" {
		t.Errorf("the client is called %q", shop.Name)
	}
	if client := box.GetClient("standard", "shop"); client.HasSecret || client.RedirectURIs[0] != callback {
		t.Errorf("%+v", client)
	}
	if clock := box.ChangeClock(ClockChange{Advance: "P1D", Freeze: Ptr(true)}); !clock.Frozen {
		t.Error(clock)
	}
	minted := box.MintTokens(NewTokens{Provider: "standard", Client: "web", Person: "alice", Scopes: []string{"email"}})
	box.RevokeToken(minted.Tokens[0].ID)
	if revoked := box.ListTokens(TokenQuery{Kind: "access", Status: "revoked"}); len(revoked) != 1 {
		t.Error(revoked)
	}
	box.RestoreCheckpoint("empty")
	var refused *ControlAPIError
	if err := box.Request("GET", "/people/carol", nil, nil); !errors.As(err, &refused) || refused.Status != 404 {
		t.Error(err)
	}
}

func TestRefusedOperation(t *testing.T) {
	t.Parallel()
	box := New(t)
	err := box.Request("POST", "/rules", NewRule{Match: &RuleMatch{Endpoint: "tokn"}, Then: &RuleEffect{Reset: true}}, nil)
	var refused *ControlAPIError
	if !errors.As(err, &refused) || refused.Status != 422 || refused.Title == "" || refused.Pointer != "/match/endpoint" ||
		!regexp.MustCompile(`^422 [^:]*[^.]: no provider has an endpoint "tokn"; did you mean "token"\?`).MatchString(err.Error()) {
		t.Fatalf("%#v", err)
	}
	err = box.Request("POST", "tokens", NewTokens{}, nil)
	if !errors.As(err, &refused) || len(refused.Errors) != 2 || refused.Errors[0].Detail != `expected a member "provider", found none` {
		t.Errorf("%#v", err)
	}
	// A method ends the test.
	inner := &recordingTB{TB: t}
	fatal := func() (said any) {
		defer func() { said = recover() }()
		(&Sandbox{ID: box.ID, tb: inner, server: box.server}).GetPerson("nobody")
		return nil
	}()
	if !strings.Contains(fmt.Sprint(fatal), "404") {
		t.Error(fatal)
	}
}

func TestUnknownProvider(t *testing.T) {
	t.Parallel()
	for name, expected := range map[string]string{
		"goggle":  `^there is no provider "goggle"; did you mean "google"\?$`,
		"Google":  `did you mean "google"\?$`,
		"nothing": `^there is no provider "nothing"; known here: .*\bgoogle, `,
		"":        `^there is no provider ""; known here: `,
	} {
		func() {
			defer func() {
				if said := fmt.Sprint(recover()); !regexp.MustCompile(expected).MatchString(said) {
					t.Error(said)
				}
			}()
			New(&recordingTB{TB: t}).Provider(name)
		}()
	}
}

func TestWithoutATest(t *testing.T) {
	defer func() {
		if said := recover(); said != "understudytest.New: expected the test's t, found nil" {
			t.Error(said)
		}
	}()
	New(nil)
}

// recordingTB is a test that has failed or not. Fatal panics, where a test would end.
type recordingTB struct {
	testing.TB
	failed   bool
	logged   []string
	cleanups []func()
}

func (r *recordingTB) Helper()                   {}
func (r *recordingTB) Failed() bool              { return r.failed }
func (r *recordingTB) Cleanup(f func())          { r.cleanups = append(r.cleanups, f) }
func (r *recordingTB) Log(values ...any)         { r.logged = append(r.logged, fmt.Sprint(values...)) }
func (r *recordingTB) Error(values ...any)       { r.Log(values...); r.failed = true }
func (r *recordingTB) Fatal(values ...any)       { panic(fmt.Sprint(values...)) }
func (r *recordingTB) Fatalf(f string, v ...any) { panic(fmt.Sprintf(f, v...)) }

func TestFailingTestPrintsRefusals(t *testing.T) {
	t.Parallel()
	line := regexp.MustCompile(`exchange 1: POST /_sandbox/\S+/standard/token → 401: the secret is not that of the client web → \S`)
	for _, failed := range []bool{true, false} {
		inner := &recordingTB{TB: t}
		box := New(inner)
		wrongSecret(t, box)
		inner.failed = failed
		inner.cleanups[0]()
		if printed := strings.Join(inner.logged, "\n"); line.MatchString(printed) != failed {
			t.Errorf("failed: %v, printed: %s", failed, printed)
		}
		var refused *ControlAPIError
		if err := box.Request("GET", "", nil, nil); !errors.As(err, &refused) || refused.Status != 410 {
			t.Errorf("the sandbox does not end with its test: %v", err)
		}
	}
}

func TestDeletedByTheTest(t *testing.T) {
	t.Parallel()
	inner := &recordingTB{TB: t}
	New(inner).DeleteSandbox()
	inner.cleanups[0]()
	if inner.failed {
		t.Error(inner.logged)
	}
}

func TestServerOfTheEnvironment(t *testing.T) {
	own, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("UNDERSTUDY_URL", own.url+"/")
	if found, err := find(); err != nil || found.url != own.url {
		t.Error(found, err)
	}
	// The discard port: no server is there.
	t.Setenv("UNDERSTUDY_URL", "http://127.0.0.1:9")
	if _, err := find(); err == nil || !strings.HasPrefix(err.Error(), "no Understudy server answers at http://127.0.0.1:9: ") {
		t.Error(err)
	}
}

func TestAddressThatIsNotAServers(t *testing.T) {
	for given, meant := range map[string]string{
		"127.0.0.1:8451":                 "http://127.0.0.1:8451",
		"http://127.0.0.1:8451/standard": "http://127.0.0.1:8451",
		"https://mock.example?a=b":       "https://mock.example",
		"http://127.0.0.1:port":          "http://127.0.0.1:8400",
		"/":                              "http://127.0.0.1:8400",
		"http://":                        "http://127.0.0.1:8400",
	} {
		t.Setenv("UNDERSTUDY_URL", given)
		expected := fmt.Sprintf("UNDERSTUDY_URL: expected the address of a running server, with http:// or https:// and without a path, such as %s; found %q", meant, given)
		if _, err := find(); err == nil || err.Error() != expected {
			t.Errorf("expected %s\nfound %v", expected, err)
		}
	}
}

func TestControlToken(t *testing.T) {
	t.Setenv("UNDERSTUDY_CONTROL_TOKEN", "0123456789abcdef")
	own, err := start("understudy")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("UNDERSTUDY_URL", own.url)
	found, err := find()
	if err != nil || found.request("POST", "/sandboxes", NewSandbox{}, nil) != nil {
		t.Error(err)
	}
	found.token = "wrong-0123456789"
	var refused *ControlAPIError
	if err := found.request("POST", "/sandboxes", NewSandbox{}, nil); !errors.As(err, &refused) || refused.Status != 401 {
		t.Error(err)
	}
}

func TestServerThatDoesNotStart(t *testing.T) {
	if _, err := start("no-such-understudy"); err == nil || !strings.Contains(err.Error(), "install Understudy on PATH") {
		t.Error(err)
	}
	t.Setenv("UNDERSTUDY_CAST", "missing.json")
	if _, err := start("understudy"); err == nil || !strings.Contains(err.Error(), "missing.json") {
		t.Error(err)
	}
}

// The server ends with the process of the tests, whatever way that ends.
func TestServerEndsWithTheProcess(t *testing.T) {
	if ending := os.Getenv("PRINT_URL_AND_END"); ending != "" {
		own, err := start("understudy")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("url=%s\n", own.url)
		if ending == "killed" {
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
		}
		panic("as a test that takes too long does")
	}
	for _, ending := range []string{"killed", "panic"} {
		t.Run(ending, func(t *testing.T) { endsWithTheProcess(t, ending) })
	}
}

func endsWithTheProcess(t *testing.T, ending string) {
	child := exec.Command(os.Args[0], "-test.run=^TestServerEndsWithTheProcess$")
	child.Env = append(os.Environ(), "PRINT_URL_AND_END="+ending)
	output, _ := child.CombinedOutput()
	found := regexp.MustCompile(`url=(\S+)`).FindSubmatch(output)
	if found == nil {
		t.Fatalf("%s", output)
	}
	for begun := time.Now(); ; {
		answer, err := http.Get(string(found[1]) + "/_understudy/health")
		if err != nil {
			break
		}
		answer.Body.Close()
		if time.Since(begun) > 5*time.Second {
			t.Fatalf("the server at %s still answers", found[1])
		}
	}
}
