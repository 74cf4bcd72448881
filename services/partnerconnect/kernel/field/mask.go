package field

import (
	"strings"
)

// MaskEmail shows the first letters of an address and its last label: `j***@e***.pl`. The number of stars reveals
// nothing.
func MaskEmail(email string) string {
	local, domain, ok := strings.Cut(email, "@")
	if !ok || local == "" || domain == "" {
		return "***"
	}
	dot := strings.LastIndexByte(domain, '.')
	if dot < 0 {
		return first(local) + "***@" + first(domain) + "***"
	}
	return first(local) + "***@" + first(domain) + "***" + domain[dot:]
}

// MaskIBAN shows the last four characters.
func MaskIBAN(iban string) string {
	if len(iban) < 8 {
		return "****"
	}
	return "****" + iban[len(iban)-4:]
}

func first(s string) string {
	for _, r := range s {
		return string(r)
	}
	return ""
}
