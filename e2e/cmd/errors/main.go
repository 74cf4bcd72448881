// Command errors prints docs/errors.md from the reasons that the services register.
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/partnerline/partnerline/internal/endpointfault"
	"github.com/partnerline/partnerline/internal/fault"
	partnerconnect "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/webhooks"
)

func main() { fmt.Fprint(os.Stdout, markdown()) }

// markdown is docs/errors.md.
func markdown() string {
	var b strings.Builder
	b.WriteString(`# Errors

Every answer that is not a success is a problem document (RFC 9457, ` + "`application/problem+json`" + `):

` + "```json" + `
{"type": "/problems/validation_failed", "title": "Some fields are not acceptable", "status": 422,
 "detail": "some fields are not acceptable; see errors", "instance": "/api/v1/webhooks", "code": "validation_failed",
 "request_id": "req_06gzqrtrb1ygnfng6a3wv0d82g",
 "errors": [{"field": "/url", "code": "scheme", "message": "must use https; http is for test keys"}]}
` + "```" + `

` + "`code`" + ` is stable; ` + "`field`" +
		` is a JSON pointer into the body, or the name of a parameter. Over gRPC the code is the ` + "`reason`" + ` of a
` + "`google.rpc.ErrorInfo`" + ` and the fields are in ` + "`google.rpc.BadRequest`" +
		`. This list is generated from the code: ` + "`make generate`" + `.
`)
	for _, section := range []struct {
		title   string
		reasons []fault.Entry
	}{{"Both APIs", fault.Shared}, {"Endpoints of webhooks, in both APIs", endpointfault.Reasons},
		{"Partner connect", partnerconnect.Reasons}, {"Webhooks", webhooks.Reasons}} {
		fmt.Fprintf(&b, "\n## %s\n\n| HTTP | code | what it means | what to do |\n| --- | --- | --- | --- |\n", section.title)
		for _, e := range section.reasons {
			fmt.Fprintf(&b, "| %d | `%s` | %s. | %s |\n", e.Status, e.Reason, e.Title, e.Remedy)
		}
	}
	return b.String()
}
