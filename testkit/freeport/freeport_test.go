package freeport_test

import (
	"net"
	"strconv"
	"testing"

	"github.com/partnerline/partnerline/testkit/freeport"
)

func TestPickedPortIsFree(t *testing.T) {
	port, err := freeport.Pick("127.0.0.1")
	if err != nil || port < 1024 || port >= 32768 {
		t.Fatal(port, err)
	}
	if _, err := freeport.Pick("no such host"); err == nil {
		t.Error("picked a port of a host that is not ours")
	}
	if l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port))); err == nil {
		l.Close()
	}
}
