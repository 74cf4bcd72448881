package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/person/persontest"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/testkit/engine"
)

// Where four eyes are required, calls that name no person are refused, and nothing is stored. Elsewhere they do what
// they ask for.
func TestFourEyes(t *testing.T) {
	t.Parallel()
	e := engine.Start(t)
	l := startLive(t, withEngine(e), func(_ *testing.T, c *configuration) { c.FourEyes.RefundsAbove = "PLN:50" })
	id, _ := l.pay(1000)
	if got, err := l.report(id, paid, 1000); got != "applied" || err != nil {
		t.Fatal(got, err)
	}
	inReview := l.merchant(l.key, allowed)
	l.exec(`UPDATE onboardings SET status = 'in_review', merchant_status = 'none' WHERE ref = $1`, inReview)
	shown, err := l.operator.GetReview(l.internal(), &pcv1.GetReviewRequest{Ref: inReview})
	if err != nil {
		t.Fatal(err)
	}
	seen := shown.GetData().GetEtag()
	l.exec(`UPDATE onboardings SET version = version + 1 WHERE ref = $1`, inReview)
	before := l.dump("t::text", "refunds", "approvals", "onboardings", "ledger_entries")
	decideBy := func(decision, etag string) func() error {
		return func() error {
			_, err := l.operator.DecideReview(l.internal(),
				&pcv1.DecideReviewRequest{Ref: inReview, Decision: decision, Codes: []string{"applicant.phone"}, IfMatch: etag})
			return err
		}
	}
	approve := &pcv1.DecideReviewRequest{Ref: inReview, Decision: "approve", Reason: "all is well"}
	for name, call := range map[string]func() error{
		"person_required refund": func() error {
			_, err := l.operator.RefundPayment(l.internal(), &pcv1.RefundPaymentRequest{PaymentId: id, Amount: 51})
			return err
		},
		"person_required refund of the rest": func() error {
			_, err := l.operator.RefundPayment(l.internal(), &pcv1.RefundPaymentRequest{PaymentId: id})
			return err
		},
		"person_required activation": func() error {
			_,
				err := l.operator.DecideReview(l.internal(), approve)
			return err
		},
		"precondition_failed activation by what has changed":    decideBy("approve", seen),
		"precondition_failed correction by what has changed":    decideBy("correct", seen),
		"precondition_failed rejection by what has changed":     decideBy("reject", seen),
		"precondition_failed rejection by an etag of no review": decideBy("reject", "x"),
		"person_required transfer that verifies an account": func() error {
			_, err := l.operator.BookTransfer(l.internal(), &pcv1.BookTransferRequest{Ref: inReview, Outcome: "matched"})
			return err
		},
		"approval_not_found to confirm": func() error {
			_, err := l.operator.ConfirmApproval(l.internal(), &pcv1.ConfirmApprovalRequest{Id: "apr_x"})
			return err
		},
		"approval_not_found to reject": func() error {
			_, err := l.operator.RejectApproval(l.internal(), &pcv1.RejectApprovalRequest{Id: "apr_x", Reason: "no"})
			return err
		},
	} {
		l.subtest(name, func(t *testing.T) {
			want, _, _ := strings.Cut(name, " ")
			if got := reason(t, call()).Reason; string(got) != want {
				t.Errorf("%s", got)
			}
		})
	}
	if list, err := l.operator.ListApprovals(l.internal(), &pcv1.ListApprovalsRequest{Status: "pending"}); err != nil ||
		len(list.GetData()) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	if l.dump("t::text", "refunds", "approvals", "onboardings", "ledger_entries") != before {
		t.Error("something was stored")
	}
	if r, err := l.operator.RefundPayment(l.internal(),
		&pcv1.RefundPaymentRequest{PaymentId: id, Amount: 50}); err != nil || r.GetApproval() != nil {
		t.Errorf("up to the amount: %v, %v", r, err)
	}
	if r, err := l.operator.BookTransfer(l.internal(),
		&pcv1.BookTransferRequest{Ref: inReview, Outcome: "transfer_name_mismatch"}); err != nil || r.GetApproval() != nil {
		t.Errorf("a transfer that verifies nothing: %v, %v", r, err)
	}
	if shown, err = l.operator.GetReview(l.internal(), &pcv1.GetReviewRequest{Ref: inReview}); err != nil ||
		shown.GetData().GetEtag() == seen {
		t.Errorf("read again: %v, %v", shown, err)
	}
	if r, err := l.operator.DecideReview(l.internal(),
		&pcv1.DecideReviewRequest{Ref: inReview, Decision: "reject", IfMatch: shown.GetData().GetEtag()}); err != nil ||
		r.GetApproval() != nil || r.GetData().GetStatus() != "rejected" {
		t.Errorf("rejected: %v, %v", r, err)
	}
}

// Approvals are listed by kind, and those that a person can confirm: of a kind on which one of the person's roles
// decides, and proposed by another.
func TestApprovalsThatAPersonCanConfirm(t *testing.T) {
	t.Parallel()
	s, console := startWithConsole(t)
	ref := s.create(s.simple("a"), text(object{"partner_external_ref": externalRef()}))
	for i, a := range [][2]string{{"refund", "usr_1"}, {"refund", "usr_2"}, {"payout_account", "usr_2"},
		{"activation", "usr_2"}} {
		s.exec(`INSERT INTO approvals (id, kind, status, livemode, merchant_ref, subject_id, terms, proposed_by, proposed_by_name, reason, created_at, expires_at)
			VALUES ('apr_' || lpad($1::int::text, 26, '0'), $2, 'pending', false, $3, $3, jsonb_build_object('amount', $1::int), $4, '', 'why', now(), now() + interval '1 day')`, i, a[0], ref, a[1])
	}
	list := func(req *pcv1.ListApprovalsRequest, roles ...optionsv1.Role) (out []string, err error) {
		who := console.As(t.Context(), persontest.Person("usr_1", roles...),
			pcv1.ApprovalOperatorService_ListApprovals_FullMethodName)
		got, err := s.operator.ListApprovals(who, req)
		for _, a := range got.GetData() {
			out = append(out, a.GetKind()+" "+a.GetProposedBy())
		}
		return out, err
	}
	finance, reviewer := optionsv1.Role_ROLE_FINANCE, optionsv1.Role_ROLE_REVIEWER
	for _, c := range []struct {
		name  string
		req   *pcv1.ListApprovalsRequest
		roles []optionsv1.Role
		want  []string
	}{
		{"all", &pcv1.ListApprovalsRequest{}, []optionsv1.Role{finance},
			[]string{"activation usr_2", "payout_account usr_2", "refund usr_2", "refund usr_1"}},
		{"a kind", &pcv1.ListApprovalsRequest{Kind: "refund"}, []optionsv1.Role{finance},
			[]string{"refund usr_2", "refund usr_1"}},
		{"by finance", &pcv1.ListApprovalsRequest{Decidable: true}, []optionsv1.Role{finance},
			[]string{"payout_account usr_2", "refund usr_2"}},
		{"by a reviewer", &pcv1.ListApprovalsRequest{Decidable: true, Status: "pending"}, []optionsv1.Role{reviewer},
			[]string{"activation usr_2"}},
		{"by both, of a kind", &pcv1.ListApprovalsRequest{Decidable: true, Kind: "refund"},
			[]optionsv1.Role{finance, reviewer}, []string{"refund usr_2"}},
		{"of a kind on which another role decides", &pcv1.ListApprovalsRequest{Decidable: true, Kind: "activation"},
			[]optionsv1.Role{finance}, nil},
		{"of another merchant", &pcv1.ListApprovalsRequest{Decidable: true, MerchantRef: "mrc_x"},
			[]optionsv1.Role{finance}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, err := list(c.req, c.roles...); err != nil || !slices.Equal(got, c.want) {
				t.Errorf("%q, %v, want %q", got, err, c.want)
			}
		})
	}
	t.Run("the oldest first, a page each", func(t *testing.T) {
		req, got := &pcv1.ListApprovalsRequest{PageSize: 1, OldestFirst: true}, []string(nil)
		for {
			r, err := s.operator.ListApprovals(s.internal(), req)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range r.GetData() {
				got = append(got, a.GetKind()+" "+a.GetProposedBy())
			}
			if req.PageToken = r.GetMeta().GetNextPageToken(); req.GetPageToken() == "" {
				break
			}
		}
		want := []string{"refund usr_1", "refund usr_2", "payout_account usr_2", "activation usr_2"}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
	t.Run("what they change", func(t *testing.T) {
		r, err := s.operator.ListApprovals(s.internal(), &pcv1.ListApprovalsRequest{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, a := range r.GetData() {
			for _, c := range a.GetChanges() {
				got = append(got, c.GetField()+" "+c.GetBefore()+" "+c.GetAfter())
			}
			one, err := s.operator.GetApproval(s.internal(), &pcv1.GetApprovalRequest{Id: a.GetId()})
			if err != nil || len(one.GetData().GetChanges()) != len(a.GetChanges()) {
				t.Errorf("%v, %v", one, err)
			}
		}
		want := []string{
			"onboarding_status draft active", "payout_account_check not_verified verified", "refunded_amount 0 1",
			"refunded_amount 0 0",
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
	t.Run("how many wait", func(t *testing.T) {
		s.exec(`INSERT INTO reviews (onboarding_ref, livemode, reasons, waiting_since)
			VALUES ($1, false, '{documents}', now())`, ref)
		count := func(n *pcv1.WorkCount) string {
			if n == nil {
				return "-"
			}
			return fmt.Sprint(n.GetCount(), n.GetMore())
		}
		for role, want := range map[optionsv1.Role]string{
			optionsv1.Role_ROLE_VIEWER:   "1 false, -, -, 0 false",
			optionsv1.Role_ROLE_REVIEWER: "1 false, 1 false, -, -",
			optionsv1.Role_ROLE_FINANCE:  "-, 2 false, 0 false, 0 false",
			optionsv1.Role_ROLE_SUPPORT:  "1 false, -, -, -",
		} {
			r, err := s.operator.CountWork(console.As(t.Context(), persontest.Person("usr_1", role),
				pcv1.ReviewOperatorService_CountWork_FullMethodName), &pcv1.CountWorkRequest{})
			got := strings.Join([]string{
				count(r.GetReviews()), count(r.GetApprovals()), count(r.GetBankLines()), count(r.GetDifferences()),
			}, ", ")
			if err != nil || got != want {
				t.Errorf("%s: %s, %v, want %s", role, got, err, want)
			}
		}
	})
	for _, req := range []*pcv1.ListApprovalsRequest{{Decidable: true, Status: "confirmed"}, {Kind: "erase"}} {
		if _, err := list(req, finance); status.Code(err) != codes.InvalidArgument {
			t.Errorf("%v: %v", req, err)
		}
	}
}
