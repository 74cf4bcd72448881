package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
)

// identity is the identity provider.
type identity struct {
	providersv1.UnimplementedIdentityProviderServer
	store     *store
	publicURL string
	now       func() time.Time
}

// A check is what can be verified of a person, and the reason that a failure of it is reported with. A hit on a list of
// sanctions is not disclosed.
type check struct {
	kind   providersv1.IdentityCheckType
	name   string
	reason string
}

var checks = []check{
	{providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_DOCUMENT, "document", "document_unreadable"},
	{providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_LIVENESS, "liveness", "liveness_failed"},
	{providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_NATIONAL_ID, "national id", "data_mismatch"},
	{providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_SANCTIONS, "sanctions", "other"},
}

// OpenSession opens an attempt of a session. Session and attempt are the key: a repeat gets the page that was opened
// first, whatever else it says, since more may be known of the person by then.
func (i *identity) OpenSession(_ context.Context,
	req *providersv1.OpenSessionRequest) (*providersv1.OpenSessionResponse, error) {
	if req.GetSessionId() == "" || req.GetAttempt() < 1 || len(req.GetChecks()) == 0 {
		return nil, status.Error(codes.InvalidArgument, "session_id, attempt and checks are required")
	}
	key := fmt.Sprintf("%s/%d", req.GetSessionId(), req.GetAttempt())
	var a *attempt
	err := i.store.change(func(s *state) error {
		if a = s.Attempts[key]; a != nil {
			return nil
		}
		a = &attempt{
			Session: req.GetSessionId(), Number: req.GetAttempt(), PageID: rand.Text(),
			Person:    req.GetApplicant().GetGivenNames() + " " + req.GetApplicant().GetFamilyName(),
			ReturnURL: req.GetReturnUrl(), ExpiresAt: req.GetExpiresAt().AsTime(), Status: attemptOpen,
		}
		for _, wanted := range req.GetChecks() {
			for _, c := range checks {
				if c.kind == wanted {
					a.Checks = append(a.Checks, c.name)
				}
			}
		}
		s.Attempts[key] = a
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &providersv1.OpenSessionResponse{Data: &providersv1.IdentitySession{PageUrl: i.publicURL + "/identity/" +
		a.PageID}}, nil
}

// CancelSession closes all attempts of a session.
func (i *identity) CancelSession(_ context.Context,
	req *providersv1.CancelSessionRequest) (*providersv1.CancelSessionResponse, error) {
	err := i.store.change(func(s *state) error {
		found := false
		for key, a := range s.Attempts {
			if !strings.HasPrefix(key, req.GetSessionId()+"/") {
				continue
			}
			found = true
			if a.Status == attemptOpen {
				a.Status = attemptClosed
			}
		}
		if !found {
			return status.Error(codes.NotFound, "no such session")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &providersv1.CancelSessionResponse{}, nil
}

// decide ends an attempt: the page says which checks have failed. It is stored together with its report.
func (i *identity) decide(pageID string, failed func(check string) bool) error {
	return i.store.change(func(s *state) error {
		a := s.attemptAt(pageID)
		if a == nil {
			return errNotFound
		}
		if a.Status != attemptOpen || !i.now().Before(a.ExpiresAt) {
			return errTooLate
		}
		a.Status = attemptPassed
		r := &providersv1.ReportIdentityRequest{
			EventId: "identity-" + a.PageID, SessionId: a.Session, Attempt: a.Number,
			Event: providersv1.IdentityEvent_IDENTITY_EVENT_COMPLETED, OccurredAt: timestamppb.New(i.now()),
		}
		for _, name := range a.Checks {
			for _, c := range checks {
				if c.name != name {
					continue
				}
				result := &providersv1.IdentityCheck{Type: c.kind,
					Outcome: providersv1.IdentityCheckOutcome_IDENTITY_CHECK_OUTCOME_PASSED}
				if failed(name) {
					a.Status, r.Event = attemptFailed, providersv1.IdentityEvent_IDENTITY_EVENT_FAILED
					result.Outcome, r.ReasonCodes = providersv1.IdentityCheckOutcome_IDENTITY_CHECK_OUTCOME_FAILED,
						append(r.ReasonCodes, c.reason)
				}
				r.Checks = append(r.Checks, result)
			}
		}
		return s.report(r.GetEventId(), methodReportIdentity, r)
	})
}

// progress are the reports ahead of the end, by what the page says has happened.
var progress = map[string]providersv1.IdentityEvent{
	"begin":          providersv1.IdentityEvent_IDENTITY_EVENT_STARTED,
	"submit":         providersv1.IdentityEvent_IDENTITY_EVENT_SUBMITTED,
	"send_to_review": providersv1.IdentityEvent_IDENTITY_EVENT_REVIEW_REQUIRED,
}

// advance reports how far an attempt is, once.
func (i *identity) advance(pageID, did string) error {
	return i.store.change(func(s *state) error {
		a := s.attemptAt(pageID)
		if a == nil {
			return errNotFound
		}
		event := progress[did]
		if a.Status != attemptOpen || !i.now().Before(a.ExpiresAt) || a.Reached >= event {
			return errTooLate
		}
		a.Reached = event
		r := &providersv1.ReportIdentityRequest{
			EventId: "identity-" + a.PageID + "-" + did, SessionId: a.Session, Attempt: a.Number, Event: event,
			OccurredAt: timestamppb.New(i.now()),
		}
		return s.report(r.GetEventId(), methodReportIdentity, r)
	})
}

// attemptAt returns the attempt of a page; nil for none.
func (s *state) attemptAt(pageID string) *attempt {
	for _, a := range s.Attempts {
		if a.PageID == pageID {
			return a
		}
	}
	return nil
}
