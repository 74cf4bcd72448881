package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// An engine is a container engine, and how its commands find it.
type engine struct {
	root    string // where its commands run
	environ []string
	own     *exec.Cmd // nil: it was there
	exited  chan struct{}
	bridge  bool // whether the interface of the default network was there before
}

// findEngine returns the engine of DOCKER_HOST or the default socket, or starts one of its own.
func findEngine(ctx context.Context, root string, o options) (*engine, error) {
	if _, err := exec.LookPath("docker"); err != nil {
		return nil, fmt.Errorf("%w: docker is not installed", errUnavailable)
	}
	e := &engine{root: root, environ: os.Environ()}
	if _, err := e.output(ctx, "docker", "compose", "version"); err != nil {
		return nil, fmt.Errorf("%w: docker has no compose: install its plugin, 2.24 or later (%w)", errUnavailable, err)
	}
	_, found := e.output(ctx, "docker", "version", "--format", "{{.Server.Version}}")
	switch {
	case found == nil && o.bases != "" && os.Getenv("DOCKER_HOST") == "":
		return nil, errors.New("substitutes take the names of real images: name an engine of their own by DOCKER_HOST")
	case found == nil:
		fmt.Println("the engine that runs")
		return e, nil
	case os.Getenv("DOCKER_HOST") != "":
		return nil, fmt.Errorf("%w: DOCKER_HOST gives no answer: %w", errUnavailable, found)
	case os.Geteuid() != 0:
		return nil, fmt.Errorf("%w: no engine runs, and only root can start one", errUnavailable)
	}
	return e, e.start(ctx, o.data)
}

// start runs an engine with a socket and data of its own.
func (e *engine) start(ctx context.Context, dir string) error {
	program, err := exec.LookPath("dockerd")
	if err != nil {
		return fmt.Errorf("%w: no engine runs, and dockerd is not installed", errUnavailable)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	log, err := os.Create(filepath.Join(dir, "dockerd.log")) //nolint:gosec // the caller names the folder
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }() // the process has it
	_, missing := net.InterfaceByName("docker0")
	e.bridge = missing == nil
	socket := "unix://" + filepath.Join(dir, "docker.sock")
	//nolint:gosec // the same
	e.own = exec.CommandContext(context.WithoutCancel(ctx), program, "--data-root", filepath.Join(dir, "data"),
		"--exec-root", filepath.Join(dir, "exec"), "--pidfile", filepath.Join(dir, "pid"), "--host", socket)
	e.own.Stdout, e.own.Stderr = log, log
	e.own.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // an interrupt of the terminal is ours
	if err := e.own.Start(); err != nil {
		return err
	}
	e.exited = make(chan struct{})
	go func() { defer close(e.exited); _ = e.own.Wait() }()
	e.environ = append(e.environ, "DOCKER_HOST="+socket)
	fmt.Println("an engine of our own, log:", log.Name())
	return eventually(ctx, time.Minute, "the engine", func() error {
		select {
		case <-e.exited:
			return fmt.Errorf("%w: dockerd ended: see %s", errUnavailable, log.Name())
		default:
			_, err := e.output(ctx, "docker", "version")
			return err
		}
	})
}

func (e *engine) stop() error {
	if e.own == nil {
		return nil
	}
	if err := e.own.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	select {
	case <-e.exited:
	case <-time.After(time.Minute):
		return errors.New("the engine does not end")
	}
	if !e.bridge {
		return exec.Command("ip", "link", "delete", "docker0").Run()
	}
	return nil
}

// output runs a command and returns what it writes; an error has the end of what it said.
func (e *engine) output(ctx context.Context, program string, args ...string) (string, error) {
	var out, said bytes.Buffer
	err := e.run(ctx, &out, &said, program, args...)
	if err != nil {
		err = fmt.Errorf("%s %s: %w: %s", program, strings.Join(args, " "), err, tail(said.String()+out.String()))
	}
	return strings.TrimSpace(out.String()), err
}

func (e *engine) run(ctx context.Context, out, said io.Writer, program string, args ...string) error {
	cmd := exec.CommandContext(ctx, program, args...) //nolint:gosec // commands of this program, and of the guide
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = e.root, e.environ, out, said
	return cmd.Run()
}

func tail(text string) string {
	const most = 2000
	text = strings.TrimSpace(text)
	return text[max(0, len(text)-most):]
}

// eventually repeats a check until it succeeds; within ends it with the last error.
func eventually(ctx context.Context, within time.Duration, what string, check func() error) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	for {
		err := check()
		if err == nil || errors.Is(err, errUnavailable) {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: after %s: %w", what, within, err)
		case <-time.After(200 * time.Millisecond):
		}
	}
}
