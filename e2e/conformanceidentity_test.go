package e2e

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/e2e/walk"
	"github.com/partnerline/partnerline/internal/ids"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/sdk/conformance"
	"github.com/partnerline/partnerline/testkit/apicall"
)

// A sandboxPerson is the merchant of an onboarding of its own, at the identity step of test mode.
type sandboxPerson struct {
	visitor   *walk.Visitor
	ref, page string
	session   string // of the verification service
	inReview  bool
	expires   time.Time
}

// OpenSession brings a person to the identity step, and begins a session there.
func (f *sandboxFace) OpenSession(ctx context.Context,
	req *providersv1.OpenSessionRequest) (*providersv1.OpenSessionResponse, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	p := f.people[req.GetSessionId()]
	if p == nil {
		var err error
		if p, err = f.newPerson(ctx); err != nil {
			return nil, status.Error(codes.Unavailable, err.Error())
		}
		p.expires = req.GetExpiresAt().AsTime()
		f.people[req.GetSessionId()], f.ours[p.session] = p, req.GetSessionId()
	}
	return &providersv1.OpenSessionResponse{Data: &providersv1.IdentitySession{PageUrl: p.page}}, nil
}

func (f *sandboxFace) newPerson(ctx context.Context) (*sandboxPerson, error) {
	draft, err := f.partner(ctx, "POST", "/onboarding",
		object{"partner_external_ref": ids.New("x_"), "applicant_type": "natural_person"})
	if err != nil {
		return nil, err
	}
	p := &sandboxPerson{}
	p.ref, _ = draft["ref"].(string)
	if _, err = f.partner(ctx, "POST", "/sandbox/onboarding/"+p.ref+"/advance", object{"to": "in_progress"}); err != nil {
		return nil, err
	}
	final, err := f.partner(ctx, "POST", "/onboarding/"+p.ref+"/finalize", nil)
	if err != nil {
		return nil, err
	}
	next, _ := final["next_action"].(map[string]any)
	p.page, _ = next["url"].(string)
	if p.visitor, err = walk.Visit(ctx, p.page); err != nil {
		return nil, err
	}
	if err := p.visitor.StartIdentity(ctx); err != nil {
		return nil, err
	}
	list, err := f.tenant(ctx, "GET", "/api/v1/verifications", nil)
	if err != nil {
		return nil, err
	}
	sessions, _ := list["data"].([]any)
	for _, x := range sessions {
		one, _ := x.(map[string]any)
		if subject, _ := one["subject"].(map[string]any); subject["merchant_ref"] == p.ref {
			p.session, _ = one["id"].(string)
			return p, nil
		}
	}
	return nil, fmt.Errorf("no session of %s", p.ref)
}

// partner and tenant make calls of the two APIs that test keys have, all of which must succeed.
func (f *sandboxFace) partner(ctx context.Context, method, path string, body any) (map[string]any, error) {
	return succeed(ctx, method, f.s.Env.PartnerBaseURL+path, f.s.Env.PartnerKey, body)
}

func (f *sandboxFace) tenant(ctx context.Context, method, path string, body any) (map[string]any, error) {
	return succeed(ctx, method, f.s.Env.VerificationBaseURL+path, f.s.Env.VerificationAPIKey, body)
}

func succeed(ctx context.Context, method, url, key string, body any) (map[string]any, error) {
	a, err := apicall.Do(ctx, http.DefaultClient, method, url, key, body)
	if err == nil && a.Status/100 != 2 {
		err = fmt.Errorf("%s %s: %d %s", method, url, a.Status, a.Raw)
	}
	return a.Body, err
}

// CancelSession ends what needs the session: the onboarding.
func (f *sandboxFace) CancelSession(ctx context.Context,
	req *providersv1.CancelSessionRequest) (*providersv1.CancelSessionResponse, error) {
	p := f.person(req.GetSessionId())
	if p == nil {
		return nil, status.Error(codes.NotFound, "unknown")
	}
	if _, err := f.partner(ctx, "POST", "/onboarding/"+p.ref+"/cancel", nil); err != nil {
		return nil, status.Error(codes.Unavailable, err.Error())
	}
	return &providersv1.CancelSessionResponse{}, nil
}

func (f *sandboxFace) person(session string) *sandboxPerson {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.people[session]
}

// actIdentity plays the person, who chooses an outcome on the page, and a provider that is slower, by the call that
// test keys have for it.
func (f *sandboxFace) actIdentity(ctx context.Context, p *sandboxPerson, action string) error {
	advance := func(to string, more object) error {
		body := object{"to": to}
		for name, value := range more {
			body[name] = value
		}
		_, err := f.tenant(ctx, "POST", "/api/v1/verifications/"+p.session+"/advance", body)
		return err
	}
	check := func(kind, result string) object { return object{"type": kind, "status": result} }
	switch action {
	case "verify":
		if p.inReview {
			return advance("completed", object{"checks": []object{check("document", "passed"), check("liveness", "passed")}})
		}
		return p.visitor.EndIdentity(ctx, true)
	case "try_to_verify":
		// sessions of test mode have seven days: what is over by the clock of the caller is over there
		if !time.Now().Before(p.expires) {
			if err := advance("expired", nil); err != nil {
				return err
			}
		}
		_ = p.visitor.EndIdentity(ctx, true)
		return nil
	case "fail":
		return p.visitor.EndIdentity(ctx, false)
	case "fail_document":
		return advance("failed", object{"reason_codes": []string{"document_unreadable"},
			"checks": []object{check("document", "failed"), check("liveness", "passed")}})
	case "begin":
		return advance("in_progress", nil)
	case "submit":
		return advance("processing", nil)
	case "send_to_review":
		p.inReview = true
		return advance("in_review", nil)
	}
	return conformance.ErrCannot
}

var (
	sandboxIdentities = map[string]providersv1.IdentityEvent{
		"verification.started":         providersv1.IdentityEvent_IDENTITY_EVENT_STARTED,
		"verification.processing":      providersv1.IdentityEvent_IDENTITY_EVENT_SUBMITTED,
		"verification.review_required": providersv1.IdentityEvent_IDENTITY_EVENT_REVIEW_REQUIRED,
		"verification.completed":       providersv1.IdentityEvent_IDENTITY_EVENT_COMPLETED,
		"verification.failed":          providersv1.IdentityEvent_IDENTITY_EVENT_FAILED,
		"verification.expired":         providersv1.IdentityEvent_IDENTITY_EVENT_EXPIRED,
	}
	sandboxChecks = map[string]providersv1.IdentityCheckType{
		"document":    providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_DOCUMENT,
		"liveness":    providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_LIVENESS,
		"national_id": providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_NATIONAL_ID,
		"sanctions":   providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_SANCTIONS,
	}
	sandboxResults = map[string]providersv1.IdentityCheckOutcome{
		"passed": providersv1.IdentityCheckOutcome_IDENTITY_CHECK_OUTCOME_PASSED,
		"failed": providersv1.IdentityCheckOutcome_IDENTITY_CHECK_OUTCOME_FAILED,
	}
)

// reportIdentities reads the events of sessions, and reports each until it is answered.
func (f *sandboxFace) reportIdentities(ctx context.Context, client providersv1.ProviderEventServiceClient) {
	reported := map[string]bool{}
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for ctx.Err() == nil {
		page, err := f.tenant(ctx, "GET", "/api/v1/events?page_size=200", nil)
		if err != nil && ctx.Err() == nil {
			f.t.Error(err)
			return
		}
		events, _ := page["data"].([]any)
		for _, e := range slices.Backward(events) { // the newest is first
			event, _ := e.(map[string]any)
			id, _ := event["id"].(string)
			for ctx.Err() == nil && !reported[id] {
				reported[id] = status.Code(f.deliverIdentity(ctx, client, event)) != codes.Unavailable
			}
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

// deliverIdentity makes one delivery of an event, if it is of a session that came by the contract.
func (f *sandboxFace) deliverIdentity(ctx context.Context, client providersv1.ProviderEventServiceClient,
	event map[string]any) error {
	data, _ := event["data"].(map[string]any)
	text := func(of map[string]any, name string) string { s, _ := of[name].(string); return s }
	id := text(data, "verification_session_id")
	f.mu.Lock()
	session := f.ours[id]
	f.mu.Unlock()
	m := &providersv1.ReportIdentityRequest{EventId: text(event, "id"), SessionId: session, Attempt: 1,
		Event: sandboxIdentities[text(event, "type")]}
	if session == "" || m.GetEvent() == 0 {
		return nil
	}
	at, err := time.Parse(time.RFC3339, text(data, "occurred_at"))
	if err != nil {
		return err
	}
	m.OccurredAt = timestamppb.New(at)
	if m.GetEvent() == providersv1.IdentityEvent_IDENTITY_EVENT_FAILED {
		m.Final = true // another session may follow, no attempt
		reasons, _ := data["reason_codes"].([]any)
		for _, r := range reasons {
			m.ReasonCodes = append(m.ReasonCodes, fmt.Sprint(r))
		}
	}
	if m.GetFinal() || m.GetEvent() == providersv1.IdentityEvent_IDENTITY_EVENT_COMPLETED {
		found, err := f.tenant(ctx, "GET", "/api/v1/verifications/"+id, nil)
		if err != nil {
			return err
		}
		verification, _ := found["data"].(map[string]any)
		checks, _ := verification["checks"].([]any)
		for _, c := range checks {
			one, _ := c.(map[string]any)
			if result := sandboxResults[text(one, "status")]; result != 0 {
				m.Checks = append(m.Checks, &providersv1.IdentityCheck{Type: sandboxChecks[text(one, "type")], Outcome: result})
			}
		}
	}
	_, err = client.ReportIdentity(ctx, m)
	return err
}
