package egress

import (
	"fmt"
	"net/netip"
	"strings"
	"unicode"
	"unicode/utf8"
)

// CheckHost checks the host of a URL, without its port, before any name is resolved: nil for a name (whose addresses
// are checked when they are known) and for an allowed literal, an error that wraps ErrBlocked for the rest.
//
// Resolvers disagree about 127.1, 0x7f000001, 2130706433 and full-width digits. No top-level domain begins with a
// digit, so a host whose last label does is meant as an address, and of addresses only the canonical notation is
// accepted.
func (g *Guard) CheckHost(host string) error {
	if inner, ok := strings.CutPrefix(host, "["); ok {
		inner, ok = strings.CutSuffix(inner, "]")
		if !ok || !strings.Contains(inner, ":") {
			return fmt.Errorf("%w: %q is no IPv6 literal", ErrBlocked, host)
		}
		host = inner
	}
	if strings.Contains(host, ":") || endsInNumber(host) {
		addr, err := netip.ParseAddr(host)
		if err != nil {
			return fmt.Errorf("%w: %q is not the canonical notation of an address", ErrBlocked, host)
		}
		return g.Check(addr)
	}
	name := strings.ToLower(strings.TrimRight(host, "."))
	switch {
	case name == "":
		return fmt.Errorf("%w: no host", ErrBlocked)
	case strings.ContainsFunc(name, notOfName):
		return fmt.Errorf("%w: %q is no host name", ErrBlocked, host)
	case name == "localhost" || strings.HasSuffix(name, ".localhost"):
		return g.Check(netip.AddrFrom4([4]byte{127, 0, 0, 1})) // RFC 6761: never asked of DNS
	}
	return nil
}

// endsInNumber reports whether the last label begins with a digit or holds a digit of another script: the
// internationalised form of names folds such digits, and the dots of other scripts, into plain ones.
func endsInNumber(host string) bool {
	isDot := func(r rune) bool { return r == '.' || r == '\u3002' || r == '\uff0e' || r == '\uff61' }
	last := strings.TrimRightFunc(host, isDot)
	if i := strings.LastIndexFunc(last, isDot); i >= 0 {
		_, size := utf8.DecodeRuneInString(last[i:])
		last = last[i+size:]
	}
	first, _ := utf8.DecodeRuneInString(last)
	return unicode.IsNumber(first) || strings.ContainsFunc(last, func(r rune) bool {
		return r >= utf8.RuneSelf && unicode.IsNumber(r)
	})
}

// notOfName reports what can be in no host name and has a meaning elsewhere in a URL.
func notOfName(r rune) bool {
	return r <= ' ' || r == 0x7f || r == utf8.RuneError || strings.ContainsRune(`%/\?#@[]<>^|"`+"`{}", r)
}
