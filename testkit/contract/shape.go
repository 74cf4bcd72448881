package contract

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// shapeOf is what an exchange has in common with those that show nothing new: operation, status, code, the parameters
// that it has, and the shapes of both bodies.
func shapeOf(o *Operation, x Exchange) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %d %s ?%s ", o.Method, o.Path, x.Status, x.code(),
		strings.Join(slices.Sorted(maps.Keys(x.URL.Query())), "&"))
	for _, p := range o.parameters {
		if p.in == "header" && x.RequestHeader.Get(p.name) != "" {
			b.WriteString(p.name + " ")
		}
	}
	for _, body := range []func() (any, error){x.sent, x.answered} {
		if v, err := body(); err == nil {
			writeShape(&b, v)
		} else {
			b.WriteString("no JSON")
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// writeShape writes a JSON value without its values: members with their types, and the distinct shapes of entries.
func writeShape(b *strings.Builder, v any) {
	switch v := v.(type) {
	case map[string]any:
		b.WriteByte('{')
		for _, name := range slices.Sorted(maps.Keys(v)) {
			b.WriteString(name + ":")
			writeShape(b, v[name])
			b.WriteByte(',')
		}
		b.WriteByte('}')
	case []any:
		entries := map[string]bool{}
		for _, e := range v {
			var one strings.Builder
			writeShape(&one, e)
			entries[one.String()] = true
		}
		b.WriteString("[" + strings.Join(slices.Sorted(maps.Keys(entries)), "|") + "]")
	default:
		fmt.Fprintf(b, "%T", v)
	}
}
