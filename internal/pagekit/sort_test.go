package pagekit

import (
	"net/url"
	"testing"
)

// The head of a column says how the list is sorted, and leads to the other order with the filters and without the page.
func TestSort(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		q                     url.Values
		own, direction, leads string
	}{
		"of its own": {nil, Descending, Descending, "../money?order=ascending"},
		"the other":  {url.Values{"order": {Ascending}}, Descending, Ascending, "../money"},
		"with a filter": {url.Values{"status": {"paid"}, "page": {"x"}}, Ascending, Ascending,
			"../money?order=descending&status=paid"},
		"unknown": {url.Values{"order": {"<b>"}}, Ascending, Ascending, "../money?order=descending"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := Sort{"Created", c.direction, c.leads}
			if got := page(English).Sort("money", c.q, "Created", c.own); got != want {
				t.Errorf("%+v, want %+v", got, want)
			}
		})
	}
}
