package verify

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Covered are the components that a signature must cover, unless others are asked for. A request whose URL has a query
// must have `@query` covered, too.
var Covered = []string{"@method", "@authority", "@path", "content-digest", "x-webhook-id"}

// Message verifies the form http_message of a request, an HTTP message signature (RFC 9421) with Ed25519, by the
// request and its body as it came. A signature counts only if it covers what Covered has or, if they are given, these
// components.
//
// What is verified is the URL that the sender called. A proxy that rewrites it has to pass the original on, and the
// receiver has to set r.Host and r.URL to it.
func (v *PublicVerifier) Message(r *http.Request, body []byte, covered ...string) error {
	m := message{
		method: r.Method, url: r.URL, host: r.Host, secure: r.TLS != nil || r.URL.Scheme == "https", header: r.Header,
	}
	if len(covered) == 0 {
		covered = Covered
		if r.URL.RawQuery != "" || r.URL.ForceQuery {
			covered = append(slices.Clone(covered), "@query")
		}
	}
	inputs, err := parseInputs(strings.Join(r.Header.Values("Signature-Input"), ", "))
	if err != nil {
		return err
	}
	signatures, err := parseSignatures(strings.Join(r.Header.Values("Signature"), ", "))
	if err != nil {
		return err
	}
	reason := ErrSignature
	for _, in := range inputs {
		if slices.ContainsFunc(covered, func(c string) bool { return !slices.Contains(in.names, c) }) {
			continue
		}
		err := v.verify(m, in, signatures[in.label], body)
		if err == nil {
			return nil
		}
		if errors.Is(err, ErrTimestamp) {
			reason = err
		}
	}
	return reason
}

func (v *PublicVerifier) verify(m message, in input, signature, body []byte) error {
	created, err := strconv.ParseInt(in.params["created"], 10, 64)
	if algorithm, ok := in.params["alg"]; err != nil || ok && algorithm != "ed25519" {
		return ErrSignature
	}
	if !inTime(v.now(), created) {
		return ErrTimestamp
	}
	if text, ok := in.params["expires"]; ok {
		expires, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return ErrSignature
		}
		if v.now().Unix() > expires {
			return ErrTimestamp
		}
	}
	base, ok := m.base(in)
	if !ok || slices.Contains(in.names, "content-digest") && !digestFits(m.header.Values("Content-Digest"), body) {
		return ErrSignature
	}
	id, named := in.params["keyid"]
	for _, k := range v.keys {
		if (!named || k.ID == "" || k.ID == id) && ed25519.Verify(k.Key, base, signature) {
			return nil
		}
	}
	return ErrSignature
}

// A message is what can be covered of a request.
type message struct {
	method string
	url    *url.URL
	host   string
	secure bool // by https, as far as the receiver knows
	header http.Header
}

// base is what an input signs; false if it covers what the message does not have, or this program does not know.
func (m message) base(in input) ([]byte, bool) {
	var b strings.Builder
	for _, name := range in.names {
		value, ok := m.component(name)
		if !ok {
			return nil, false
		}
		b.WriteString(`"` + name + `": ` + value + "\n")
	}
	b.WriteString(`"@signature-params": ` + in.text)
	return []byte(b.String()), true
}

func (m message) component(name string) (string, bool) {
	path, query, _ := strings.Cut(m.url.RequestURI(), "?")
	switch name {
	case "@method":
		return m.method, true
	case "@authority":
		return m.authority(), true
	case "@path":
		return path, true
	case "@query":
		return "?" + query, true
	}
	values := m.header.Values(name)
	if name == "host" {
		values = []string{m.host}
	}
	if strings.HasPrefix(name, "@") || len(values) == 0 {
		return "", false
	}
	trimmed := make([]string, len(values))
	for i, value := range values {
		trimmed[i] = strings.TrimSpace(value)
	}
	return strings.Join(trimmed, ", "), true
}

// authority is the host in lower case, without the port that is the scheme's own.
func (m message) authority() string {
	host := m.host
	if host == "" {
		host = m.url.Host
	}
	host = strings.ToLower(host)
	if m.secure {
		return strings.TrimSuffix(host, ":443")
	}
	return strings.TrimSuffix(host, ":80")
}

// digestFits reports whether a Content-Digest (RFC 9530) has a digest that is known, and each of those fits.
func digestFits(values []string, body []byte) bool {
	known := 0
	for part := range strings.SplitSeq(strings.Join(values, ","), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		var want []byte
		switch name {
		case "sha-256":
			sum := sha256.Sum256(body)
			want = sum[:]
		case "sha-512":
			sum := sha512.Sum512(body)
			want = sum[:]
		default:
			continue
		}
		known++
		encoded := base64.StdEncoding.EncodeToString(want)
		if subtle.ConstantTimeCompare([]byte(value), []byte(":"+encoded+":")) != 1 {
			return false
		}
	}
	return known > 0
}

// An input is a member of Signature-Input.
type input struct {
	label  string
	text   string   // the value as it was signed
	names  []string // of the components; nil if one has parameters, which this program does not know
	params map[string]string
}

// The forms of a structured field (RFC 8941) that the two headers have.
const (
	sfKey   = `[a-z*][a-z0-9_.*-]*`
	sfValue = `"(?:[^"\\]|\\["\\])*"|-?[0-9]{1,15}|[A-Za-z*][!#$%&'*+.^_|~:/A-Za-z0-9-]*|:[A-Za-z0-9+/=]*:|\?[01]`
	sfParam = `;` + sfKey + `(?:=(?:` + sfValue + `))?`
	sfItem  = `"[^"\\]*"(?:` + sfParam + `)*`
)

var (
	oneInput = regexp.MustCompile(
		`^(` + sfKey + `)=(\((` + sfItem + `(?: ` + sfItem + `)*)?\)((?:` + sfParam + `)*))(?:[ \t]*,[ \t]*|$)`)
	oneSignature = regexp.MustCompile(`^(` + sfKey + `)=:([A-Za-z0-9+/=]*):(?:[ \t]*,[ \t]*|$)`)
	oneItem      = regexp.MustCompile(`"([^"\\]*)"((?:` + sfParam + `)*)`)
	oneParam     = regexp.MustCompile(`;(` + sfKey + `)(?:=(` + sfValue + `))?`)
)

// parseInputs reads Signature-Input.
func parseInputs(header string) (list []input, err error) {
	if header == "" || len(header) > maxHeader {
		return nil, ErrMalformed
	}
	for header != "" {
		m := oneInput.FindStringSubmatch(header)
		if m == nil {
			return nil, ErrMalformed
		}
		header = header[len(m[0]):]
		in := input{label: m[1], text: m[2], params: map[string]string{}}
		for _, item := range oneItem.FindAllStringSubmatch(m[3], -1) {
			if item[2] != "" || slices.Contains(in.names, item[1]) {
				in.names = nil
				break
			}
			in.names = append(in.names, item[1])
		}
		for _, p := range oneParam.FindAllStringSubmatch(m[4], -1) {
			in.params[p[1]] = strings.Trim(p[2], `"`)
		}
		list = append(list, in)
	}
	return list, nil
}

// parseSignatures reads Signature: signatures by their labels.
func parseSignatures(header string) (map[string][]byte, error) {
	if header == "" || len(header) > maxHeader {
		return nil, ErrMalformed
	}
	signatures := map[string][]byte{}
	for header != "" {
		m := oneSignature.FindStringSubmatch(header)
		if m == nil {
			return nil, ErrMalformed
		}
		header = header[len(m[0]):]
		raw, err := base64.StdEncoding.DecodeString(m[2])
		if err != nil {
			return nil, ErrMalformed
		}
		signatures[m[1]] = raw
	}
	return signatures, nil
}
