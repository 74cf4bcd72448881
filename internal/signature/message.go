package signature

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"
)

const (
	// Label is that of our signature in Signature-Input and Signature (RFC 9421).
	Label = "sig1"
	// Tag says what the signature is for.
	Tag = "webhook"
)

// A Component is a part of a request that an HTTP message signature covers (RFC 9421). Name is in lower case.
type Component struct{ Name, Value string }

// ContentDigest is the value of Content-Digest for a body (RFC 9530).
func ContentDigest(body []byte) string {
	sum := sha256.Sum256(body)
	return "sha-256=:" + base64.StdEncoding.EncodeToString(sum[:]) + ":"
}

// Derived are the components of a POST to a URL that no header holds. They are those that a receiver behind a proxy
// knows, too: it may see another scheme, so `@target-uri` is not one of them. `@query` is there if the URL has a query.
func Derived(u *url.URL) []Component {
	target, query, _ := strings.Cut(u.RequestURI(), "?")
	list := []Component{{"@method", "POST"}, {"@authority", authority(u)}, {"@path", target}}
	if u.RawQuery != "" || u.ForceQuery {
		list = append(list, Component{"@query", "?" + query})
	}
	return list
}

// authority is the host of a URL in lower case, with its port unless that is the scheme's own.
func authority(u *url.URL) string {
	host := strings.ToLower(u.Host)
	if port := u.Port(); port == "" || u.Scheme == "https" && port == "443" || u.Scheme == "http" && port == "80" {
		return strings.TrimSuffix(host, ":"+port)
	}
	return host
}

// SignMessage returns the values of Signature-Input and Signature for a request with these components.
func (p *Pair) SignMessage(components []Component, created int64) (input, signature string) {
	params := `;created=` + strconv.FormatInt(created, 10) + `;keyid="` + p.ID + `";alg="ed25519";tag="` + Tag + `"`
	return p.signMessage(Label, components, params)
}

func (p *Pair) signMessage(label string, components []Component, params string) (input, signature string) {
	names := make([]string, len(components))
	var base strings.Builder
	for i, c := range components {
		names[i] = `"` + c.Name + `"`
		base.WriteString(names[i] + ": " + c.Value + "\n")
	}
	covered := "(" + strings.Join(names, " ") + ")" + params
	base.WriteString(`"@signature-params": ` + covered)
	sum := ed25519.Sign(p.private, []byte(base.String()))
	return label + "=" + covered, label + "=:" + base64.StdEncoding.EncodeToString(sum) + ":"
}
