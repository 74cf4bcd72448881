package partnerconnect

import (
	"crypto/sha256"
	"encoding/json"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/partnerline/partnerline/internal/fault"
)

// CheckOwnRef returns what is wrong with the external_ref of a payment or payout.
func CheckOwnRef(s string) []fault.Violation {
	const at = "/external_ref"
	var v violations
	switch {
	case s == "":
		v.add(at, "required", "must be given: your own reference, unique per merchant")
	case utf8.RuneCountInString(s) > MaxExternalRef:
		v.add(at, "too_long", "must have at most 128 characters")
	case strings.ContainsFunc(s, misleads):
		v.add(at, "control_characters", "must not contain control characters, nor such that turn the direction of text")
	case strings.TrimSpace(s) != s:
		v.add(at, "leading_or_trailing_whitespace", "must not begin or end with whitespace")
	}
	return v
}

// Violations returns what is wrong with the fields of an order, whoever the merchant is.
func (o PaymentOrder) Violations(now time.Time) []fault.Violation {
	v := violations(CheckOwnRef(o.ExternalRef))
	v.required("/currency", o.Currency)
	v.required("/description", o.Description)
	v.text("/description", o.Description, 1, 255)
	v.required("/customer/email", o.Customer.Email)
	v.valid("/customer/email", o.Customer.Email, validEmail, "invalid_email", "must be an e-mail address of at most 254 characters")
	v.text("/customer/name", o.Customer.Name, 1, 255)
	v.valid("/customer/locale", o.Customer.Locale, languageTag.MatchString, "invalid_locale", "must be a language tag like pl or en-GB")
	v.required("/return_url", o.ReturnURL)
	v.valid("/return_url", o.ReturnURL, func(s string) bool {
		u := parseURL(s)
		return u != nil && u.Scheme == "https"
	}, "invalid_url", "must be an https URL of at most 2048 bytes")
	oneOf(&v, "/method", o.Method, PaymentMethods...)
	if t := o.Valid; t != nil && (t.Before(now.Add(MinPaymentValidity)) || t.After(now.Add(MaxPaymentValidity))) {
		v.add("/valid_until", "out_of_range", "must be 15 minutes to 30 days ahead")
	}
	checkMetadata(&v, "/metadata", o.Metadata)
	return v
}

// Check returns why the merchant cannot take the order: amount_out_of_range, currency_not_supported. The fields have been checked.
func (o PaymentOrder) Check(m Merchant) error {
	if o.Amount < 1 || o.Amount > MaxPaymentAmount {
		return fault.New(fault.AmountOutOfRange, "the amount is not one that a payment can have; see errors").
			WithField("/amount", "out_of_range", "must be 1 to 99999999999 minor units of the currency")
	}
	return m.CheckCurrency(o.Currency)
}

// CheckCurrency returns currency_not_supported unless the merchant has it.
func (m Merchant) CheckCurrency(currency string) error {
	if _, known := Exponent(currency); known && m.Takes(currency) {
		return nil
	}
	return fault.New(fault.CurrencyNotSupported, "the merchant does not have this currency; see supported_currencies").
		WithField("/currency", "not_supported", "must be one of the merchant's currencies (ISO 4217, upper case)").
		WithExtension("supported_currencies", m.Currencies)
}

// Fingerprint tells orders apart: equal for equal ones, whatever the order of their members in JSON. It is kept sealed, as
// whoever knows the rest of an order could try addresses of the customer against it.
func (o PaymentOrder) Fingerprint() []byte {
	if o.Valid != nil {
		t := o.Valid.UTC()
		o.Valid = &t
	}
	if len(o.Metadata) == 0 {
		o.Metadata = nil
	}
	b, _ := json.Marshal(o) // nothing in it can fail
	sum := sha256.Sum256(b)
	return sum[:]
}
