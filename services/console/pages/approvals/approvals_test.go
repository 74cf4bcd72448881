package approvals_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/console/consoletest"
)

type plane struct {
	consoletest.UnimplementedPartnerConnect

	mu        sync.Mutex // guards all below
	asked     []string
	confirmed string
	rejected  *pcv1.RejectApprovalRequest
}

func (p *plane) ListApprovals(_ context.Context, req *pcv1.ListApprovalsRequest) (*pcv1.ListApprovalsResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, fmt.Sprintf("%s %s %t", req.GetStatus(), req.GetKind(), req.GetDecidable()))
	return &pcv1.ListApprovalsResponse{
		MerchantNames:  map[string]string{"mrc_1": "Kredowe Koło", "mrc_2": "A** R*****"},
		AccountsMasked: map[string]string{"mrc_1": "****2874", "mrc_2": "****1111"},
		Data: []*pcv1.Approval{
			{
				Id: "apr_own", Kind: "activation", Status: "pending", MerchantRef: "mrc_1", SubjectId: "mrc_1", ProposedBy: "p1",
				Reason: "<b>all is well</b>",
			},
			{Id: "apr_return", Kind: "transfer_return", Status: "pending", MerchantRef: "mrc_3",
				SubjectId: "mrc_3", ProposedBy: "p2"},
			{Id: "apr_gone", Kind: "transfer_return", Status: "pending", MerchantRef: "mrc_3",
				SubjectId: "mrc_3", ProposedBy: "p2"},
			{
				Id: "apr_other", Kind: "refund", Status: "pending", MerchantRef: "mrc_2", SubjectId: "pay_2", ProposedBy: "p2",
				Amount: 12345, Currency: "PLN", Changes: []*pcv1.ApprovalChange{
					{Field: "refunded_amount", Before: "1000", After: "13345", OfAmount: 50000},
				},
			},
		},
	}, nil
}

// GetApproval has one of each kind, named after it.
func (*plane) GetApproval(
	_ context.Context, req *pcv1.GetApprovalRequest,
) (*pcv1.GetApprovalResponse, error) {
	a := &pcv1.Approval{
		Id: req.GetId(), Kind: strings.TrimPrefix(req.GetId(), "apr_"), Status: "pending", MerchantRef: "mrc_3",
		SubjectId: "mrc_3", ProposedBy: "p2", Reason: "it is due",
	}
	switch a.GetKind() {
	case "refund":
		a.SubjectId, a.Amount, a.Currency = "pay_2", 12345, "PLN"
		a.Changes = []*pcv1.ApprovalChange{{Field: "refunded_amount", Before: "1000", After: "13345", OfAmount: 50000}}
	case "return", "gone":
		a.Kind, a.Amount, a.Currency = "transfer_return", 100, "PLN"
		a.BankAccount, a.BankLineRef = "PL1", "line-7"
	case "decided":
		a.Kind, a.Status = "activation", "rejected"
	}
	return &pcv1.GetApprovalResponse{Data: a, MerchantName: "Kredowe Koło", Subject: []*pcv1.SubjectField{
		{Field: "business_name", ValueMasked: "A** R*****"}, {Field: "name", ValueMasked: "A** T******"},
		{Field: "payout_account", ValueMasked: "****2874"}, {Field: "new_payout_account", ValueMasked: "****3000"},
	}}, nil
}

// ListUnmatchedBankLines lists only others, as when the line is not among the oldest ones.
func (*plane) ListUnmatchedBankLines(
	_ context.Context, req *pcv1.ListUnmatchedBankLinesRequest,
) (*pcv1.ListUnmatchedBankLinesResponse, error) {
	if req.GetAccount() != "PL1" || req.GetRef() != "line-7" {
		return &pcv1.ListUnmatchedBankLinesResponse{Data: []*pcv1.BankLine{{Account: "PL1", Ref: "line-1"}}}, nil
	}
	return &pcv1.ListUnmatchedBankLinesResponse{Data: []*pcv1.BankLine{{
		Ref: "line-7", ApprovalId: "apr_return", ProposedReturnIban: "DE89370400440532013000", ProposedReturnName: "Jan",
	}}}, nil
}

func (p *plane) ConfirmApproval(_ context.Context,
	req *pcv1.ConfirmApprovalRequest) (*pcv1.ConfirmApprovalResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if req.GetId() == "apr_own" {
		st, err := status.New(codes.PermissionDenied,
			"another person must").WithDetails(&errdetails.ErrorInfo{Domain: grpcserver.Domain,
			Reason: "second_person_required"})
		return nil, errors.Join(err, st.Err())
	}
	p.confirmed = req.GetId()
	return &pcv1.ConfirmApprovalResponse{}, nil
}

func (p *plane) RejectApproval(_ context.Context,
	req *pcv1.RejectApprovalRequest) (*pcv1.RejectApprovalResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rejected = req
	return &pcv1.RejectApprovalResponse{}, nil
}

// Who proposed something is not offered to confirm it; both may reject it, with a reason.
func TestApprovals(t *testing.T) {
	p := &plane{}
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: p})
	resp, body := s.Call("GET", "/approvals", nil, s.SignedIn("finance"))
	if resp.StatusCode != http.StatusOK || strings.Count(body, `value="approval_confirm"`) != 3 ||
		strings.Count(body, `value="approval_reject"`) != 4 || !strings.Contains(body, "123.45 PLN") ||
		strings.Contains(body, "<b>all") {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
	s.Call("GET", "/approvals?show=all&kind=refund", nil, s.SignedIn("finance"))
	if _, body := s.Call("GET", "/approvals?show=mine&kind=", nil, s.SignedIn("finance")); !strings.Contains(body,
		`value="mine" selected`) {
		t.Error(body)
	}
	if want := []string{"pending  false", " refund false", "  true"}; !slices.Equal(p.asked, want) {
		t.Errorf("asked for %q, want %q", p.asked, want)
	}
	for _, form := range [][]string{{"approval_confirm", "apr_other"}, {"approval_reject", "apr_own"}} {
		resp, _ := s.Call("POST", "/approvals", consoletest.Confirmed(form[0], "approval", form[1], "reason", "a mistake"),
			s.SignedIn("finance"), "Sec-Fetch-Site", "same-origin")
		if resp.StatusCode != http.StatusSeeOther {
			t.Errorf("%s: status %d", form[0], resp.StatusCode)
		}
	}
	if p.confirmed != "apr_other" || p.rejected.GetId() != "apr_own" || p.rejected.GetReason() != "a mistake" {
		t.Errorf("%s confirmed, %v rejected", p.confirmed, p.rejected)
	}
	forged := consoletest.Confirmed("approval_confirm", "approval", "apr_own")
	resp, body = s.Call("POST", "/approvals", forged, s.SignedIn("finance"), "Sec-Fetch-Site", "same-origin")
	if resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, "another person must") {
		t.Errorf("of what the person proposed: status %d: %s", resp.StatusCode, body)
	}
	if resp, _ := s.Call("GET", "/approvals/x", nil, s.SignedIn("finance")); resp.StatusCode != http.StatusNotFound {
		t.Errorf("below the list: status %d", resp.StatusCode)
	}
}

// Who confirms sees what was proposed, and about whom, of every kind.
func TestWhoConfirmsSeesTheSubject(t *testing.T) {
	t.Parallel()
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: &plane{}})
	ask := func(approval string) (int, string) {
		resp, body := s.Call("POST", "/approvals", consoletest.Form("approval_confirm", "approval", approval),
			s.SignedIn("finance"), "Sec-Fetch-Site", "same-origin")
		return resp.StatusCode, body
	}
	_, list := s.Call("GET", "/approvals", nil, s.SignedIn("finance"))
	_, list, _ = strings.Cut(list, `<select id="kind"`)
	list, _, _ = strings.Cut(list, "</select>")
	var kinds []string
	for _, option := range regexp.MustCompile(`value="([a-z_]+)"`).FindAllStringSubmatch(list, -1) {
		kinds = append(kinds, option[1])
	}
	shown := map[string][]string{
		"activation": nil, "payout_account": nil, "reveal_national_id": nil, "erasure": nil,
		"refund":          {"pay_2", "123.45 PLN", "10.00 PLN → 133.45 PLN of 500.00 PLN"},
		"transfer_return": {"line-7", "DE89370400440532013000", "Jan", "1.00 PLN"},
	}
	if want := slices.Sorted(maps.Keys(shown)); !slices.Equal(slices.Sorted(slices.Values(kinds)), want) {
		t.Errorf("kinds %q, want %q", kinds, want)
	}
	for kind, more := range shown {
		t.Run(kind, func(t *testing.T) {
			id := "apr_" + kind
			if kind == "transfer_return" {
				id = "apr_return"
			}
			code, body := ask(id)
			facts := []string{"Kredowe Koło · mrc_3", "A** R*****", "A** T******", "****2874", "****3000", "it is due"}
			for _, fact := range append(facts, more...) {
				if code != http.StatusOK || !strings.Contains(body, "<dd>"+fact+"</dd>") {
					t.Errorf("status %d, %q is not on the page: %s", code, fact, body)
				}
			}
		})
	}
	for _, id := range []string{"apr_gone", "apr_decided"} {
		if code, body := ask(id); code != http.StatusUnprocessableEntity || !strings.Contains(body, "not there any more") {
			t.Errorf("%s, which waits no more: status %d: %s", id, code, body)
		}
	}
}

// An approval says whose it is by name, what changes, and the account where it is about one; it leads to the review or
// the payment.
func TestApprovalsSayWhatChanges(t *testing.T) {
	t.Parallel()
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: &plane{}})
	_, body := s.Call("GET", "/approvals?lang=en", nil, s.SignedIn("finance"))
	for id, c := range map[string]struct{ says, not []string }{
		"apr_own":    {[]string{"Kredowe Koło · <a", "The merchant becomes active", "****2874"}, nil},
		"apr_return": {[]string{"The amount leaves for the account that was named"}, []string{"****"}},
		"apr_other": {
			[]string{"A** R***** · <a", "<dd>123.45 PLN</dd>", "The customer gets the amount back", "Given back of the payment",
				`<span class="before">10.00 PLN</span>`, "<strong>133.45 PLN of 500.00 PLN</strong>", "money/payments/pay_2"},
			[]string{"****1111"},
		},
	} {
		_, section, _ := strings.Cut(body, `data-approval="`+id+`"`)
		section, _, _ = strings.Cut(section, "</section>")
		for _, want := range c.says {
			if !strings.Contains(section, want) {
				t.Errorf("%s: no %s in %s", id, want, section)
			}
		}
		for _, not := range c.not {
			if strings.Contains(section, not) {
				t.Errorf("%s: %s in %s", id, not, section)
			}
		}
	}
}
