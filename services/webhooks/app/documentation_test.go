package app

import (
	"strings"
	"testing"

	"github.com/partnerline/partnerline/proto/openapi"
)

// The public port serves its own document, and an explanation of each problem that it answers with, without a
// credential.
func TestDocumentationIsServed(t *testing.T) {
	t.Parallel()
	s := shared(t)
	if got := s.call("GET", s.public+"/openapi.json", "", nil); got.Status != 200 || got.Raw != string(openapi.Webhooks) {
		t.Errorf("status %d with %d bytes", got.Status, len(got.Raw))
	}
	if got := s.call("GET", s.public+"/asyncapi.json", "", nil); got.Raw != string(openapi.WebhooksEvents) {
		t.Errorf("status %d with %d bytes", got.Status, len(got.Raw))
	}
	problem := s.call("GET", s.public+"/api/v1/webhooks/none", s.key, nil)
	kind, _ := problem.Body["type"].(string)
	explained := s.call("GET", s.public+kind, "", nil)
	if !strings.HasPrefix(kind, "/problems/") || explained.Status != 200 ||
		explained.Body["code"] != problem.Body["code"] || explained.Body["status"] != float64(problem.Status) {
		t.Errorf("%s is explained by %d %s", problem.Raw, explained.Status, explained.Raw)
	}
	if other := s.call("GET", s.public+"/problems/delegation_required", "", nil); other.Status != 404 {
		t.Errorf("a problem of the other API: status %d", other.Status)
	}
}
