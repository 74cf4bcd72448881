package reference

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// pages are what a site serves, by path.
type pages map[string]*resource

// A resource has a form for people, one for programs, or both; or it answers each request by itself.
type resource struct {
	html, data *content
	redirect   string // where people are led instead of html, relative
	answer     func(http.ResponseWriter, *http.Request) error
}

// A content is made once, when it is first asked for.
type content struct {
	kind  string // media type
	cache string
	make  func() (made, error)
}

type made struct {
	plain, compressed []byte
	tag               string // entity tag without quotes
}

const (
	// pageAge is how long a page may be out of date after an upgrade.
	pageAge = "public, max-age=300"
	// assetAge is as long as caches keep anything: the name of an asset holds its digest.
	assetAge = "public, max-age=31536000, immutable"

	// iconAge is as long as an icon without a digest in its name may be out of date.
	iconAge = "public, max-age=86400"

	kindHTML = "text/html; charset=utf-8"
	kindJSON = "application/json"
	kindYAML = "application/yaml"
)

func newContent(kind, cache string, render func() ([]byte, error)) *content {
	return &content{kind, cache, sync.OnceValues(func() (made, error) {
		b, err := render()
		if err != nil {
			return made{}, err
		}
		sum := sha256.Sum256(b)
		var z bytes.Buffer
		zw := gzip.NewWriter(&z)
		_, _ = zw.Write(b) // into memory
		_ = zw.Close()
		return made{b, z.Bytes(), hex.EncodeToString(sum[:12])}, nil
	})}
}

func fixed(kind, cache string, b []byte) *content {
	return newContent(kind, cache, func() ([]byte, error) { return b, nil })
}

// serve answers with the form that the client prefers: people's browsers name text/html.
func (p *resource) serve(w http.ResponseWriter, r *http.Request) error {
	if p.answer != nil {
		return p.answer(w, r)
	}
	people := p.data == nil
	if p.data != nil && (p.html != nil || p.redirect != "") {
		w.Header().Add("Vary", "Accept")
		html := quality(r.Header["Accept"], "text/html", "application/xhtml+xml")
		people = html > 0 && html >= quality(r.Header["Accept"], "application/json")
	}
	if people && p.redirect != "" {
		lead(w, p.redirect)
		return nil
	}
	if people {
		return p.html.serve(w, r)
	}
	return p.data.serve(w, r)
}

// lead leads to another page. The path is relative, for a proxy may have one in front.
func lead(w http.ResponseWriter, to string) {
	w.Header().Set("Location", to)
	w.Header().Set("Cache-Control", pageAge)
	w.WriteHeader(http.StatusSeeOther)
}

func (c *content) serve(w http.ResponseWriter, r *http.Request) error {
	m, err := c.make()
	if err != nil {
		return err
	}
	head := w.Header()
	head.Add("Vary", "Accept-Encoding")
	head.Set("Content-Type", c.kind)
	head.Set("Cache-Control", c.cache)
	if c.kind == kindHTML {
		head.Set("Content-Language", "en")
	}
	body, tag := m.plain, m.tag
	if quality(r.Header["Accept-Encoding"], "gzip") > 0 {
		body, tag = m.compressed, m.tag+"-gzip"
		head.Set("Content-Encoding", "gzip")
	}
	head.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
	return nil
}

// quality is the greatest weight that a header such as Accept gives to one of the names; 0 when it lists none of them.
func quality(header []string, names ...string) (most float64) {
	for part := range strings.SplitSeq(strings.Join(header, ","), ",") {
		name, params, err := mime.ParseMediaType(strings.TrimSpace(part))
		if err != nil {
			continue
		}
		q := 1.0
		if text, there := params["q"]; there {
			if q, err = strconv.ParseFloat(text, 64); err != nil {
				q = 0
			}
		}
		for _, n := range names {
			if n == name {
				most = max(most, q)
			}
		}
	}
	return most
}
