package webhooks

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// Whatever JSON can hold is written as encoding/json writes it: fingerprints of earlier versions stay valid, and
// receivers see no change.
func FuzzAppendJSON(f *testing.F) {
	for _, s := range []string{
		`{"b":1,"a":[true,false,null,{"c":"x"}],"":{}}`,
		`[0,-0,1.5,1e21,1e20,-1e-7,9007199254740991,9007199254740992,9007199254740993,1e308,5e-324]`,
		`"<a href=\"x\">&\u2028\u2029\u0000\u001f\u007f\n\t\\ żółw 😀"`, `"\ud800"`, `{"<":1,"é":2,"\n":3}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var v any
		if json.Unmarshal(text, &v) != nil {
			t.Skip()
		}
		var want bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(v); err != nil {
			t.Fatal(err)
		}
		got, err := appendJSON([]byte("before"), v)
		if err != nil || string(got) != "before"+strings.TrimSuffix(want.String(), "\n") {
			t.Fatalf("%s: %s, %v; want %s", text, got, err, want.Bytes())
		}
	})
}

// The envelope is what encoding/json writes of its members.
func TestEnvelope(t *testing.T) {
	e := Event{ID: "evt_1", Scope: Scope{Tenant: "ten_a", Livemode: true}, Type: "a\"<b>",
		CreatedAt: time.Date(2026, 1, 31, 12, 0, 0, 5e6, time.FixedZone("", 3600))}
	for _, data := range []string{`{"a":"<ż>"}`, ``} {
		got, err := envelope(e, "ten_b", json.RawMessage(data))
		if data == "" {
			data = "null"
		}
		want := `{"id":"evt_1","type":"a\"<b>","created_at":"2026-01-31T11:00:00.005Z","api_version":"v1",` +
			`"tenant":"ten_b","livemode":true,"data":` + data + `}`
		if err != nil || string(got) != want {
			t.Errorf("%s, %v; want %s", got, err, want)
		}
	}
}

// What publishing an event costs beside the schema of its data and the database.
func BenchmarkNewPublication(b *testing.B) {
	data := map[string]any{
		"verification_session_id": "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f", "status": "completed",
		"previous_status": "processing", "kind": "identity",
		"attempt": 1.0, "sequence": 4.0, "reason_codes": []any{}, "occurred_at": "2026-11-20T10:15:30.101Z",
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := NewPublication(Scope{Tenant: "ten_a"}, VerificationCompleted, data, ""); err != nil {
			b.Fatal(err)
		}
	}
}
