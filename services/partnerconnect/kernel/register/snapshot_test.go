package register

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

var start = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

// memory is a SnapshotStore for one company.
type memory struct {
	kept *Snapshot
	err  error
}

func (m *memory) Snapshot(context.Context, string, string) (Snapshot, error) {
	if m.err != nil {
		return Snapshot{}, m.err
	}
	if m.kept == nil {
		return Snapshot{}, ErrNotListed
	}
	return *m.kept, nil
}

func (m *memory) SaveSnapshot(_ context.Context, s Snapshot) error {
	m.kept = &s
	return nil
}

func (m *memory) WithdrawSnapshots(context.Context, string, string, time.Time) error {
	m.kept = nil
	return nil
}

func TestSnapshots(t *testing.T) {
	broken := errors.New("broken")
	old, current := representation.Record{LegalName: "OLD"}, representation.Record{LegalName: "NEW"}
	for name, c := range map[string]struct {
		age    time.Duration // of the snapshot; negative: there is none
		answer error
		store  error
		want   string
		err    error
		asked  int
	}{
		"fresh":                  {FreshFor, nil, nil, "OLD", nil, 0},
		"no longer fresh":        {FreshFor + 1, nil, nil, "NEW", nil, 1},
		"none":                   {-1, nil, nil, "NEW", nil, 1},
		"fresh, register away":   {0, ErrUnavailable, nil, "OLD", nil, 0},
		"usable, register away":  {UsableFor, ErrUnavailable, nil, "OLD", nil, 1},
		"too old, register away": {UsableFor + 1, ErrUnavailable, nil, "", ErrUnavailable, 1},
		"none, register away":    {-1, ErrUnavailable, nil, "", ErrUnavailable, 1},
		"no longer listed":       {FreshFor + 1, ErrNotListed, nil, "", ErrNotListed, 1},
		"never listed":           {-1, ErrNotListed, nil, "", ErrNotListed, 1},
		"another error":          {FreshFor + 1, broken, nil, "", broken, 1},
		"the store is broken":    {0, nil, broken, "", broken, 0},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			source := Func(func(context.Context, string, string) (representation.Record, error) {
				asked++
				if c.answer != nil {
					return representation.Record{}, errors.Join(c.answer, errors.New("cause"))
				}
				return current, nil
			})
			store := &memory{err: c.store}
			if c.age >= 0 {
				store.kept = &Snapshot{old, start}
			}
			now := start.Add(max(c.age, 0))
			d := NewSnapshots(source, store, func() time.Time { return now })
			got, err := d.Lookup(t.Context(), representation.SchemeKRS, "9990000001")
			if got.LegalName != c.want || !errors.Is(err, c.err) || asked != c.asked {
				t.Errorf("%q, %v, asked %d times", got.LegalName, err, asked)
			}
			if c.want == "NEW" && (store.kept == nil || store.kept.Record.LegalName != "NEW" ||
				!store.kept.FetchedAt.Equal(now)) {
				t.Errorf("kept %v", store.kept)
			}
			if errors.Is(c.answer, ErrNotListed) && store.kept != nil {
				t.Error("a snapshot outlives its entry")
			}
		})
	}
}
