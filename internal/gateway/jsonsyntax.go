package gateway

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/partnerline/partnerline/internal/fault"
)

// maxDepth caps the nesting of a body.
const maxDepth = 32

// parseObject reads a body as one JSON object: maps, slices, strings, json.Numbers, booleans and nils. It is stricter than
// encoding/json, which replaces invalid characters and takes the last of several members of one name.
func parseObject(body []byte) (map[string]any, error) {
	if !utf8.Valid(body) {
		return nil, fault.New(fault.InvalidJSON, "the body is not UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	tree, err := parseValue(dec, 0)
	if err == nil {
		if _, more := dec.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("there is more after the JSON value")
		}
	}
	if err == nil && halfSurrogate(body) {
		err = errors.New("a text holds half of a surrogate pair")
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

func parseValue(dec *json.Decoder, depth int) (any, error) {
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
				return nil, errors.New("a member occurs twice in one object")
			}
			if obj[key], err = parseValue(dec, depth+1); err != nil {
				return nil, err
			}
		}
		_, err := dec.Token()
		return obj, err
	case json.Delim('['):
		list := []any{}
		for dec.More() {
			v, err := parseValue(dec, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := dec.Token()
		return list, err
	}
	if s, ok := t.(string); ok && strings.ContainsRune(s, 0) {
		return nil, errors.New("a text holds the NUL character")
	}
	return t, nil
}

// halfSurrogate reports whether valid JSON escapes half of a surrogate pair, which is no character. The decoder would replace it by
// U+FFFD, and the client would read another text than it sent.
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

// escape returns the character of the hexadecimal escape at the beginning of b, 0 for another one, and how long the escape is.
func escape(b []byte) (c rune, size int) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, min(2, len(b))
	}
	n, _ := strconv.ParseUint(string(b[2:6]), 16, 16)
	return rune(n), 6
}
