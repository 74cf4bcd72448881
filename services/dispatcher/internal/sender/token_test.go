package sender

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync/atomic"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/egress"
	"github.com/partnerline/partnerline/services/dispatcher"
	"github.com/partnerline/partnerline/testkit/wait"
)

// The next token is fetched when a fifth of the life of one is left, which is used meanwhile.
func TestTokenIsRenewedEarly(t *testing.T) {
	t.Parallel()
	var calls atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if calls.Add(1) == 2 {
			w.WriteHeader(http.StatusServiceUnavailable) // an outage, for a renewal
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"access_token":"t`+string(rune('0'+calls.Load()))+`","expires_in":100}`)
	}))
	defer s.Close()
	o := Options{Timeout: 5 * time.Second, Guard: egress.New([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})}
	tok := newTokens(o, newDialer(o))
	defer tok.close()
	a := &dispatcher.Authentication{ID: "a", Client: &dispatcher.OAuth2Client{TokenURL: s.URL, ID: "c", Secret: "s"}}
	if got, err := tok.get(t.Context(), a); got != "t1" || err != nil {
		t.Fatal(got, err)
	}
	from := time.Now()
	at := func(after time.Duration, want string, requests int64) {
		t.Helper()
		if got, pending, err := tok.at(a, from.Add(after)); got != want || pending != nil || err != nil {
			t.Errorf("after %v: %q, %t, %v", after, got, pending != nil, err)
		}
		wait.Until(t, "the fetch ends", func() bool {
			tok.mu.Lock()
			defer tok.mu.Unlock()
			return tok.entry(a).fetching == nil
		})
		if calls.Load() != requests {
			t.Errorf("after %v: %d requests", after, calls.Load())
		}
	}
	at(79*time.Second, "t1", 1)
	at(81*time.Second, "t1", 2) // which fails: the one so far is still good
	at(92*time.Second, "t1", 3)
	at(79*time.Second, "t3", 3)
}
