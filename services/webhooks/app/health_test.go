package app

import (
	"testing"

	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
)

// Health follows attempts: what waits for its retry shows at once, and a success ends `failing`.
func TestHealthFollowsAttempts(t *testing.T) {
	t.Parallel()
	s := start(t)
	d := s.dispatcher()
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	health := func() map[string]any { return s.endpoint(id)["health"].(map[string]any) }
	becomes := func(state string) {
		t.Helper()
		s.eventually("health is "+state, func() bool { return health()["state"] == state })
	}
	becomes("healthy")
	s.publish(12)
	list := d.next(12)
	becomes("healthy") // what was not attempted yet says nothing of the endpoint
	d.report(list[:1], 1, dispatchv1.Outcome_OUTCOME_RETRY)
	becomes("degraded")
	d.report(list[1:], 1, dispatchv1.Outcome_OUTCOME_RETRY)
	becomes("failing")
	if h := health(); h["pending"] != 12.0 || h["retrying"] != 12.0 || h["failed_attempts"] != 12.0 ||
		h["last_response_status"] != 503.0 || h["success_rate_24h"] != nil {
		t.Errorf("failing: %v", h)
	}
	d.report(list[1:], 1, dispatchv1.Outcome_OUTCOME_RETRY) // the same results once more
	d.report(list[:1], 2, dispatchv1.Outcome_OUTCOME_DELIVERED)
	becomes("degraded")
	if h := health(); h["retrying"] != 11.0 || h["failed_attempts"] != 0.0 {
		t.Errorf("after one success: %v", h)
	}
	d.report(list[1:], 2, dispatchv1.Outcome_OUTCOME_DELIVERED)
	becomes("healthy")
}

// Attempts count one by one when the results of several come together, as they do after a delay, and once when some
// come again.
func TestAttemptsThatAreReportedTogetherAllCount(t *testing.T) {
	t.Parallel()
	s := start(t)
	d := s.dispatcher()
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	s.publish(3)
	list := d.next(3)
	d.report(list, 1, dispatchv1.Outcome_OUTCOME_RETRY)
	batch := &dispatchv1.AttemptBatch{}
	for number := range int32(4) {
		batch.Attempts = append(batch.Attempts, attemptsOf(list, number+1, dispatchv1.Outcome_OUTCOME_RETRY)...)
	}
	batch.Attempts = append(batch.Attempts, attemptsOf(list, 5, dispatchv1.Outcome_OUTCOME_FAILED)...)
	d.publish(batch)
	s.eventually("all have failed", func() bool { return s.endpoint(id)["failure_count"] == 3.0 })
	if h := s.endpoint(id)["health"].(map[string]any); h["state"] != "failing" || h["failed_attempts"] != 15.0 {
		t.Errorf("after 3 deliveries with 5 attempts each: %v", h)
	}
}
