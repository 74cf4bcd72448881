package pgdb

import (
	"net"
	"testing"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sys/unix"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

// Connections of a pool, through a pooler too, and those of their own end when the server is silent.
func TestDeadConnectionsEnd(t *testing.T) {
	t.Parallel()
	url := envconfig.Secret(pgtest.New(t))
	for name, cfg := range map[string]Config{"direct": {URL: url}, "by a pooler": {URL: url, PoolURL: url}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pool, err := Open(t.Context(), cfg)
			if err != nil {
				t.Fatal(err)
			}
			defer pool.Close()
			pooled, err := pool.Acquire(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer pooled.Release()
			own, release, err := Dedicate(t.Context(), pool)
			if err != nil {
				t.Fatal(err)
			}
			defer release()
			for _, conn := range []*pgx.Conn{pooled.Conn(), own} {
				tcp, ok := conn.PgConn().Conn().(*net.TCPConn)
				if !ok {
					t.Fatalf("not by TCP: %T", conn.PgConn().Conn())
				}
				raw, err := tcp.SyscallConn()
				if err != nil {
					t.Fatal(err)
				}
				var options [3]int
				if err := raw.Control(func(fd uintptr) {
					for i, option := range []int{unix.TCP_USER_TIMEOUT, unix.TCP_KEEPIDLE, unix.TCP_KEEPINTVL} {
						options[i], _ = unix.GetsockoptInt(int(fd), unix.IPPROTO_TCP, option)
					}
				}); err != nil {
					t.Fatal(err)
				}
				if options != [3]int{10_000, 5, 1} {
					t.Errorf("options %v", options)
				}
			}
		})
	}
}
