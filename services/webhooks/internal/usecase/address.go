package usecase

import (
	"context"
	"net/netip"
	"net/url"
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/endpointfault"
	"github.com/partnerline/partnerline/internal/fault"
)

// Resolver looks names up; *net.Resolver is one.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// resolveTimeout bounds the look-up of a new URL's name.
const resolveTimeout = 2 * time.Second

var errURLNotAllowed = fault.New(endpointfault.URLNotAllowed,
	"the URL leads to an address that deliveries may not go to")

// checkAddress refuses the URL of a field whose host is an address that no delivery may go to, or resolves only to such
// addresses.
// If only some are refused, as ::1 of a localhost on a machine that allows 127.0.0.1, the dispatcher uses the others.
// A name that does not resolve now is accepted: it may soon, and the dispatcher checks every address that it dials.
func (u *Endpoints) checkAddress(ctx context.Context, field, raw string) error {
	to, err := url.Parse(raw)
	if err != nil {
		return err
	}
	refused := errURLNotAllowed.WithField(field, "address", "must lead to a public address")
	host := to.Hostname()
	if u.guard.CheckHost(host) != nil {
		return refused
	}
	if _, err := netip.ParseAddr(host); err == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, resolveTimeout)
	defer cancel()
	addrs, err := u.resolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil
	}
	if len(addrs) > 0 && !slices.ContainsFunc(addrs, func(a netip.Addr) bool { return u.guard.Check(a) == nil }) {
		return refused
	}
	return nil
}
