package pagekit

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// A cookie of frames on other sites is sent there where the site is called by https, and is partitioned; without it, it
// is like any other.
func TestSetFramed(t *testing.T) {
	for name, c := range map[string]struct {
		secure, partitioned bool
		site                http.SameSite
	}{
		"by https": {true, true, http.SameSiteNoneMode},
		"by http":  {false, false, http.SameSiteLaxMode},
	} {
		t.Run(name, func(t *testing.T) {
			w := httptest.NewRecorder()
			Cookies{Secure: c.secure}.SetFramed(w, "portal", "x", "/", time.Hour)
			got := w.Result().Cookies()
			if len(got) != 1 || got[0].SameSite != c.site || got[0].Partitioned != c.partitioned || got[0].Secure != c.secure ||
				!got[0].HttpOnly || got[0].MaxAge != 3600 {
				t.Errorf("%+v", got)
			}
		})
	}
}

// Only the origins that are named may show a page in a frame.
func TestAllowFrameAncestors(t *testing.T) {
	for want, origins := range map[string][]string{unframed: nil,
		"frame-ancestors https://a.example https://b.example:8443": {"https://a.example", "https://b.example:8443"}} {
		w := httptest.NewRecorder()
		w.Header().Set("Content-Security-Policy", policy)
		w.Header().Set("X-Frame-Options", "DENY")
		(&Exchange{W: w}).AllowFrameAncestors(origins)
		if got := w.Header().Get("Content-Security-Policy"); got != policy[:len(policy)-len(unframed)]+want ||
			(w.Header().Get("X-Frame-Options") == "") != (origins != nil) {
			t.Errorf("%v: %v", origins, w.Header())
		}
	}
}
