package money

import (
	"time"

	"github.com/partnerline/partnerline/internal/emailaddress"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/fingerprint"
	"github.com/partnerline/partnerline/internal/iso4217"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// violations returns what is wrong with the fields of an order for any merchant.
func (o PaymentOrder) violations(now time.Time) []fault.Violation {
	v := field.Violations(CheckExternalRef(o.ExternalRef))
	v.Required("/currency", o.Currency)
	v.Required("/description", o.Description)
	v.Text("/description", o.Description, 1, 255)
	v.Required("/customer/email", o.Customer.Email)
	v.Valid("/customer/email", o.Customer.Email, emailaddress.Valid, "invalid_email",
		"must be an e-mail address of at most 254 characters")
	v.Text("/customer/name", o.Customer.Name, 1, 255)
	v.Valid("/customer/locale", o.Customer.Locale, field.LanguageTag.MatchString, "invalid_locale",
		"must be a language tag like pl or en-GB")
	v.Required("/return_url", o.ReturnURL)
	v.Valid("/return_url", o.ReturnURL, func(s string) bool {
		u := field.ParseURL(s)
		return u != nil && u.Scheme == "https"
	}, "invalid_url", "must be an https URL of at most 2048 bytes")
	field.OneOf(&v, "/method", o.Method, PaymentMethods...)
	if t := o.Valid; t != nil && (t.Before(now.Add(MinPaymentValidity)) || t.After(now.Add(MaxPaymentValidity))) {
		v.Add("/valid_until", "out_of_range", "must be 15 minutes to 30 days ahead")
	}
	field.CheckMetadata(&v, "/metadata", o.Metadata)
	return v
}

// Check returns why the merchant cannot take the order: what is wrong with its fields, amount_out_of_range,
// currency_not_supported. The first of these is the reason; the fields of all are reported together.
func (o PaymentOrder) Check(m delegation.Merchant, now time.Time) error {
	return fault.First(fault.JoinViolations(nil, o.violations(now)), o.checkAmount(), checkCurrency(m, o.Currency))
}

func (o PaymentOrder) checkAmount() error {
	if o.Amount < 1 || o.Amount > MaxPaymentAmount {
		return fault.New(pc.AmountOutOfRange, "the amount is out of range; see errors").
			WithField("/amount", "out_of_range", "must be 1 to 99999999999 minor units of the currency")
	}
	return nil
}

// checkCurrency returns currency_not_supported unless the merchant has it.
func checkCurrency(m delegation.Merchant, currency string) error {
	if _, known := iso4217.Exponent(currency); known && m.Takes(currency) {
		return nil
	}
	return fault.New(pc.CurrencyNotSupported, "the merchant does not have this currency; see supported_currencies").
		WithField("/currency", "not_supported", "must be one of the merchant's currencies (ISO 4217, upper case)").
		WithExtension("supported_currencies", m.Currencies)
}

// Fingerprint is equal for equal orders, whatever the order of their members in JSON. It is stored sealed: a person who
// knows the rest of an order could try addresses of the customer against it.
func (o PaymentOrder) Fingerprint() []byte {
	sum := fingerprint.Of("payment_order/1", o)
	return sum[:]
}
