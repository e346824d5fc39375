// Package understudytest gives tests a mock OAuth 2.0 and OpenID Connect server.
//
//	func TestSignIn(t *testing.T) {
//		box := understudytest.New(t, understudytest.NewSandbox{Answer: &understudytest.Answer{SignIn: "alice"}})
//		app := newApp(box.Provider("standard"))
//		…
//	}
//
// The first New starts the program understudy of PATH, for all tests of the package. With UNDERSTUDY_URL, New uses the
// server there. Each test gets a sandbox with its own codes, tokens, clock, people, rules and journal, so tests may be
// parallel. A failing test prints why the server refused requests.
package understudytest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sort"
	"strings"
	"testing"
)

// Sandbox is an isolated copy of every provider. An operation that the server refuses ends the test with the reason, so
// call operations from the test's own goroutine. To test a refusal, use Request.
type Sandbox struct {
	ID string
	// URL is the start of its addresses, before /PROVIDER/….
	URL string
	// Providers has the start of each provider's addresses, by provider ID.
	Providers map[string]string

	tb     testing.TB
	server *server
}

// New returns a sandbox that ends with the test. It takes at most one NewSandbox.
func New(tb testing.TB, settings ...NewSandbox) *Sandbox {
	if tb == nil {
		panic("understudytest.New: expected the test's t, found nil")
	}
	tb.Helper()
	if len(settings) > 1 {
		tb.Fatalf("understudytest.New takes one NewSandbox at most, found %d", len(settings))
	}
	if len(settings) == 0 {
		settings = []NewSandbox{{}}
	}
	server, err := shared()
	if err != nil {
		tb.Fatal(err)
	}
	var made State
	if err := server.request("POST", "/sandboxes", settings[0], &made); err != nil {
		tb.Fatal(err)
	}
	box := &Sandbox{ID: made.ID, URL: made.URL, Providers: made.Providers, tb: tb, server: server}
	tb.Cleanup(box.finish)
	return box
}

// Provider returns the start of a provider's addresses. A provider that the server does not have ends the test.
func (s *Sandbox) Provider(id string) string {
	s.tb.Helper()
	address, found := s.Providers[id]
	if !found {
		known := make([]string, 0, len(s.Providers))
		for each := range s.Providers {
			known = append(known, each)
		}
		sort.Strings(known)
		if near := nearest(id, known); near != "" {
			s.tb.Fatalf("there is no provider %q; did you mean %q?", id, near)
		}
		s.tb.Fatalf("there is no provider %q; known here: %s", id, strings.Join(known, ", "))
	}
	return address
}

// nearest returns the known name that differs least from a name, in two letters at most and in a third of them at most.
func nearest(name string, known []string) (near string) {
	least := 3
	for _, each := range known {
		if distance := editDistance(strings.ToLower(name), each); distance < least && distance <= len(name)/3 {
			near, least = each, distance
		}
	}
	return near
}

// editDistance counts the letters to insert, remove or replace (Levenshtein).
func editDistance(one, other string) int {
	row := make([]int, len(other)+1)
	for i := range row {
		row[i] = i
	}
	for i := 0; i < len(one); i++ {
		before := row[0]
		row[0] = i + 1
		for j := 0; j < len(other); j++ {
			least := before
			if one[i] != other[j] {
				least++
			}
			for _, each := range []int{row[j], row[j+1]} {
				if each+1 < least {
					least = each + 1
				}
			}
			before, row[j+1] = row[j+1], least
		}
	}
	return row[len(other)]
}

// Refusals returns a line for each refused exchange: what the client sent, why it was refused, and how to fix it.
func (s *Sandbox) Refusals() []string {
	s.tb.Helper()
	lines, err := s.refusals()
	if err != nil {
		s.tb.Fatal(err)
	}
	return lines
}

func (s *Sandbox) refusals() ([]string, error) {
	var entries []Entry
	if err := s.Request("GET", "/journal?outcome=refused", nil, &entries); err != nil {
		return nil, err
	}
	lines := make([]string, len(entries))
	for i, e := range entries {
		lines[i] = fmt.Sprintf("exchange %d: %s %s → %d: %s", e.N, e.Request.Method, e.Request.Target, e.Response.Status, e.Why)
		if e.Remedy != "" {
			lines[i] += " → " + e.Remedy
		}
	}
	return lines, nil
}

func (s *Sandbox) finish() {
	var err error
	if s.tb.Failed() {
		var lines []string
		if lines, err = s.refusals(); len(lines) > 0 {
			s.tb.Log("Understudy refused:\n" + strings.Join(lines, "\n"))
		}
	}
	if err == nil {
		err = s.Request("DELETE", "", nil, nil)
	}
	// The test may have deleted the sandbox itself.
	var refused *ControlAPIError
	if errors.As(err, &refused) && (refused.Status == http.StatusNotFound || refused.Status == http.StatusGone) {
		err = nil
	}
	if err != nil {
		s.tb.Error(err)
	}
}

// ControlAPIError is an operation that the control API refused.
type ControlAPIError struct {
	// Status is the HTTP status.
	Status int `json:"status"`
	// Title is the problem in a sentence.
	Title string `json:"title"`
	// Detail has the expected value, the actual value, and how to fix the request.
	Detail string `json:"detail"`
	// Pointer is the offending member of the body, as an RFC 6901 pointer.
	Pointer string `json:"pointer"`
	// Errors has all offending members, if there are several.
	Errors []ProblemError `json:"errors"`
}

// ProblemError is one of several mistakes in a request.
type ProblemError struct {
	Pointer string `json:"pointer"`
	Detail  string `json:"detail"`
}

func (e *ControlAPIError) Error() string {
	return fmt.Sprintf("%d %s: %s", e.Status, strings.TrimSuffix(e.Title, "."), e.Detail)
}

// Request sends a request to the control API of the sandbox. The path is below the sandbox, such as /rules. It returns
// a *ControlAPIError if the server refuses.
func (s *Sandbox) Request(method, path string, body, into any) error {
	if path != "" && path[0] != '/' {
		path = "/" + path
	}
	return s.server.request(method, "/sandboxes/"+s.ID+path, body, into)
}

func (s *server) request(method, path string, body, into any) error {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, s.url+"/_understudy"+path, content)
	if err != nil {
		return err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if s.token != "" {
		request.Header.Set("Authorization", "Bearer "+s.token)
	}
	response, err := direct.Do(request)
	if err != nil {
		return fmt.Errorf("no Understudy server answers at %s: %w. Start it, or unset UNDERSTUDY_URL", s.url, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		refused := ControlAPIError{Title: http.StatusText(response.StatusCode), Detail: string(text)}
		// A server in between may answer with something else, which is the detail then.
		_ = json.Unmarshal(text, &refused)
		refused.Status = response.StatusCode
		return &refused
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s %s: expected %T, found %s: %w", method, path, into, text, err)
	}
	return nil
}

// The control API is never behind the proxy of `understudy run`.
var direct = &http.Client{Transport: &http.Transport{Proxy: nil}}

type none struct{}

func call[Result any](s *Sandbox, method, path string, query, body any) (result Result) {
	s.tb.Helper()
	if query != nil {
		path += "?" + values(query).Encode()
	}
	var into any = &result
	if _, nothing := into.(*none); nothing {
		into = nil
	}
	if err := s.Request(method, path, body, into); err != nil {
		s.tb.Fatal(err)
	}
	return result
}

// The members of a query by their JSON names.
func values(query any) url.Values {
	text, _ := json.Marshal(query)
	var members map[string]json.RawMessage
	_ = json.Unmarshal(text, &members)
	found := url.Values{}
	for name, value := range members {
		var text string
		if json.Unmarshal(value, &text) != nil {
			text = string(value)
		}
		found.Set(name, text)
	}
	return found
}

// path fills names into a path.
func path(template string, names ...any) string {
	for i, name := range names {
		names[i] = url.PathEscape(fmt.Sprint(name))
	}
	return fmt.Sprintf(template, names...)
}

// Ptr returns a pointer to a value, for members that may be absent.
func Ptr[Value any](value Value) *Value { return &value }
