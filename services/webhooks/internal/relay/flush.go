package relay

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

const (
	// unstoredAge is the longest time between sending a delivery and storing it. Events that wait for longer have not
	// been sent: their deliveries do not exist yet.
	unstoredAge = time.Second
	flushAtMost = 400 * time.Millisecond // it takes milliseconds
	firstPause  = 2 * time.Millisecond   // doubled each time
)

// Flush makes all replicas store the deliveries of some scopes, or of all, that were sent before the call: a receiver
// that reads them finds what it was sent. Without such deliveries it is one short statement. While they cannot be
// stored it returns after 0.4 s, and readers see what is stored.
func Flush(ctx context.Context, s *postgres.Store, scopes ...webhooks.Scope) error {
	var hashes []int
	for _, sc := range scopes {
		hashes = append(hashes, sc.Hash())
	}
	if len(scopes) == 0 {
		for h := range webhooks.Hashes {
			hashes = append(hashes, h)
		}
	}
	last, err := s.Outbox.LastSince(ctx, hashes, time.Now().Add(-unstoredAge))
	if err != nil || last == 0 {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, flushAtMost)
	defer cancel()
	for pause := firstPause; ; pause *= 2 {
		waiting, err := s.Outbox.RequestFlush(ctx, hashes, last, time.Now().Add(-unstoredAge))
		if err != nil && ctx.Err() == nil {
			return err
		}
		if err != nil || !waiting || !streams.SleepContext(ctx, pause) {
			return nil
		}
	}
}
