package understudytest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

type server struct {
	url, token string
}

var (
	once       sync.Once
	running    *server
	startError error
)

// shared returns the server of all tests in this process.
func shared() (*server, error) {
	once.Do(func() { running, startError = find() })
	return running, startError
}

func find() (*server, error) {
	address := os.Getenv("UNDERSTUDY_URL")
	if address == "" {
		return start("understudy")
	}
	if err := checkAddress(address); err != nil {
		return nil, err
	}
	found := &server{url: strings.TrimSuffix(address, "/"), token: os.Getenv("UNDERSTUDY_CONTROL_TOKEN")}
	return found, found.request("GET", "/health", nil, nil)
}

var addressParts = regexp.MustCompile(`^(https?://)?([^/?#\s]+)(.*)$`)

// checkAddress checks the address of a server. A path would be a provider's, or a sandbox's.
func checkAddress(address string) error {
	example := "http://127.0.0.1:8400"
	if parts := addressParts.FindStringSubmatch(address); parts != nil {
		scheme, host, rest := parts[1], parts[2], parts[3]
		if scheme == "" {
			scheme = "http://"
		}
		if _, err := url.Parse(scheme + host); err == nil && !strings.HasSuffix(host, ":") {
			if parts[1] != "" && (rest == "" || rest == "/") {
				return nil
			}
			example = scheme + host
		}
	}
	return fmt.Errorf("UNDERSTUDY_URL: expected the address of a running server, with http:// or https:// and without a path, such as %s; found %q", example, address)
}

// start runs a server at a free port until this process ends, also if a test panics or the process is killed.
func start(command string) (*server, error) {
	program, err := exec.LookPath(command)
	if err != nil {
		return nil, fmt.Errorf("%w: install Understudy on PATH, or set UNDERSTUDY_URL to a running server", err)
	}
	folder, err := os.MkdirTemp("", "understudy-")
	if err != nil {
		return nil, err
	}
	ready := filepath.Join(folder, "ready.json")
	// Nothing else is needed from the folder, and nobody is left to remove it at the end.
	defer os.RemoveAll(folder)
	child := exec.Command(program, "serve", "--port", "0", "--ready-file", ready, "--quiet", "--exit-with-parent")
	var errors bytes.Buffer
	child.Stderr = &errors
	output, err := child.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := child.Start(); err != nil {
		return nil, err
	}
	// The server prints its only line when it listens, and the ready file is there by then.
	if _, err := bufio.NewReader(output).ReadString('\n'); err != nil {
		ended := child.Wait()
		return nil, fmt.Errorf("%s did not start: %v: %s", program, ended, strings.TrimSpace(errors.String()))
	}
	var said struct {
		URL   string `json:"url"`
		Token string `json:"control_token"`
	}
	text, err := os.ReadFile(ready)
	if err == nil {
		err = json.Unmarshal(text, &said)
	}
	if err != nil {
		child.Process.Kill()
		return nil, err
	}
	return &server{url: said.URL, token: said.Token}, nil
}
