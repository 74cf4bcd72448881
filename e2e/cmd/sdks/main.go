// Command sdks runs the walks of the client libraries and of the collections for Bruno against the whole system, which it starts for them:
//
//	sdks [-verify NAME=COMMAND]... [NAME=COMMAND]...
//
// Each command is a shell's and gets the addresses and keys of the sandbox in its environment, and in RECEIVER_URL that of a receiver of
// webhooks. Those of -verify read a delivery from standard
// input and succeed if it verifies: they are the official libraries of Standard Webhooks. `make sdks` names those that there are.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/internal/lifecycle"
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/testkit/receiver"
)

func main() {
	var verifiers []string
	flag.Func("verify", "NAME=COMMAND that verifies a delivery", func(s string) error {
		verifiers = append(verifiers, s)
		return nil
	})
	flag.Parse()
	ctx, cancel := lifecycle.SignalContext()
	defer cancel()
	if err := run(ctx, flag.Args(), verifiers, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "sdks: %v\n", err)
		os.Exit(1) //nolint:gocritic // nothing is left to defer
	}
}

// Bounds of one walk, and of the stop of everything.
const (
	walkWithin = 2 * time.Minute
	stopWithin = 40 * time.Second
)

func run(ctx context.Context, walks, verifiers []string, out io.Writer) (err error) {
	if len(walks)+len(verifiers) == 0 {
		return errors.New("name at least one walk: NAME=COMMAND")
	}
	dir, err := os.MkdirTemp("", "partnerline-sdks-")
	if err != nil {
		return err
	}
	logFile, err := os.Create(filepath.Join(dir, "log")) //nolint:gosec // our own file
	if err != nil {
		return err
	}
	defer func() {
		_ = logFile.Close()
		if err == nil {
			err = os.RemoveAll(dir)
		} else {
			err = fmt.Errorf("%w\nThe log is %s", err, logFile.Name())
		}
	}()
	s, err := stack.Start(ctx, stack.Options{
		Dir: dir, DatabaseURL: os.Getenv("DATABASE_URL"), NATSURL: os.Getenv("NATS_URL"),
		Log: telemetry.NewLogger(logFile, slog.LevelInfo),
	})
	if err != nil {
		return err
	}
	defer func() {
		stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
		defer cancel()
		err = errors.Join(err, s.Stop(stop))
	}()
	r, err := receiver.Listen()
	if err != nil {
		return err
	}
	defer r.Close()
	sandbox := sandbox{s.Env, r.URL()}
	if err := verify(ctx, verifiers, sandbox, out); err != nil {
		return err
	}
	for _, w := range walks {
		name, command, ok := strings.Cut(w, "=")
		if !ok {
			return fmt.Errorf("%q is not NAME=COMMAND", w)
		}
		fmt.Fprintf(out, "== the walk of %s\n", name)
		if err := shell(ctx, command, sandbox, nil, out); err != nil {
			return fmt.Errorf("the walk of %s: %w", name, err)
		}
	}
	return nil
}

// A sandbox is what walks run against.
type sandbox struct {
	stack.Env
	receiverURL string // takes all webhooks
}

// shell runs a command in the environment of the sandbox.
func shell(ctx context.Context, command string, s sandbox, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, walkWithin)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", command) //nolint:gosec // the Makefile's
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, out
	cmd.Env = append(os.Environ(),
		"PARTNER_BASE_URL="+s.PartnerBaseURL, "VERIFICATION_BASE_URL="+s.VerificationBaseURL,
		"PARTNER_KEY="+s.PartnerKey, "VERIFICATION_API_KEY="+s.VerificationAPIKey, "RECEIVER_URL="+s.receiverURL)
	return cmd.Run()
}
