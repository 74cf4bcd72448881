// Package iso4217 knows the currencies of ISO 4217, and spells amounts of them.
package iso4217

import (
	"errors"
	"strconv"
	"strings"
)

// currencies are the active codes of ISO 4217 that amounts are stated in; metals, funds and test codes are left out.
const currencies = " AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD " +
	"CAD CDF CHF CLP CNY COP CRC" +
	" CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR " +
	"IQD IRR ISK" +
	" JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR " +
	"MWK MXN MYR" +
	" MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE " +
	"SOS SRD SSP" +
	" STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR " +
	"ZMW ZWG "

// exponents are those that are not 2: how many decimal digits the minor unit is away from the major one (ISO 4217,
// column "minor unit").
var exponents = map[string]int{
	"BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0, "VND": 0,
	"VUV": 0,
	"XAF": 0, "XOF": 0, "XPF": 0,
	"BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
}

// Exponent returns how many decimal digits amounts of a currency have; false for a text that is not a currency.
func Exponent(currency string) (int, bool) {
	if len(currency) != 3 || !strings.Contains(currencies, " "+currency+" ") {
		return 0, false
	}
	if e, ok := exponents[currency]; ok {
		return e, true
	}
	return 2, true
}

// MajorUnit is one of the currency, in its minor units: 100 for PLN, 1 for JPY, 1000 for KWD.
func MajorUnit(currency string) int64 {
	e, _ := Exponent(currency)
	unit := int64(1)
	for range e {
		unit *= 10
	}
	return unit
}

// Decimal spells an amount of minor units for people, with the separator of their language: 12345 PLN is `123,45`.
func Decimal(amount int64, currency, separator string) string {
	sign := ""
	if amount < 0 {
		sign, amount = "-", -amount
	}
	unit := MajorUnit(currency)
	if unit == 1 {
		return sign + strconv.FormatInt(amount, 10)
	}
	fraction := strconv.FormatInt(amount%unit+unit, 10)[1:] // the unit in front keeps the zeros
	return sign + strconv.FormatInt(amount/unit, 10) + separator + fraction
}

// ParseDecimal is the opposite of Decimal with a point: the amount in minor units of its currency, exactly. Its error
// says what is wrong with an amount, and does not quote it.
func ParseDecimal(s, currency string) (int64, error) {
	exponent, ok := Exponent(currency)
	if !ok {
		return 0, errors.New("is in an unknown currency")
	}
	whole, fraction, _ := strings.Cut(s, ".")
	if rest := fraction[min(exponent, len(fraction)):]; strings.Trim(rest, "0") != "" {
		return 0, errors.New("has more digits than its currency")
	}
	digits := whole + (fraction + strings.Repeat("0", exponent))[:exponent]
	if strings.Trim(digits, "0123456789") != "" || whole == "" {
		return 0, errors.New("is not a decimal number")
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 0, errors.New("is too large")
	}
	return n, nil
}
