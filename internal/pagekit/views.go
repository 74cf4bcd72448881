package pagekit

import (
	"maps"
	"net/url"
)

// A View is a list with filters that people use often, by a name. Its address has the filters.
type View struct {
	Text, Link string
	Current    bool // the list has exactly its filters
}

// NamedFilters are the filters of a view, by the key of its name.
type NamedFilters struct {
	Key     string
	Filters url.Values // empty: the list without filters
}

// Views are those of the list at a path below the site's prefix, of which q has the filters that are set.
func (p Page) Views(path string, q url.Values, views ...NamedFilters) (out []View) {
	set := maps.Clone(q)
	for _, other := range []string{orderInput, "page", "done", "lang"} {
		set.Del(other)
	}
	maps.DeleteFunc(set, func(_ string, values []string) bool { return len(values) == 0 || values[0] == "" })
	for _, v := range views {
		link := p.Home + path
		if len(v.Filters) > 0 {
			link += "?" + v.Filters.Encode()
		}
		out = append(out, View{p.T(v.Key), link, set.Encode() == v.Filters.Encode()})
	}
	return out
}
