// Package emailaddress decides which texts are addresses that e-mails are delivered to.
package emailaddress

import (
	"strings"
)

// Valid admits what mail systems deliver to in practice: a dot-atom of ASCII and a domain of at least two labels. Only
// the hosted flow proves that the box exists and is the applicant's.
func Valid(s string) bool {
	local, domain, ok := strings.Cut(s, "@")
	if !ok || len(s) > 254 || len(local) > 64 {
		return false
	}
	for atom := range strings.SplitSeq(local, ".") {
		if atom == "" ||
			strings.ContainsFunc(atom,
				func(r rune) bool { return !isAlnum(r) && !strings.ContainsRune("!#$%&'*+/=?^_`{|}~-", r) }) {
			return false
		}
	}
	return validDomain(domain)
}

// validDomain admits DNS names of at least two labels whose last one is not a number.
func validDomain(s string) bool {
	labels := strings.Split(s, ".")
	if len(s) > 253 || len(labels) < 2 {
		return false
	}
	for _, l := range labels {
		if l == "" || len(l) > 63 || l[0] == '-' || l[len(l)-1] == '-' ||
			strings.ContainsFunc(l, func(r rune) bool { return !isAlnum(r) && r != '-' }) {
			return false
		}
	}
	last := labels[len(labels)-1]
	return len(last) >= 2 && strings.ContainsFunc(last, func(r rune) bool { return r < '0' || r > '9' })
}

func isAlnum(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}
