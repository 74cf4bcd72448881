package pages

import (
	"strings"
	"testing"
)

// A body is shown in about its own size, however deep it is nested.
func TestPrettyIsBounded(t *testing.T) {
	t.Parallel()
	const depth, members = 9000, 20_000
	for name, body := range map[string]string{
		"nested": strings.Repeat("[", depth) + strings.Repeat("]", depth),
		"nested, with many members": strings.Repeat("[", depth) + strings.Repeat("0,", members) + "0" +
			strings.Repeat("]", depth),
		"with brackets in its texts": strings.Repeat(`["]\"]",`, depth) + strings.Repeat("0,", members) + "0" +
			strings.Repeat("]", depth),
	} {
		if got := pretty([]byte(body)); len(got) > 20*len(body) {
			t.Errorf("%s: %d bytes are shown as %d", name, len(body), len(got))
		}
	}
	if got := pretty([]byte(`{"a":[1]}`)); got != "{\n  \"a\": [\n    1\n  ]\n}" {
		t.Errorf("got %q", got)
	}
}
