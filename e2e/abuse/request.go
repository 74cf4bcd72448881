package abuse

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// A Request is a request before it is serialized.
type Request struct {
	Method, Target, Proto string
	Headers               [][2]string
	Body                  string
	Mutations             []string // applied to it

	// Wire replaces everything above.
	Wire string
	// Answers is the greatest number of responses; 0: one.
	Answers int
	// HalfClose closes our side of the connection after the last byte, since the request is never complete.
	HalfClose bool
	// Unframed means that net/http may reject it before a handler sees it.
	Unframed bool
	// Mux means that a mux is in front of the API, as on an admin port: it responds to all other paths.
	Mux bool

	tree *value // the body, until it is serialized
}

// Case is what the requests of one operation need to know of the system.
type Case struct {
	Operation Operation
	Key       string            // a credential that may call it
	Headers   map[string]string // that the call needs
	Path      map[string]string // values of the path's variables
	Foreign   map[string]string // the same, of another tenant or partner
	OtherKeys []string          // credentials of others, of the other mode, revoked
	Examples  Examples
	Mux       bool // see Request
}

// Base is a request that should succeed.
func (c Case) Base() *Request {
	path := c.Operation.Path
	for name, v := range c.Path {
		path = strings.ReplaceAll(path, "{"+name+"}", v)
	}
	r := &Request{Method: c.Operation.Method, Target: path, Proto: "HTTP/1.1", Mux: c.Mux}
	r.set("Host", "127.0.0.1")
	r.set("Authorization", "Bearer "+c.Key)
	for name, v := range c.Headers {
		r.set(name, v)
	}
	if c.Operation.Body != nil {
		r.set("Content-Type", "application/json")
		r.tree, _ = c.Operation.Body.sample(c.Operation.ID, c.Examples)
	}
	return r
}

func (r *Request) set(name, value string) {
	r.drop(name)
	r.add(name, value)
}

func (r *Request) add(name, value string) { r.Headers = append(r.Headers, [2]string{name, value}) }

func (r *Request) drop(name string) {
	kept := r.Headers[:0]
	for _, h := range r.Headers {
		if !strings.EqualFold(h[0], name) {
			kept = append(kept, h)
		}
	}
	r.Headers = kept
}

func (r *Request) has(name string) bool {
	for _, h := range r.Headers {
		if strings.EqualFold(h[0], name) {
			return true
		}
	}
	return false
}

// serialize turns the body into text.
func (r *Request) serialize() string {
	if r.tree != nil {
		r.Body, r.tree = r.tree.String(), nil
	}
	return r.Body
}

// Bytes is the request as it is sent.
func (r *Request) Bytes() string {
	if r.Wire != "" {
		return r.Wire
	}
	body := r.serialize()
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %s\r\n", r.Method, r.Target, r.Proto)
	for _, h := range r.Headers {
		b.WriteString(h[0] + ": " + h[1] + "\r\n")
	}
	if !r.has("Content-Length") && !r.has("Transfer-Encoding") && (body != "" || r.Method != http.MethodGet) {
		b.WriteString("Content-Length: " + strconv.Itoa(len(body)) + "\r\n")
	}
	b.WriteString("\r\n" + body)
	return b.String()
}

// Once reports whether the connection cannot be reused afterwards.
func (r *Request) Once() bool {
	return r.Wire != "" || r.Unframed || r.HalfClose || r.Proto != "HTTP/1.1"
}
