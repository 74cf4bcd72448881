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

// partnerClient is a partner that calls partnerconnect continuously, reading and writing, and retries.
type partnerClient struct {
	calls
	oracle    *oracle.Oracle
	replicas  []*procs.Program
	key       string
	seed      uint64
	http      *http.Client
	ambiguous atomic.Int64
	refs      map[string]string // of drafts, by the partner's own id
}

const partnerPause = 30 * time.Millisecond // between calls

func newPartnerClient(ctx context.Context, w *world) (*partnerClient, error) {
	// A tenant of its own, without endpoints: events of its merchants do not count as load.
	if _, err := w.sys.CreateTenant(ctx, "ten_merchants"); err != nil {
		return nil, err
	}
	key, err := w.sys.CreatePartner(ctx, "ptn_chaos", "chn_chaos", "ten_merchants")
	return &partnerClient{
		oracle: w.oracle, replicas: w.sys.PartnerConnects, key: key, seed: w.Seed, refs: map[string]string{},
		http: &http.Client{Timeout: callTimeout, Transport: &http.Transport{}},
	}, err
}

func (g *partnerClient) close() { g.http.CloseIdleConnections() }

// me calls GET /me of a replica.
func (g *partnerClient) me(ctx context.Context, p *procs.Program) error {
	return call(ctx, g.http, http.MethodGet, p.URL("HTTP_ADDR")+"/me", g.key, nil, new(json.RawMessage))
}

// run calls until ctx ends; it finishes the last call.
func (g *partnerClient) run(ctx, give context.Context) {
	for turn := 0; wait(ctx, partnerPause); turn++ {
		if turn%5 != 0 {
			g.until(give, g.oracle, g.replicas, turn, &g.ambiguous, g.me)
			continue
		}
		own := fmt.Sprintf("chaos-%d-%d", g.seed, turn/10) // each draft is requested twice, and created once
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
				g.oracle.Fault("the draft %s was created twice, as %s and as %s", own, before, draft.Ref)
			}
			g.refs[own] = draft.Ref
			return nil
		})
	}
}
