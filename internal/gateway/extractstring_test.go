package gateway

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/partnerline/partnerline/internal/fault"
)

// cut extracts the member c of a body that comes byte by byte, or as a whole.
func cut(body string, byByte bool) (value, rest string, took bool, err error) {
	var r io.Reader = strings.NewReader(body)
	if byByte {
		r = iotest.OneByteReader(r)
	}
	out, err := extractString(r, "c", 1<<20, func(text io.Reader) {
		b, failed := io.ReadAll(text)
		value, took = string(b), failed == nil
	})
	return value, string(out), took, err
}

func TestExtractString(t *testing.T) {
	for name, c := range map[string]struct{ body, value, rest string }{ // an empty rest: nothing is cut
		"alone":                   {`{"c":"AAAA"}`, "AAAA", `{"c":""}`},
		"first":                   {`{"c":"AAAA","d":1}`, "AAAA", `{"c":"","d":1}`},
		"last":                    {`{"d":[1,{"e":"}"}],"c":"AAAA"}`, "AAAA", `{"d":[1,{"e":"}"}],"c":""}`},
		"blanks":                  {" {\n\t\"c\" : \"AAAA\" }\r\n", "AAAA", " {\n\t\"c\" : \"\" }\r\n"},
		"empty":                   {`{"c":""}`, "", `{"c":""}`},
		"escaped quote":           {`{"c":"A\"A"}`, `A\"A`, `{"c":""}`},
		"escaped backslash":       {`{"c":"A\\"}`, `A\\`, `{"c":""}`},
		"name in a text":          {`{"d":"\"c\":\"x\"","c":"AAAA"}`, "AAAA", `{"d":"\"c\":\"x\"","c":""}`},
		"name below":              {`{"d":{"c":"x"},"c":"AAAA"}`, "AAAA", `{"d":{"c":"x"},"c":""}`},
		"twice: the first":        {`{"c":"A","c":"B"}`, "A", `{"c":"","c":"B"}`},
		"null, then a text":       {`{"c":null,"c":"B"}`, "B", `{"c":null,"c":""}`},
		"what comes after broken": {`{"c":"A"`, "A", `{"c":""`},
		"not a text":              {`{"c":5}`, "", ""},
		"null":                    {`{"c":null}`, "", ""},
		"array":                   {`["c","AAAA"]`, "", ""},
		"below only":              {`{"d":{"c":"AAAA"}}`, "", ""},
		"escaped name":            {`{"\u0063":"AAAA"}`, "", ""},
		"no colon":                {`{"c" "AAAA"}`, "", ""},
		"no object":               {``, "", ""},
		"open brackets":           {`{"d":[[[`, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			for _, byByte := range []bool{false, true} {
				value, rest, ok, err := cut(c.body, byByte)
				if c.rest == "" && !ok {
					c.rest = c.body
				} else if !ok && c.rest != c.body {
					t.Errorf("%s: nothing is taken", name)
				}
				if value != c.value || rest != c.rest || err != nil {
					t.Errorf("%s: %q, %q, %t, %v", name, value, rest, ok, err)
				}
			}
		})
	}
}

// A text that has no end is not taken for a whole one, and neither is the body.
func TestExtractStringWithoutAnEnd(t *testing.T) {
	for _, body := range []string{`{"c":"AAAA`, `{"c":"`, `{"c":"AA\`, `{"c":"AA\"`} {
		if _, rest, ok, err := cut(body, false); ok || err != nil || json.Valid([]byte(rest)) {
			t.Errorf("%s: rest %q, taken %t, %v", body, rest, ok, err)
		}
	}
}

// What is kept of a body is bounded wherever it is large, and an error of the connection is passed on.
func TestExtractStringIsBounded(t *testing.T) {
	long := strings.Repeat("x", 100)
	for _, body := range []string{`{"a":"` + long + `"}`, `{"` + long + `":1}`, `{"c":"A","a":"` + long + `"}`,
		strings.Repeat(" ", 100), long} {
		if out, err := extractString(strings.NewReader(body), "c", 50, func(io.Reader) {}); !errors.Is(err, errTooMuch) ||
			len(out) > 50 {
			t.Errorf("%s: %d bytes, %v", body, len(out), err)
		}
	}
	broken := errors.New("broken")
	for _, body := range []string{``, `{"a"`, `{"c":"AA`} {
		r := io.MultiReader(strings.NewReader(body), iotest.ErrReader(broken))
		if _, err := extractString(r, "c", 50,
			func(text io.Reader) { _, _ = io.Copy(io.Discard, text) }); !errors.Is(err, broken) {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// Whatever the body is: what is cut out and what is left make it up, and the two mean the same as the whole.
func FuzzExtractString(f *testing.F) {
	for _, s := range []string{
		`{"c":"AAAA"}`, `{"d":["}",{"c":"x"}],"c":"A\/A\"","e":null}`, `{"c":"`, `{"a":"\`, `{"a":1,`, `[{"c":"A"}]`,
		`{"c":"A","c":"B"}`, `{"a":}{"c":"x"`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		before := string(body)
		value, rest, ok, err := cut(before, len(body)%2 == 0)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			if json.Valid([]byte(rest)) && rest != before {
				t.Fatalf("nothing is cut, and %q is left of %q", rest, body)
			}
			return
		}
		if len(rest)+len(value) != len(body) {
			t.Fatalf("%q and %q make up no %q", rest, value, body)
		}
		if json.Valid(body) != (json.Valid([]byte(rest)) && json.Valid([]byte(`"`+value+`"`))) {
			t.Fatalf("%q is cut into %q and %q", body, rest, value)
		}
		var whole, left map[string]any
		if json.Unmarshal(body, &whole) != nil || json.Unmarshal([]byte(rest), &left) != nil ||
			strings.Count(before, `"c"`) > 1 {
			return // not JSON, or a second member of the name wins
		}
		var text string
		if err := json.Unmarshal([]byte(`"`+value+`"`), &text); err != nil || whole["c"] != text || left["c"] != "" {
			t.Fatalf("%q: cut %q, left %q", body, value, rest)
		}
	})
}

func TestDecoded(t *testing.T) {
	const plain = "%PDF-1.7 \xfb\xff\xfe ?>" // all signs in which the alphabets differ
	for name, text := range map[string]string{
		"standard":               base64.StdEncoding.EncodeToString([]byte(plain)),
		"standard, unpadded":     base64.RawStdEncoding.EncodeToString([]byte(plain)),
		"URL-safe":               base64.URLEncoding.EncodeToString([]byte(plain)),
		"URL-safe, unpadded":     base64.RawURLEncoding.EncodeToString([]byte(plain)),
		"slash with a backslash": strings.ReplaceAll(base64.StdEncoding.EncodeToString([]byte(plain)), "/", `\/`),
		"plus and equals escaped": strings.NewReplacer("+", `\u002B`, "=",
			`\u003D`).Replace(base64.StdEncoding.EncodeToString([]byte(plain))),
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := io.ReadAll(Decoded(text)); err != nil || string(got) != plain {
				t.Errorf("%s: %q, %v", name, got, err)
			}
		})
	}
	if got, err := io.ReadAll(Decoded("")); err != nil || len(got) != 0 {
		t.Errorf("nothing: %q, %v", got, err)
	}
	for name, text := range map[string]string{
		"another sign": "AA%A", "both alphabets": "A+_A", "one sign too many": "AAAAA", "padding inside": "AA==AA==",
		"blank": "AA AA", "line break": "AAAA\nAAAA",
		"carriage return": "AAAA\r", "escaped line break": `AAAA\nAAAA`, "escaped quote": `AA\"A`,
		"escape that is cut": `AAA\u00`, "escape beyond ASCII": `AAA\u0105`,
		"backslash at the end": `AAA\`, "not UTF-8": "AA\xffA", "NUL": "AA\x00A",
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := io.ReadAll(Decoded(text)); !errors.Is(err, ErrInvalidBase64) ||
				fault.As(err).Violations[0].Field != "/content_base64" {
				t.Errorf("%s: %q, %v", name, got, err)
			}
		})
	}
}

// A text either means what the strict decoders say, or is refused; what JSON escapes of it changes nothing.
func FuzzDecoded(f *testing.F) {
	for _, s := range []string{"", "QUJD", "QQ==", "QQ", "-_-_", "+/+/", "A", `\/\/`, `\u002B\u002b`, "====", "AA=A"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := io.ReadAll(Decoded(s))
		if err != nil {
			if !errors.Is(err, ErrInvalidBase64) {
				t.Fatalf("%q: %v", s, err)
			}
			return
		}
		again, err := io.ReadAll(Decoded(base64.URLEncoding.EncodeToString(got)))
		if err != nil || string(again) != string(got) {
			t.Fatalf("%q means %q, which comes back as %q, %v", s, got, again, err)
		}
		var quoted string
		if json.Unmarshal([]byte(`"`+s+`"`), &quoted) == nil {
			if plain, err := io.ReadAll(Decoded(quoted)); err != nil || string(plain) != string(got) {
				t.Fatalf("%q means %q, without its escapes %q, %v", s, got, plain, err)
			}
		}
	})
}
