package targets

import (
	"fmt"
	"testing"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// Endpoints share what is compiled of the same expression; so many bytes are kept, the last used ones, and what is not
// kept is compiled again.
func TestCompiledShapes(t *testing.T) {
	t.Parallel()
	c := newCompiledShapes(2 * len(`{"i": 0, "n": event.n}`))
	body := func(expression string) string {
		t.Helper()
		content, err := c.shape(&webhooksv1.BodyShape{Expression: &expression}).Make([]byte(`{"n":1}`))
		if err != nil {
			t.Fatal(err)
		}
		return string(content.Body)
	}
	for range 2 {
		for i := range 4 {
			if got, want := body(fmt.Sprintf(`{"i": %d, "n": event.n}`, i)), fmt.Sprintf(`{"i":%d,"n":1}`, i); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
	}
	first, _ := c.compiled("", `{"i": 3, "n": event.n}`)
	again, _ := c.compiled("", `{"i": 3, "n": event.n}`)
	if c.used.Len() != 2 || c.kept != c.most || first != again {
		t.Errorf("%d are kept, of %d bytes", c.used.Len(), c.kept)
	}
	if s := c.shape(&webhooksv1.BodyShape{Preset: new("slack")}); s.Evaluates {
		t.Error("a preset is an expression")
	}
	if content, err := c.shape(&webhooksv1.BodyShape{Expression: new("{")}).Make([]byte(`{}`)); err == nil {
		t.Errorf("%+v", content)
	}
}
