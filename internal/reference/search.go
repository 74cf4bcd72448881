package reference

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// An entry is what a search finds. Its JSON is what the script searches, by the same rule.
type entry struct {
	Kind  string `json:"kind"`
	Title string `json:"title"`
	Note  string `json:"note,omitempty"`
	Path  string `json:"path"`
	Also  string `json:"also,omitempty"` // found as well, and not shown
}

// kinds are those of entries, in the order in which they are listed.
var kinds = []string{"Operation", "Guide", "Resource", "Error", "Event", "Object", "Field"}

const searchPath = "docs/search"

// longestQuery is how much of a query is searched for, in bytes. The page shows what that is.
const longestQuery = 100

// An index is what a search looks through.
type index []entry

func (x *index) add(e entry) { *x = append(*x, e) }

// addFields adds fields of a page, and the ones in them, once each.
func (x *index) addFields(fields []field, path, of string) {
	seen := map[string]bool{}
	var visit func([]field)
	visit = func(fields []field) {
		for _, f := range fields {
			if !seen[f.Name] {
				seen[f.Name] = true
				x.add(entry{Kind: "Field", Title: f.Name, Note: of, Path: path + "#" + fieldAnchor(f.Name)})
			}
			visit(f.Fields)
		}
	}
	visit(fields)
}

// addSearch adds the page of the search, and the index for the script. All else must have been listed.
func (b *builder) addSearch() error {
	slices.SortStableFunc(b.found, func(x, y entry) int {
		return cmp.Compare(slices.Index(kinds, x.Kind), slices.Index(kinds, y.Kind))
	})
	raw, err := json.Marshal(b.found)
	if err != nil {
		return err
	}
	b.searchIndex = assetPath("search.json", raw)
	b.pages["/"+b.searchIndex] = &resource{html: fixed(kindJSON, assetAge, raw)}
	b.pages["/"+searchPath] = &resource{answer: b.serveSearch}
	return nil
}

// search are the entries with all terms of a query: those whose title is the query come first, then those whose title
// has all terms.
func search(all index, query string) []entry {
	query = strings.ToLower(strings.TrimSpace(query))
	terms := slices.Compact(slices.Sorted(strings.FieldsSeq(query)))
	if len(terms) == 0 {
		return nil
	}
	has := func(text string) bool {
		text = strings.ToLower(text)
		return !slices.ContainsFunc(terms, func(term string) bool { return !strings.Contains(text, term) })
	}
	var ranks [3][]entry
	for _, e := range all {
		switch {
		case strings.ToLower(e.Title) == query:
			ranks[0] = append(ranks[0], e)
		case has(e.Title):
			ranks[1] = append(ranks[1], e)
		case has(strings.Join([]string{e.Title, e.Note, e.Also}, " ")):
			ranks[2] = append(ranks[2], e)
		}
	}
	return slices.Concat(ranks[:]...)
}

// serveSearch answers a search.
func (b *builder) serveSearch(w http.ResponseWriter, r *http.Request) error {
	p := b.page(link{searchPath, "Search"})
	query := r.URL.Query().Get("q")
	p.Query = strings.ToValidUTF8(query[:min(len(query), longestQuery)], "")
	p.Found = search(b.found, p.Query)
	out, err := b.render(p, "search")
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", kindHTML)
	w.Header().Set("Content-Language", "en")
	w.Header().Set("Cache-Control", pageAge)
	_, _ = w.Write(out) // the client may be gone
	return nil
}

// headings are those of a guide.
func headings(markdown string) string {
	var out []string
	for line := range strings.Lines(markdown) {
		if text, ok := strings.CutPrefix(line, "## "); ok {
			out = append(out, strings.TrimSpace(text))
		}
	}
	return strings.Join(out, " ")
}
