package eventfilter

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

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
		`event.data.kind.matches("(")`:     "line 1, column 25: error parsing regexp: missing closing )",
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

// The refusal of a common mistake says what to write instead.
func TestCompileSaysWhatToWrite(t *testing.T) {
	for expression, want := range map[string]string{
		`data.status == "completed"`:          "line 1, column 1: undeclared reference to 'data'; write event.data.status",
		"true &&\n  type == \"a\"":            "write event.type",
		`status == "completed"`:               `write event.data.status, or "status" if it is a text`,
		`event.type == completed`:             `write event.data.completed, or "completed" if it is a text`,
		`payment.amount > 1`:                  "write event.data.payment.amount",
		`"ż" == data.kind`:                    "column 8: undeclared reference to 'data'; write event.data.kind",
		`event.type = "a"`:                    "write ==",
		`event.type == "a" & event.livemode`:  "write &&",
		`event.type == "a" OR event.livemode`: "write ||",
		`event.type == “a”`:                   `write "`,
		`event.type.startswith("a")`:          "undeclared reference to 'startswith'",
	} {
		if _, err := Compile(expression); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v", expression, err)
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
		`event.data.list.size() == 1`:       true, // to read it is to pay for it
	} {
		f, err := compileStored(expression, checkBool)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Matches(e); got != want || e.Exceeded() == 0 {
			t.Errorf("%s: %t, %d exceeded", expression, got, e.Exceeded())
		}
	}
}

// largeEvents have what is expensive to compare, to search and to decode: 64 KB of one kind of value.
func largeEvents() map[string][]byte {
	join := func(n int, part func(i int) string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = part(i)
		}
		return strings.Join(parts, ",")
	}
	data := map[string]string{
		"numbers": `"s":"x","list":[` + join(32_000, func(int) string { return "1" }) + `]`,
		"lists":   `"s":"x","list":[` + join(21_000, func(int) string { return "[]" }) + `]`,
		"maps":    `"s":"x","list":[` + join(8000, func(int) string { return `{"a":1}` }) + `]`,
		"depth":   `"s":"x","list":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000),
		"members": `"s":"x","list":[1],` + join(5000, func(i int) string { return fmt.Sprintf(`"k%d":%d`, i, i) }),
		"text":    `"list":[1],"s":"` + strings.Repeat("a", 64_000) + `"`,
		"some":    `"s":"` + strings.Repeat("a", 1000) + `","list":[` + join(300, func(int) string { return `[1]` }) + `]`,
	}
	events := map[string][]byte{}
	for name, members := range data {
		events[name] = fmt.Appendf(nil, `{"type":"a","data":{%s}}`, members)
	}
	return events
}

const ten, tens = `[0,1,2,3,4,5,6,7,8,9]`, ten + `.all(a,` + ten + `.all(b,` + ten + `.all(c,` + ten + `.all(d,%s))))`

// What takes seconds and is cheap by CEL's own count ends as early as all else. Some of it is refused by now, and may
// be stored.
func TestCostIsTime(t *testing.T) {
	t.Parallel()
	events := largeEvents()
	began := time.Now()
	for _, expression := range []string{
		`[1,2,3,4].all(x,[1,2,3,4,5,6,7,8].all(y,"a".matches("((\\pL{0,10}){0,10}){0,10}(x5)|"+event.type)))`,
		`[1,2,3,4].all(x,[1,2,3,4,5,6,7,8].all(y,"a".matches("(x{0,10}){0,10}|"+event.type)))`,
		`event.data==event.data` + strings.Repeat(`&&event.data==event.data`, 38),
		`event.data.list==event.data.list` + strings.Repeat(`&&event.data.list==event.data.list`, 25),
		`event.data.list.all(a, a in event.data.list)`,
		`!(false` + strings.Repeat(`||"x" in event.data.list`, 35) + `)`,
		`!(false` + strings.Repeat(`||event.data.s.matches("(a|aa)*b")`, 25) + `)`,
		`event.data.s.matches("(.*)(.*)(.*)(.*)(.*)[^a]$")`,
		`event.data.s.matches("(?i)(a|b|c|d|e)+(f|g|h)+\\pL+[^a]{20}$")`,
		`event.data.s.contains(event.data.s + "b")`,
		`[event.data.s]` + strings.Repeat(`.map(x,x+x)`, 28) + `.size() > 1`,
		`["aaaaaaaaaaaaaaaaaaaa"]` + strings.Repeat(`.map(x,x+x)`, 28) + `.size() > 1`,
		`[[1]]` + strings.Repeat(`.map(x,x+x)`, 28) + `.all(x,x==x)`,
		`event.data.list.map(a,[a,a]).map(a,a+a).all(a,a==a)`,
		fmt.Sprintf(tens, `true`),
		fmt.Sprintf(tens, `timestamp("2026-01-01T00:00:00Z").getHours("Europe/Warsaw") < 24`),
		fmt.Sprintf(tens, `{1:2,3:4,5:6,7:8} == {1:2,3:4,5:6,7:8}`),
		fmt.Sprintf(tens, `[1,2,3,4,5,6,7,8,9] == [1,2,3,4,5,6,7,8,9]`),
		fmt.Sprintf(tens, `string(1.5e300) != ""`),
	} {
		f, err := compileStored(expression, checkBool)
		if err != nil {
			t.Fatalf("%s: %v", expression, err)
		}
		exceeded := 0
		for name, body := range events {
			for range 2 {
				e := NewEvent(body)
				f.Matches(e)
				if exceeded += e.Exceeded(); e.cost > costLimit {
					t.Errorf("%.60s: %s: %d units", expression, name, e.cost)
				}
			}
		}
		if exceeded == 0 && !strings.Contains(expression, "x{0,10}") {
			t.Errorf("%s: never costs too much", expression)
		}
	}
	if took := time.Since(began); took > 30*time.Second { // a second on an idle machine; minutes when CEL counted
		t.Errorf("took %s", took)
	}
}

// What may take longer than in proportion to an event is refused, and the error says where and what to write instead.
func TestCompileRefusesWhatIsUnbounded(t *testing.T) {
	t.Parallel()
	const noLiteral = `the pattern of matches() must be a literal, such as "^a"`
	const forEach = "a list is looked through once for each element of another"
	const tooMuch = "it may cost too much on a large event"
	for expression, want := range map[string]string{
		`event.data.s.matches(event.data.pattern)`:                                   "column 32: " + noLiteral,
		`[1].all(x, "a".matches("(x5)|"+event.type))`:                                "column 31: " + noLiteral,
		`event.type.matches("((\\pL{0,10}){0,10}){0,10}")`:                           "column 20: the pattern is too large",
		`event.type.matches("` + strings.Repeat("a|", 300) + `")`:                    "column 20: the pattern is too large",
		`event.data.a.exists(c, event.data.b.exists(d, d == c))`:                     "column 34: " + forEach,
		`event.data.a.exists(c, c.l.exists(d, c.l.exists(e, e == d)))`:               "column 39: " + forEach,
		`event.data.a.all(c, (event.data.b + event.data.b).all(d, d==1))`:            "column ",
		`{"k": event.data.a.exists(c, event.data.b.exists(d, d == c))}["k"]`:         "column 40: " + forEach,
		`event.data.a.filter(c, event.data.b.exists(d, d == c)).exists(e, e == 1)`:   "column 34: " + forEach,
		`event.data.a.exists(c, c.l.filter(d, d.m > 1).exists(e, e.kind == "a"))`:    "",
		`event.data.a.exists(c, c["l"].exists(d, d.kind == "a"))`:                    "",
		`event.data.a.exists(c, event.data.s.matches("a"))`:                          "column 1: " + tooMuch,
		fmt.Sprintf(tens, `event.data.a.all(e, e == a)`):                             "column 1: " + tooMuch,
		`event.data.a.exists(c, c.items.exists(d, d.kind == "a"))`:                   "",
		`event.data.a.filter(c, c.kind == "a").map(c, c.amount).exists(a, a > 1000)`: "",
		`["a", "b"].exists(k, event.data.a.exists(c, c == k))`:                       "",
		`event.data.status != event.data.previous_status`:                            "",
		`event.data.email.matches("^[a-z0-9._%+-]+@[a-z0-9.-]+[.][a-z]{2,63}$")`:     "",
		`event.data.name.matches("^\\pL+( \\pL+)*$") && event.data.s.contains("a")`:  "",
		`"document_expired" in event.data.reason_codes`:                              "",
	} {
		_, err := Compile(expression)
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), "line 1, "+want)) {
			t.Errorf("%.60s: %v", expression, err)
		}
	}
}

// A filter that was stored before it would be refused decides as it did, as long as it costs little.
func TestStoredFiltersDecide(t *testing.T) {
	t.Parallel()
	c := NewCache()
	for expression, want := range map[string]bool{
		`event.data.kind.matches("^" + event.data.kind)`:                               true,
		`event.data.kind.matches("^x" + event.data.kind)`:                              false,
		`event.data.reason_codes.all(a, event.data.reason_codes.exists(b, b == a))`:    true,
		`event.data.reason_codes.exists(a, event.data.reason_codes.all(b, b == a))`:    false,
		`event.data.kind.matches("(")`:                                                 false,
		`event.data.kind.matches("((\\pL{0,10}){0,10}){0,10}|" + event.data.kind)`:     false,
		`event.data.missing.matches("a" + "b") || event.data.attempt.matches("a"+"b")`: false,
	} {
		e := NewEvent([]byte(envelope))
		if got := c.Matches("a", expression, e); got != want || e.Exceeded() != 0 {
			t.Errorf("%s: %t, %d exceeded", expression, got, e.Exceeded())
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
	for e.Exceeded() == 0 {
		f.Matches(e)
		n++
	}
	if n < eventCostLimit/costLimit || e.cost < eventCostLimit || e.cost > eventCostLimit+costLimit {
		t.Errorf("%d evaluations cost %d", n, e.cost)
	}
	simple, err := Compile(`event.type == "verification.completed" && event.data.kind == "identity" && ` +
		`event.data.attempt > 1`)
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
		if want := i == 2; c.Matches("a", fmt.Sprintf("event.data.attempt == %d", i), e) != want {
			t.Fatalf("%d: %t", i, !want)
		}
	}
	if n := len(c.filters["a"]); n != maxCached || c.cached != n {
		t.Errorf("%d filters are kept, and %d counted", n, c.cached)
	}
	if !c.Matches("a", "", e) || !c.Matches("a", "no expression", e) {
		t.Error("an event is lost for want of an expression")
	}
}

// The tenant with the most filters makes room for the others. A tenant that changes its filters again and again loses
// only its own.
func TestCacheHasShares(t *testing.T) {
	t.Parallel()
	const few = 20
	c, e := NewCache(), NewEvent([]byte(envelope))
	match := func(owner string, n int) {
		c.Matches(owner, fmt.Sprintf("event.data.attempt == %d", n), e)
	}
	for n := range few {
		match("a", n)
	}
	for n := range 2 * maxCached {
		match("b", n)
	}
	for n := range few {
		match("c", n)
	}
	if a, b, other := len(c.filters["a"]), len(c.filters["b"]), len(c.filters["c"]); a != few || other != few ||
		a+b+other != maxCached || c.cached != maxCached {
		t.Errorf("%d, %d and %d filters are kept, %d counted", a, b, other, c.cached)
	}
	for n := range maxCached / 2 { // of many owners, each of which has one
		match(fmt.Sprint(n), n)
	}
	if len(c.filters["a"]) != few || c.cached != maxCached {
		t.Errorf("%d filters of the first owner are kept of %d", len(c.filters["a"]), c.cached)
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
	for _, s := range []string{`event.type == "a"`, `event.data.list.all(a, a > 1)`, `"\u0000" in event`,
		`event[1] == [1, 2.0, {3: b"x"}][0]`} {
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

// A cost that is known beforehand is none that an evaluation exceeds, and what such an expression decides is what it
// decides when its cost is counted.
func FuzzConstantCost(f *testing.F) {
	for _, s := range []string{
		`event.type == "a"`, `event.data.attempt > 1 && event.data.nested.amount >= 1250`,
		`event.type.startsWith("verification.") ? !event.livemode : has(event.data.x)`,
		`event.data.kind in ["company", "identity", 1]`, `event["type"].endsWith("completed") || "a" < event.data.kind`,
		`event == event`, `event.data.reason_codes.exists(c, c == "b")`,
		`event.data.kind.matches("^ident")`, `"b" in event.data.reason_codes`, `event.data.kind + "" == event.type`,
		`1 in [[1], 2]`, `[1, 2] == 1`, `-1 == 1`,
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
		e.decode()
		result, details, err := counted.Eval(e.variables)
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
