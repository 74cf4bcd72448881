package etag

import "testing"

func TestIfMatchComparesTags(t *testing.T) {
	for _, c := range []struct {
		name   string
		header []string
		holds  bool
	}{
		{"no header", nil, true},
		{"the version", []string{`"7"`}, true},
		{"another version", []string{`"6"`}, false},
		{"one of a list", []string{`"6" , "7"`}, true},
		{"one of several headers", []string{`"6"`, `"7"`}, true},
		{"any", []string{"*"}, true},
		{"weak", []string{`W/"7"`}, false},
		{"without quotes", []string{"7"}, false},
		{"empty", []string{""}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Parse(c.header).Holds(7); got != c.holds {
				t.Errorf("holds %t, want %t", got, c.holds)
			}
		})
	}
}

func TestTagsOfContent(t *testing.T) {
	seen := map[string]bool{}
	for _, parts := range [][]string{nil, {""}, {"", ""}, {"ab", "c"}, {"a", "bc"}, {"abc"}} {
		tag := OfContent(parts...)
		if seen[tag] || tag != OfContent(parts...) || len(tag) != 32 {
			t.Errorf("%q has %s", parts, tag)
		}
		seen[tag] = true
	}
}
