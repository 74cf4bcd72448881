package conformance

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
)

// An Act is what someone is to do at the implementation, because no call can.
type Act struct {
	Action   string `json:"action"`  // what is to be done: pay, decline, ...
	Subject  string `json:"subject"` // id of ours: of the payment, refund, payout, session or message
	PageURL  string `json:"page_url,omitempty"`
	Amount   int64  `json:"amount,omitempty"` // minor units
	Currency string `json:"currency,omitempty"`
	To       string `json:"to,omitempty"` // of a message
}

// tasks are the actions as a person is asked for them.
var tasks = map[string]string{
	"pay": "pay on the page", "try_to_pay": "try to pay on the page, which must not succeed",
	"decline":        "decline to pay on the page",
	"refund_arrives": "let the refund reach the payer", "refund_fails": "let the refund fail",
	"charge_back":        "let the payer's bank take the whole payment back",
	"reverse_chargeback": "let the chargeback be decided for the merchant",
	"count_messages":     "confirm that exactly one message has arrived",
	"no_message":         "confirm that no such message has arrived", "bounce": "let the message bounce",
	"execute":        "let the bank execute the payout",
	"try_to_execute": "try to execute the payout, which must not succeed after it was cancelled",
	"reject":         "let the bank reject the payout", "return": "let the payout come back after it was executed",
	"receive": "send the amount to an account that the rail reports on, with the title",
	"verify":  "pass all checks on the page", "fail": "fail a check on the page",
	"fail_document":  "fail the check of the document on the page, and no other",
	"begin":          "begin on the page, and do not finish",
	"submit":         "give all that the page asks for, and let no one decide yet",
	"send_to_review": "let a person decide, and do not decide yet",
	"try_to_verify":  "try to pass the checks on the page, which must not succeed",
}

// A Hook does an act. ErrCannot means that there is no way to do it here, and any other error that it was not done.
type Hook func(context.Context, Act) error

// ErrCannot is an act for which an implementation has no way: checks that need it are not run.
const ErrCannot = errNotRun("the hook has no way to do it")

// exitCannot is the exit status of a command that returns ErrCannot.
const exitCannot = 3

// Ask asks a person, who answers with Enter when it is done.
func Ask(in io.Reader, out io.Writer) Hook {
	lines := bufio.NewReader(in)
	return func(_ context.Context, a Act) error {
		fmt.Fprintf(out, "\n>> Please %s: %s %s", tasks[a.Action], a.Subject, a.PageURL)
		if a.Currency != "" {
			fmt.Fprintf(out, " (%d minor units of %s)", a.Amount, a.Currency)
		}
		if a.To != "" {
			fmt.Fprintf(out, " (to %s)", a.To)
		}
		fmt.Fprint(out, "\n>> Enter when it is done; n and Enter when it failed; s and Enter to skip it: ")
		answer, err := lines.ReadString('\n')
		if err != nil {
			return fmt.Errorf("no answer: %w", err)
		}
		switch strings.ToLower(strings.TrimSpace(answer)) {
		case "n":
			return fmt.Errorf("the person could not %s", tasks[a.Action])
		case "s":
			return ErrCannot
		}
		return nil
	}
}

// Command runs a program for each act, which reads it as JSON and exits with 0 when it is done, and with 3 when it has
// no way to do it.
func Command(argv []string) Hook {
	return func(ctx context.Context, a Act) error {
		b, err := json.Marshal(a)
		if err != nil {
			return err
		}
		c := exec.CommandContext(ctx, argv[0], argv[1:]...) //nolint:gosec // it is the caller's own
		c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(b), os.Stderr, os.Stderr
		err = c.Run()
		if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == exitCannot {
			return ErrCannot
		}
		if err != nil {
			return fmt.Errorf("the hook did not %s: %w", a.Action, err)
		}
		return nil
	}
}

// Post posts each act as JSON to a URL, which answers with 2xx when it is done, and with 501 when it has no way to do
// it.
func Post(url string) Hook {
	return func(ctx context.Context, a Act) error {
		b, err := json.Marshal(a)
		if err != nil {
			return err
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(b))
		if err != nil {
			return err
		}
		req.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		defer func() { _ = resp.Body.Close() }()
		if resp.StatusCode == http.StatusNotImplemented {
			return ErrCannot
		}
		if resp.StatusCode/100 != 2 {
			return fmt.Errorf("the hook answered %s to %s", resp.Status, a.Action)
		}
		return nil
	}
}

// act has something done, or says that the check cannot be run.
func (s *session) act(ctx context.Context, a Act) error {
	if err := s.needHook(); err != nil {
		return err
	}
	return s.Hook(ctx, a)
}

// needHook says that a check cannot be run without a hook and reports.
func (s *session) needHook() error {
	switch {
	case s.Hook == nil:
		return errNotRun("it needs a hook: --ask, --hook or --hook-url")
	case s.Reports == nil:
		return errNotRun("it needs reports: --listen")
	}
	return nil
}
