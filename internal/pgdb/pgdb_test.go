package pgdb

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

// A database that was not migrated is one that cannot serve yet: the client is asked to come back, and the cause is for
// our log.
func TestFaultOfAMissingSchema(t *testing.T) {
	pool, err := Open(t.Context(), Config{URL: envconfig.Secret(pgtest.New(t))})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	for name, c := range map[string]struct {
		statement string
		reason    fault.Reason // empty: the error passes unchanged
	}{
		"no table":    {`SELECT a FROM things`, fault.Overloaded},
		"no column":   {`SELECT a FROM pg_class`, fault.Overloaded},
		"no function": {`SELECT things()`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, cause := pool.Exec(t.Context(), c.statement)
			var got *fault.Error
			found := errors.As(Fault(cause), &got)
			switch {
			case c.reason == "" && found:
				t.Errorf("%v became %v", cause, got)
			case c.reason != "" && (!found || got.Reason != c.reason || got.RetryAfter == 0 || !errors.Is(got, cause)):
				t.Errorf("%v became %+v", cause, got)
			}
		})
	}
}

// A statement goes on after the end of its program was asked for, but not for ever.
func TestFinish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, end := context.WithCancel(t.Context())
		finish, cancel := Finish(ctx)
		defer cancel()
		time.Sleep(time.Hour)
		end()
		time.Sleep(finishWithin - time.Nanosecond)
		synctest.Wait()
		if finish.Err() != nil {
			t.Error("it ended early")
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if finish.Err() == nil {
			t.Error("it did not end")
		}
	})
}
