// Package idp runs an identity provider: Dex, with one person for each role, and two where another must confirm
// (tools/dex). Tests and the whole system on one machine use it.
package idp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/partnerline/partnerline/testkit/repository"
)

// What is known of it.
const (
	ClientID     = "console"
	ClientSecret = "the-console-of-demonstrations"
	CLIClientID  = "partnerline"
	Password     = "password" // of all people
)

// Email is that of the person who has a role; "reviewer2" and "finance2" are the second ones of theirs.
func Email(person string) string { return person + "@example.com" }

// A Provider is the running identity provider.
type Provider struct {
	Issuer string

	stdin io.WriteCloser
	done  chan struct{}
}

// Options say how to run it.
type Options struct {
	Program string // path
	Listen  string // address; empty: a free one of this machine
	Console string // URL of the console
	Log     io.Writer
}

// Start runs it, and returns once it serves.
func Start(ctx context.Context, o Options) (*Provider, error) {
	if o.Listen == "" {
		o.Listen = "127.0.0.1:0"
	}
	c := exec.CommandContext(context.WithoutCancel(ctx), o.Program, "-listen", o.Listen, "-console", o.Console)
	c.Env, c.Stderr = []string{"DEX_CLIENT_SECRET=" + ClientSecret}, o.Log
	stdin, err1 := c.StdinPipe()
	stdout, err2 := c.StdoutPipe()
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, fmt.Errorf("identity provider: %w (make %s builds it)", err, filepath.Join(".bin", Name))
	}
	p := &Provider{stdin: stdin, done: make(chan struct{})}
	first, err := bufio.NewReader(stdout).ReadString('\n')
	go func() { defer close(p.done); _ = c.Wait() }()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("identity provider: it ended at its start: %w", err), p.Stop())
	}
	p.Issuer = strings.TrimSpace(first)
	return p, nil
}

// Stop ends it.
func (p *Provider) Stop() error {
	err := p.stdin.Close()
	<-p.done
	return err
}

// Name is that of the program.
const Name = "dex"

// Find returns the path of the program that make has built in the workspace around the working folder.
func Find() (string, error) {
	dir, err := repository.Root()
	return filepath.Join(dir, ".bin", Name), err
}
