package telemetry

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// lines returns a quiet logger and what it has written.
func lines() (*slog.Logger, func() []map[string]any) {
	var out strings.Builder
	return Quiet(NewLogger(&out, slog.LevelInfo)), func() []map[string]any {
		var all []map[string]any
		d := json.NewDecoder(strings.NewReader(out.String()))
		for {
			var m map[string]any
			if err := d.Decode(&m); errors.Is(err, io.EOF) {
				return all
			}
			all = append(all, m)
		}
	}
}

var errAway = errors.New("failed to connect to `user=p database=x`: 127.0.0.1:5432: dial error: connection refused")

// A fault that all loops notice many times a second is logged once, then more and more rarely, with the remedy.
func TestFaultsAreNotRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, written := lines()
		for range 5 * 60 * 10 { // five minutes, ten times a second
			log.Warn("relay interrupted", slog.String("error", errAway.Error()))
			log.Warn("consumer interrupted", slog.String("error", fmt.Errorf("find the consumer: %w", errAway).Error()))
			log.Warn("payouts not moved", slog.String("cause", errAway.Error()))
			time.Sleep(100 * time.Millisecond)
		}
		got := written()
		// At the beginning, then after 5, 15, 35, 75, 155 s.
		if len(got) != 6 || !strings.Contains(got[0]["remedy"].(string), "DATABASE_URL") || got[1]["not_logged"] == nil {
			t.Errorf("%d lines: %v", len(got), got)
		}
	})
}

// A fault that comes back after a while is news, and so is another one at any time.
func TestFaultsThatAreNews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, written := lines()
		for range 2 {
			log.Warn("relay interrupted", slog.String("error", errAway.Error()))
			log.Warn("sweep failed", slog.String("task", "purge"), slog.String("error", "disk full"))
			log.Warn("sweep failed", slog.String("task", "links"), slog.String("error", "disk full"))
			log.Warn("sweep failed", slog.String("task", "links"), slog.String("error", "disk full")) // the same again
			time.Sleep(time.Minute)
		}
		if got := written(); len(got) != 6 || got[3]["not_logged"] != nil {
			t.Errorf("%d lines: %v", len(got), got)
		}
	})
}

// A fault of an endpoint, which each of its attempts meets, is logged for each endpoint, with how often it came; and
// once for all others where very many have it.
func TestFaultsOfEndpoints(t *testing.T) {
	for _, endpoints := range []int{2, faultsKept, 10 * faultsKept} {
		t.Run(fmt.Sprint(endpoints), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				log, written := lines()
				for range 6 { // seconds
					for i := range endpoints {
						for range 3 {
							log.Warn("not made", slog.String("endpoint_id", fmt.Sprint(i)), slog.String("error", "no key"))
						}
					}
					time.Sleep(time.Second)
				}
				named := map[any]bool{}
				got := written()
				for _, line := range got[len(got)/2:] { // at the beginning, then after 5 s
					named[line["endpoint_id"]] = true
					if n := line["not_logged"]; n == nil || endpoints <= faultsKept && n != 14.0 {
						t.Errorf("%v", line)
					}
				}
				if want := min(endpoints, faultsKept+1); len(named) != want || len(got) != 2*want {
					t.Errorf("%d lines of %d endpoints, want %d", len(got), len(named), want)
				}
			})
		})
	}
}

// That loops fail for want of NATS does not hide why it cannot be reached.
func TestTheCauseIsNotHidden(t *testing.T) {
	log, written := lines()
	for range 3 {
		log.Warn("consumer interrupted", slog.String("error", "nats: no responders available for request"))
		log.Warn("nats cannot be reached, trying again",
			slog.String("error", "NATS at nats://x:4222 cannot be reached: nats: Authorization Violation; check NATS_USER"))
	}
	if got := written(); len(got) != 2 || !strings.Contains(got[1]["error"].(string), "NATS_USER") {
		t.Errorf("%d lines: %v", len(got), got)
	}
}

// Requests, and records without an error or cause, are logged every time.
func TestOtherLinesAreNotHeldBack(t *testing.T) {
	log, written := lines()
	ctx := WithRequestID(t.Context(), "req_1")
	for range 3 {
		log.ErrorContext(ctx, "request ended", slog.String("cause", errAway.Error()))
		log.Info("serving", slog.String("error", "none"))
		log.Warn("lost deliveries sent again", slog.Int("deliveries", 3))
	}
	if got := written(); len(got) != 9 {
		t.Errorf("%d lines: %v", len(got), got)
	}
}

func TestFaultsLogTheirRemedy(t *testing.T) {
	for _, c := range []struct{ name, text, remedy string }{
		{"Postgres away", errAway.Error(), "DATABASE_URL"},
		{"schema missing", `ERROR: relation "outbox" does not exist (SQLSTATE 42P01)`, "migrate"},
		{"wrong password", "failed to connect to `user=p database=x`: FATAL: password authentication failed (SQLSTATE 28P01)",
			"DATABASE_URL"},
		{"wrong token", "rpc error: code = Unauthenticated desc = the credentials are not valid", "INTERNAL_TOKEN"},
		{"webhooks away", "rpc error: code = Unavailable desc = connection refused", "WEBHOOKS_GRPC"},
		{"NATS away", "nats: no servers available for connection", "NATS_URL"},
	} {
		t.Run(c.name, func(t *testing.T) {
			log, written := lines()
			log.With(slog.String("program", "x")).Warn("a loop is interrupted", slog.String("error", c.text))
			got := written()
			if len(got) != 1 || !strings.Contains(fmt.Sprint(got[0]["remedy"]), c.remedy) {
				t.Errorf("%v, want a remedy with %s", got, c.remedy)
			}
		})
	}
}
