package gateway

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/partnerline/partnerline/internal/fault"
)

// ErrInvalidBase64 is the error of a reader of Decoded for what is not base64.
var ErrInvalidBase64 = fault.New(fault.InvalidBase64, "content_base64 is not standard or URL-safe base64").
	WithField("/"+contentName, "invalid_base64", "must be standard or URL-safe base64")

// Decoded decodes standard or URL-safe base64, with or without padding.
func Decoded(text string) io.Reader { return decoded(strings.NewReader(text)) }

func decoded(text io.Reader) io.Reader {
	return base64Reader{base64.NewDecoder(base64.RawStdEncoding, &base64Text{r: text})}
}

// base64Text turns base64 into the standard alphabet without padding. It resolves the escapes that JSON encoders write
// in base64: \/ for a slash, \u002B for a plus. Any other escape is not base64.
type base64Text struct {
	r             io.Reader
	escape        []byte // an escape that has begun
	standard, url bool   // which alphabet it is, once a character shows it
	padded        bool   // padding has begun: nothing else may follow
}

func (t *base64Text) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	if t.plain(p[:n]) {
		return n, err
	}
	kept := 0
	for _, c := range p[:n] {
		sign, whole := t.sign(c)
		if !whole {
			continue
		}
		switch sign {
		case '=':
			t.padded = true
			continue
		case '+', '/':
			t.standard = true
		case '-':
			t.url, sign = true, '+'
		case '_':
			t.url, sign = true, '/'
		}
		// The decoder would skip line breaks.
		if t.padded || t.standard && t.url || sign == '\r' || sign == '\n' || sign >= utf8.RuneSelf {
			return 0, ErrInvalidBase64
		}
		p[kept] = sign
		kept++
	}
	if errors.Is(err, io.EOF) && len(t.escape) > 0 {
		return 0, ErrInvalidBase64
	}
	return kept, err
}

// plain reports whether a text is of the standard alphabet already, as most are whole. The decoder refuses what is of
// no alphabet.
func (t *base64Text) plain(text []byte) bool {
	has := func(c byte) bool { return bytes.IndexByte(text, c) >= 0 }
	if len(t.escape) > 0 || t.padded || slices.ContainsFunc([]byte("\\=-_\r\n"), has) {
		return false
	}
	t.standard = t.standard || has('+') || has('/')
	return !t.standard || !t.url
}

// sign resolves escapes: it returns a character, or false while an escape is incomplete. An invalid escape is not a
// base64 character.
func (t *base64Text) sign(c byte) (byte, bool) {
	if len(t.escape) == 0 && c != '\\' {
		return c, true
	}
	t.escape = append(t.escape, c)
	switch n := len(t.escape); {
	case n == 1, n < 6 && t.escape[1] == 'u':
		return 0, false
	case n == 2 && c == '/':
		t.escape = t.escape[:0]
		return '/', true
	case n == 6:
		if v, err := strconv.ParseUint(string(t.escape[2:]), 16, 16); err == nil && v < utf8.RuneSelf {
			t.escape = t.escape[:0]
			return byte(v), true
		}
	}
	return utf8.RuneSelf, true
}

type base64Reader struct{ r io.Reader }

func (b base64Reader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	var corrupt base64.CorruptInputError
	if errors.As(err, &corrupt) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = ErrInvalidBase64
	}
	return n, err
}
