// Package egress decides which addresses we connect to on behalf of clients. They name the URLs of their receivers;
// without a guard they could name our network instead of theirs.
//
// The rule: an address is refused when a row of the IANA special-purpose registries covers it, or when it is no global
// unicast address at all. Blocks the registries call globally reachable (AS112, AMT, anycast services) are refused too:
// none of them hosts a receiver. IPv4-mapped and NAT64 addresses are treated like the IPv4 address that they contain.
//
// What it promises: a Guard wired as the Control function of a net.Dialer sees the address about to be dialled, after
// name resolution, so that no change of DNS between two look-ups gets past it. What it does not promise: anything about
// connections made by an HTTP proxy; such a proxy needs a guard of its own.
package egress
