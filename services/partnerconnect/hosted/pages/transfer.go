package pages

import (
	"strings"

	"github.com/partnerline/partnerline/internal/iso4217"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

type transferView struct {
	Request *transferRequest // nil: there is no account to send it to
	Sandbox bool
}

// A transferRequest is the transfer that is asked for, as people read it.
type transferRequest struct {
	Holder, IBAN, BIC, Amount, Currency, Title string

	Groups []string  // of the IBAN
	All    string    // of what is above, a line each
	Code   *qrSymbol // that banking apps read; nil: they read none for it
}

func viewTransfer(x *exchange) (any, error) {
	o := &x.visit.Onboarding
	if t := signing.AwaitedTransfer(o); t != nil && t.Outcome != signing.TransferMatched && x.page.Error == "" {
		x.page.Error = x.page.first(t.Outcome, "transfer_differs")
	}
	v := transferView{Sandbox: !o.Livemode}
	r, ok := x.h.flow.TransferRequest(o)
	if !ok {
		return v, nil
	}
	x.page.Script = x.Script()
	v.Request = &transferRequest{
		Holder: r.Holder, IBAN: r.IBAN, BIC: r.BIC,
		Amount: iso4217.Decimal(r.Amount, r.Currency, x.page.T("decimal_separator")), Currency: r.Currency,
		Title: r.Title, Groups: field.IBANGroups(r.IBAN),
	}
	v.Request.All = v.Request.lines(x.page)
	var err error
	v.Request.Code, err = qrCode(r)
	return v, err
}

// lines are the data of a transfer, each with its name, for the notes of a phone or the app of its bank.
func (r *transferRequest) lines(p page) string {
	lines := []string{p.T("transfer_recipient") + ": " + r.Holder, p.T("transfer_account") + ": " + r.IBAN}
	if r.BIC != "" {
		lines = append(lines, "BIC: "+r.BIC)
	}
	return strings.Join(append(lines,
		p.T("transfer_amount")+": "+r.Amount+" "+r.Currency, p.T("transfer_name")+": "+r.Title), "\n")
}

// qrCode is the QR code of a transfer. Codes that banks read for transfers have error correction of level M.
func qrCode(r bank.TransferRequest) (*qrSymbol, error) {
	text := r.QRText()
	if text == "" {
		return nil, nil
	}
	code, err := newQRCode(text)
	return &code, err
}

// actTransfer is the bank of test mode: a person chooses what arrives.
func actTransfer(x *exchange) (string, error) {
	outcome := map[string]string{
		"matched": signing.TransferMatched, "mismatch": signing.TransferNameMismatch,
	}[x.field("do")]
	return "", x.h.flow.DecideTransfer(x.Context(), &x.visit, outcome)
}
