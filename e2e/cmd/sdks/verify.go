package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"github.com/partnerline/partnerline/e2e/stack"
	partnerline "github.com/partnerline/partnerline/sdk/go"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// delivery is what a verifier reads.
type delivery struct {
	Secret  string            `json:"secret"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

// verify holds a live delivery against each verifier: as it came it must pass, and with another body it must not.
func verify(ctx context.Context, verifiers []string, s sandbox, out io.Writer) error {
	if len(verifiers) == 0 {
		return nil
	}
	genuine, err := deliver(ctx, s.Env)
	if err != nil {
		return fmt.Errorf("a delivery to verify: %w", err)
	}
	forged := genuine
	forged.Body += " "
	for _, v := range verifiers {
		name, command, ok := strings.Cut(v, "=")
		if !ok {
			return fmt.Errorf("%q is not NAME=COMMAND", v)
		}
		if err := check(ctx, command, s, genuine, out); err != nil {
			return fmt.Errorf("the official library for %s refuses a delivery: %w", name, err)
		}
		var exit *exec.ExitError
		if err := check(ctx, command, s, forged, io.Discard); !errors.As(err, &exit) {
			return fmt.Errorf("the official library for %s accepts another body (%w)", name, err)
		}
		fmt.Fprintf(out, "ok the official library for %s verifies deliveries\n", name)
	}
	return nil
}

func check(ctx context.Context, command string, s sandbox, d delivery, out io.Writer) error {
	in, err := json.Marshal(d) //nolint:gosec // the verifier needs the secret of this endpoint, which is deleted already
	if err != nil {
		return err
	}
	return shell(ctx, command, s, bytes.NewReader(in), out)
}

// deliver has a test event sent and returns its delivery.
func deliver(ctx context.Context, env stack.Env) (delivery, error) {
	r, err := receiver.Listen()
	if err != nil {
		return delivery{}, err
	}
	defer r.Close()
	client := partnerline.New(env.VerificationAPIKey, partnerline.WithWebhooksURL(env.VerificationBaseURL))
	endpoint, err := client.Endpoints.Create(ctx, partnerline.CreateEndpointParams{URL: r.URL(), Events: []string{"*"}})
	if err != nil {
		return delivery{}, err
	}
	if _, err := client.Endpoints.Test(ctx, endpoint.Data.ID); err != nil {
		return delivery{}, err
	}
	got, err := r.Wait(ctx, 1)
	if err != nil {
		return delivery{}, err
	}
	if err := client.Endpoints.Delete(ctx, endpoint.Data.ID); err != nil {
		return delivery{}, err
	}
	d := delivery{Secret: *endpoint.Meta.Secret, Headers: map[string]string{}, Body: string(got[0].Body)}
	for name := range got[0].Header {
		d.Headers[strings.ToLower(name)] = got[0].Header.Get(name)
	}
	return d, nil
}
