package eventtype

import (
	"strings"
	"testing"
	"time"
)

// Data as long as an event may be is checked in little time against every schema, whatever it is, and its refusal is
// short.
func TestWorstDataCostsLittle(t *testing.T) {
	t.Parallel()
	const size = 64 << 10
	text := strings.Repeat("ż", size/2)
	list, wrong := make([]any, size/2), make([]any, size/2)
	members, deep := map[string]any{}, any("a")
	for i := range list {
		list[i], wrong[i] = "a", map[string]any{}
	}
	for i := range size / 8 {
		members[strings.Repeat("a", 1+i%7)+string(rune('a'+i%26))] = i
	}
	for range size / 8 {
		deep = map[string]any{"a": deep}
	}
	for _, read := range []func() (*Registry, error){Webhooks, PartnerConnect} {
		r, err := read()
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range r.Entries() {
			for name, value := range map[string]any{
				"a long text": text, "a long list": list, "a list of objects": wrong, "many members": members, "deep": deep,
			} {
				data := dataOf(t, e)
				for field := range data {
					data[field] = value
				}
				data["other"] = value
				began := time.Now()
				err := r.Check(e.Type, data)
				if took := time.Since(began); took > 5*time.Second {
					t.Errorf("%s, %s: it took %s", e.Type, name, took)
				}
				if err != nil && len(err.Error()) > size {
					t.Errorf("%s, %s: the refusal has %d bytes", e.Type, name, len(err.Error()))
				}
			}
		}
	}
}
