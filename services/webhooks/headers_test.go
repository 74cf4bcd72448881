package webhooks

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

func TestCheckHeaders(t *testing.T) {
	many := map[string]string{}
	for i := range MaxHeaders + 1 {
		many["X-"+strconv.Itoa(i)] = "v"
	}
	for name, c := range map[string]struct {
		headers map[string]string
		want    string // field and code of the only violation; empty: none
	}{
		"usual": {map[string]string{"X-Gateway-Key": "b7 f1", "Authorization": "Bearer x", "Cookie": "a=b"}, ""},
		"longest": {map[string]string{strings.Repeat("a", MaxHeaderName): strings.Repeat("v", MaxHeaderValue)},
			""},
		"too many": {many, "/headers too_many"},
		"no name":  {map[string]string{"": "v"}, "/headers/ invalid_name"},
		"long name": {map[string]string{strings.Repeat("a", MaxHeaderName+1): "v"},
			"/headers/" + strings.Repeat("a", MaxHeaderName+1) + " invalid_name"},
		"not a name":         {map[string]string{"a/b": "v"}, "/headers/a~1b invalid_name"},
		"two lines in name":  {map[string]string{"a\r\nb": "v"}, "/headers/a\r\nb invalid_name"},
		"underscore":         {map[string]string{"a_b": "v"}, "/headers/a_b invalid_name"},
		"twice":              {map[string]string{"X-A": "v", "x-a": "w"}, "/headers/x-a duplicate"},
		"signature":          {map[string]string{"X-Signature": "v"}, "/headers/X-Signature reserved"},
		"standard signature": {map[string]string{"Webhook-Signature": "v"}, "/headers/Webhook-Signature reserved"},
		"id":                 {map[string]string{"x-webhook-id": "v"}, "/headers/x-webhook-id reserved"},
		"host":               {map[string]string{"HOST": "v"}, "/headers/HOST reserved"},
		"length":             {map[string]string{"Content-Length": "1"}, "/headers/Content-Length reserved"},
		"framing":            {map[string]string{"Transfer-Encoding": "chunked"}, "/headers/Transfer-Encoding reserved"},
		"proxy":              {map[string]string{"Proxy-Authorization": "v"}, "/headers/Proxy-Authorization reserved"},
		"no value":           {map[string]string{"X-A": ""}, "/headers/X-A invalid_value"},
		"long value":         {map[string]string{"X-A": strings.Repeat("v", MaxHeaderValue+1)}, "/headers/X-A invalid_value"},
		"two lines in value": {map[string]string{"X-A": "v\r\nX-B: w"}, "/headers/X-A invalid_value"},
		"blank around":       {map[string]string{"X-A": " v"}, "/headers/X-A invalid_value"},
		"not ASCII":          {map[string]string{"X-A": "ż"}, "/headers/X-A invalid_value"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, v := range checkHeaders(c.headers) {
				got = append(got, v.Field+" "+v.Code)
			}
			if strings.Join(got, ", ") != c.want {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestFilterOfAnEndpoint(t *testing.T) {
	set := func(filter string) error {
		f := &filter
		var e Endpoint
		return e.set(EndpointChanges{Filter: &f}, time.Now())
	}
	for filter, want := range map[string]string{
		`event.type == "verification.failed"`: "",
		``:                                    "",
		`event.type = "verification.failed"`:  "line 1, column 12",
		"event.livemode ||\n event.data.kind in [1":      "line 2, column ",
		"event.type == \"\x00\"":                         "control characters",
		`"` + strings.Repeat("ż", 600) + `" == event.id`: "at most 1000 bytes",
	} {
		err := set(filter)
		if want == "" {
			if err != nil {
				t.Errorf("%q: %v", filter, err)
			}
			continue
		}
		f := fault.As(err)
		if len(f.Violations) != 1 || f.Violations[0].Field != "/filter" || !strings.Contains(f.Violations[0].Message, want) {
			t.Errorf("%q: %+v", filter, f.Violations)
		}
	}
}
