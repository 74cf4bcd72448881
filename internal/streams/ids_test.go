package streams

import "testing"

// Each message of an attempt has an id that no stream has seen, and all of them name the attempt.
func TestMessageIDs(t *testing.T) {
	t.Parallel()
	first := DeliveryMsgID("dlv_1", 2, 3)
	ids := map[string]bool{first: true}
	for _, id := range []string{
		DeferredMsgID(first, 1), DeferredMsgID(DeferredMsgID(first, 1), 2),
		ReturnedMsgID("dlv_1", 2, 3, "A"), ReturnedMsgID("dlv_1", 2, 3, "B"),
		DeferredMsgID(ReturnedMsgID("dlv_1", 2, 3, "A"), 1), DeferredMsgID(ReturnedMsgID("dlv_1", 2, 3, "B"), 1),
		DeferredMsgID(DeferredMsgID(ReturnedMsgID("dlv_1", 2, 3, "B"), 1), 2),
	} {
		if ids[id] {
			t.Errorf("%s is the id of two messages", id)
		}
		ids[id] = true
		if got := AttemptMsgID(id); got != first {
			t.Errorf("%s names attempt %s, want %s", id, got, first)
		}
	}
}
