package eventbody

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/partnerline/partnerline/internal/eventfilter"
	"github.com/partnerline/partnerline/internal/eventtype"
)

const (
	data = `{"payment_id":"pay_1","amount":1250,"note":"<!here> & <https://evil.example|x>",` +
		`"items":[1, 2],"none":null}`
	event = `{"id":"evt_1","type":"payment.paid","created_at":"2026-01-02T03:04:05.678Z","api_version":"v1",` +
		`"tenant":"ten_a","livemode":false,"data":` + data + `}`
)

// cardOf is a message of Teams with blocks after the title.
func cardOf(blocks ...string) string {
	return `{"type":"message","attachments":[{"contentType":"application/vnd.microsoft.card.adaptive",` +
		`"contentUrl":null,"content":{"$schema":"http://adaptivecards.io/schemas/adaptive-card.json",` +
		`"type":"AdaptiveCard","version":"1.4","body":[{"type":"RichTextBlock","inlines":[{"type":"TextRun",` +
		`"text":"payment.paid","weight":"bolder","size":"large"}]},` + strings.Join(blocks, ",") + `]}}]}`
}

func factOf(name, value string) string {
	return `{"type":"RichTextBlock","spacing":"small","inlines":[{"type":"TextRun","text":"` + name +
		` ","weight":"bolder"},{"type":"TextRun","text":"` + value + `"}]}`
}

func make1(t *testing.T, preset Preset, event string) Message {
	t.Helper()
	s, err := New(preset, "")
	if err != nil {
		t.Fatal(err)
	}
	m, err := s.Make([]byte(event))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestPresets(t *testing.T) {
	t.Parallel()
	for preset, want := range map[Preset]Message{
		CloudEventsStructured: {
			ContentType: "application/cloudevents+json",
			Body: []byte(`{"specversion":"1.0","id":"evt_1","source":"urn:partnerline:tenant:ten_a","type":"payment.paid",` +
				`"time":"2026-01-02T03:04:05.678Z","datacontenttype":"application/json","apiversion":"v1","livemode":false,` +
				`"data":` + strings.ReplaceAll(data, ", ", ",") + `}`),
		},
		CloudEventsBinary: {
			ContentType: "application/json",
			Headers: []Header{
				{"ce-apiversion", "v1"}, {"ce-id", "evt_1"}, {"ce-livemode", "false"},
				{"ce-source", "urn:partnerline:tenant:ten_a"}, {"ce-specversion", "1.0"},
				{"ce-time", "2026-01-02T03:04:05.678Z"}, {"ce-type", "payment.paid"},
			},
			Body: []byte(data),
		},
		Slack: {
			ContentType: "application/json",
			Body: []byte(`{"text":"payment.paid evt_1","blocks":[` +
				`{"type":"header","text":{"type":"plain_text","text":"payment.paid"}},` +
				`{"type":"section","text":{"type":"mrkdwn","text":"*amount* 1250\n*items* [1, 2]\n*none* null\n` +
				`*note* &lt;!here&gt; &amp; &lt;https://evil.example|x&gt;\n*payment_id* pay_1","verbatim":true}},` +
				`{"type":"context","elements":[{"type":"mrkdwn","text":"evt_1 · 2026-01-02T03:04:05.678Z · test",` +
				`"verbatim":true}]}]}`),
		},
		Teams: {
			ContentType: "application/json",
			Body: []byte(cardOf(factOf("amount", "1250"), factOf("items", "[1, 2]"), factOf("none", "null"),
				factOf("note", "<!here> & <https://evil.example|x>"), factOf("payment_id", "pay_1"),
				`{"type":"RichTextBlock","spacing":"medium","inlines":[{"type":"TextRun",`+
					`"text":"evt_1 · 2026-01-02T03:04:05.678Z · test","isSubtle":true}]}`)),
		},
	} {
		m := make1(t, preset, event)
		if m.ContentType != want.ContentType || !slices.Equal(m.Headers, want.Headers) || !bytes.Equal(m.Body, want.Body) {
			t.Errorf("%s: %s %v\n%s", preset, m.ContentType, m.Headers, m.Body)
		}
	}
}

func TestExpression(t *testing.T) {
	t.Parallel()
	s, err := New("", `{"kind": event.type}`)
	if err != nil {
		t.Fatal(err)
	}
	m, err := s.Make([]byte(event))
	if err != nil || m.ContentType != contentJSON || m.Headers != nil || string(m.Body) != `{"kind":"payment.paid"}` {
		t.Errorf("%+v, %v", m, err)
	}
	if _, err := New("", `{"kind": event.type`); !errors.As(err, new(*eventfilter.Error)) {
		t.Errorf("%v", err)
	}
	if _, err := New("pigeon", ""); err == nil {
		t.Error("there is a preset for pigeons")
	}
}

// hostileEvents are as large as events are, of one kind of content each.
func hostileEvents() map[string]string {
	long := func(unit string) string { return strings.Repeat(unit, 60_000/len(unit)) }
	many := make([]string, 3000)
	for i := range many {
		many[i] = fmt.Sprintf(`"<%04d>&":"<&>%s"`, i, "ż")
	}
	with := func(data string) string {
		return `{"id":"evt_1","type":"a.b","created_at":"2026-01-02T03:04:05.678Z","api_version":"v1","tenant":"ten_a",` +
			`"livemode":true,"data":` + data + `}`
	}
	return map[string]string{
		"a long text":      with(`{"a":"` + long("&") + `"}`),
		"emojis":           with(`{"a":"` + long("🙂") + `"}`),
		"a long name":      with(`{"` + long("<") + `":1}`),
		"many members":     with(`{` + strings.Join(many, ",") + `}`),
		"a large list":     with(`{"a":[` + strings.TrimSuffix(long("1,"), ",") + `]}`),
		"line ends":        with(`{"a":"` + long(`\n`) + `"}`),
		"controls":         with(`{"a":"` + long(`\u0000`) + `"}`),
		"no object":        with(`"` + long("<") + `"`),
		"null":             with(`null`),
		"nothing":          with(`{}`),
		"a lone surrogate": with(`{"a":"\ud800","b":"\udc00\ud800"}`),
		"odd attributes":   `{"id":"a\r\nb","type":"ż\"%","created_at":"","tenant":"a b/ż","data":{}}`,
	}
}

// checkSlack holds a message against the limits of Slack (docs.slack.dev, Block Kit).
func checkSlack(body []byte) error {
	var m slackMessage
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&m); err != nil {
		return err
	}
	if m.Text == "" || len(m.Blocks) == 0 || len(m.Blocks) > 50 {
		return fmt.Errorf("%d blocks, text %q", len(m.Blocks), m.Text)
	}
	check := func(text slackText, most int) error {
		if n := utf8.RuneCountInString(text.Text); n < 1 || n > most {
			return fmt.Errorf("a text of %d characters, of %d", n, most)
		}
		if text.Type == "mrkdwn" && strings.ContainsAny(text.Text, "<>") {
			return fmt.Errorf("a text is not escaped: %.100s", text.Text)
		}
		return nil
	}
	for _, b := range m.Blocks {
		most := 3000
		if b.Type == "header" {
			most = 150
		}
		if b.Text != nil {
			if err := check(*b.Text, most); err != nil {
				return err
			}
		}
		if len(b.Elements) > 10 {
			return fmt.Errorf("%d elements", len(b.Elements))
		}
		for _, e := range b.Elements {
			if err := check(e, most); err != nil {
				return err
			}
		}
	}
	return nil
}

// Messages for people stay within the limits of their receivers, whatever an event holds.
func TestLimitsOfReceivers(t *testing.T) {
	t.Parallel()
	all := hostileEvents()
	for _, read := range []func() (*eventtype.Registry, error){eventtype.Webhooks, eventtype.PartnerConnect} {
		registry, err := read()
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range registry.Entries() {
			all[e.Type] = string(e.Example)
		}
	}
	for name, e := range all {
		if err := checkSlack(make1(t, Slack, e).Body); err != nil {
			t.Errorf("slack: %s: %v", name, err)
		}
		if m := make1(t, Teams, e); len(m.Body) > 28<<10 || !json.Valid(m.Body) {
			t.Errorf("teams: %s: %d bytes", name, len(m.Body))
		}
		for _, h := range make1(t, CloudEventsBinary, e).Headers {
			if strings.ContainsFunc(h.Value, func(r rune) bool { return r <= ' ' || r > '~' }) {
				t.Errorf("cloudevents: %s: %s is %q", name, h.Name, h.Value)
			}
		}
	}
}

// Of any bytes there is a message with JSON, or an error: never a part of one.
func FuzzPresets(f *testing.F) {
	f.Add([]byte(event))
	for _, e := range hostileEvents() {
		f.Add([]byte(e))
	}
	f.Add([]byte(`{"id":1}`))
	f.Fuzz(func(t *testing.T, event []byte) {
		for _, preset := range Presets {
			s, err := New(preset, "")
			if err != nil {
				t.Fatal(err)
			}
			m, err := s.Make(event)
			if err != nil {
				if m.Body != nil {
					t.Errorf("%s: %q and %v", preset, m.Body, err)
				}
				continue
			}
			if !json.Valid(m.Body) {
				t.Errorf("%s: %q", preset, m.Body)
			}
			if preset == Slack {
				if err := checkSlack(m.Body); err != nil {
					t.Errorf("%v", err)
				}
			}
		}
	})
}
