package eventfilter

import (
	"errors"
	"strings"
	"testing"
)

func TestKey(t *testing.T) {
	t.Parallel()
	body := `{"type":"a","data":{"id":"s1","number":42,"half":1.5,"large":1e300,"yes":true,"none":null,"empty":"",
		"list":[1],"object":{},"zero":"a\u0000b","long":"` + strings.Repeat("x", MaxKey+1) + `","full":"` +
		strings.Repeat("x", MaxKey) + `"}}`
	type result struct {
		key   string
		cause Cause
	}
	cache := NewCache()
	for expression, want := range map[string]result{
		`event.data.id`:                           {"s1", ""},
		`event.data.number`:                       {"42", ""},
		`event.data.half`:                         {"1.5", ""},
		`event.data.large`:                        {"1e+300", ""},
		`event.data.yes`:                          {"true", ""},
		`event.type + "/" + event.data.id`:        {"a/s1", ""},
		`size(event.data.id)`:                     {"2", ""},
		`2u`:                                      {"2", ""},
		`event.data.full`:                         {strings.Repeat("x", MaxKey), ""},
		`event.data.zero`:                         {"a\ufffdb", ""},
		`event.data.missing`:                      {"", KeyMissing},
		`event.data.none`:                         {"", KeyMissing},
		`event.data.empty`:                        {"", KeyMissing},
		`event.data.id.id`:                        {"", KeyMissing},
		`event.data.long`:                         {"", KeyTooLong},
		`event.data.list`:                         {"", KeyNoText},
		`event.data.object`:                       {"", KeyNoText},
		`has(event.data.id) ? event.data.id : ""`: {"s1", ""},
	} {
		f, err := CompileKey(expression)
		if err != nil {
			t.Errorf("%s: %v", expression, err)
			continue
		}
		for range 2 {
			key, cause := cache.Key("ten_a", expression, NewEvent([]byte(body)))
			if again, _ := f.Key(NewEvent([]byte(body))); (result{key, cause}) != want || again != key {
				t.Errorf("%s: %.20q %q, and %.20q", expression, key, cause, again)
			}
		}
	}
	if key, cause := cache.Key("ten_a", `event.data.id`, NewEvent([]byte(`[]`))); cause != KeyMissing {
		t.Errorf("of what is no object: %q, %q", key, cause)
	}
	if got := cache.unkeyed[0].Load(); got != 9 {
		t.Errorf("%d are counted as missing", got)
	}
}

// The same expression is a filter of one endpoint and the key of another.
func TestAnExpressionIsAFilterAndAKey(t *testing.T) {
	t.Parallel()
	cache, e := NewCache(), NewEvent([]byte(`{"data":{"id":"s1"}}`))
	for range 2 {
		if !cache.Matches("ten_a", `event.data.id`, e) { // no filter: it matches
			t.Error("it does not match")
		}
		if key, _ := cache.Key("ten_a", `event.data.id`, e); key != "s1" {
			t.Errorf("the key is %q", key)
		}
	}
}

func TestCostlyKey(t *testing.T) {
	t.Parallel()
	body := []byte(`{"data":{"list":[` + strings.Repeat(`"x",`, 5000) + `"x"]}}`)
	const costly = `event.data.list.exists(x, x == "y") ? "a" : "b"`
	if key, cause := NewCache().Key("ten_a", costly, NewEvent(body)); cause != KeyCostly {
		t.Errorf("%q, %q", key, cause)
	}
}

func TestCompileKeySaysWhere(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		`[event.type]`:            "line 1, column 1: the result is of type list(dyn), not a text, a number or a boolean",
		`{"a": 1}`:                "line 1, column 1: the result is of type map(string, int)",
		`timestamp(event.type)`:   "line 1, column 1: the result is of type google.protobuf.Timestamp",
		"event.data.id +\n  typo": "line 2, column 3: undeclared reference to 'typo'",
		`data.id`:                 "write event.data.id",
		`event.data.id == `:       "line 1, column ",
	} {
		_, err := CompileKey(expression)
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(e.Error(), want) {
			t.Errorf("%s: %v, want %q", expression, err, want)
		}
	}
}
