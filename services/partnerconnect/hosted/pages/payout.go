package pages

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/iso4217"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
)

// balanceView is what the merchant has in a currency, as people read amounts.
type balanceView struct {
	Currency  string
	Available string
	Pending   string
	InPayouts string // reserved for payouts that the bank does not have yet
	Payable   bool
}

// payoutLine is one of the last payouts.
type payoutLine struct {
	At     time.Time
	Amount string
	IBAN   string // masked
	Status string
	Mine   bool // requested by the merchant
}

func (p page) balances(list map[string]ledger.Balance, payable bool) []balanceView {
	out := make([]balanceView, 0, len(list))
	for _, currency := range slices.Sorted(maps.Keys(list)) {
		b := list[currency]
		out = append(out, balanceView{
			Currency: currency, Available: p.amount(b.Available, currency), Pending: p.amount(b.Pending, currency),
			InPayouts: p.amount(b.Reserved, currency),
			Payable:   payable && b.Available > 0,
		})
	}
	return out
}

func (p page) payouts(list []money.Payout) []payoutLine {
	out := make([]payoutLine, 0, len(list))
	for _, y := range list {
		out = append(out, payoutLine{
			At: y.CreatedAt, Amount: p.amount(y.Amount, y.Currency), IBAN: field.MaskIBAN(y.IBAN), Status: string(y.Status),
			Mine: y.Type == audit.MerchantActor,
		})
	}
	return out
}

// amount is an amount with its currency, as the page shows it.
func (p page) amount(minor int64, currency string) string {
	return p.number(minor, currency) + " " + currency
}

// number is an amount as it is entered in the language of the page.
func (p page) number(minor int64, currency string) string {
	return iso4217.Decimal(minor, currency, p.T("decimal_separator"))
}

// payoutView is the form of a payout.
type payoutView struct {
	Currency  string
	Available string
	Entered   string // amount that the form opens with
	IBAN      string
	Holder    string

	Token  hostedflow.PayoutToken // of the confirmation
	Amount string                 // to confirm
}

func viewPayout(x *exchange) (any, error) {
	balances, _, err := x.h.account.ShowMoney(x.Context(), &x.visit)
	if err != nil {
		return nil, err
	}
	currency := payoutCurrency(x)
	if _, known := balances[currency]; !known {
		for _, currency = range slices.Sorted(maps.Keys(balances)) {
			break // the first one, where the link names none
		}
	}
	available := max(balances[currency].Available, 0)
	v := payoutView{
		Currency: currency, Available: x.page.amount(available, currency), Entered: x.page.number(available, currency),
	}
	if x.page.sent != nil {
		v.Entered = x.page.Was("amount")
	}
	account := x.visit.Onboarding.Data.PayoutAccount
	v.IBAN, v.Holder = field.MaskIBAN(account.IBAN), account.HolderName
	return v, nil
}

// payoutCurrency is the currency that the form or the link names.
func payoutCurrency(x *exchange) string {
	if sent := x.field("currency"); sent != "" {
		return sent
	}
	return x.R.URL.Query().Get("currency")
}

// actPayout shows what is about to be paid, and pays it once that is confirmed.
func actPayout(x *exchange) (string, error) {
	currency := x.field("currency")
	amount, err := hostedflow.ParseAmount(x.field("amount"), currency)
	if err != nil {
		return "", err
	}
	switch x.field("do") {
	case "check":
		return answered, confirmPayout(x, amount, currency)
	case "pay":
		err := x.h.account.RequestPayout(x.Context(), &x.visit, hostedflow.PayoutToken(x.field("token")), amount, currency)
		var f *fault.Error
		if errors.As(err, &f) && f.Reason == pc.ExternalRefConflict {
			return "", hostedflow.FormOld
		}
		return hostedflow.StepPortal + "?done=payout", err
	}
	return "", hostedflow.FormOld
}

// confirmPayout shows a payout that the balance covers, to be confirmed.
func confirmPayout(x *exchange, amount int64, currency string) error {
	data, err := viewPayout(x)
	if err != nil {
		return err
	}
	balances, _, err := x.h.account.ShowMoney(x.Context(), &x.visit)
	if err != nil {
		return err
	}
	if _, err := (money.PayoutOrder{
		Amount: amount, AmountSent: true, Rest: true, Currency: currency,
	}).Payable(balances[currency].Available); err != nil {
		return err
	}
	v := data.(payoutView)
	v.Token, v.Amount, v.Entered = hostedflow.NewPayoutToken(), x.page.amount(amount, currency), x.page.number(amount,
		currency)
	x.page.Data = v
	x.render("payoutconfirm", http.StatusOK)
	return nil
}
