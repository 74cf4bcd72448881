// Package walk does the main job once, through the public APIs only and as a partner and its receiver would: what
// `make run` shows and the end-to-end tests assert.
package walk

import (
	"context"
	"fmt"
	"time"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// within bounds the whole walk.
const within = 60 * time.Second

// Run walks and reports each step that succeeded; the first that fails ends the walk.
func Run(ctx context.Context, env stack.Env, report func(step, detail string)) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	w := &walker{env: env, report: report, company: soleCompany, email: "applicant@example.com", phone: "+48600100200"}
	defer w.close()
	return steps(ctx, []step{
		{"create a draft", w.createDraft},
		{"provide the company data", w.provideCompany},
		{"prefill the identity", w.prefill},
		{"decide the representation", w.decide},
		{"upload a document", w.upload},
		{"finalize the onboarding", w.finalize},
		{"invite a signatory", w.invite},
		{"open the hosted flow", w.openHostedFlow},
		{"register an endpoint", w.registerEndpoint},
		{"walk the hosted flow", w.hostedFlow},
		{"receive the webhook", w.receiveWebhook},
		{"register a payment on behalf", w.pay},
		{"read the account", w.readAccount},
		{"pay out", w.payOut},
		{"take the access back", w.revoke},
		{"delete the endpoint", w.deleteEndpoint},
	})
}

// A step is a part of a walk.
type step struct {
	name string
	run  func(context.Context) error
}

// steps takes steps until one fails.
func steps(ctx context.Context, all []step) error {
	for _, s := range all {
		if err := s.run(ctx); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

type walker struct {
	env    stack.Env
	report func(step, detail string)

	company          string // its number in the register
	email, phone     string // of the applicant
	ref, hostedURL   string
	requiredDocument string
	receiver         *receiver.Receiver
	endpoint, secret string
}

func (w *walker) close() {
	if w.receiver != nil {
		w.receiver.Close()
	}
}
