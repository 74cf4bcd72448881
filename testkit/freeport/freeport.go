// Package freeport picks ports for servers that are stopped and come back on the same port.
//
// The kernel's own choice for port 0 is no good for them: it comes from the range that outgoing connections use, so
// that while the server is down a connection may take its port, even one that tries to reach the server and, by
// chance, from the very port it dials, meets itself.
package freeport

import (
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
)

// Ports in [low, high) are above most services' and below those of outgoing connections: 32768 and up on Linux, 49152
// and up elsewhere.
const low, high = 15000, 32000

const tries = 100

// Pick returns a port that is free on host now. Another process may take it before the caller does.
func Pick(host string) (int, error) {
	var fault error
	for range tries {
		port := low + rand.IntN(high-low)
		l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
		if err != nil {
			fault = err
			continue
		}
		if err := l.Close(); err != nil {
			return 0, fmt.Errorf("find a free port on %s: %w", host, err)
		}
		return port, nil
	}
	return 0, fmt.Errorf("find a free port on %s: none of %d is: %w", host, tries, fault)
}
