// Package approvals is the screen of what one person proposed and another must confirm.
package approvals

import (
	"cmp"
	"context"
	"embed"

	"github.com/partnerline/partnerline/internal/iso4217"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

//go:embed assets
var assets embed.FS

// Screen is the list of approvals.
var Screen = screen.Screen{Name: "approvals", Path: "approvals", Texts: texts, Assets: assets, Serve: serve}

const approvalsPage = 50

type view struct {
	Approvals []*pcv1.Approval
	Subject   string // of the person
	Shown     string // which are shown, one of lists
	Kind      string // only of this kind; empty: of all
	Lists     []string
	Kinds     []string
	Next      string // token of the next page
}

// The lists: those that the person can confirm, all that wait, and those that are decided, too.
var lists = []string{"mine", "pending", "all"}

var kinds = []string{"activation", "refund", "payout_account", "transfer_return", "reveal_national_id", "erasure"}

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
	q := x.R.URL.Query()
	v := view{
		Subject: x.Session.Subject, Shown: cmp.Or(q.Get("show"), "pending"), Kind: q.Get("kind"), Lists: lists, Kinds: kinds,
	}
	req := &pcv1.ListApprovalsRequest{Kind: v.Kind, PageSize: approvalsPage, PageToken: q.Get("page")}
	switch v.Shown {
	case "mine":
		req.Decidable = true
	case "pending":
		req.Status = "pending"
	}
	r, err := x.Services.PartnerConnect.ListApprovals(x.As(), req)
	if err != nil {
		x.Missing(err)
		return
	}
	v.Approvals, v.Next = r.GetData(), r.GetMeta().GetNextPageToken()
	x.Page.Data = v
	x.Show("approvals", code)
}
