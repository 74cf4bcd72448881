package money

import (
	"context"
	"net/http"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

var ledgerFilters = []string{"merchant", "account"}

type ledgerView struct {
	list
	Lines  screen.Part[*pcv1.ListLedgerLinesResponse]
	Report *pcv1.VerifyLedgerResponse // nil: no one asked for it

	MayVerify bool
}

// Merchant is whose book it is.
func (v ledgerView) Merchant() string { return v.Query.Get("merchant") }

// showLedger shows a merchant's book, or does what the person chose.
func showLedger(x *screen.Exchange) {
	code, render := x.Submit(map[string]screen.Change{
		"money_verify": func(ctx context.Context, x *screen.Exchange) error {
			report, err := x.Services.PartnerConnect.VerifyLedger(ctx, &pcv1.VerifyLedgerRequest{})
			if err != nil {
				return err
			}
			renderLedger(x, http.StatusOK, report)
			return screen.ErrAnswered
		},
		"money_settle": screen.Final(screen.Entered(), func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.PartnerConnect.RunSettlement(ctx, &pcv1.RunSettlementRequest{})
			return err
		}),
	})
	if render {
		renderLedger(x, code, nil)
	}
}

func renderLedger(x *screen.Exchange, code int, report *pcv1.VerifyLedgerResponse) {
	v := ledgerView{
		list: newList(x, "money/ledger", ledgerFilters), Report: report,
		MayVerify: x.Session.Has("viewer", "finance", "administrator"),
	}
	if v.Merchant() != "" {
		req := &pcv1.ListLedgerLinesRequest{
			MerchantRef: v.Merchant(), Account: v.Query.Get("account"), PageToken: x.R.URL.Query().Get("page"),
		}
		parts := x.Reading()
		screen.Read(parts, "ledger lines", &v.Lines, func(ctx context.Context) (*pcv1.ListLedgerLinesResponse, error) {
			return x.Services.PartnerConnect.ListLedgerLines(ctx, req)
		})
		parts.Wait()
	}
	v.links("money/ledger", "", v.Lines.Data.GetMeta().GetNextPageToken())
	x.Page.Data = v
	x.Show("ledger", code)
}

type reconciliationView struct {
	common
	Accounts    screen.Part[[]*pcv1.Reconciliation]
	Lines       screen.Part[[]*pcv1.BankLine]
	Differences screen.Part[[]*pcv1.Difference]
	Proposed    *pcv1.Approval // of a transfer that another person must confirm; nil when there is none
}

// showReconciliation shows what does not agree with banks and providers, or does what the person chose.
func showReconciliation(x *screen.Exchange) {
	line := []string{"account", "account", "ref", "reconcile_ref"}
	code, render := x.Submit(map[string]screen.Change{
		"money_match": screen.Final(screen.Entered(append(line, "payout", "payout_id")...), matchPayout),
		"money_match_transfer": screen.Final(screen.Together(screen.Entered(append(line, "merchant", "merchant")...),
			screen.Chosen("outcome", "reconcile_outcome", "reconcile_"),
			screen.Entered("return_iban", "reconcile_return_iban", "return_name", "reconcile_return_name")), matchTransfer),
		"money_close": screen.Final(screen.Together(screen.Entered(line...),
			screen.Chosen("repeated", "reconcile_repeated", "")), closeLine),
		"money_resolve": screen.Final(screen.Entered("part", "kind", "event", "reconcile_ref"), resolveDifference),
	})
	if render {
		renderReconciliation(x, code, nil)
	}
}

func matchPayout(ctx context.Context, x *screen.Exchange) error {
	_, err := x.Services.PartnerConnect.MatchBankLine(ctx, &pcv1.MatchBankLineRequest{
		Account: x.Input("account"), Ref: x.Input("ref"), PayoutId: x.Input("payout"),
	})
	return err
}

func closeLine(ctx context.Context, x *screen.Exchange) error {
	_, err := x.Services.PartnerConnect.CloseBankLine(ctx, &pcv1.CloseBankLineRequest{
		Account: x.Input("account"), Ref: x.Input("ref"), Resolution: x.Input("reason"),
		Repeated: x.Input("repeated") != "",
	})
	return err
}

func resolveDifference(ctx context.Context, x *screen.Exchange) error {
	_, err := x.Services.PartnerConnect.ResolveDifference(ctx, &pcv1.ResolveDifferenceRequest{
		Part: x.Input("part"), EventId: x.Input("event"), Resolution: x.Input("reason"),
	})
	return err
}

// matchTransfer explains a line by a merchant's verification transfer, and shows what another person must confirm.
func matchTransfer(ctx context.Context, x *screen.Exchange) error {
	r, err := x.Services.PartnerConnect.MatchBankLine(ctx, &pcv1.MatchBankLineRequest{
		Account: x.Input("account"), Ref: x.Input("ref"), MerchantRef: x.Input("merchant"), Outcome: x.Input("outcome"),
		ReturnIban: x.Input("return_iban"), ReturnName: x.Input("return_name"),
	})
	if err != nil || r.GetApproval() == nil {
		return err
	}
	renderReconciliation(x, http.StatusOK, r.GetApproval())
	return screen.ErrAnswered
}

func renderReconciliation(x *screen.Exchange, code int, proposed *pcv1.Approval) {
	p := x.Services.PartnerConnect
	v := reconciliationView{common: newCommon(x), Proposed: proposed}
	parts := x.Reading()
	screen.Read(parts, "reconciliations", &v.Accounts, func(ctx context.Context) ([]*pcv1.Reconciliation, error) {
		r, err := p.ListReconciliations(ctx, &pcv1.ListReconciliationsRequest{})
		return r.GetData(), err
	})
	screen.Read(parts, "bank lines", &v.Lines, func(ctx context.Context) ([]*pcv1.BankLine, error) {
		r, err := p.ListUnmatchedBankLines(ctx, &pcv1.ListUnmatchedBankLinesRequest{})
		return r.GetData(), err
	})
	screen.Read(parts, "differences", &v.Differences, func(ctx context.Context) ([]*pcv1.Difference, error) {
		r, err := p.ListDifferences(ctx, &pcv1.ListDifferencesRequest{})
		return r.GetData(), err
	})
	parts.Wait()
	x.Page.Data = v
	x.Show("reconcile", code)
}
