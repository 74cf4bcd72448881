package usecase

import (
	"context"
	"errors"
	"net/netip"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/egress"
	"github.com/partnerline/partnerline/internal/endpointfault"
	"github.com/partnerline/partnerline/internal/fault"
)

// addresses resolves the names of a test.
type addresses map[string][]string

func (n addresses) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	list, ok := n[host]
	if !ok {
		return nil, errors.New("no such host")
	}
	var out []netip.Addr
	for _, s := range list {
		out = append(out, netip.MustParseAddr(s))
	}
	return out, nil
}

func TestCheckAddress(t *testing.T) {
	resolver := addresses{
		"public.example": {"1.1.1.1", "2606:4700:4700::1111"}, "private.example": {"10.0.0.1"},
		"metadata.example": {"169.254.169.254", "fd00:ec2::254"},
		"mixed.example":    {"::1", "127.0.0.1"}, "mapped.example": {"::ffff:10.0.0.1"}, "loop6.example": {"::1"},
	}
	guard := egress.New([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})
	s := NewEndpoints(nil, guard, resolver, 1, time.Minute, false)
	for raw, allowed := range map[string]bool{
		"https://public.example/": true, "https://gone.example/": true, "https://mixed.example:4000/": true,
		"http://127.0.0.1:4000/": true, "https://8.8.8.8/": true,
		"https://private.example/": false, "https://metadata.example/": false, "https://mapped.example/": false,
		"https://loop6.example/": false,
		"http://10.0.0.1/":       false, "http://[::1]/": false, "http://[64:ff9b::7f00:1]/": false,
		"http://2130706433/":               false,
		"http://0x7f.1/":                   false,
		"http://[::ffff:169.254.169.254]/": false, "http://100.64.0.1/": false,
	} {
		t.Run(raw, func(t *testing.T) {
			err := s.checkAddress(t.Context(), "/url", raw)
			if allowed != (err == nil) || err != nil && fault.As(err).Reason != endpointfault.URLNotAllowed {
				t.Errorf("%v, want allowed %t", err, allowed)
			}
		})
	}
}
