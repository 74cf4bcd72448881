package grpcclient

import (
	"context"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/partnerline/partnerline/testkit/cluster"
	"github.com/partnerline/partnerline/testkit/wait"
)

func newService(t *testing.T, replicas ...string) *cluster.Service {
	t.Helper()
	s, err := cluster.Serve("127.0.0.1:0", replicas...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func dial(t *testing.T, address string) *grpc.ClientConn {
	t.Helper()
	conn, err := Dial(address, "token", insecure.NewCredentials())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

func check(t *testing.T, conn *grpc.ClientConn, within time.Duration) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	_, err := healthpb.NewHealthClient(conn).Check(ctx, &healthpb.HealthCheckRequest{}, grpc.WaitForReady(true))
	return err
}

// Behind one address, calls reach several replicas, so that one that ends is not all that a client has: no call fails
// while a replica leaves.
func TestCallsReachReplicasBehindOneAddress(t *testing.T) {
	t.Parallel()
	replicas := []*replica{newReplica(t), newReplica(t)}
	s := newService(t, replicas[0].address, replicas[1].address)
	conn := dial(t, s.Addr())
	wait.Until(t, "both replicas have connections", func() bool {
		return check(t, conn, time.Minute) == nil &&
			s.Connections(replicas[0].address) > 0 && s.Connections(replicas[1].address) > 0
	})
	leaving, staying := replicas[0], replicas[1]
	s.Ready(staying.address)
	stopped := make(chan struct{})
	go func() { defer close(stopped); leaving.stop() }()
	defer func() { <-stopped }()
	wait.Until(t, "the replica that leaves has no connections", func() bool {
		if _, err := healthpb.NewHealthClient(conn).Check(t.Context(), &healthpb.HealthCheckRequest{}); err != nil {
			t.Fatalf("a call fails while a replica leaves: %v", err)
		}
		return s.Connections(leaving.address) == 0
	})
}

// A replica that vanishes without closing its connections costs no more than the calls that wait for it.
func TestAVanishedReplicaLeavesTheOthers(t *testing.T) {
	t.Parallel()
	replicas := []*replica{newReplica(t), newReplica(t)}
	s := newService(t, replicas[0].address, replicas[1].address)
	conn := dial(t, s.Addr())
	wait.Until(t, "both replicas have connections", func() bool {
		return check(t, conn, time.Minute) == nil &&
			s.Connections(replicas[0].address) > 0 && s.Connections(replicas[1].address) > 0
	})
	s.Ready(replicas[1].address)
	s.Vanish(replicas[0].address)
	for range 2 * connections { // in turn, from any one on
		if check(t, conn, time.Second) == nil {
			return
		}
	}
	t.Error("no call is answered by the replica that is there")
}

// A name is resolved again a second after the last time, when its addresses fail.
func TestNamesAreResolvedAgain(t *testing.T) {
	t.Parallel()
	r := newReplica(t)
	at, err := netip.ParseAddrPort(r.address)
	if err != nil {
		t.Fatal(err)
	}
	names, err := cluster.ServeNames(0, "127.0.0.2") // which serves nothing at this port
	if err != nil {
		t.Fatal(err)
	}
	defer names.Close()
	conn := dial(t, fmt.Sprintf("dns://%s/replicas.test.:%d", names.Addr(), at.Port()))
	conn.Connect()
	wait.Until(t, "the name is resolved", func() bool { return names.Asked() > 0 })
	names.Set("127.0.0.1")
	if err := check(t, conn, 20*time.Second); err != nil {
		t.Errorf("the new address is not found: %v", err)
	}
}
