package app

import (
	"testing"

	"github.com/partnerline/partnerline/internal/envconfig"
)

// A token is sent to no one who can be read on the way.
func TestPrometheusSettings(t *testing.T) {
	for _, c := range []struct {
		url, token string
		ok         bool
	}{
		{"", "", true}, {"", "t", false}, {"http://prometheus:9090", "", true}, {"http://prometheus:9090", "t", false},
		{"https://prometheus.example.com/below", "t", true},
		{"http://127.0.0.1:9090", "t", true}, {"prometheus:9090", "", false}, {"ftp://prometheus", "", false},
		{"http://u:p@prometheus", "", false}, {"http://prometheus?x=1", "", false},
	} {
		if err := (Config{PrometheusURL: c.url,
			PrometheusToken: envconfig.Secret(c.token)}).checkPrometheus(); (err == nil) != c.ok {
			t.Errorf("%q with %q: %v", c.url, c.token, err)
		}
	}
}
