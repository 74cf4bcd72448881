package usecase

import (
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// Of the answers of a tenant and mode so much is stored in a minute. What is more says that it is truncated; those of
// others stay.
func TestStoredAnswersAreLimited(t *testing.T) {
	t.Parallel()
	limits, now := NewAnswerLimits(1, 2), time.Now()
	endpoints := map[webhooks.EndpointID]*webhooks.Endpoint{
		"test":  {Scope: webhooks.Scope{Tenant: "a"}},
		"live":  {Scope: webhooks.Scope{Tenant: "a", Livemode: true}},
		"other": {Scope: webhooks.Scope{Tenant: "b"}},
	}
	kept := func(e webhooks.EndpointID, at time.Time) (n int) {
		made := make([]webhooks.Attempt, 200)
		for i := range made {
			made[i] = webhooks.Attempt{Endpoint: e, Body: make([]byte, 16<<10)}
		}
		limits.apply(made, endpoints, at)
		for _, a := range made {
			if (a.Body == nil) != a.Truncated {
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
	if got := limits.cut.Load(); got != 140+200+140+80+140 {
		t.Errorf("%d are counted as cut", got)
	}
	AnswerLimits{}.apply([]webhooks.Attempt{{Endpoint: "test", Body: []byte("a")}}, endpoints, now)
}
