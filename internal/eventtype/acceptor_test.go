package eventtype

import (
	"encoding/json"
	"testing"
)

// dataOf returns the data of the example of a type.
func dataOf(tb testing.TB, e Entry) map[string]any {
	tb.Helper()
	var example struct {
		Data map[string]any `json:"data"`
	}
	if err := json.Unmarshal(e.Example, &example); err != nil {
		tb.Fatal(err)
	}
	return example.Data
}

// The data of a session is accepted without the library.
func TestSessionsHaveAnAcceptor(t *testing.T) {
	r, err := Webhooks()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range r.Entries()[:8] {
		if !newAcceptor(e.Schema).accepts(dataOf(t, e)) {
			t.Errorf("%s", e.Type)
		}
	}
	for name, schema := range map[string]string{"a keyword that it does not know": `{"type":"object","maxItems":3}`,
		"a schema that is a boolean": `{"properties":{"a":true}}`, "no pattern": `{"pattern":"("}`} {
		if newAcceptor([]byte(schema)) != nil {
			t.Errorf("there is an acceptor of %s", name)
		}
	}
}

// What an acceptor accepts, the library accepts.
func FuzzAcceptor(f *testing.F) {
	r, err := Webhooks()
	if err != nil {
		f.Fatal(err)
	}
	const all = `{"type":["object","array","null"],"required":["a"],"properties":{"a":{"type":["string","integer","null"],"minLength":2,"maxLength":3,"minimum":1,"pattern":"^[a-zż]+$"},
		"b":{"type":"number","minimum":-1.5},"c":{"items":{"type":"boolean"}},"d":{}},"items":{"type":"integer"}}`
	schemas := []json.RawMessage{r.Entries()[0].Schema, json.RawMessage(all)}
	for _, data := range []string{
		`{"a":"żż","b":-1.5,"c":[true],"d":{"e":[]}}`, `{"a":1}`, `{"a":1.5}`, `{"a":1e300}`, `{"a":0}`, `{"a":"żżżż"}`,
		`{"a":null,"c":[1]}`, `[1,2.0,-3]`, `[0.5]`, `null`, `true`, `{"b":-1.6}`, `{}`,
	} {
		f.Add([]byte(data))
	}
	for _, e := range r.Entries() {
		b, err := json.Marshal(dataOf(f, e))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var v any
		if json.Unmarshal(data, &v) != nil {
			t.Skip()
		}
		for _, schema := range schemas {
			compiled, err := compile(schema)
			if err != nil {
				t.Fatal(err)
			}
			a := newAcceptor(schema)
			if a == nil {
				t.Fatal("no acceptor")
			}
			if err := compiled.library.Validate(v); a.accepts(v) && err != nil {
				t.Fatalf("%s is accepted: %v", data, err)
			}
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	r, err := Webhooks()
	if err != nil {
		b.Fatal(err)
	}
	e := r.Entries()[4]
	data := dataOf(b, e)
	b.Run("with an acceptor", func(b *testing.B) {
		for b.Loop() {
			if err := r.Check(e.Type, data); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("the library", func(b *testing.B) {
		for b.Loop() {
			if err := r.schemas[e.Type].library.Validate(data); err != nil {
				b.Fatal(err)
			}
		}
	})
}
