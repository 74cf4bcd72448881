package gateway

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// errTruncated is the error of a string without an end: the body broke off, or is not JSON.
var errTruncated = errors.New("gateway: the body ends inside a string")

// extractString streams the string of the first member of a name of a JSON object to take, without buffering it, and
// returns the object with an empty string instead, of at most most bytes. It calls take at most once, and not for a
// body that is not an object or has no such member with a string. It checks nothing else: what it returns is to be
// parsed like any body, including a second member of the name. For a string without an end, take gets errTruncated, and
// the caller a body that ends there.
func extractString(body io.Reader, name string, most int, take func(io.Reader)) ([]byte, error) {
	c := &copier{r: bufio.NewReaderSize(body, 16<<10), most: most}
	err := c.object([]byte(`"`+name+`"`), take)
	if err == nil {
		err = c.remainder()
	}
	if errors.Is(err, io.EOF) || errors.Is(err, errTruncated) {
		err = nil
	}
	return c.out, err
}

// errTooMuch is the error of a body that is larger than the limit without its file.
var errTooMuch = errors.New("gateway: the body is too large without its file")

// copier copies JSON. Its methods return io.EOF at the end of the body.
type copier struct {
	r    *bufio.Reader
	out  []byte
	most int
}

// object copies members up to the wanted one, or to what shows that the body is not an object.
func (c *copier) object(quoted []byte, take func(io.Reader)) error {
	if b, err := c.space(); err != nil || b != '{' {
		return err
	}
	for {
		if err := c.copy(); err != nil { // the brace or the comma
			return err
		}
		if b, err := c.space(); err != nil || b != '"' {
			return err
		}
		begin := len(c.out)
		if err := c.text(); err != nil {
			return err
		}
		wanted := bytes.Equal(c.out[begin:], quoted)
		if b, err := c.space(); err != nil || b != ':' {
			return err
		}
		if err := c.copy(); err != nil {
			return err
		}
		b, err := c.space()
		if err != nil {
			return err
		}
		if wanted && b == '"' {
			return c.extract(take)
		}
		if b, err = c.value(); err != nil || b != ',' {
			return err
		}
	}
}

// extract streams the next string to take, and copies an empty one.
func (c *copier) extract(take func(io.Reader)) error {
	if err := c.copy(); err != nil {
		return err
	}
	text := &textReader{r: c.r}
	take(text)
	if _, err := io.Copy(io.Discard, text); err != nil { // what take left
		return err
	}
	return c.put('"')
}

func (c *copier) put(b byte) error {
	if len(c.out) >= c.most {
		return errTooMuch
	}
	c.out = append(c.out, b)
	return nil
}

// copy copies a byte.
func (c *copier) copy() error {
	b, err := c.r.ReadByte()
	if err != nil {
		return err
	}
	return c.put(b)
}

// space copies whitespace and returns the byte after it.
func (c *copier) space() (byte, error) {
	for {
		b, err := c.r.Peek(1)
		if err != nil || b[0] != ' ' && b[0] != '\t' && b[0] != '\n' && b[0] != '\r' {
			return first(b), err
		}
		if err := c.copy(); err != nil {
			return 0, err
		}
	}
}

func first(b []byte) byte {
	if len(b) == 0 {
		return 0
	}
	return b[0]
}

// text copies a string, from quote to quote.
func (c *copier) text() error {
	if err := c.copy(); err != nil {
		return err
	}
	for escaped := false; ; {
		if err := c.copy(); err != nil {
			return err
		}
		b := c.out[len(c.out)-1]
		if b == '"' && !escaped {
			return nil
		}
		escaped = !escaped && b == '\\'
	}
}

// value copies a value and the whitespace after it, and returns the next byte.
func (c *copier) value() (byte, error) {
	for depth := 0; ; {
		next, err := c.r.Peek(1)
		if err != nil {
			return 0, err
		}
		switch next[0] {
		case '"':
			if err := c.text(); err != nil {
				return 0, err
			}
			continue
		case '{', '[':
			depth++
		case '}', ']', ',':
			if depth == 0 {
				return next[0], nil
			}
			if next[0] != ',' {
				depth--
			}
		}
		if err := c.copy(); err != nil {
			return 0, err
		}
	}
}

// remainder copies the rest.
func (c *copier) remainder() error {
	for {
		if err := c.copy(); err != nil {
			return err
		}
	}
}

// textReader reads a JSON string through its closing quote, and decodes nothing.
type textReader struct {
	r       *bufio.Reader
	escaped bool // the next byte is escaped
	err     error
}

func (t *textReader) Read(p []byte) (n int, err error) {
	if t.err != nil || len(p) == 0 {
		return 0, t.err
	}
	if _, err := t.r.Peek(1); err != nil {
		if t.err = err; errors.Is(err, io.EOF) {
			t.err = errTruncated
		}
		return 0, t.err
	}
	chunk, _ := t.r.Peek(min(len(p), t.r.Buffered()))
	for n < len(chunk) {
		if !t.escaped {
			n += copy(p[n:], unescaped(chunk[n:]))
			if n == len(chunk) {
				break
			}
		}
		b := chunk[n]
		if b == '"' && !t.escaped {
			t.err = io.EOF
			_, _ = t.r.Discard(n + 1)
			return n, t.err
		}
		t.escaped = !t.escaped && b == '\\'
		p[n] = b
		n++
	}
	_, _ = t.r.Discard(n)
	return n, nil
}

// unescaped returns what precedes the first quote or backslash.
func unescaped(b []byte) []byte {
	for _, end := range []byte{'"', '\\'} {
		if i := bytes.IndexByte(b, end); i >= 0 {
			b = b[:i]
		}
	}
	return b
}
