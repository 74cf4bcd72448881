package app_test

import (
	"net/http"
	"testing"
)

// Location leads to what was made, also where a proxy strips a prefix from the paths of the API.
func TestLocationBelowAPrefix(t *testing.T) {
	t.Parallel()
	for base, prefix := range map[string]string{"https://a.example": "", "https://a.example/connect/v1/": "/connect/v1"} {
		t.Run(base, func(t *testing.T) {
			t.Parallel()
			s := start(t, func(_ *testing.T, cfg *configuration) { cfg.PublicBaseURL = base })
			key := s.simple("a")
			a := s.call("POST", "/onboarding", key, fullBody)
			ref, _ := a.json(t)["ref"].(string)
			if got, want := a.header.Get("Location"), prefix+"/onboarding/"+ref; a.status != http.StatusCreated || got != want {
				t.Errorf("%d, Location %q, want %q", a.status, got, want)
			}
		})
	}
}
