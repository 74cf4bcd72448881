package pagekit

import (
	"net/url"
	"slices"
	"testing"
)

// A view is current when the list has its filters, in whatever order and language.
func TestViews(t *testing.T) {
	t.Parallel()
	p := page(English)
	views := []NamedFilters{{Key: "state_paid"}, {"state_paid", url.Values{"status": {"paid"}, "mode": {"live"}}}}
	for name, c := range map[string]struct {
		q    string
		want [2]bool
	}{
		"no filter":      {"order=ascending&status=&lang=pl", [2]bool{true, false}},
		"its filters":    {"status=paid&mode=live&page=x", [2]bool{false, true}},
		"another filter": {"status=paid", [2]bool{false, false}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q, err := url.ParseQuery(c.q)
			if err != nil {
				t.Fatal(err)
			}
			want := []View{
				{"paid at last", "../money", c.want[0]}, {"paid at last", "../money?mode=live&status=paid", c.want[1]},
			}
			if got := p.Views("money", q, views...); !slices.Equal(got, want) {
				t.Errorf("%+v, want %+v", got, want)
			}
		})
	}
}
