package apicall_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/partnerline/partnerline/testkit/apicall"
)

func TestCallSendsJSONAndReadsTheObject(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, _ = fmt.Fprintf(w, `{"got":%q}`,
			fmt.Sprint(r.Method, string(body), r.Header["Content-Type"], r.Header["Authorization"], r.Header["X-A"]))
	}))
	t.Cleanup(s.Close)
	for name, c := range map[string]struct {
		body    any
		headers []string
		want    string
	}{
		"no body":           {nil, nil, `POST[] [Bearer k] []`},
		"an empty body":     {"", nil, `POST[] [Bearer k] []`},
		"a string as it is": {"{", nil, `POST{[application/json] [Bearer k] []`},
		"a value": {map[string]int{"n": 1}, []string{"X-A", "1", "X-A", "2"},
			`POST{"n":1}[application/json] [Bearer k] [1 2]`},
		"a body that is another type": {"x", []string{"Content-Type", "text/plain"}, `POSTx[text/plain] [Bearer k] []`},
	} {
		t.Run(name, func(t *testing.T) {
			if a := apicall.Call(t, "POST", s.URL, "k", c.body, c.headers...).Want(t, 200); a.Body["got"] != c.want {
				t.Errorf("got %v, want %s", a.Body["got"], c.want)
			}
		})
	}
}
