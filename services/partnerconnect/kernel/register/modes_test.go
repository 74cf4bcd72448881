package register

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

// Each scheme has one register: the built-in one, else the adopter's, else what was imported.
func TestLive(t *testing.T) {
	const without, unlisted, away = "GB_COH", "unlisted", "away"
	named := func(name string) Directory {
		return Func(func(_ context.Context, scheme, number string) (representation.Record, error) {
			switch {
			case scheme == without && name == "adopter":
				return representation.Record{}, ErrNotConnected
			case number == unlisted:
				return representation.Record{}, ErrNotListed
			case number == away:
				return representation.Record{}, ErrUnavailable
			}
			return representation.Record{LegalName: name}, nil
		})
	}
	krs := map[string]Directory{representation.SchemeKRS: named("krs")}
	for name, c := range map[string]struct {
		live           Directory
		scheme, number string
		want           string
		err            error
	}{
		"built in": {Live(krs, named("adopter"), named("imported")), "PL_KRS", "1", "krs", nil},
		"built in, not listed": {Live(krs, named("adopter"), named("imported")), "PL_KRS", unlisted,
			"", ErrNotListed},
		"built in, away": {Live(krs, named("adopter"), named("imported")), "PL_KRS", away, "",
			ErrUnavailable},
		"the adopter's": {Live(krs, named("adopter"), named("imported")), "OTHER", "1", "adopter", nil},
		"the adopter's, not listed": {Live(krs, named("adopter"), named("imported")), "OTHER", unlisted,
			"", ErrNotListed},
		"the adopter's, away": {Live(krs, named("adopter"), named("imported")), "OTHER", away, "",
			ErrUnavailable},
		"of a scheme that it has not": {Live(krs, named("adopter"), named("imported")), without, "1", "imported", nil},
		"nor was it imported": {Live(krs, named("adopter"), named("imported")), without, unlisted, "",
			ErrNotConnected},
		"imported":                        {Live(nil, nil, named("imported")), "PL_KRS", "1", "imported", nil},
		"the adopter's for a Polish one":  {Live(nil, named("adopter"), named("imported")), "PL_KRS", "1", "adopter", nil},
		"neither connected, nor imported": {Live(nil, nil, named("imported")), "PL_KRS", unlisted, "", ErrNotConnected},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := c.live.Lookup(t.Context(), c.scheme, c.number)
			if r.LegalName != c.want || !errors.Is(err, c.err) {
				t.Errorf("%q, %v", r.LegalName, err)
			}
		})
	}
}

// Answers about people are kept, and never in the store.
func TestTradersAreKeptInMemory(t *testing.T) {
	asked, now := 0, start
	var answer error
	source := Func(func(_ context.Context, scheme, number string) (representation.Record, error) {
		asked++
		return representation.Record{Scheme: scheme, Number: number, LegalName: "X"}, answer
	})
	store := &memory{}
	store.err = errors.New("the store was asked")
	d := ByScheme(source, store, func() time.Time { return now })
	look := func(number string) error {
		_, err := d.Lookup(t.Context(), representation.SchemeNIP, number)
		return err
	}
	for range 2 {
		if err := look("9990000103"); err != nil || asked != 1 {
			t.Errorf("%v, asked %d times", err, asked)
		}
	}
	now, answer = now.Add(FreshFor+1), ErrUnavailable
	if err := look("9990000103"); err != nil || asked != 2 {
		t.Errorf("while the register is away: %v, asked %d times", err, asked)
	}
	answer = ErrNotListed
	if err := look("9990000103"); !errors.Is(err, ErrNotListed) {
		t.Error(err)
	}
	answer = ErrUnavailable
	if err := look("9990000103"); !errors.Is(err, ErrUnavailable) {
		t.Errorf("a withdrawn answer is used: %v", err)
	}
	if _, err := d.Lookup(t.Context(), representation.SchemeKRS, "9990000001"); !errors.Is(err, store.err) {
		t.Errorf("a company: %v", err)
	}
	m := NewMemory()
	for i := range maxKept + 5 {
		if err := m.SaveSnapshot(t.Context(), Snapshot{Record: representation.Record{Number: strconv.Itoa(i)}}); err != nil {
			t.Fatal(err)
		}
	}
	if len(m.kept) != maxKept {
		t.Errorf("%d answers are kept", len(m.kept))
	}
}
