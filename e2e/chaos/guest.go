package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/partnerline/partnerline/e2e/chaos/oracle"
	"github.com/partnerline/partnerline/e2e/procs"
)

// guest is a partner that calls partnerconnect all the time, reading and writing, and repeats what may be repeated.
type guest struct {
	calls
	oracle    *oracle.Oracle
	replicas  []*procs.Program
	key       string
	seed      uint64
	http      *http.Client
	ambiguous atomic.Int64
	refs      map[string]string // of drafts, by the partner's own id
}

const guestPause = 30 * time.Millisecond // between calls

func newGuest(ctx context.Context, w *world) (*guest, error) {
	// A tenant of its own, without endpoints: what happens to its merchants is no event of the load.
	if _, err := w.sys.CreateTenant(ctx, "ten_merchants"); err != nil {
		return nil, err
	}
	key, err := w.sys.CreatePartner(ctx, "ptn_chaos", "chn_chaos", "ten_merchants")
	return &guest{
		oracle: w.oracle, replicas: w.sys.PartnerConnects, key: key, seed: w.Seed, refs: map[string]string{},
		http: &http.Client{Timeout: callTimeout, Transport: &http.Transport{}},
	}, err
}

func (g *guest) close() { g.http.CloseIdleConnections() }

// me asks a replica who calls.
func (g *guest) me(ctx context.Context, p *procs.Program) error {
	return call(ctx, g.http, http.MethodGet, p.URL("HTTP_ADDR")+"/me", g.key, nil, new(json.RawMessage))
}

// run calls until ctx ends; the last call is finished.
func (g *guest) run(ctx, give context.Context) {
	for turn := 0; wait(ctx, guestPause); turn++ {
		if turn%5 != 0 {
			g.until(give, g.oracle, g.replicas, turn, &g.ambiguous, g.me)
			continue
		}
		own := fmt.Sprintf("chaos-%d-%d", g.seed, turn/10) // each draft is asked for twice, and made once
		body, err := json.Marshal(map[string]string{"partner_external_ref": own, "applicant_type": "company"})
		if err != nil {
			panic(err) // two strings
		}
		g.until(give, g.oracle, g.replicas, turn, &g.ambiguous, func(ctx context.Context, p *procs.Program) error {
			var draft struct{ Ref string }
			if err := call(ctx, g.http, http.MethodPost, p.URL("HTTP_ADDR")+"/onboarding", g.key, body, &draft); err != nil {
				return err
			}
			if before, ok := g.refs[own]; ok && before != draft.Ref {
				g.oracle.Fault("the draft %s was made twice, as %s and as %s", own, before, draft.Ref)
			}
			g.refs[own] = draft.Ref
			return nil
		})
	}
}
