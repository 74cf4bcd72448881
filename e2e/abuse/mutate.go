package abuse

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"unicode/utf16"
)

// Random returns the source of randomness for request n of an operation; n is 0 for the base.
func Random(seed uint64, operation string, n int) *rand.Rand {
	sum := seed
	for _, c := range []byte(operation) {
		sum = (sum ^ uint64(c)) * 0x100000001b3 // FNV-1a
	}
	return rand.New(rand.NewPCG(sum, uint64(n))) //nolint:gosec // nothing here is secret
}

// maxHead is less than the limit of any server for a request's head.
const maxHead = 30_000

// Mutated is a base request, or a part of one, with one to three mutations.
func (c Case) Mutated(r *rand.Rand) *Request {
	req := c.Base()
	if r.IntN(20) == 0 {
		c.wire(r, req)
		return req
	}
	if r.IntN(2) == 0 {
		c.part(r, req)
	}
	kinds := []func(*rand.Rand, *Request) string{c.header, c.header, c.target, c.identity, c.method}
	if c.Operation.Body != nil {
		kinds = append(kinds, c.member, c.member, c.member, c.member, c.shape, c.shape, c.bytes)
	} else {
		kinds = append(kinds, c.query, c.query, c.query, c.target, c.unexpectedBody)
	}
	times := 1
	for times < 3 && r.IntN(3) == 0 {
		times++
	}
	for range times {
		if did := kinds[r.IntN(len(kinds))](r, req); did != "" {
			req.Mutations = append(req.Mutations, did)
		}
	}
	head := len(req.Target)
	for _, h := range req.Headers {
		head += len(h[0]) + len(h[1])
	}
	req.Unframed = req.Unframed || head > maxHead
	return req
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// short shows the beginning of something long.
func short(s string) string {
	if len(s) > 60 {
		return fmt.Sprintf("%q... (%d bytes)", s[:60], len(s))
	}
	return fmt.Sprintf("%q", s)
}

// member replaces a value of the body.
func (c Case) member(r *rand.Rand, req *Request) string {
	if req.tree == nil {
		return ""
	}
	nodes := req.tree.all()
	v := nodes[r.IntN(len(nodes))]
	raw := pick(r, others)
	if r.IntN(5) > 1 {
		raw = `"` + pick(r, texts) + `"`
	}
	*v = *text(raw)
	return "value " + short(raw)
}

// part leaves out some members of the body, and has some of the parameters: what clients send that need little.
func (c Case) part(r *rand.Rand, req *Request) {
	if req.tree != nil {
		for _, v := range req.tree.all() {
			for i := len(v.names) - 1; i >= 0; i-- {
				if r.IntN(3) == 0 {
					v.names, v.members = slices.Delete(v.names, i, i+1), slices.Delete(v.members, i, i+1)
				}
			}
		}
	}
	query := url.Values{}
	for _, p := range c.Operation.Query {
		if r.IntN(2) == 0 {
			v, _ := p.sample(c.Operation.ID, c.Examples)
			query.Set(p.Name, v.plain())
		}
	}
	if len(query) > 0 {
		req.Target += "?" + query.Encode()
	}
	req.Mutations = append(req.Mutations, "a part")
}

// shape keeps the values and changes the members.
func (c Case) shape(r *rand.Rand, req *Request) string {
	if req.tree == nil {
		return ""
	}
	var objects []*value
	for _, v := range req.tree.all() {
		if v.open == '{' {
			objects = append(objects, v)
		}
	}
	if len(objects) == 0 {
		return ""
	}
	o := pick(r, objects)
	add := func(name string, v *value) { o.names, o.members = append(o.names, name), append(o.members, v) }
	switch i := r.IntN(max(len(o.names), 1)); r.IntN(6) {
	case 0:
		if len(o.names) > 0 {
			name := o.names[i]
			o.names, o.members = append(o.names[:i:i], o.names[i+1:]...), append(o.members[:i:i], o.members[i+1:]...)
			return "without " + name
		}
	case 1:
		if len(o.names) > 0 {
			add(o.names[i], o.members[i])
			return "twice " + o.names[i]
		}
	case 2:
		if len(o.names) > 0 {
			o.names[i] = strings.ToUpper(o.names[i])
			return "renamed to " + o.names[i]
		}
	case 3:
		if len(o.names) > 0 {
			o.members[i] = &value{open: '[', members: []*value{o.members[i]}}
			return "in a list: " + o.names[i]
		}
	case 4:
		for j := range 3000 {
			add(fmt.Sprintf(`"m%d"`, j), text("1"))
		}
		return "3000 members more"
	}
	name := pick(r, members)
	add(name, text(`"`+Canary+`"`))
	return "unknown " + short(name)
}

// bytes changes the body as text.
func (c Case) bytes(r *rand.Rand, req *Request) string {
	body := req.serialize()
	cut := r.IntN(len(body) + 1)
	what := ""
	switch r.IntN(14) {
	case 0:
		what, req.Body = "cut", body[:cut]
	case 1:
		what, req.Body = "tail", body+pick(r, []string{"x", "{}", body, "]", "}", "\x00", ",", Canary, "\xff"})
	case 2:
		what, req.Body = "byte order mark", "\ufeff"+body
	case 3:
		what, req.Body = "UTF-16", string(bigEndian(body))
	case 4:
		what, req.Body = "empty", ""
	case 5:
		what, req.Body = "other", pick(r, others)
	case 6:
		what, req.Body = "in a list", "["+body+"]"
	case 7:
		what, req.Body = "blanks", strings.Repeat(" \n\t\r", 4000)+body
	case 8:
		what, req.Body = "too many blanks", strings.Repeat(" ", 70000)+body
	case 9:
		what, req.Body = "comment", body[:cut]+"/*"+Canary+"*/"+body[cut:]
	case 10:
		what, req.Body = "form", "a="+Canary+"&b=2"
	case 11:
		what, req.Body = "multipart",
			"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\""+Canary+".pdf\"\r\n\r\n%PDF-1.7\r\n--b--\r\n"
		req.set("Content-Type", "multipart/form-data; boundary=b")
	default:
		b := []byte(body)
		for range 1 + r.IntN(4) {
			if len(b) > 0 {
				b[r.IntN(len(b))] = byte(r.IntN(256))
			}
		}
		what, req.Body = "bytes", string(b)
	}
	return "body: " + what
}

func bigEndian(s string) []byte {
	b := []byte{0xfe, 0xff}
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u>>8), byte(u))
	}
	return b
}

// unexpectedBody sends a body where none is defined.
func (c Case) unexpectedBody(r *rand.Rand, req *Request) string {
	req.Body = pick(r, others)
	if r.IntN(2) == 0 {
		req.set("Content-Type", "application/json")
	}
	return "body " + short(req.Body)
}

func (c Case) header(r *rand.Rand, req *Request) string {
	list := headers
	if r.IntN(10) == 0 {
		list, req.Unframed = unframed, true
	}
	h := pick(r, list)
	req.HalfClose = req.HalfClose || h[0] == "Content-Length" || h[0] == "Transfer-Encoding" // the body may never come
	req.drop(h[0])
	for _, v := range h[1:] {
		req.add(h[0], strings.ReplaceAll(v, "KEY", c.Key))
	}
	return "header " + h[0] + " " + short(strings.Join(h[1:], " and "))
}

// identity calls with another credential, or for another owner.
func (c Case) identity(r *rand.Rand, req *Request) string {
	if names := c.Operation.Variables(); len(names) > 0 && r.IntN(3) > 0 {
		name := pick(r, names)
		with := pick(r, identifiers)
		if foreign := c.Foreign[name]; foreign != "" && r.IntN(4) == 0 {
			with = foreign
		}
		// What net/url does not parse is rejected before a handler sees it.
		req.Unframed = req.Unframed || strings.ContainsAny(with, "\x00 \x7f") || len(with) > 8000
		req.Target = strings.ReplaceAll(req.Target, "/"+c.Path[name], "/"+with)
		return name + " " + short(with)
	}
	req.set("Authorization", "Bearer "+pick(r, c.OtherKeys))
	return "another's key"
}

func (c Case) target(r *rand.Rand, req *Request) string {
	if r.IntN(2) == 0 {
		return c.query(r, req)
	}
	p := pick(r, paths)
	req.Target, req.Unframed = strings.ReplaceAll(p, "TARGET", req.Target), true
	return "target " + short(p)
}

func (c Case) query(r *rand.Rand, req *Request) string {
	q := pick(r, queries)
	if len(c.Operation.Query) > 0 && r.IntN(2) == 0 {
		q = pick(r, c.Operation.Query).Name + "=" +
			pick(r, []string{"", Canary, "%00", "%ff", "-1", "0", "x", "2026-01-01T00:00:00Z", strings.Repeat("9", 30),
				"%e2%80%ae", "a&b"})
	}
	sep := "?"
	if strings.Contains(req.Target, "?") {
		sep = "&"
	}
	req.Target += sep + q
	return "query " + short(q)
}

func (c Case) method(r *rand.Rand, req *Request) string {
	switch r.IntN(8) {
	case 0:
		req.Method, req.Unframed = pick(r, badMethods), true
	case 1:
		req.Proto, req.Unframed = pick(r, protocols), true
		return "protocol " + short(req.Proto)
	default:
		req.Method = pick(r, methods)
	}
	return "method " + short(req.Method)
}

// wire is about where a request ends.
func (c Case) wire(r *rand.Rand, req *Request) {
	if req.Body = req.serialize(); req.Body == "" {
		req.Body = `{}`
	}
	req.set("Connection", "close")
	body := req.Body
	chunk := fmt.Sprintf("%x\r\n%s\r\n", len(body), body)
	framed := func(name, v, body string) string {
		req.drop("Content-Length")
		req.set(name, v)
		req.Body = body
		return req.Bytes()
	}
	what, wire := "", ""
	switch r.IntN(16) {
	case 0:
		what, wire, req.HalfClose = "length too long", framed("Content-Length", fmt.Sprint(len(body)+10), body), true
	case 1:
		what, wire, req.Answers = "length too short", framed("Content-Length", fmt.Sprint(len(body)/2), body), 3
	case 2:
		what, wire = "chunked", framed("Transfer-Encoding", "chunked", chunk+"0\r\n\r\n")
	case 3:
		what, wire = "chunked with trailers",
			framed("Transfer-Encoding", "chunked",
				chunk+"0\r\nAuthorization: Bearer "+Canary+"\r\nX-Request-Id: "+Canary+"\r\n\r\n")
	case 4:
		what, wire, req.HalfClose = "chunks of garbage", framed("Transfer-Encoding", "chunked", pick(r, []string{
			"zz\r\n" + body, "-1\r\n" + body, "ffffffffffffffffff\r\n" + body, "5;" + strings.Repeat("e", 5000) + "\r\n" + body,
			"1\r\n" + body, chunk + "1\r\nx", chunk, chunk + "0\r\n", "\r\n\r\n", "0x5\r\nabcde\r\n0\r\n\r\n",
			chunk + "0\r\n" + strings.Repeat("X: y\r\n", 9000) + "\r\n",
		})), true
	case 5:
		what, wire = "length and chunks",
			strings.Replace(framed("Transfer-Encoding", "chunked", chunk+"0\r\n\r\n"), "\r\n\r\n",
				fmt.Sprintf("\r\nContent-Length: %d\r\n\r\n", len(body)), 1)
	case 6:
		whole := req.Bytes()
		what, wire, req.HalfClose = "cut", whole[:r.IntN(len(whole))], true
	case 7:
		req.drop("Connection")
		one := req.Bytes()
		req.set("Connection", "close")
		what, wire, req.Answers = "pipelined", one+one+req.Bytes(), 3
	case 8:
		what, wire, req.HalfClose = "no HTTP", pick(r, []string{
			"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\r\n\r\n\r\n",
			Canary + "\r\n\r\n", "GET\r\n\r\n", "GET /\r\n\r\n", "\x00\x00\x00\x00", "SSH-2.0-x\r\n",
			strings.Repeat("A", 100000), "EHLO x\r\n", "\xff\xff\r\n\r\n",
		}), true
	case 9:
		what, wire = "line feeds alone", strings.ReplaceAll(req.Bytes(), "\r\n", "\n")
	case 10:
		what, wire = "blank lines first", "\r\n\r\n"+req.Bytes()
	case 11:
		for i := range 3000 {
			req.add(fmt.Sprintf("X-%d", i), "1")
		}
		what, wire = "3000 headers", req.Bytes()
	case 12:
		for range 200 {
			req.add("X-Same", Canary)
		}
		what, wire = "one header 200 times", req.Bytes()
	case 13:
		what, wire = "HTTP/1.0 with chunks",
			strings.Replace(framed("Transfer-Encoding", "chunked", chunk+"0\r\n\r\n"), "HTTP/1.1", "HTTP/1.0", 1)
	case 14:
		what, wire = "absent body that is expected", framed("Expect", "100-continue", body)
	default:
		whole := []byte(req.Bytes())
		for range 1 + r.IntN(5) {
			whole[r.IntN(len(whole))] = byte(r.IntN(256))
		}
		what, wire, req.HalfClose, req.Answers = "bytes anywhere", string(whole), true, 3
	}
	req.Wire, req.Unframed, req.Mutations = wire, true, []string{"wire: " + what}
}
