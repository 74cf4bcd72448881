package webhooks

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/partnerline/partnerline/internal/ids"
)

// Receivers may deduplicate by session and status, so no status is ever entered twice, whatever is tried.
func TestVerificationProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := time.Unix(1_800_000_000, 0)
		kind := rapid.SampledFrom([]string{"identity", "company", "bank_transfer"}).Draw(t, "kind")
		v, e, err := NewVerification("v", Scope{Tenant: "ten_a"}, kind, Subject{Type: "person"}, nil, now)
		if err != nil || e.Type != VerificationCreated {
			t.Fatalf("%v, %v", e.Type, err)
		}
		entered := map[VerificationStatus]bool{StatusPending: true}
		for range 30 {
			now = now.Add(time.Second)
			was := v
			if rapid.Bool().Draw(t, "retry") {
				attempt := rapid.IntRange(0, MaxVerificationAttempts+1).Draw(t, "attempt")
				err := v.Retry(attempt, now)
				begun := attempt > 0 && attempt <= was.Attempt
				begins := was.Status == StatusInProgress && was.Attempt < MaxVerificationAttempts &&
					(attempt == 0 || attempt == was.Attempt+1)
				if (err == nil) != (begun || begins) || (v.Attempt != was.Attempt) != (begins && !begun) || v.Status != was.Status {
					t.Fatalf("retry %d after attempt %d in %s: %v, attempt %d", attempt, was.Attempt, was.Status, err, v.Attempt)
				}
				continue
			}
			to := rapid.SampledFrom(VerificationStatuses).Draw(t, "to")
			e, err := v.Enter(to, nil, now)
			if err != nil {
				if !errors.Is(err, ErrInvalidState) || v.Status != was.Status || v.Sequence != was.Sequence {
					t.Fatalf("a refused step changed something: %v", err)
				}
				continue
			}
			if entered[to] {
				t.Fatalf("%s is entered twice", to)
			}
			entered[to] = true
			var body struct {
				ID   string
				Data SessionData
			}
			if err := json.Unmarshal(e.Body, &body); err != nil {
				t.Fatal(err)
			}
			if at, ok := ids.Time(EventPrefix, body.ID); !ok || !at.Equal(e.CreatedAt) {
				t.Fatal("the id does not hold the time of the event")
			}
			if body.Data.Status != string(to) || *body.Data.PreviousStatus != string(was.Status) ||
				body.Data.Sequence != was.Sequence+1 {
				t.Fatalf("data %+v", body.Data)
			}
			if (v.CompletedAt != nil) != to.Ended() || (v.Outcome != nil) != (to == StatusCompleted || to == StatusFailed) {
				t.Fatalf("end of %s: %v, %v", to, v.CompletedAt, v.Outcome)
			}
			if to == StatusFailed && len(v.ReasonCodes) == 0 {
				t.Fatal("failed without a reason")
			}
		}
	})
}

func TestPathTo(t *testing.T) {
	for _, c := range []struct {
		from, to VerificationStatus
		path     []VerificationStatus
	}{
		{StatusPending, StatusCompleted, []VerificationStatus{StatusInProgress, StatusProcessing, StatusCompleted}},
		{StatusPending, StatusFailed, []VerificationStatus{StatusInProgress, StatusFailed}},
		{StatusInReview, StatusCompleted, []VerificationStatus{StatusCompleted}},
		{StatusPending, StatusExpired, []VerificationStatus{StatusExpired}},
		{StatusCompleted, StatusFailed, nil},
		{StatusProcessing, StatusCancelled, nil},
		{StatusPending, StatusPending, nil},
	} {
		t.Run(string(c.from+" to "+c.to), func(t *testing.T) {
			path, ok := c.from.PathTo(c.to)
			if ok != (c.path != nil) || !slices.Equal(path, c.path) {
				t.Errorf("%s to %s: %v", c.from, c.to, path)
			}
		})
	}
}

func TestLongestPath(t *testing.T) {
	longest := 0
	for _, from := range VerificationStatuses {
		for _, to := range VerificationStatuses {
			path, _ := from.PathTo(to)
			longest = max(longest, len(path))
		}
	}
	if longest != LongestPath {
		t.Errorf("the longest path has %d steps", longest)
	}
}

func TestEveryStatusHasItsEvent(t *testing.T) {
	seen := map[EventType]bool{}
	for _, s := range VerificationStatuses {
		if k := eventOf[s]; !k.Known() || seen[k] {
			t.Errorf("%s emits %q", s, k)
		} else {
			seen[k] = true
		}
	}
}

func TestDeliveryIDIsAFunctionOfEventAndEndpoint(t *testing.T) {
	at := time.UnixMilli(1_795_168_530_123)
	a := NewDeliveryID("evt_1", at, "p1")
	if a != NewDeliveryID("evt_1", at, "p1") || a == NewDeliveryID("evt_1", at, "p2") ||
		a == NewDeliveryID("evt_2", at, "p1") {
		t.Error("ids collide or change")
	}
	if !ids.Valid(DeliveryPrefix, string(a)) {
		t.Errorf("malformed: %s", a)
	}
}
