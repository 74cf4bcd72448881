package gateway

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/partnerline/partnerline/internal/fault"
)

// referenceObject reads a body as parseObject does, by the tokens of encoding/json: parseObject has to agree with it.
func referenceObject(body []byte) (map[string]any, error) {
	if !utf8.Valid(body) {
		return nil, fault.New(fault.InvalidJSON, "the body is not UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	tree, err := referenceValue(dec, 0)
	if err == nil {
		if _, more := dec.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("there is more after the JSON value")
		}
	}
	if err == nil && halfSurrogate(body) {
		err = errors.New("a string contains half of a surrogate pair")
	}
	if err != nil {
		return nil, fault.New(fault.InvalidJSON, "the body is not valid JSON: "+jsonFault(err))
	}
	obj, ok := tree.(map[string]any)
	if !ok {
		return nil, fault.New(fault.InvalidJSON, "the body must be a JSON object")
	}
	return obj, nil
}

// jsonFault describes a syntax error without showing what was sent.
func jsonFault(err error) string {
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return "syntax error at byte " + strconv.FormatInt(syntax.Offset, 10)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "it ends too early"
	}
	return err.Error()
}

func referenceValue(dec *json.Decoder, depth int) (any, error) {
	if depth > maxDepth {
		return nil, errors.New("it is nested too deeply")
	}
	t, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('{'):
		obj := map[string]any{}
		for dec.More() {
			k, err := dec.Token()
			if err != nil {
				return nil, err
			}
			key := k.(string) // the decoder allows nothing else here
			if _, twice := obj[key]; twice {
				return nil, errors.New("an object has the same member twice")
			}
			if obj[key], err = referenceValue(dec, depth+1); err != nil {
				return nil, err
			}
		}
		_, err := dec.Token()
		return obj, err
	case json.Delim('['):
		list := []any{}
		for dec.More() {
			v, err := referenceValue(dec, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := dec.Token()
		return list, err
	}
	if s, ok := t.(string); ok && strings.ContainsRune(s, 0) {
		return nil, errors.New("a string contains the NUL character")
	}
	return t, nil
}

// halfSurrogate reports whether valid JSON escapes half of a surrogate pair, which is no character. The decoder would
// replace it by U+FFFD, and the client would read another text than it sent.
func halfSurrogate(valid []byte) bool {
	for b := valid; ; {
		i := bytes.IndexByte(b, '\\')
		if i < 0 {
			return false
		}
		c, size := escape(b[i:])
		b = b[i+size:]
		if !utf16.IsSurrogate(c) {
			continue
		}
		low, size := escape(b)
		if utf16.DecodeRune(c, low) == utf8.RuneError {
			return true
		}
		b = b[size:]
	}
}

// escape returns the character of the hexadecimal escape at the beginning of b, 0 for another one, and how long the
// escape is.
func escape(b []byte) (c rune, size int) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, min(2, len(b))
	}
	n, _ := strconv.ParseUint(string(b[2:6]), 16, 16)
	return rune(n), 6
}

// FuzzParseObject holds the parser against that of encoding/json.
func FuzzParseObject(f *testing.F) {
	for _, s := range []string{
		`{}`, ` {"a" : [1, -0.5e+7, true, false, null, "x\u00e9\n\/"], "b":{"c":{}}} `, `{"a":1,"a":2}`, `{"a":1,"\u0061":2}`,
		`{"\u0000":1}`, `{"a":"\u0000"}`,
		`{"a":"\ud83d\ude00"}`, `{"a":"\ud83d"}`, `{"a":"\ude00\ud83d"}`, `{"a":"\ud83d\n"}`, `{"\ud83d":"\ude00"}`,
		`{"a":"\\ud83d"}`, `{"a":01}`, `{"a":-}`, `{"a":1.}`, `{"a":.5}`, `{"a":1e}`,
		`{"a":+1}`, `{"a":[1,]}`, `{"a":1,}`, `{,}`, `{"a"}`, `{"a":}`, `{1:2}`, `[1 2]`, `[1}`, `{"a":]`, `{"a":tru}`,
		`{"a":nulL}`, `{"a":truex}`, `{} {}`, `{}x`, `[]`, `"a"`, `1`, `null`, ` `,
		"{\"a\":\"\x01\"}", "{\"a\":\"\xff\"}", "\ufeff{}", "{}\x00", "\x00{}", "{\"a\":\x00}", "{\"a\":\"\x00\"}",
		"{\"\u2028\":\"\x7f\ufffd\"}", `{"a":"\x"}`, `{"a":"\u12"}`, `{"a":"\u12G4"}`, `{"a":"\`, `{"a":"`,
		`{"a":` + strings.Repeat("[", 31) + strings.Repeat("]", 31) + `}`,
		`{"a":` + strings.Repeat("[", 31) + "1" + strings.Repeat("]", 31) + `}`,
		`{"a":` + strings.Repeat("[", 32) + strings.Repeat("]", 32) + `}`,
		strings.Repeat(`{"a":`, 33) + "1" + strings.Repeat("}", 33),
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		want, refused := referenceObject(body)
		got, err := parseObject(body)
		if (err == nil) != (refused == nil) {
			t.Fatalf("%q: %v, want %v", body, err, refused)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %v, want %v", body, got, want)
		}
		if err != nil && fault.As(err).Reason != fault.As(refused).Reason {
			t.Fatalf("%q: %v, want %v", body, err, refused)
		}
	})
}

func BenchmarkParseObject(b *testing.B) {
	body := []byte(`{"tenant":"ten_a","type":"verification.completed","livemode":true,` +
		`"data":{"verification_session_id":"0197a3c4-1111-7000-8000-000000000000","status":"completed",` +
		`"checks":[{"type":"document","status":"passed"},{"type":"liveness","status":"passed"}],"score":0.97}}`)
	for name, parse := range map[string]func([]byte) (map[string]any, error){"ours": parseObject,
		"tokens of encoding/json": referenceObject} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := parse(body); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
