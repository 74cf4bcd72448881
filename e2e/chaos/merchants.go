package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/e2e/walk"
)

// merchants verify their identities over the time of the load, and leave: what becomes of their onboardings, only the
// system decides.
type merchants struct {
	list  []*merchant
	ended atomic.Int64 // whose session has ended
}

// A merchant is at the identity page of the hosted flow.
type merchant struct {
	ref      string
	visitor  *walk.Visitor
	verified bool // how the session shall end
}

const (
	merchantEvery = 2 * time.Second // one merchant ends its session
	mostMerchants = 100
	everyFailing  = 4 // so manieth merchant's session fails
)

// newMerchants leads merchants to the identity page, before anything is broken.
func newMerchants(ctx context.Context, w *world) (*merchants, error) {
	m := &merchants{}
	for i := range min(max(int(w.Duration/merchantEvery), 1), mostMerchants) {
		one, err := w.partnerClient.onboard(ctx, w.sys.PartnerConnects[i%len(w.sys.PartnerConnects)], i)
		if err != nil {
			return nil, fmt.Errorf("merchant %d: %w", i, err)
		}
		one.verified = (i+1)%everyFailing != 0
		m.list = append(m.list, one)
	}
	return m, nil
}

// onboard makes an onboarding with all data and leads its merchant to the identity page.
func (g *partnerClient) onboard(ctx context.Context, p *procs.Program, number int) (*merchant, error) {
	at := p.URL("HTTP_ADDR")
	var draft struct{ Ref string }
	body := fmt.Sprintf(`{"partner_external_ref":"merchant-%d-%d","applicant_type":"natural_person"}`, g.seed, number)
	if err := call(ctx, g.http, http.MethodPost, at+"/onboarding", g.key, []byte(body), &draft); err != nil {
		return nil, err
	}
	if err := call(ctx, g.http, http.MethodPost, at+"/sandbox/onboarding/"+draft.Ref+"/advance", g.key,
		[]byte(`{"to":"in_progress"}`), &struct{}{}); err != nil {
		return nil, err
	}
	var final struct {
		NextAction struct{ URL string } `json:"next_action"`
	}
	if err := call(ctx, g.http, http.MethodPost, at+"/onboarding/"+draft.Ref+"/finalize", g.key, nil, &final); err != nil {
		return nil, err
	}
	v, err := walk.Visit(ctx, final.NextAction.URL)
	return &merchant{ref: draft.Ref, visitor: v}, err
}

// run ends the sessions of the merchants one after the other over the time of the load; what was begun is finished
// unless give ends.
func (m *merchants) run(ctx, give context.Context, over time.Duration) {
	var working sync.WaitGroup
	defer working.Wait()
	for _, one := range m.list {
		if !wait(ctx, over/time.Duration(len(m.list)+1)) {
			return
		}
		working.Go(func() {
			if one.end(give) {
				m.ended.Add(1)
			}
		})
	}
}

// end repeats until the merchant's session has ended. A merchant who is led on from the page has one that has.
func (m *merchant) end(give context.Context) bool {
	for give.Err() == nil {
		ctx, cancel := context.WithTimeout(give, callTimeout)
		err := m.visitor.StartIdentity(ctx)
		if err == nil && m.visitor.Page() == "identity" {
			err = m.visitor.EndIdentity(ctx, m.verified)
		}
		cancel()
		if err == nil {
			return true
		}
		wait(give, retryPause)
		ctx, cancel = context.WithTimeout(give, callTimeout)
		err = m.visitor.Reload(ctx)
		cancel()
		if err == nil && m.visitor.Page() != "identity" {
			return true
		}
	}
	return false
}

const (
	selectSessions = `
		SELECT DISTINCT ON (merchant_ref) merchant_ref, id::text, status FROM verifications
		WHERE  merchant_ref = ANY($1) ORDER BY merchant_ref, created_at DESC`
	selectKnown = `SELECT status FROM verification_sessions WHERE session_id = $1`
)

// stranded are the merchants whose session has ended while their onboarding waits for it, in words.
func (w *world) stranded(ctx context.Context) ([]string, error) {
	refs := make([]string, len(w.merchants.list))
	for i, m := range w.merchants.list {
		refs[i] = m.ref
	}
	rows, err := w.db.Query(ctx, selectSessions, refs)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var ref, session, status, known string
		if err := rows.Scan(&ref, &session, &status); err != nil {
			return nil, err
		}
		if status != "completed" && status != "failed" {
			continue
		}
		if err := w.partnerDB.QueryRow(ctx, selectKnown, session).Scan(&known); err != nil {
			return nil, err
		}
		done, err := w.partnerClient.identityDone(ctx, ref)
		if err != nil {
			return nil, err
		}
		if known != status || done != (status == "completed") {
			out = append(out, fmt.Sprintf("stranded: the session of %s is %s, its onboarding knows %s, identity step done %t",
				ref, status, known, done))
		}
	}
	return out, rows.Err()
}

// identityDone reports whether the identity step is done, as the partner sees it.
func (g *partnerClient) identityDone(ctx context.Context, ref string) (bool, error) {
	var o struct {
		Steps []struct{ Step, Status string } `json:"hosted_steps"`
	}
	if err := call(ctx, g.http, http.MethodGet, g.replicas[0].URL("HTTP_ADDR")+"/onboarding/"+ref, g.key, nil,
		&o); err != nil {
		return false, err
	}
	for _, s := range o.Steps {
		if s.Step == "identity_verification" {
			return s.Status == "completed", nil
		}
	}
	return false, fmt.Errorf("onboarding %s has no identity step", ref)
}
