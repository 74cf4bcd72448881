package eventfilter

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
)

const envelope = `{"id":"evt_1","type":"verification.completed","created_at":"2026-01-02T03:04:05.678Z","api_version":"v1","tenant":"ten_a","livemode":false,
	"data":{"kind":"identity","attempt":2,"reason_codes":["a","b"],"previous_status":null,"nested":{"amount":1250}}}`

func TestMatches(t *testing.T) {
	for expression, want := range map[string]bool{
		`event.type == "verification.completed"`:                          true,
		`event.type.startsWith("verification.") && !event.livemode`:       true,
		`event.data.kind in ["company", "address"]`:                       false,
		`event.data.attempt == 2`:                                         true,
		`event.data.attempt > 1 && event.data.nested.amount >= 1250`:      true,
		`event.data.nested.amount < 1250.5`:                               true,
		`event.data.previous_status == null`:                              true,
		`event.data.reason_codes.exists(c, c == "b")`:                     true,
		`event.data.reason_codes.all(c, c == "b")`:                        false,
		`has(event.data.missing) && event.data.missing == 1`:              false,
		`event.data.missing == 1`:                                         false,
		`!(event.data.missing == 1)`:                                      false,
		`event.data.kind > 3`:                                             false,
		`timestamp(event.created_at) > timestamp("2026-01-01T00:00:00Z")`: true,
		`event.data.kind.matches("^ident")`:                               true,
		`true`:                                                            true,
		`false`:                                                           false,
	} {
		f, err := Compile(expression)
		if err != nil {
			t.Errorf("%s: %v", expression, err)
			continue
		}
		if got := f.Matches(NewEvent([]byte(envelope))); got != want {
			t.Errorf("%s: %t", expression, got)
		}
	}
}

func TestCompileSaysWhere(t *testing.T) {
	for expression, want := range map[string]string{
		``:                                 "line 1, column 1: ",
		`event.type = "a"`:                 "line 1, column 12: ",
		"event.type == \"a\" &&\n  typo":   "line 2, column 3: undeclared reference to 'typo'",
		`event.type`:                       "line 1, column 1: the result is of type dyn, not bool",
		`1 + 1`:                            "line 1, column 1: the result is of type int, not bool",
		`event.type == "a`:                 "line 1, column 15: ",
		`"a" == 1`:                         "line 1, column 5: found no matching overload",
		strings.Repeat(`(`, 500) + `true`:  "line 1, column ",
		strings.Repeat(` `, 1000) + `true`: "line 1, column 1001: an expression has at most 1000 bytes",
		`event.data.kind.matches("(")`:     "",
	} {
		_, err := Compile(expression)
		if want == "" {
			if err != nil {
				t.Errorf("%s: %v", expression, err)
			}
			continue
		}
		var bad *Error
		if !errors.As(err, &bad) || !strings.HasPrefix(err.Error(), want) || strings.ContainsAny(err.Error(), "\n\t") {
			t.Errorf("%.60s: %v", expression, err)
		}
	}
}

// An expression that is too expensive ends early, and the event is delivered.
func TestCostIsBounded(t *testing.T) {
	list := strings.TrimSuffix(strings.Repeat("1,", 5000), ",")
	e := NewEvent(fmt.Appendf(nil, `{"data":{"list":[%s]}}`, list))
	for expression, want := range map[string]bool{
		`event.data.list.all(a, event.data.list.all(b, event.data.list.all(c, a + b + c != 0)))`: true,
		`event.data.list.exists(a, a == 2)`: true,
		`event.data.list.size() == 1`:       false,
	} {
		f, err := Compile(expression)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Matches(e); got != want {
			t.Errorf("%s: %t", expression, got)
		}
	}
}

// All filters on one event are bounded together: those behind the limit match.
func TestCostOfAnEventIsBounded(t *testing.T) {
	list := strings.TrimSuffix(strings.Repeat("1,", 200), ",")
	e := NewEvent(fmt.Appendf(nil, `{"data":{"list":[%s]}}`, list))
	f, err := Compile(`event.data.list.exists(a, a == 2)`)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for !f.Matches(e) {
		n++
	}
	if n < eventCostLimit/costLimit || e.cost < eventCostLimit || e.cost > eventCostLimit+costLimit {
		t.Errorf("%d evaluations cost %d", n, e.cost)
	}
	simple, err := Compile(`event.type == "verification.completed" && event.data.kind == "identity" && event.data.attempt > 1`)
	if err != nil {
		t.Fatal(err)
	}
	e = NewEvent([]byte(envelope))
	for range 500 {
		simple.Matches(e)
	}
	if e.cost >= eventCostLimit {
		t.Errorf("500 simple filters cost %d", e.cost)
	}
}

func TestCache(t *testing.T) {
	c, e := NewCache(), NewEvent([]byte(envelope))
	for i := range maxCached + 10 {
		if want := i == 2; c.Matches(fmt.Sprintf("event.data.attempt == %d", i), e) != want {
			t.Fatalf("%d: %t", i, !want)
		}
	}
	if n := len(c.filters); n > maxCached {
		t.Errorf("%d filters are kept", n)
	}
	if !c.Matches("", e) || !c.Matches("no expression", e) {
		t.Error("an event is lost for want of an expression")
	}
}

func BenchmarkMatches(b *testing.B) {
	f, err := Compile(`event.type == "verification.completed" && event.data.nested.amount > 1000`)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		f.Matches(NewEvent([]byte(envelope)))
	}
}

func FuzzCompile(f *testing.F) {
	for _, s := range []string{`event.type == "a"`, `event.data.list.all(a, a > 1)`, `"\u0000" in event`, `event[1] == [1, 2.0, {3: b"x"}][0]`} {
		f.Add(s)
	}
	e := NewEvent([]byte(envelope))
	f.Fuzz(func(t *testing.T, expression string) {
		filter, err := Compile(expression)
		if err != nil {
			var bad *Error
			if !errors.As(err, &bad) || bad.Line < 1 || bad.Column < 1 {
				t.Errorf("%v", err)
			}
			return
		}
		filter.Matches(e)
	})
}

// A cost that is known beforehand is none that an evaluation exceeds, and what such an expression decides is what it decides when its cost is counted.
func FuzzConstantCost(f *testing.F) {
	for _, s := range []string{
		`event.type == "a"`, `event.data.attempt > 1 && event.data.nested.amount >= 1250`, `event.type.startsWith("verification.") ? !event.livemode : has(event.data.x)`,
		`event.data.kind in ["company", "identity", 1]`, `event["type"].endsWith("completed") || "a" < event.data.kind`, `event == event`, `event.data.reason_codes.exists(c, c == "b")`,
		`event.data.kind.matches("^ident")`, `"b" in event.data.reason_codes`, `event.data.kind + "" == event.type`, `1 in [[1], 2]`, `[1, 2] == 1`, `-1 == 1`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, expression string) {
		filter, err := Compile(expression)
		if err != nil || filter.cost == 0 {
			return
		}
		ast, _ := environment().Compile(expression)
		counted, err := environment().Program(ast, cel.CostLimit(1_000_000))
		if err != nil {
			t.Fatal(err)
		}
		e := NewEvent([]byte(envelope))
		result, details, err := counted.Eval(e.activation())
		if cost := *details.ActualCost(); cost > filter.cost {
			t.Errorf("%s: costs %d, at most %d was expected", expression, cost, filter.cost)
		}
		if want := err == nil && result == types.True; filter.Matches(e) != want {
			t.Errorf("%s: %t when its cost is counted", expression, want)
		}
	})
}

// Whatever reads as much of an event as there is counts what it costs.
func TestCostOfExpressions(t *testing.T) {
	for expression, constant := range map[string]bool{
		`event.type == "a" && event.data.x > 3 || !has(event.data.y)`: true,
		`event.type.startsWith("a")`:                                  true,
		`event.data.kind in ["a", "b"]`:                               true,
		`event["type"] != "a"`:                                        true,
		`event == event`:                                              false,
		`event.data.list == [1]`:                                      false,
		`"a" in event.data.list`:                                      false,
		`1 in [event.data.list]`:                                      false,
		`event.data.list.exists(c, c == "b")`:                         false,
		`event.data.kind.matches("a")`:                                false,
		`event.data.kind.contains("a")`:                               false,
		`event.data.kind.size() > 3`:                                  false,
		`event.data.a + event.data.b == "a"`:                          false,
		`"a".startsWith(event.data.kind)`:                             false,
		`event[event.type] == "a"`:                                    false,
	} {
		f, err := Compile(expression)
		if err != nil {
			t.Fatal(expression, err)
		}
		if (f.cost > 0) != constant {
			t.Errorf("%s: %d", expression, f.cost)
		}
	}
}
