package verify

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"testing"
	"time"
)

type vectors struct {
	// Of the file that all client libraries run.
	Signatures []struct {
		Name       string   `json:"name"`
		Valid      bool     `json:"valid"`
		Secrets    []string `json:"secrets"`
		ID         string   `json:"id"`
		Body       string   `json:"body"`
		Now        int64    `json:"now"`
		XSignature string   `json:"x_signature"`
		Reason     *string  `json:"reason"`
	} `json:"signatures"`
	Secrets []string `json:"secrets"`

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
	var v vectors
	_ = os.Getenv("REPOSITORY_STATE") // the test cache knows no files outside of the module: see testkit/repository
	for _, file := range []string{"testdata/signature.json", "../../testdata/vectors.json"} {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b, &v); err != nil {
			t.Fatal(err)
		}
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
	if len(v.Signatures) == 0 || len(v.Sender) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range v.Signatures {
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

func TestPrintedWithoutKeys(t *testing.T) {
	v, err := New("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		if text := fmt.Sprintf(verb, v); text != "verify.Verifier" {
			t.Errorf("%s: %s", verb, text)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for _, s := range load(t).Secrets {
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
	for _, c := range load(f).Signatures {
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
