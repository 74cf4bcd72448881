package register

import (
	"context"
	"errors"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

// How long an answer of a register is used.
const (
	// FreshFor is how long it is used without asking again.
	FreshFor = 24 * time.Hour
	// UsableFor is how long it is used while the register gives no answer.
	UsableFor = 7 * 24 * time.Hour
)

// A Snapshot is an answer of a register and when it came.
type Snapshot struct {
	Record    representation.Record
	FetchedAt time.Time
}

// Fresh reports whether the register need not be asked.
func (s Snapshot) Fresh(now time.Time) bool { return now.Sub(s.FetchedAt) <= FreshFor }

// Usable reports whether the snapshot may be used while the register does not answer.
func (s Snapshot) Usable(now time.Time) bool { return now.Sub(s.FetchedAt) <= UsableFor }

// SnapshotStore keeps the last answer per company.
type SnapshotStore interface {
	// Snapshot returns the last answer; ErrNotListed when there is none, or it was withdrawn.
	Snapshot(ctx context.Context, scheme, number string) (Snapshot, error)
	SaveSnapshot(ctx context.Context, s Snapshot) error
	// WithdrawSnapshots notes that the register lists the company no more.
	WithdrawSnapshots(ctx context.Context, scheme, number string, now time.Time) error
}

// Snapshots is a Directory that remembers the answers of another.
type Snapshots struct {
	source Directory
	store  SnapshotStore
	now    func() time.Time
}

// NewSnapshots returns the directory.
func NewSnapshots(source Directory, store SnapshotStore, now func() time.Time) *Snapshots {
	return &Snapshots{source, store, now}
}

// Lookup returns a fresh snapshot, or asks the register. When the register gives no answer, it returns a usable
// snapshot, or ErrUnavailable without one.
func (d *Snapshots) Lookup(ctx context.Context, scheme, number string) (representation.Record, error) {
	now := d.now()
	kept, err := d.store.Snapshot(ctx, scheme, number)
	known := err == nil
	if err != nil && !errors.Is(err, ErrNotListed) {
		return representation.Record{}, err
	}
	if known && kept.Fresh(now) {
		return kept.Record, nil
	}
	r, err := d.source.Lookup(ctx, scheme, number)
	switch {
	case err == nil:
		return r, d.store.SaveSnapshot(ctx, Snapshot{r, now})
	case errors.Is(err, ErrNotListed):
		if known {
			err = errors.Join(err, d.store.WithdrawSnapshots(ctx, scheme, number, now))
		}
	case errors.Is(err, ErrUnavailable) && known && kept.Usable(now):
		return kept.Record, nil
	}
	return representation.Record{}, err
}
