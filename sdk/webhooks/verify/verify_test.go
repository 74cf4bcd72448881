package verify

import (
	"encoding/json"
	"net/http"
	"os"
	"testing"
	"time"
)

type vectors struct {
	XSignature []struct {
		Name       string   `json:"name"`
		Valid      bool     `json:"valid"`
		Secrets    []string `json:"secrets"`
		ID         string   `json:"id"`
		Body       string   `json:"body"`
		Now        int64    `json:"now"`
		XSignature string   `json:"x_signature"`
		Reason     *string  `json:"reason"`
	} `json:"x_signature"`
	Sender []struct {
		Keys       []string `json:"keys_newest_first"`
		ID         string   `json:"id"`
		Timestamp  int64    `json:"timestamp"`
		Body       string   `json:"body"`
		XSignature string   `json:"x_signature"`
	} `json:"sender"`
}

func load(t testing.TB) vectors {
	t.Helper()
	b, err := os.ReadFile("testdata/signature.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func at(t testing.TB, unix int64, secrets ...string) *Verifier {
	t.Helper()
	v, err := New(secrets...)
	if err != nil {
		t.Fatal(err)
	}
	v.now = func() time.Time { return time.Unix(unix, 0) }
	return v
}

func TestVectors(t *testing.T) {
	v := load(t)
	if len(v.XSignature) == 0 || len(v.Sender) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range v.XSignature {
		t.Run(c.Name, func(t *testing.T) {
			err := at(t, c.Now, c.Secrets...).Signature(c.ID, c.XSignature, []byte(c.Body))
			if (err == nil) != c.Valid || err != nil && (c.Reason == nil || err.Error() != *c.Reason) {
				t.Errorf("got %v", err)
			}
		})
	}
	for _, c := range v.Sender {
		h := http.Header{"X-Webhook-Id": {c.ID}, "X-Signature": {c.XSignature}}
		for _, key := range c.Keys {
			if err := at(t, c.Timestamp, key).Request(h, []byte(c.Body)); err != nil {
				t.Errorf("%v", err)
			}
		}
		if err := at(t, c.Timestamp, c.Keys...).Request(h, []byte(c.Body+" ")); err == nil {
			t.Error("another body passes")
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for _, s := range []string{"", "whsec_", "whsec_!!", "sk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_YQ=="} {
		if _, err := New(s); err == nil {
			t.Errorf("%q passes", s)
		}
	}
	if _, err := New(); err == nil {
		t.Error("a verifier without secrets")
	}
}

// Nothing but a signature of the body with the key passes, whatever the header holds.
func FuzzSignature(f *testing.F) {
	for _, c := range load(f).XSignature {
		f.Add(c.ID, c.XSignature, []byte(c.Body))
	}
	f.Fuzz(func(t *testing.T, id, header string, body []byte) {
		// A key that no case was signed with.
		v := at(t, 1614265330, "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=")
		if v.Signature(id, header, body) == nil {
			t.Fatalf("%q passes", header)
		}
	})
}
