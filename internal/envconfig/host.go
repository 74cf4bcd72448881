package envconfig

import (
	"net/netip"
	"strings"
)

// ThisMachine reports whether a host of a setting's URL can only be this machine: a loopback address, localhost, or a
// name below it, which browsers lead nowhere else (RFC 6761) and container networks give to their containers.
func ThisMachine(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || err == nil && addr.IsLoopback()
}
