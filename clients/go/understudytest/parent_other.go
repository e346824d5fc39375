//go:build !linux

package understudytest

import (
	"errors"
	"os/exec"
)

// startWithParent refuses: only Linux ends a process together with its parent.
func startWithParent(*exec.Cmd) error {
	return errors.New("understudytest starts a server on Linux only: run `understudy run -- go test ./...`, which sets UNDERSTUDY_URL")
}
