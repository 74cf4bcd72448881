package pagekit

import (
	"maps"
	"net/url"
)

// Directions of a column that a list is sorted by.
const (
	Ascending  = "ascending"
	Descending = "descending"
)

// orderInput is the parameter of a list's address with the direction, where it is not the list's own.
const orderInput = "order"

// Order is the direction that the address of a list asks for; own is the one of a list whose address names none.
func Order(q url.Values, own string) string {
	if asked := q.Get(orderInput); asked == Ascending || asked == Descending {
		return asked
	}
	return own
}

// A Sort is the head of a column that a list is sorted by. Its link sorts in the other direction.
type Sort struct{ Text, Direction, Link string }

// Sort is that of the list at a path below the site's prefix, of which q has the filters; own is its own direction.
func (p Page) Sort(path string, q url.Values, text, own string) Sort {
	out := Sort{Text: text, Direction: Order(q, own)}
	other := Ascending
	if out.Direction == Ascending {
		other = Descending
	}
	to := maps.Clone(q)
	if to == nil {
		to = url.Values{}
	}
	to.Del("page") // of the other order
	to.Set(orderInput, other)
	if other == own {
		to.Del(orderInput)
	}
	out.Link = p.Home + path
	if len(to) > 0 {
		out.Link += "?" + to.Encode()
	}
	return out
}
