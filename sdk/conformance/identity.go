package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/timestamppb"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
)

var identityChecks = []check{
	{"token", "A call without the token is answered with `UNAUTHENTICATED` or `PERMISSION_DENIED`, and opens nothing.",
		func(ctx context.Context, s *session) error {
			req := identitySession()
			if err := answered(ctx, identity(s.Without).OpenSession, req, codes.Unauthenticated,
				codes.PermissionDenied); err != nil {
				return err
			}
			return answered(ctx, identity(s.Conn).CancelSession,
				&providersv1.CancelSessionRequest{SessionId: req.GetSessionId()},
				codes.NotFound)
		}},
	{"open_repeated", "The same `session_id` and `attempt` again, and at once, are answered as the first time, with a " +
		"page of https.", func(ctx context.Context, s *session) error {
		req := identitySession()
		first, err := sameAtOnce(ctx, identity(s.Conn).OpenSession, req)
		if err != nil {
			return err
		}
		if err := checkPage(first.GetData().GetPageUrl()); err != nil {
			return err
		}
		return sameAgain(ctx, identity(s.Conn).OpenSession, req, first)
	}},
	{"open_other_content", "The same `session_id` and `attempt` is answered as the first time, whatever else the " +
		"request says: more may be known of the person by then.", func(ctx context.Context, s *session) error {
		req := identitySession()
		first, err := accepted(ctx, identity(s.Conn).OpenSession, req)
		if err != nil {
			return err
		}
		req.Applicant.Email, req.Applicant.DateOfBirth, req.Locale = "other@example.com", "1980-12-31", "pl"
		return sameAgain(ctx, identity(s.Conn).OpenSession, req, first)
	}},
	{"cancel_unknown", "`CancelSession` of a session that was never opened is `NOT_FOUND`.",
		func(ctx context.Context, s *session) error {
			return answered(ctx, identity(s.Conn).CancelSession, &providersv1.CancelSessionRequest{SessionId: uuid.NewString()},
				codes.NotFound)
		}},
	{"cancel_repeated", "`CancelSession` succeeds, again and at once.", func(ctx context.Context, s *session) error {
		_, _, err := s.cancelledSession(ctx)
		return err
	}},
	{"cancelled_verifies_no_one", "The page of a cancelled session verifies no one, whatever is opened again.",
		func(ctx context.Context, s *session) error {
			if err := s.needHook(); err != nil {
				return err
			}
			req, opened, err := s.cancelledSession(ctx)
			if err != nil {
				return err
			}
			if err := sameAgain(ctx, identity(s.Conn).OpenSession, req, opened); err != nil {
				return err
			}
			return s.verifiesNoOne(ctx, req, opened)
		}},
	{"expired_verifies_no_one", "The page of a session verifies no one after its `expires_at`, though it was not " +
		"cancelled.", func(ctx context.Context, s *session) error {
		if err := s.needHook(); err != nil {
			return err
		}
		req := identitySession()
		req.ExpiresAt = s.expiry()
		opened, err := accepted(ctx, identity(s.Conn).OpenSession, req)
		if err != nil {
			return err
		}
		if err := expire(ctx, req.GetExpiresAt()); err != nil {
			return err
		}
		return s.verifiesNoOne(ctx, req, opened)
	}},
	{"completed", "A person who passes is reported as `COMPLETED`, with a result for each check that was wanted, none " +
		"of which failed.", func(ctx context.Context, s *session) error {
		_, err := s.verified(ctx, identitySession(), "verify", identityCompleted)
		return err
	}},
	{"failed", "A person who does not pass is reported as `FAILED`, with a failed check or a reason.",
		func(ctx context.Context, s *session) error {
			m, err := s.verified(ctx, identitySession(), "fail", identityFailed)
			if err == nil && len(m.GetReasonCodes()) == 0 && !slices.ContainsFunc(m.GetChecks(), failed) {
				err = errors.New("the report names neither a failed check nor a reason")
			}
			return err
		}},
	{"one_check_failed", "A person who fails one check alone is reported as `FAILED`, with that check failed, and no " +
		"other.", func(ctx context.Context, s *session) error {
		m, err := s.verified(ctx, identitySession(), "fail_document", identityFailed)
		if err != nil {
			return err
		}
		document := providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_DOCUMENT
		named := false
		for _, c := range m.GetChecks() {
			if failed(c) && c.GetType() != document {
				return fmt.Errorf("%s is reported as failed", c.GetType())
			}
			named = named || failed(c)
		}
		if !named {
			return fmt.Errorf("%s is not reported as failed", document)
		}
		return nil
	}},
	{"started", "A person who has begun is reported as `STARTED`, ahead of the end.",
		func(ctx context.Context, s *session) error {
			return s.intermediate(ctx, "begin", identityStarted)
		}},
	{"submitted", "A person who has given all that was asked for is reported as `SUBMITTED`, ahead of the end.",
		func(ctx context.Context, s *session) error {
			return s.intermediate(ctx, "submit", identitySubmitted)
		}},
	{"in_review", "An attempt that a person decides is reported as `REVIEW_REQUIRED`, ahead of the end, which is " +
		"reported once it is decided.", func(ctx context.Context, s *session) error {
		return s.intermediate(ctx, "send_to_review", identityReview)
	}},
	{"results_with_the_end", "Reports name each check at most once, and come with checks, reasons and `final` when " +
		"they are of an end alone.", resultsWithTheEnd},
	{"second_attempt", "The next attempt of a session has a page of its own, and is reported under its own number.",
		func(ctx context.Context, s *session) error {
			req := identitySession()
			m, err := s.verified(ctx, req, "fail", identityFailed)
			if err != nil {
				return err
			}
			if m.GetFinal() {
				return errNotRun("the implementation lets no one try again")
			}
			first, err := accepted(ctx, identity(s.Conn).OpenSession, req)
			if err != nil {
				return err
			}
			req.Attempt = 2
			second, err := accepted(ctx, identity(s.Conn).OpenSession, req)
			if err == nil && first.GetData().GetPageUrl() == second.GetData().GetPageUrl() {
				err = errors.New("the second attempt has the page of the first")
			}
			if err != nil {
				return err
			}
			_, err = s.verified(ctx, req, "verify", identityCompleted)
			return err
		}},
	{"reports_repeated", "A report whose answer is lost is repeated, with the same `event_id` and content.",
		func(ctx context.Context, s *session) error {
			req := identitySession()
			if _, err := s.verified(ctx, req, "verify", identityCompleted); err != nil {
				return err
			}
			_, err := s.Reports.await(ctx, identityCompleted, attempt(req.GetSessionId(), 1), 2, s.Wait)
			return err
		}},
	{"reports_once", "What happened once is reported under one `event_id`.", reportedOnce},
	{"reports_valid", "Reports carry the report token, hold what the contract asks for, and give another event another " +
		"`event_id`.", reportedValid},
}

var (
	identityStarted   = providersv1.IdentityEvent_IDENTITY_EVENT_STARTED.String()
	identitySubmitted = providersv1.IdentityEvent_IDENTITY_EVENT_SUBMITTED.String()
	identityReview    = providersv1.IdentityEvent_IDENTITY_EVENT_REVIEW_REQUIRED.String()
	identityCompleted = providersv1.IdentityEvent_IDENTITY_EVENT_COMPLETED.String()
	identityFailed    = providersv1.IdentityEvent_IDENTITY_EVENT_FAILED.String()
)

func identity(conn grpc.ClientConnInterface) providersv1.IdentityProviderClient {
	return providersv1.NewIdentityProviderClient(conn)
}

// attempt names an attempt of a session among the subjects of reports.
func attempt(session string, n int32) string { return fmt.Sprintf("%s attempt %d", session, n) }

func failed(c *providersv1.IdentityCheck) bool {
	return c.GetOutcome() == providersv1.IdentityCheckOutcome_IDENTITY_CHECK_OUTCOME_FAILED
}

// identitySession is a session as partner connect opens one.
func identitySession() *providersv1.OpenSessionRequest {
	return &providersv1.OpenSessionRequest{
		SessionId: uuid.NewString(), Attempt: 1, MerchantRef: newID("mrc_"), Locale: "en",
		ReturnUrl: "https://connect.example/o/back",
		Applicant: &providersv1.IdentityApplicant{GivenNames: "Conformance", FamilyName: "Example",
			Email: "conformance@example.com", Phone: "+48600100200"},
		Checks: []providersv1.IdentityCheckType{
			providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_DOCUMENT,
			providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_LIVENESS,
		},
		ExpiresAt: timestamppb.New(time.Now().Add(time.Hour).Truncate(time.Millisecond)),
	}
}

func (s *session) cancelledSession(ctx context.Context) (*providersv1.OpenSessionRequest,
	*providersv1.OpenSessionResponse, error) {
	req := identitySession()
	opened, err := accepted(ctx, identity(s.Conn).OpenSession, req)
	if err != nil {
		return req, opened, err
	}
	_, err = sameAtOnce(ctx, identity(s.Conn).CancelSession,
		&providersv1.CancelSessionRequest{SessionId: req.GetSessionId()})
	if err == nil {
		_, err = accepted(ctx, identity(s.Conn).CancelSession,
			&providersv1.CancelSessionRequest{SessionId: req.GetSessionId()})
	}
	return req, opened, err
}

// verifiesNoOne has a person try to pass. Whether that is refused, or seems to succeed, nothing may be reported as
// completed.
func (s *session) verifiesNoOne(ctx context.Context, req *providersv1.OpenSessionRequest,
	opened *providersv1.OpenSessionResponse) error {
	if err := s.act(ctx, Act{Action: "try_to_verify", Subject: req.GetSessionId(),
		PageURL: opened.GetData().GetPageUrl()}); err != nil {
		return err
	}
	return s.Reports.never(ctx, attempt(req.GetSessionId(), 1), s.Quiet, identityCompleted)
}

// intermediate brings an attempt to a point before its end, waits for the report of that, and has the attempt end.
func (s *session) intermediate(ctx context.Context, action, event string) error {
	req := identitySession()
	m, err := s.verified(ctx, req, action, event)
	if err != nil {
		return err
	}
	end, err := s.verified(ctx, req, "verify", identityCompleted)
	if err == nil && end.GetOccurredAt().AsTime().Before(m.GetOccurredAt().AsTime()) {
		err = fmt.Errorf("%s is reported to have occurred after %s", event, identityCompleted)
	}
	return err
}

// resultsWithTheEnd looks through what was reported of identities.
func resultsWithTheEnd(ctx context.Context, s *session) error {
	req := identitySession()
	if _, err := s.verified(ctx, req, "begin", identityStarted); err != nil && !errors.Is(err, ErrCannot) {
		return err
	}
	if _, err := s.verified(ctx, req, "verify", identityCompleted); err != nil {
		return err
	}
	s.Reports.mu.Lock()
	defer s.Reports.mu.Unlock()
	for _, r := range s.Reports.reports {
		m, ok := r.message.(*providersv1.ReportIdentityRequest)
		if !ok {
			continue
		}
		seen := map[providersv1.IdentityCheckType]bool{}
		for _, c := range m.GetChecks() {
			if seen[c.GetType()] {
				return fmt.Errorf("%s of %s names %s twice", r.event, r.subject, c.GetType())
			}
			seen[c.GetType()] = true
		}
		switch ended := r.event == identityCompleted || r.event == identityFailed; {
		case !ended && len(m.GetChecks()) > 0:
			return fmt.Errorf("%s of %s names results of checks", r.event, r.subject)
		case r.event != identityFailed && (len(m.GetReasonCodes()) > 0 || m.GetFinal()):
			return fmt.Errorf("%s of %s has reason_codes or final", r.event, r.subject)
		}
	}
	return nil
}

// verified opens an attempt, has a person go to the page, and waits for a sound report of what became of it.
func (s *session) verified(ctx context.Context, req *providersv1.OpenSessionRequest, action,
	event string) (*providersv1.ReportIdentityRequest, error) {
	if err := s.needHook(); err != nil {
		return nil, err
	}
	opened, err := accepted(ctx, identity(s.Conn).OpenSession, req)
	if err != nil {
		return nil, err
	}
	if err := s.act(ctx, Act{Action: action, Subject: req.GetSessionId(),
		PageURL: opened.GetData().GetPageUrl()}); err != nil {
		return nil, err
	}
	r, err := s.Reports.await(ctx, event, attempt(req.GetSessionId(), req.GetAttempt()), 1, s.Wait)
	if err != nil {
		return nil, err
	}
	m, ok := r.message.(*providersv1.ReportIdentityRequest)
	if !ok || event != identityCompleted {
		return m, nil
	}
	if slices.ContainsFunc(m.GetChecks(), failed) {
		return m, errors.New("a completed attempt has a failed check")
	}
	for _, wanted := range req.GetChecks() {
		if !slices.ContainsFunc(m.GetChecks(), func(c *providersv1.IdentityCheck) bool { return c.GetType() == wanted }) {
			return m, fmt.Errorf("the report has no result of %s", wanted)
		}
	}
	return m, nil
}
