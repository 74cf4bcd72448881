package grpcclient

import (
	"strings"

	"google.golang.org/grpc/resolver"
)

// connections are made to a name with one address, which may be that of a balancer in front of all replicas, such as
// the Service of a cluster. One of them that ends or hangs leaves the others, and calls reach several replicas.
const connections = 3

// several resolves names as DNS does, and has a single address as many times as connections are made to it.
type several struct{}

// Scheme implements resolver.Builder.
func (several) Scheme() string { return "dns" }

// Build implements resolver.Builder.
func (several) Build(
	target resolver.Target, cc resolver.ClientConn, opts resolver.BuildOptions,
) (resolver.Resolver, error) {
	return resolver.Get("dns").Build(target, repeated{cc}, opts)
}

// repeated repeats a single address.
type repeated struct{ resolver.ClientConn }

// UpdateState implements resolver.ClientConn.
func (r repeated) UpdateState(s resolver.State) error {
	if len(s.Endpoints) == 1 {
		for zeros := 1; zeros < connections; zeros++ {
			s.Endpoints = append(s.Endpoints, padded(s.Endpoints[0], strings.Repeat("0", zeros)))
		}
	}
	return r.ClientConn.UpdateState(s)
}

// padded is the same endpoint by another name: gRPC makes one connection for each address, and knows an address by its
// text. A port with leading zeros is the same port.
func padded(e resolver.Endpoint, zeros string) resolver.Endpoint {
	same := resolver.Endpoint{Attributes: e.Attributes}
	for _, a := range e.Addresses {
		port := strings.LastIndexByte(a.Addr, ':') + 1
		a.Addr = a.Addr[:port] + zeros + a.Addr[port:]
		same.Addresses = append(same.Addresses, a)
	}
	return same
}
