package command

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	partnerline "github.com/partnerline/partnerline/sdk/go"
)

func printed(t *testing.T, v any, asJSON bool) string {
	t.Helper()
	var out bytes.Buffer
	a := &app{System: System{Out: &out, Getenv: func(string) string { return "" }}, json: asJSON}
	if err := a.print(v); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func failedDelivery() deliveryDetail {
	at := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	refused, failed := partnerline.AttemptErrorConnectRefused, partnerline.AttemptErrorHTTP5xx
	reason, status, ok := "http_5xx", 503, 200
	return deliveryDetail{&partnerline.DeliveryDetail{
		ID: "dlv_1", Status: "failed", Run: 1, AttemptCount: 2, Reason: &reason, CreatedAt: at,
		Attempts: []partnerline.Attempt{
			{Run: 1, Number: 1, Status: "failed", Error: &refused, DurationMs: 1.4, StartedAt: at},
			{
				Run: 1, Number: 2, Status: "failed", Error: &failed, ResponseStatus: &status, DurationMs: 12.6,
				StartedAt: at.Add(10 * time.Second), ResponseHeaders: map[string]string{"Server": "x"},
				ResponseBody: "\n database\tis\x1b[2J locked\u009b \nat line 3",
			},
			{Run: 2, Number: 1, Status: "succeeded", ResponseStatus: &ok, ResponseBody: strings.Repeat("ż", 100)},
			{Run: 2, Number: 2, Status: "failed", ResponseOmitted: true, ResponseTruncated: true},
		},
	}}
}

// A delivery is facts and a table of attempts, without any JSON.
func TestDeliveryForPeople(t *testing.T) {
	t.Parallel()
	out := printed(t, failedDelivery(), false)
	for _, want := range []string{
		`(?m)^id +dlv_1$`, `(?m)^reason +the receiver failed$`,
		`(?m)^attempts:\nRUN +NUMBER +STARTED_AT +RESULT +TOOK +RESPONSE$`,
		`(?m)^1 +1 +2026-11-22T10:00:00Z +the connection was refused +1 ms *$`,
		`(?m)^1 +2 +2026-11-22T10:00:10Z +503, the receiver failed +13 ms +database is \[2J locked *$`,
		`(?m)^2 +1 .* ż{60}\.\.\.$`, `(?m)^2 +2 .* \(not stored\)$`,
	} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("%q does not match\n%s", want, out)
		}
	}
	if strings.ContainsAny(out, "{}\x1b\u009b") {
		t.Errorf("there is JSON, or a control character, in %q", out)
	}
	var got partnerline.DeliveryDetail
	err := json.Unmarshal([]byte(printed(t, failedDelivery(), true)), &got)
	if err != nil || *got.Attempts[0].Error != "connect_refused" {
		t.Errorf("with --json: %v, %v", got, err)
	}
}

// A cause of a newer API is shown as it is.
func TestUnknownCause(t *testing.T) {
	t.Parallel()
	if got := textOfCause("new_cause"); got != "new_cause" {
		t.Error(got)
	}
}

// Nested objects are facts whose names have dots, and lists of objects are tables of the members that any entry has.
func TestNestedForPeople(t *testing.T) {
	t.Parallel()
	out := printed(t, json.RawMessage(`{"ref":"mrc_1","missing":["a","b"],"none":null,"empty":{},"list":[],
		"next_action":{"type":"hosted","url":"https://x/"},
		"details":[{"code":"a","field":null},{"code":"b","field":"name","on":{"by":"you"},"also":[{"x":1}]}]}`), false)
	const want = `ref               mrc_1
missing           a, b
next_action.type  hosted
next_action.url   https://x/

details:
CODE  FIELD  ON.BY  ALSO
a                   
b     name   you    [{"x":1}]
`
	if out != want {
		t.Errorf("got\n%s\nwant\n%s", out, want)
	}
}
