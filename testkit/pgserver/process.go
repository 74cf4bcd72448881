package pgserver

import (
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// A process is a running child of ours.
type process struct {
	pid  int
	done chan struct{} // closed when the child has ended and err is set
	err  error
}

// start runs cmd as acct in a process group of its own, so that Ctrl-C at a terminal reaches us and not the child.
// onEnd runs when the child has ended, before done is closed.
func start(cmd *exec.Cmd, acct *account, onEnd func()) (*process, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: acct.credential()}
	dieWithParent(cmd.SysProcAttr)
	p := &process{done: make(chan struct{})}
	started := make(chan error, 1)
	go func() {
		// The kernel takes the end of the thread that forked for the end of the parent, so keep that thread.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if err := cmd.Start(); err != nil {
			started <- err
			return
		}
		p.pid = cmd.Process.Pid
		started <- nil
		p.err = cmd.Wait()
		onEnd()
		close(p.done)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return p, nil
}

func (p *process) ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// signal sends sig to the child. It reports nothing: a child that is gone needs no signal, and ours we may signal.
func (p *process) signal(sig syscall.Signal) {
	if !p.ended() {
		_ = syscall.Kill(p.pid, sig)
	}
}

// killTree ends a postmaster and all its children at once. Killing the group is not enough: Postgres puts each child
// into a session of its own, where it may go on writing for a while after the postmaster is gone.
func killTree(pid int) {
	_ = syscall.Kill(pid, syscall.SIGSTOP) // a stopped postmaster forks no more
	var killed []int
	for {
		fresh := slices.DeleteFunc(children(pid), func(c int) bool { return slices.Contains(killed, c) })
		if len(fresh) == 0 {
			break
		}
		for _, c := range fresh {
			_ = syscall.Kill(c, syscall.SIGKILL)
		}
		killed = append(killed, fresh...)
	}
	_ = syscall.Kill(-pid, syscall.SIGKILL)
	_ = syscall.Kill(pid, syscall.SIGKILL)
}

// children lists the children of pid, by /proc or, where that is missing, by ps.
func children(pid int) []int {
	id := strconv.Itoa(pid)
	var found []int
	if raw, err := os.ReadFile("/proc/" + id + "/task/" + id + "/children"); err == nil {
		for _, f := range strings.Fields(string(raw)) {
			if c, err := strconv.Atoi(f); err == nil {
				found = append(found, c)
			}
		}
		return found
	}
	out, _ := exec.Command("ps", "-A", "-o", "pid=,ppid=").Output()
	for line := range strings.Lines(string(out)) {
		if f := strings.Fields(line); len(f) == 2 && f[1] == id {
			if c, err := strconv.Atoi(f[0]); err == nil {
				found = append(found, c)
			}
		}
	}
	return found
}

// commandLine returns how pid was started, "" if it is not running.
func commandLine(pid int) string {
	id := strconv.Itoa(pid)
	if raw, err := os.ReadFile("/proc/" + id + "/cmdline"); err == nil {
		return strings.ReplaceAll(string(raw), "\x00", " ")
	}
	out, _ := exec.Command("ps", "-o", "command=", "-p", id).Output()
	return string(out)
}
