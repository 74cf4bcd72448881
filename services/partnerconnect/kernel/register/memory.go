package register

import (
	"context"
	"sync"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

// maxKept is how many answers a Memory keeps.
const maxKept = 10_000

// Memory is a SnapshotStore that ends with the program. It keeps entries of sole traders: these are people, whose data
// is not stored beyond their onboarding.
type Memory struct {
	mu   sync.Mutex
	kept map[[2]string]Snapshot
}

var _ SnapshotStore = (*Memory)(nil)

// NewMemory returns an empty one.
func NewMemory() *Memory { return &Memory{kept: map[[2]string]Snapshot{}} }

// Snapshot returns the last answer.
func (m *Memory) Snapshot(_ context.Context, scheme, number string) (Snapshot, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, ok := m.kept[[2]string{scheme, number}]
	if !ok {
		return s, ErrNotListed
	}
	return s, nil
}

// SaveSnapshot keeps an answer. When maxKept others are kept, it replaces any one of them.
func (m *Memory) SaveSnapshot(_ context.Context, s Snapshot) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := [2]string{s.Record.Scheme, s.Record.Number}
	if _, known := m.kept[key]; !known && len(m.kept) >= maxKept {
		for other := range m.kept {
			delete(m.kept, other)
			break
		}
	}
	m.kept[key] = s
	return nil
}

// WithdrawSnapshots drops an answer.
func (m *Memory) WithdrawSnapshots(_ context.Context, scheme, number string, _ time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.kept, [2]string{scheme, number})
	return nil
}

// ByScheme keeps the answers of sole traders in memory, and those about companies in a store.
func ByScheme(source Directory, companies SnapshotStore, now func() time.Time) Directory {
	traders, rest := NewSnapshots(source, NewMemory(), now), NewSnapshots(source, companies, now)
	return Func(func(ctx context.Context, scheme, number string) (representation.Record, error) {
		if scheme == representation.SchemeNIP {
			return traders.Lookup(ctx, scheme, number)
		}
		return rest.Lookup(ctx, scheme, number)
	})
}
