package understudytest

import (
	"os/exec"
	"runtime"
	"syscall"
)

// startWithParent starts a process that ends with this one, also if a test panics or times out.
func startWithParent(child *exec.Cmd) error {
	child.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	started := make(chan error)
	go func() {
		// Linux sends the signal when the thread ends that started the process.
		runtime.LockOSThread()
		err := child.Start()
		started <- err
		if err == nil {
			select {}
		}
	}()
	return <-started
}
