package usecase

import (
	"log/slog"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// Of the answers of a tenant and mode so much is stored in a minute. What is more says that it is truncated; those of
// others stay.
func TestStoredAnswersAreLimited(t *testing.T) {
	t.Parallel()
	limits, now := NewAnswerLimits(1, 2, nil), time.Now()
	endpoints := map[webhooks.EndpointID]*webhooks.Endpoint{
		"test":  {Scope: webhooks.Scope{Tenant: "a"}},
		"live":  {Scope: webhooks.Scope{Tenant: "a", Livemode: true}},
		"other": {Scope: webhooks.Scope{Tenant: "b"}},
	}
	none := func() (map[webhooks.AttemptKey]bool, error) { return map[webhooks.AttemptKey]bool{}, nil }
	kept := func(e webhooks.EndpointID, at time.Time) (n int) {
		made := make([]webhooks.Attempt, 200)
		for i := range made {
			made[i] = webhooks.Attempt{Endpoint: e, Number: i, Body: make([]byte, 16<<10)}
		}
		sizes, err := limits.apply(made, endpoints, at, none)
		if err != nil {
			t.Error(err)
		}
		limits.count(slices.Collect(maps.Values(sizes)), at)
		for _, a := range made {
			if (a.Body == nil) != a.Truncated || a.Omitted != a.Truncated {
				t.Errorf("%s: %d bytes, truncated %t", e, len(a.Body), a.Truncated)
			}
			if a.Body != nil {
				n++
			}
		}
		return n
	}
	for _, c := range []struct {
		endpoint webhooks.EndpointID
		at       time.Time
		want     int
	}{
		{"test", now, 60}, {"test", now, 0}, {"other", now, 60}, {"live", now, 120}, {"unknown", now, 200},
		{"test", now.Add(time.Minute), 60},
	} {
		if got := kept(c.endpoint, c.at); got != c.want {
			t.Errorf("%s: %d bodies are stored, want %d", c.endpoint, got, c.want)
		}
	}
	if got := limits.omitted.Load(); got != 140+200+140+80+140 {
		t.Errorf("%d are counted as cut", got)
	}
	one := []webhooks.Attempt{{Endpoint: "test", Body: []byte("a")}}
	if _, err := (AnswerLimits{}).apply(one, endpoints, now, none); err != nil {
		t.Error(err)
	}
}

// An answer counts when it is stored, and once, however often its result comes. What is left out says so.
func TestAnswersCountOnce(t *testing.T) {
	t.Parallel()
	s := newService(t)
	notices := NewLimitNotices(s.store, slog.New(slog.DiscardHandler))
	s.deliveries.answers = NewAnswerLimits(1, 1, notices)
	s.newEndpoint()
	now, big := time.Now(), make([]byte, 16<<10)
	list := s.fanOut(61)
	batch := make([]webhooks.Attempt, len(list))
	for i, d := range list {
		batch[i] = attemptOf(d, 1, webhooks.OutcomeDelivered, now)
		batch[i].Body = big
	}
	record := func(attempts []webhooks.Attempt) {
		t.Helper()
		if _, err := s.deliveries.RecordAttempts(t.Context(), attempts, now); err != nil {
			t.Fatal(err)
		}
	}
	stored := func(d webhooks.Delivery) webhooks.Attempt {
		t.Helper()
		made, err := s.store.Attempts.List(t.Context(), d)
		if err != nil || len(made) != 1 {
			t.Fatal(made, err)
		}
		return made[0]
	}
	for range 10 {
		record(batch[:10]) // 170 KiB
	}
	twice := slices.Concat(batch[10:20], batch[10:20])
	record(twice)
	record(batch[:60]) // of 1 MiB, 60 of 17 KiB
	for i, d := range list[:60] {
		if a := stored(d); len(a.Body) != len(big) || a.Omitted || a.Truncated {
			t.Fatalf("answer %d: %d bytes are stored, omitted %t", i, len(a.Body), a.Omitted)
		}
	}
	for range 3 {
		record(batch[60:])
	}
	if a := stored(list[60]); len(a.Body) != 0 || !a.Omitted || !a.Truncated {
		t.Errorf("above the limit, %d bytes are stored, omitted %t", len(a.Body), a.Omitted)
	}
	if n := s.deliveries.answers.omitted.Load(); n != 1 {
		t.Errorf("%d answers are counted as left out", n)
	}
	if n := len(notices.queue); n != 1 {
		t.Errorf("%d notices wait to be stored", n)
	}
}

// A tenant has one notice about a limit in an hour, by mode and limit, however many programs notice it.
func TestNoticesOfLimits(t *testing.T) {
	t.Parallel()
	s := newService(t)
	log, at := slog.New(slog.DiscardHandler), time.Now().UTC().Truncate(time.Millisecond)
	live := webhooks.Scope{Tenant: scope.Tenant, Livemode: true}
	for i := range 2 {
		programs := NewLimitNotices(s.store, log)
		for _, n := range []webhooks.Notice{webhooks.NoticeDeliveriesLimited, webhooks.NoticeAnswersLimited} {
			for _, sc := range []webhooks.Scope{scope, live} {
				if err := programs.Notify(t.Context(), n, sc, at.Add(time.Duration(i)*59*time.Minute)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	count := func() int {
		t.Helper()
		list, err := s.store.Notices.Search(t.Context(), webhooks.NoticeFilter{Tenant: scope.Tenant, Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	if n := count(); n != 4 {
		t.Errorf("there are %d notices, want 4", n)
	}
	notices := NewLimitNotices(s.store, log)
	for range 3 {
		notices.Add(webhooks.NoticeAnswersLimited, live, at)
		notices.Add(webhooks.NoticeAnswersLimited, scope, at)
	}
	if n := len(notices.queue); n != 2 {
		t.Errorf("%d notices wait to be stored, want 2", n)
	}
	later := at.Add(webhooks.LimitNoticeEvery)
	if err := notices.Notify(t.Context(), webhooks.NoticeAnswersLimited, live, later); err != nil {
		t.Fatal(err)
	}
	if n := count(); n != 5 {
		t.Errorf("after an hour there are %d notices, want 5", n)
	}
}
