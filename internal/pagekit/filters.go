package pagekit

import (
	"cmp"
	"maps"
	"net/url"
)

// A Field is a filter of a list.
type Field struct {
	Name, Label string
	Type        string   // of the input: text unless it is another one
	Most        int      // characters; 0: as many as an id has
	Options     []Option // of a choice; nil: it is an input
	Rare        bool     // it is behind the summary with more filters
	Value       string   // that is set
}

// An Option is a value of a choice, and its text.
type Option struct{ Value, Text string }

// A Chip is a filter that is set. Its link leads to the list without it.
type Chip struct{ Name, Text, Link string }

// Filters are those of a list, as its page shows them.
type Filters struct {
	Page
	Action string // leads to the list without filters
	Fields []Field
	More   []Field
	Open   bool // one of More is set
	Chips  []Chip
	Views  []View
	Order  string // that the list keeps when it is filtered; empty: its own
}

// mostOfFilter is how many characters a filter has that says nothing else.
const mostOfFilter = 128

// Filters are those of the list at a path below the site's prefix, of which q has the ones that are set.
func (p Page) Filters(path string, q url.Values, fields ...Field) Filters {
	out := Filters{Page: p, Action: p.Home + path, Order: Order(q, "")}
	for _, f := range fields {
		f.Value, f.Type, f.Most = q.Get(f.Name), cmp.Or(f.Type, "text"), cmp.Or(f.Most, mostOfFilter)
		if f.Value != "" {
			without := maps.Clone(q)
			without.Del(f.Name)
			link := out.Action
			if len(without) > 0 {
				link += "?" + without.Encode()
			}
			out.Chips = append(out.Chips, Chip{f.Name, f.Label + ": " + f.chosen(), link})
		}
		if f.Rare {
			out.More, out.Open = append(out.More, f), out.Open || f.Value != ""
		} else {
			out.Fields = append(out.Fields, f)
		}
	}
	return out
}

// chosen is the value as the page says it.
func (f Field) chosen() string {
	for _, o := range f.Options {
		if o.Value == f.Value {
			return o.Text
		}
	}
	return f.Value
}

// Choice is a filter by one of values. The keys of their texts begin with prefix; a value without one is shown itself.
func (p Page) Choice(name, label, prefix string, values ...string) Field {
	f := Field{Name: name, Label: label, Options: []Option{{"", p.T("desk_any")}}}
	for _, v := range values {
		f.Options = append(f.Options, Option{v, cmp.Or(p.T(prefix+v), v)})
	}
	return f
}

// Days are the filters by the first and the last day.
func Days(from, until string) []Field {
	return []Field{{Name: "from", Label: from, Type: "date"}, {Name: "until", Label: until, Type: "date"}}
}
