package app_test

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
	if got := s.call("GET", "/openapi.json", "", ""); got.status != 200 || got.body != string(openapi.PartnerConnect) {
		t.Errorf("status %d with %d bytes", got.status, len(got.body))
	}
	if got := s.call("GET", "/asyncapi.json", "", ""); got.status != 200 ||
		got.body != string(openapi.PartnerConnectEvents) {
		t.Errorf("status %d with %d bytes", got.status, len(got.body))
	}
	problem := s.call("GET", "/onboarding/none", s.simple("a"), "")
	kind, _ := problem.json(t)["type"].(string)
	explained := s.call("GET", kind, "", "")
	if !strings.HasPrefix(kind, "/problems/") || explained.status != 200 ||
		explained.json(t)["code"] != problem.json(t)["code"] || explained.json(t)["status"] != float64(problem.status) {
		t.Errorf("%s is explained by %d %s", problem.body, explained.status, explained.body)
	}
	if other := s.call("GET", "/problems/verification_not_found", "", ""); other.status != 404 {
		t.Errorf("a problem of the other API: status %d", other.status)
	}
}
