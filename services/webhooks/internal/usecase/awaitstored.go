package usecase

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

const (
	// unstoredAge is how long deliveries that were sent are not stored at most. Events that wait for longer have not been sent: their deliveries do not exist yet.
	unstoredAge = time.Second
	// awaitAtMost is how long a read waits; it takes milliseconds.
	awaitAtMost = 500 * time.Millisecond
	firstPause  = 2 * time.Millisecond // doubled each time
)

// awaitStored has the relays store the deliveries that they have sent of scopes, or of all, and returns once those that were sent before the call are
// stored: who has received one finds it. Without such deliveries it is one short statement.
func awaitStored(ctx context.Context, s *postgres.Store, scopes ...webhooks.Scope) error {
	var hashes []int
	for _, sc := range scopes {
		hashes = append(hashes, sc.Hash())
	}
	if len(scopes) == 0 {
		for h := range webhooks.Hashes {
			hashes = append(hashes, h)
		}
	}
	start := now()
	last, err := s.Outbox.LastSince(ctx, hashes, start.Add(-unstoredAge))
	if err != nil || last == 0 {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, awaitAtMost)
	defer cancel()
	for pause := firstPause; ; pause *= 2 {
		waiting, err := s.Outbox.Hasten(ctx, hashes, last, now().Add(-unstoredAge))
		if err != nil && ctx.Err() == nil {
			return err
		}
		if err != nil || !waiting {
			return nil
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil // what is read is what is stored
		}
	}
}
