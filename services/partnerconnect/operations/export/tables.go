package export

import (
	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
)

// The columns of the tables.
var (
	PaymentColumns = []string{
		"payment_id", "external_ref", "status", "reason_code", "amount", "currency", "fee", "refunded", "charged_back",
		"method", "description",
		"customer_email", "customer_name", "metadata", "acted_by", "created_at", "valid_until", "paid_at", "updated_at",
	}
	RefundColumns = []string{
		"refund_id", "payment_id", "external_ref", "status", "reason_code", "amount", "currency", "acted_by", "created_at",
		"updated_at",
	}
	ChargebackColumns = []string{
		"chargeback_id", "payment_id", "status", "reason_code", "amount", "currency", "fee", "respond_by", "created_at",
		"updated_at",
	}
	PayoutColumns = []string{
		"payout_id", "external_ref", "status", "reason_code", "amount", "currency", "iban", "holder_name", "description",
		"acted_by", "created_at",
		"sent_at", "paid_at", "updated_at",
	}
	SettlementColumns = []string{
		"settlement_id", "status", "currency", "gross", "fees", "refunds", "chargebacks", "net", "transactions",
		"period_from", "period_to", "paid_at", "iban",
	}
	TransactionColumns = []string{
		"transaction_id", "type", "status", "amount", "fee", "net", "currency", "payment_id", "refund_id", "chargeback_id",
		"payout_id", "settlement_id",
		"external_ref", "occurred_at", "available_on",
	}
	LineColumns = []string{
		"entry", "kind", "account", "amount", "balance", "currency", "payment_id", "refund_id", "chargeback_id", "payout_id",
		"settlement_id", "posted_at",
	}
	MessageColumns = []string{
		"message_id", "medium", "template", "to", "locale", "status", "failure", "created_at", "sent_at", "delivered_at",
	}
	AccessColumns = []string{"at", "who", "partner_id", "operation", "outcome", "request_id"}
)

// MerchantAccounts are the accounts of the books that are the merchant's. The others are the house's and the partner's.
var MerchantAccounts = []ledger.Account{ledger.Pending, ledger.Available, ledger.Reserved, ledger.InTransit}

// Payment is the row of a payment.
func Payment(p money.Payment) Row {
	fee := Amount{0, p.Currency}
	if p.PaidAt != nil {
		fee.Minor = p.Fee()
	}
	return Row{
		p.ID, p.ExternalRef, p.Status, p.ReasonCode, Amount{p.Amount, p.Currency}, p.Currency, fee,
		Amount{p.Refunded, p.Currency},
		Amount{p.ChargedBack, p.Currency}, p.Method, p.Description, p.Customer.Email, p.Customer.Name, p.Metadata,
		p.Type, p.CreatedAt,
		p.ValidUntil, p.PaidAt, p.UpdatedAt,
	}
}

// Refund is the row of a refund.
func Refund(r money.Refund) Row {
	return Row{
		r.ID, r.Payment, r.ExternalRef, r.Status, r.ReasonCode, Amount{r.Amount, r.Currency}, r.Currency, r.Type,
		r.CreatedAt, r.UpdatedAt,
	}
}

// Chargeback is the row of a chargeback.
func Chargeback(c money.Chargeback) Row {
	return Row{
		c.ID, c.Payment, c.Status, c.ReasonCode, Amount{c.Amount, c.Currency}, c.Currency, Amount{c.Fee, c.Currency},
		c.RespondBy, c.CreatedAt, c.UpdatedAt,
	}
}

// Payout is the row of a payout. The account to which a verification transfer is returned may be of another person.
func Payout(p money.Payout) Row {
	iban, holder := p.IBAN, p.Holder
	if p.OfTransfer {
		iban, holder = field.MaskIBAN(iban), ""
	}
	return Row{
		p.ID, p.ExternalRef, p.Status, p.ReasonCode, Amount{p.Amount, p.Currency}, p.Currency, iban, holder, p.Description,
		p.Type, p.CreatedAt,
		p.SentAt, p.PaidAt, p.UpdatedAt,
	}
}

// Settlement is the row of a settlement.
func Settlement(s ledger.Settlement) Row {
	of := func(minor int64) Amount { return Amount{minor, s.Currency} }
	return Row{
		s.ID, s.Status, s.Currency, of(s.Gross), of(s.Fees), of(s.Refunds), of(s.Chargebacks), of(s.Net()), s.Count,
		s.PeriodFrom, s.PeriodTo, s.PaidAt,
		s.IBANMasked,
	}
}

// Transaction is the row of a transaction.
func Transaction(t ledger.Transaction) Row {
	return Row{
		t.ID, t.Type, t.Status, Amount{t.Amount, t.Currency}, Amount{t.Fee, t.Currency}, Amount{t.Net(), t.Currency},
		t.Currency, t.Payment, t.Refund,
		t.Chargeback, t.Payout, t.Settlement, t.ExternalRef, t.OccurredAt, t.AvailableOn,
	}
}

// Line is the row of a line of the ledger.
func Line(l ledger.BookLine) Row {
	return Row{
		l.Entry, l.Kind, l.Account, Amount{l.Amount, l.Currency}, Amount{l.Balance, l.Currency}, l.Currency, l.Payment,
		l.Refund, l.Chargeback, l.Payout,
		l.Settlement, l.At,
	}
}

// Message is the row of a message: that it was sent, and not what it says.
func Message(m message.StoredMessage) Row {
	return Row{m.ID, m.Medium, m.Template, m.To, m.Locale, m.Status(), m.Failure, m.CreatedAt, m.SentAt, m.DeliveredAt}
}

// Access is the row of an entry of the audit trail.
func Access(e audit.Entry) Row {
	return Row{e.At, e.Actor, e.Partner, e.Operation, e.Outcome, e.RequestID}
}
