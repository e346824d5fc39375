package understudytest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

type server struct {
	url, token string
	// Keeps a server running that was started here.
	pipe io.Closer
}

// keeper runs the server beside a shell that waits for the end of its standard input: a pipe that only this process holds. So the
// server ends with this process, also if a test panics or the process is killed.
const keeper = `
trap '' INT HUP QUIT
"$@" </dev/null &
server=$!
exec >/dev/null 2>&1
read -r end
kill "$server"
wait "$server"
`

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
	found := &server{url: strings.TrimSuffix(address, "/"), token: os.Getenv("UNDERSTUDY_CONTROL_TOKEN")}
	return found, found.request("GET", "/health", nil, nil)
}

// start runs a server at a free port until this process ends.
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
	child := exec.Command("/bin/sh", "-c", keeper, "understudy", program, "serve", "--port", "0", "--ready-file", ready, "--quiet")
	var errors bytes.Buffer
	child.Stderr = &errors
	pipe, err := child.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := child.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := child.Start(); err != nil {
		return nil, err
	}
	// The server prints its only line when it listens, and the ready file is there by then.
	if _, err := bufio.NewReader(output).ReadString('\n'); err != nil {
		pipe.Close()
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
		pipe.Close()
		return nil, err
	}
	return &server{url: said.URL, token: said.Token, pipe: pipe}, nil
}
