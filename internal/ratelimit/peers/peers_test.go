package peers

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/ratelimit"
	"github.com/partnerline/partnerline/testkit/pgtest"
	"github.com/partnerline/partnerline/testkit/wait"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

var policies = ratelimit.Config{Key: 1000, Writes: 100}.Policies()

// start runs a process with a limiter; stop ends it.
func start(t *testing.T, url string, maxConns int32) (l *ratelimit.Limiter, stop func()) {
	t.Helper()
	pool, err := pgdb.Open(t.Context(), pgdb.Config{URL: envconfig.Secret(url), MaxConns: maxConns})
	if err != nil {
		t.Fatal(err)
	}
	l = ratelimit.New(policies)
	p := New(pool, ratelimit.Limiters{"keys": l}, slog.New(slog.NewTextHandler(t.Output(), nil)))
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- p.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		pool.Close()
	})
	t.Cleanup(stop)
	return l, stop
}

func remaining(l *ratelimit.Limiter, caller string) []int {
	var list []int
	for _, q := range l.Peek(caller, time.Now(), ratelimit.Key, ratelimit.Writes) {
		list = append(list, q.Remaining)
	}
	return list
}

// Three processes admit together what one would, whatever each of them counted, and none counts what it sent itself.
func TestProcessesCountTogether(t *testing.T) {
	url := pgtest.New(t)
	var list []*ratelimit.Limiter
	for range 3 {
		l, _ := start(t, url, 2)
		list = append(list, l)
	}
	listening(t, url, 3)
	const callers = 120 // more than a notification holds
	for i, l := range list {
		for n := range callers {
			for range 10 * (i + 1) {
				l.Take(fmt.Sprintf("key_%d", n), time.Now(), ratelimit.Key, ratelimit.Writes)
			}
		}
	}
	for i, l := range list {
		for n := range callers {
			caller := fmt.Sprintf("key_%d", n)
			wait.Until(t, fmt.Sprintf("process %d knows of the 60 calls of %s", i, caller), func() bool {
				got := remaining(l, caller)
				return got[0] == 940 && got[1] == 40
			})
		}
	}
}

// A limit that is reached in one process is reached in the others, and a window that began in one ends in the others at
// the same time.
func TestALimitIsReachedInAll(t *testing.T) {
	url := pgtest.New(t)
	a, _ := start(t, url, 2)
	b, _ := start(t, url, 2)
	listening(t, url, 2)
	for range 100 {
		a.Take("key_a", time.Now(), ratelimit.Writes)
	}
	wait.Until(t, "the other process refuses", func() bool {
		return b.Peek("key_a", time.Now(), ratelimit.Writes)[0].Violated
	})
	here, there := a.Peek("key_a", time.Now(), ratelimit.Writes)[0].Reset,
		b.Peek("key_a", time.Now(), ratelimit.Writes)[0].Reset
	if d := (here - there).Abs(); d > 5*time.Second {
		t.Errorf("the windows end %s apart", d)
	}
	if b.Peek("key_b", time.Now(), ratelimit.Writes)[0].Remaining != 100 {
		t.Error("another caller is counted")
	}
}

// A process that lost its connection counts on, and shares again once it is back.
func TestConnectionIsLost(t *testing.T) {
	url := pgtest.New(t)
	a, _ := start(t, url, 2)
	b, _ := start(t, url, 2)
	listening(t, url, 2)
	conn, err := pgdb.Open(t.Context(), pgdb.Config{URL: envconfig.Secret(url), MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Exec(t.Context(),
		`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%LISTEN rate_limits%' AND pid <> `+
			`pg_backend_pid()`); err != nil {
		t.Fatal(err)
	}
	a.Take("key_a", time.Now(), ratelimit.Writes)
	wait.Until(t, "calls are shared again", func() bool {
		a.Take("key_a", time.Now(), ratelimit.Writes)
		return remaining(b, "key_a")[1] < 100
	})
}

// Messages of other releases, or that no process could have sent, change nothing.
func TestWhatCannotBeReadIsIgnored(t *testing.T) {
	l := ratelimit.New(policies)
	p := New(nil, ratelimit.Limiters{"keys": l}, slog.New(slog.DiscardHandler))
	for _, payload := range []string{
		"", "{", "null", "[]", `{"from":"x","limiter":"others","uses":[{"c":"AAAAAAAAAAAAAAAAAAAAAA==","n":[1,1],"ms":1}]}`,
		`{"from":"x","limiter":"keys","uses":[{"c":"AA==","n":[1,1],"ms":1}]}`,
		`{"from":"x","limiter":"keys","uses":[{"c":"AAAAAAAAAAAAAAAAAAAAAA==","n":[1],"ms":1},` +
			`{"c":"AAAAAAAAAAAAAAAAAAAAAA==","n":[-9,1],"ms":1},{"c":"AAAAAAAAAAAAAAAAAAAAAA==","n":[1,1],"ms":-1}]}`,
	} {
		p.merge([]byte(payload))
	}
	if got := l.Collect(time.Now()); len(got) != 0 {
		t.Errorf("collected %v", got)
	}
}

func FuzzMerge(f *testing.F) {
	f.Add([]byte(`{"from":"x","limiter":"keys","uses":[{"c":"AAAAAAAAAAAAAAAAAAAAAA==","n":[1,1],"ms":1}]}`))
	f.Fuzz(func(t *testing.T, payload []byte) {
		l := ratelimit.New(policies)
		New(nil, ratelimit.Limiters{"keys": l}, slog.New(slog.DiscardHandler)).merge(payload)
		for _, q := range l.Take("key_a", time.Now(), ratelimit.Key) {
			if q.Remaining < 0 || q.Remaining > 1000 {
				t.Errorf("%d remain", q.Remaining)
			}
		}
	})
}

// listening waits until so many processes listen, which they do once the statement is done.
func listening(t *testing.T, url string, n int) {
	t.Helper()
	pool, err := pgdb.Open(t.Context(), pgdb.Config{URL: envconfig.Secret(url), MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	wait.Until(t, fmt.Sprintf("%d processes listen", n), func() bool {
		var got int
		if err := pool.QueryRow(t.Context(),
			`SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%LISTEN rate_limits%' AND state = 'idle' AND pid <> `+
				`pg_backend_pid()`).Scan(&got); err != nil {
			t.Fatal(err)
		}
		return got == n
	})
}
