package app

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var understudy string // where the server listens

// TestMain takes the server that is there (understudy run), or starts one for all tests.
func TestMain(m *testing.M) {
	if understudy = os.Getenv("UNDERSTUDY_URL"); understudy != "" {
		os.Exit(m.Run())
	}
	folder, err := os.MkdirTemp("", "understudy-")
	if err != nil {
		panic(err)
	}
	ready := filepath.Join(folder, "ready.json")
	server := exec.Command("understudy", "serve", "--port", "0", "--ready-file", ready, "--quiet")
	if err := server.Start(); err != nil {
		panic(err)
	}
	var said struct{ URL string }
	for start := time.Now(); said.URL == ""; time.Sleep(10 * time.Millisecond) {
		if text, err := os.ReadFile(ready); err == nil {
			json.Unmarshal(text, &said)
		} else if time.Since(start) > 10*time.Second {
			panic("understudy did not start")
		}
	}
	understudy = said.URL
	code := m.Run()
	server.Process.Signal(os.Interrupt)
	server.Wait()
	os.RemoveAll(folder)
	os.Exit(code)
}

// A sandbox is a server of the test's own, with our app and a browser at it. A failing test says what was refused in the
// sandbox, and why.
type sandbox struct {
	t        *testing.T
	commands string
	app      string
	browser  http.Client
}

type entry struct {
	N                      int
	Condition, Why, Remedy string
	Request                struct{ Method, Target string }
	Response               struct{ Status int }
}

func newSandbox(t *testing.T) *sandbox {
	t.Parallel()
	jar, _ := cookiejar.New(nil)
	box := &sandbox{t: t, commands: understudy + "/_understudy/sandboxes", browser: http.Client{Jar: jar}}
	var made struct {
		ID        string
		Providers map[string]string
	}
	box.command("POST", "", `{"answer": {"sign_in": "alice"}}`, &made)
	box.commands += "/" + made.ID

	server := httptest.NewUnstartedServer(nil)
	box.app = "http://" + server.Listener.Addr().String()
	secret := "a-secret-for-tests-0123456789"
	server.Config.Handler = New(Config{Issuer: made.Providers["standard"], ClientID: "shop", ClientSecret: secret, Base: box.app})
	server.Start()
	box.command("PUT", "/clients/standard/shop", `{"secret": "`+secret+`", "redirect_uris": ["`+box.app+`/callback"]}`, nil)

	t.Cleanup(func() {
		if t.Failed() {
			for _, e := range box.refusals() {
				t.Logf("Understudy-Exchange %d: %s %s → %d\nwhy: %s\nremedy: %s", e.N, e.Request.Method, e.Request.Target, e.Response.Status, e.Why, e.Remedy)
			}
		}
		server.Close()
		box.command("DELETE", "", "", nil)
	})
	return box
}

func (box *sandbox) rule(rule string) { box.command("POST", "/rules", rule, nil) }

func (box *sandbox) refusals() (entries []entry) {
	box.command("GET", "/journal?outcome=refused", "", &entries)
	return entries
}

// open goes there as a browser does, and answers with the page.
func (box *sandbox) open(address string) (status int, text string) {
	box.t.Helper()
	answer, err := box.browser.Get(address)
	if err != nil {
		box.t.Fatal(err)
	}
	defer answer.Body.Close()
	said, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, string(said)
}

// openUntilCallback stops before the callback, and answers with its address.
func (box *sandbox) openUntilCallback(address string) string {
	box.t.Helper()
	stopping := box.browser
	stopping.CheckRedirect = func(next *http.Request, _ []*http.Request) error {
		if strings.HasPrefix(next.URL.String(), box.app+"/callback") {
			return http.ErrUseLastResponse
		}
		return nil
	}
	answer, err := stopping.Get(address)
	if err != nil {
		box.t.Fatal(err)
	}
	answer.Body.Close()
	callback, err := answer.Location()
	if err != nil {
		box.t.Fatal(err)
	}
	return callback.String()
}

func (box *sandbox) command(method, path, body string, into any) {
	box.t.Helper()
	address, _ := url.Parse(box.commands + path)
	request, _ := http.NewRequest(method, address.String(), bytes.NewReader([]byte(body)))
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		box.t.Fatal(err)
	}
	defer answer.Body.Close()
	said, _ := io.ReadAll(answer.Body)
	if answer.StatusCode >= 300 {
		box.t.Fatal(string(said))
	}
	if into != nil {
		if err := json.Unmarshal(said, into); err != nil {
			box.t.Fatal(err)
		}
	}
}
