// Package approvals is the screen of what one person proposed and another must confirm.
package approvals

import (
	"context"
	"embed"
	"net/url"

	"github.com/partnerline/partnerline/internal/iso4217"
	"github.com/partnerline/partnerline/internal/pagekit"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

//go:embed assets
var assets embed.FS

// Screen is the list of approvals.
var Screen = screen.Screen{
	Name: "approvals", Group: "work", Path: "approvals",
	Roles: []string{"reviewer", "finance"},
	Texts: texts, Assets: assets, Serve: serve,
}

const approvalsPage = 50

type view struct {
	Approvals []*pcv1.Approval
	Names     map[string]string // of merchants
	Accounts  map[string]string // of merchants, masked
	Subject   string            // of the person
	Filters   pagekit.Filters
	Sort      pagekit.Sort
	Next      string // leads to the next page; empty: there is none
}

var kinds = []string{"activation", "refund", "payout_account", "transfer_return", "reveal_national_id", "erasure"}

// Account is the one for payouts that an approval is about, masked; empty when it is about none.
func (v view) Account(a *pcv1.Approval) string {
	if kind := a.GetKind(); kind != "activation" && kind != "payout_account" {
		return ""
	}
	return v.Accounts[a.GetMerchantRef()]
}

// Changes are what the confirmation of an approval changes.
func (view) Changes(p screen.Page, a *pcv1.Approval) []screen.Difference {
	return screen.Differences(p, a)
}

// Amount is that of a refund.
func (view) Amount(a *pcv1.Approval) string {
	return iso4217.Decimal(a.GetAmount(), a.GetCurrency(), ".") + " " + a.GetCurrency()
}

// serve shows what waits for a second person, or does what the person chose.
func serve(x *screen.Exchange, rest string) {
	if rest != "" {
		x.Missing(screen.ErrNotFound)
		return
	}
	code, render := x.Submit(map[string]screen.Change{
		"approval_confirm": screen.Final(screen.ApprovalFacts, func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.PartnerConnect.ConfirmApproval(ctx, &pcv1.ConfirmApprovalRequest{Id: x.Input("approval")})
			return err
		}),
		"approval_reject": func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.PartnerConnect.RejectApproval(ctx,
				&pcv1.RejectApprovalRequest{Id: x.Input("approval"), Reason: x.Input("reason")})
			return err
		},
	})
	if !render {
		return
	}
	q, asked := url.Values{}, x.R.URL.Query()
	for _, name := range []string{"show", "kind", "order"} {
		if value := asked.Get(name); value != "" {
			q.Set(name, value)
		}
	}
	req := &pcv1.ListApprovalsRequest{Kind: q.Get("kind"), PageSize: approvalsPage, PageToken: asked.Get("page"),
		OldestFirst: pagekit.Order(q, pagekit.Descending) == pagekit.Ascending}
	switch q.Get("show") {
	case "mine":
		req.Decidable = true
	case "all":
	default:
		req.Status = "pending"
	}
	r, err := x.Services.PartnerConnect.ListApprovals(x.As(), req)
	if err != nil {
		x.Missing(err)
		return
	}
	p := x.Page
	shown := p.Choice("show", p.T("approvals_show"), "approvals_", "mine", "all")
	shown.Options[0].Text = p.T("approvals_pending")
	v := view{Approvals: r.GetData(), Names: r.GetMerchantNames(), Accounts: r.GetAccountsMasked(),
		Subject: x.Session.Subject, Filters: p.Filters("approvals", q, shown,
			p.Choice("kind", p.T("kind"), "approval_", kinds...))}
	v.Filters.Views = p.Views("approvals", q, pagekit.NamedFilters{Key: "approvals_pending"},
		pagekit.NamedFilters{Key: "approvals_mine", Filters: url.Values{"show": {"mine"}}},
		pagekit.NamedFilters{Key: "approvals_refunds", Filters: url.Values{"show": {"mine"}, "kind": {"refund"}}})
	v.Sort = p.Sort("approvals", q, p.T("since"), pagekit.Descending)
	if token := r.GetMeta().GetNextPageToken(); token != "" {
		q.Set("page", token)
		v.Next = "approvals?" + q.Encode()
	}
	x.Page.Data = v
	x.Show("approvals", code)
}
