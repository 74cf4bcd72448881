package eventfilter

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestShape(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		`{"text": event.type + " <" + event.id + ">"}`:       `{"text":"verification.completed <evt_1>"}`,
		`{"b": 1, "a": 2u, "aa": 2.5, "B": true, "ż": null}`: `{"B":true,"a":2,"aa":2.5,"b":1,"ż":null}`,
		`event.data`: `{"attempt":2,"kind":"identity","nested":{"amount":1250},"previous_status":null,` +
			`"reason_codes":["a","b"]}`,
		`event.data.reason_codes.map(c, {"code": c})`:                   `[{"code":"a"},{"code":"b"}]`,
		`[event.data.nested.amount, int(event.data.nested.amount) + 1]`: `[1250,1251]`,
		`event.livemode ? dyn({"a": 1}) : {"b": [1, "x"]}`:              `{"b":[1,"x"]}`,
		`{"at": timestamp(event.created_at), "for": duration("90s"), "b": b"a"}`: `` +
			`{"at":"2026-01-02T03:04:05.678Z","b":"YQ==","for":"1m30s"}`,
		`{"has": has(event.data.missing) ? event.data.missing : "none"}`: `{"has":"none"}`,
		`{"text": "a\nb\u0000\u2028\"\\<&>"}`:                            `{"text":"a\nb\u0000\u2028\"\\<&>"}`,
		`{}`:                                                             `{}`,
		`[]`:                                                             `[]`,
		`{event.type: event.data.x == 1 || true}`: `{"verification.completed":true}`,
	} {
		s, err := CompileShape(expression)
		if err != nil {
			t.Errorf("%s: %v", expression, err)
			continue
		}
		if got, err := s.Body([]byte(envelope)); err != nil || string(got) != want {
			t.Errorf("%s: %s, %v", expression, got, err)
		}
	}
}

// An expression that cannot be a body is refused with the place of the fault.
func TestCompileShapeSaysWhere(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		``:                 "line 1, column 1: ",
		`{"a": event.type`: "line 1, column 17: ",
		"{\n \"a\": typo}": "line 2, column 7: undeclared reference to 'typo'; write event.data.typo",
		`event.type + "a"`: "line 1, column 1: the result is of type string, not an object or a list; " +
			"write an object",
		`1 + 1`:                                 "line 1, column 1: the result is of type int",
		`event.livemode == true`:                "line 1, column 1: the result is of type bool",
		`{1: "a"}`:                              "line 1, column 1: a key of an object is not a text",
		`{"a": event.data.s.matches(event.id)}`: "line 1, column 33: the pattern of matches()",
		`event.data.a.map(c, event.data.b.map(d, [c, d]))`: "line 1, column 31: a list is looked through once for each",
		strings.Repeat(` `, MaxShapeLength) + `{}`:         "line 1, column 4001: an expression has at most 4000 bytes",
	} {
		_, err := CompileShape(expression)
		if bad := new(Error); !errors.As(err, &bad) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.60s: %v", expression, err)
		}
	}
}

// An expression that fails on an event makes no body, and says why and where.
func TestShapeFails(t *testing.T) {
	t.Parallel()
	wide := fmt.Appendf(nil, `{"data":{"s":%q,"list":[%s1]}}`, strings.Repeat("a", 20_000), strings.Repeat("1,", 20_000))
	deep := fmt.Appendf(nil, `{"data":%s%s}`, strings.Repeat("[", 500), strings.Repeat("]", 500))
	for _, c := range []struct {
		expression string
		event      []byte
		want       string
	}{
		{`{"a": event.data.missing}`, []byte(envelope), "line 1, column 17: no such key: missing"},
		{"{\"a\": 1,\n\"b\": event.data.kind + 1}", []byte(envelope), "line 2, column 22: no such overload"},
		{`event.type`, []byte(envelope), "line 1, column 1: the result is of type string, not an object or a list"},
		{`event.data.missing`, []byte(`{"data":{"missing":null}}`), "line 1, column 1: the result is of type null_type"},
		{`{"a": 1.0 / 0.0}`, []byte(envelope), "line 1, column 1: a number is infinite"},
		{`{"a": type(1)}`, []byte(envelope), "line 1, column 1: a value has no form in JSON"},
		{`{"a": event.data.list, "b": event.data.list}`, wide, "line 1, column 1: it costs too much on this event"},
		{
			`[event.data.s, event.data.s, event.data.s, event.data.s]`, wide,
			"line 1, column 1: the body has more than 69632 bytes",
		},
		{`event.data`, deep, "line 1, column 1: the body is nested deeper than 200 levels"},
		{`{}`, []byte(`[]`), "line 1, column 1: the event is not a JSON object"},
		{`{}`, []byte(`nonsense`), "line 1, column 1: the event is not a JSON object"},
		{`{event.data.attempt: 1}`, []byte(envelope), "line 1, column 1: a key of an object is not a text"},
	} {
		s, err := CompileShape(c.expression)
		if err != nil {
			t.Errorf("%s: %v", c.expression, err)
			continue
		}
		got, err := s.Body(c.event)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || got != nil {
			t.Errorf("%s: %.100s, %v", c.expression, got, err)
		}
	}
}

// Whatever an expression does with a large event, it ends early: what takes long costs much.
func TestShapeCostIsTime(t *testing.T) {
	t.Parallel()
	began := time.Now()
	for _, expression := range []string{
		`event`, `[event, event]`, `{"s": event.data.s + event.data.s + event.data.s}`,
		`event.data.list.map(a, {"a": a, "b": [a, a]})`, `[event.data.s].map(x, x + x).map(x, x + x).map(x, x + x)`,
		`event.data.list.filter(a, a == event.data.list[0])`, `[event.data.s]` + strings.Repeat(`.map(x,[x,x])`, 25),
		`[[1]]` + strings.Repeat(`.map(x,[x,x])`, 28), `[{"a": event.data.list}]` + strings.Repeat(`.map(x,[x,x,x,x])`, 20),
		`{"d": event.data == event.data, "e": event.data.s.contains("b")}`,
	} {
		s, err := CompileShape(expression)
		if err != nil {
			t.Errorf("%.60s: %v", expression, err)
			continue
		}
		for name, event := range largeEvents() {
			one := time.Now()
			body, err := s.Body(event)
			if len(body) > MaxBody || err == nil && !json.Valid(body) {
				t.Errorf("%.60s: %s: %d bytes", expression, name, len(body))
			}
			if took := time.Since(one); took > 5*time.Second {
				t.Errorf("%.60s: %s took %s", expression, name, took)
			}
		}
	}
	t.Logf("all took %s", time.Since(began))
}

// Of any expression and any event there is a body, which is JSON of bounded size, or an error with its place; the same
// of the same event.
func FuzzShape(f *testing.F) {
	for _, s := range []string{
		`{"text": event.type}`, `event.data`, `[event, 1.5, null, b"x", duration("1s")]`, `{event.type: {"a": [1, 2u, -3]}}`,
		`event.data.reason_codes.map(c, {"c": c})`, `{"a": event.data.missing}`, `[[1,2],[3]].map(x, x.map(y, y * 2))`,
	} {
		f.Add(s, []byte(envelope))
		f.Add(s, []byte(`{"type":"\ud800","data":{"reason_codes":[1e308,"\u2028<",{}]}}`))
	}
	f.Fuzz(func(t *testing.T, expression string, event []byte) {
		bad := new(Error)
		s, err := CompileShape(expression)
		if err != nil {
			if !errors.As(err, &bad) || bad.Line < 1 || bad.Column < 1 {
				t.Errorf("%v", err)
			}
			return
		}
		body, err := s.Body(event)
		if err != nil {
			if !errors.As(err, &bad) || bad.Line < 1 || bad.Column < 1 || body != nil {
				t.Errorf("%v", err)
			}
			return
		}
		if !json.Valid(body) || len(body) > MaxBody || body[0] != '{' && body[0] != '[' {
			t.Errorf("%q", body)
		}
		if again, err := s.Body(event); err != nil || !bytes.Equal(body, again) {
			t.Errorf("%q, then %q, %v", body, again, err)
		}
	})
}

func BenchmarkShape(b *testing.B) {
	s, err := CompileShape(`{"text": event.type + " " + event.id, "amount": event.data.nested.amount, ` +
		`"codes": event.data.reason_codes}`)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := s.Body([]byte(envelope)); err != nil {
			b.Fatal(err)
		}
	}
}
