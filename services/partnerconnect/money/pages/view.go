package pages

import (
	"net/http"
	"net/url"

	"github.com/partnerline/partnerline/services/partnerconnect/field"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/pagekit"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
)

// page is what the template shows.
type page struct {
	pagekit.Page
	Title    string
	Seller   string
	Amount   string
	Currency string
	What     string
	Until    string
	Methods  []money.PaymentMethod // to choose from; none where the payment names one
	Method   money.PaymentMethod
	Pay      bool   // the customer can pay now
	Note     string // what became of it, or why it cannot be paid
	Back     string // where the customer goes from here; empty: nowhere
}

// newPage is a page in the language of the customer, which the payment or the browser names.
func newPage(x *pagekit.Exchange, locale string) page {
	return page{Page: x.NewPage(pagekit.Language(locale, x.R.Header.Get("Accept-Language")))}
}

// outcome gives the page the title and the note of an outcome.
func (p *page) outcome(key string) { p.Title, p.Note = p.T(key+"_title"), p.T(key) }

// renderOutcome shows a page that says nothing but an outcome.
func renderOutcome(x *pagekit.Exchange, status int, key string) {
	p := newPage(x, "")
	p.outcome(key)
	x.Render(status, "page", p.Lang, p)
}

// outcomes are those of payments that cannot be paid any more.
var outcomes = map[money.PaymentStatus]string{
	money.PaymentPaid: "paid", money.PaymentPartiallyRefunded: "refunded", money.PaymentRefunded: "refunded", money.PaymentRejected: "rejected",
	money.PaymentCancelled: "cancelled", money.PaymentExpired: "expired",
}

// renderPayment shows the page of a payment.
func (h *Handler) renderPayment(x *pagekit.Exchange, found money.PaymentPage) {
	y, now := found.Payment, h.now()
	p := newPage(x, y.Customer.Locale)
	p.Title, p.Test, p.Seller, p.Currency, p.What = p.T("title"), !y.Livemode, found.Seller, y.Currency, y.Description
	p.Amount = field.Decimal(y.Amount, y.Currency, p.T("separator"))
	p.Until = y.ValidUntil.UTC().Format("2006-01-02 15:04 UTC")
	waits := y.Status == money.PaymentRegistered || y.Status == money.PaymentPending
	switch {
	case waits && !y.Open(now):
		p.outcome("expired")
		p.Back = back(y, money.PaymentExpired)
	case waits && !found.Active:
		p.outcome("stopped")
		p.Back = back(y, money.PaymentCancelled)
	case waits && y.Livemode:
		p.Note = p.T("no_method")
	case waits:
		p.Pay, p.Method = true, y.Method
		if y.Method == "" {
			p.Methods = money.PaymentMethods
		}
	case y.EndedByMerchant():
		p.outcome("stopped")
		p.Back = back(y, y.Status)
	default:
		p.outcome(outcomes[y.Status])
		p.Back = back(y, y.Status)
	}
	x.Render(http.StatusOK, "page", p.Lang, p)
}

// back is where the customer returns to, with what became of the payment. It is a hint: GET /payments/{id} is what the shop trusts.
func back(y money.Payment, status money.PaymentStatus) string {
	u, err := url.Parse(y.ReturnURL)
	if err != nil {
		return ""
	}
	q := u.Query()
	q.Set("payment_id", string(y.ID))
	q.Set("status", string(status))
	u.RawQuery = q.Encode()
	return u.String()
}
