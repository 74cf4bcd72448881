package money

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/partnerline/partnerline/internal/iso4217"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

type paymentView struct {
	common
	*pcv1.InspectPaymentResponse
	Proposals screen.Part[[]*pcv1.Approval] // refunds of the payment that another person must confirm
	Proposed  *pcv1.Approval                // what the form that was sent came to; nil: no proposal
	Subject   string                        // of the person
}

// showPayment shows a payment, or does what the person chose.
func showPayment(x *screen.Exchange, id string) {
	code, render := x.Submit(map[string]screen.Change{
		"money_refund": screen.Final(func(_ context.Context, x *screen.Exchange) ([]screen.Fact, error) {
			amount := x.Page.T("payment_whole")
			if entered := x.Input("amount"); entered != "" {
				amount = entered + " " + x.Input("currency")
			}
			return []screen.Fact{{Name: x.Page.T("payment_title"), Value: id}, {Name: x.Page.T("amount"), Value: amount}}, nil
		}, func(ctx context.Context, x *screen.Exchange) error { return refund(ctx, x, id) }),
		"money_confirm": screen.Final(screen.ApprovalFacts, func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.PartnerConnect.ConfirmApproval(ctx, &pcv1.ConfirmApprovalRequest{Id: x.Input("approval")})
			return err
		}),
	})
	if render {
		renderPayment(x, id, code, nil)
	}
}

// renderPayment shows the payment, and what was proposed.
func renderPayment(x *screen.Exchange, id string, code int, proposed *pcv1.Approval) {
	r, err := x.Services.PartnerConnect.InspectPayment(x.As(), &pcv1.InspectPaymentRequest{Id: id})
	if err != nil {
		x.Missing(err)
		return
	}
	v := paymentView{common: newCommon(x), InspectPaymentResponse: r, Proposed: proposed, Subject: x.Session.Subject}
	parts := x.Reading()
	screen.Read(parts, "proposed refunds", &v.Proposals, func(ctx context.Context) (out []*pcv1.Approval, err error) {
		list, err := x.Services.PartnerConnect.ListApprovals(ctx,
			&pcv1.ListApprovalsRequest{Status: "pending", MerchantRef: r.GetData().GetMerchantRef(), PageSize: 200})
		for _, a := range list.GetData() {
			if a.GetSubjectId() == id {
				out = append(out, a)
			}
		}
		return out, err
	})
	parts.Wait()
	x.Page.Title, x.Page.Data = x.Page.T("payment_title")+" "+id, v
	x.Show("payment", code)
}

// refund refunds what the form says, or shows the proposal that it became.
func refund(ctx context.Context, x *screen.Exchange, id string) error {
	req := &pcv1.RefundPaymentRequest{PaymentId: id, Reason: x.Input("reason")}
	if amount := x.Input("amount"); amount != "" {
		var err error
		if req.Amount, err = iso4217.ParseDecimal(strings.Replace(amount, ",", ".", 1), x.Input("currency")); err != nil ||
			req.GetAmount() == 0 {
			return errors.New(x.Page.T("payment_amount_wrong"))
		}
	}
	r, err := x.Services.PartnerConnect.RefundPayment(ctx, req)
	if err != nil || r.GetApproval() == nil {
		return err
	}
	renderPayment(x, id, http.StatusOK, r.GetApproval())
	return screen.ErrAnswered
}
