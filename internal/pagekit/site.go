package pagekit

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/telemetry"
)

const (
	policy   = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; " + unframed
	scripted = "; script-src 'self'"  // of a page with a script
	updating = "; connect-src 'self'" // of one whose script reads pages of the site
	unframed = "frame-ancestors 'none'"
	// assetAge is as long as caches keep anything: a stylesheet's name holds its digest, so its content never changes
	// under its name.
	assetAge = "public, max-age=31536000, immutable"
)

// Options say what a Site serves.
type Options struct {
	// in logs, of the stylesheet assets/<name>.css, and of the script assets/<name>.js where pages have one
	Name      string
	Prefix    string  // begins every path of the site
	Assets    fs.FS   // holds the templates assets/*.html and the stylesheet
	Templates []fs.FS // hold more templates assets/*.html
	Look      bool    // the stylesheet continues look.css
	Desk      bool    // and desk.css, of pages that people work in, with their script and parts
	Texts     Texts
	Vary      string        // request headers that the pages depend on
	Timeout   time.Duration // of a request
	MaxForm   int64         // bytes that a form may have
	Log       *slog.Logger
}

// look is the stylesheet of pages that share their looks.
//
//go:embed look.css
var look []byte

// A Site serves pages below a prefix.
type Site struct {
	Options
	templates      *template.Template
	stylesheet     []byte
	stylesheetName string
	script         []byte
	scriptName     string // empty: no page has one
	scriptDigest   string // as browsers check it
}

// New returns a site.
func New(o Options) (*Site, error) {
	templates, err := template.ParseFS(o.Assets, "assets/*.html")
	if err != nil {
		return nil, fmt.Errorf("%s pages: %w", o.Name, err)
	}
	for _, more := range o.Templates {
		if templates, err = templates.ParseFS(more, "assets/*.html"); err != nil {
			return nil, fmt.Errorf("%s pages: %w", o.Name, err)
		}
	}
	if o.Desk {
		o.Texts = withDesk(o.Texts)
		if templates, err = templates.Parse(deskParts); err != nil {
			return nil, fmt.Errorf("%s pages: %w", o.Name, err)
		}
	}
	css, err := fs.ReadFile(o.Assets, "assets/"+o.Name+".css")
	if err != nil {
		return nil, fmt.Errorf("%s pages: %w", o.Name, err)
	}
	if o.Desk {
		css = slices.Concat(desk, css)
	}
	if o.Look || o.Desk {
		css = slices.Concat(look, css)
	}
	s := &Site{Options: o, templates: templates, stylesheet: css, stylesheetName: assetName(o.Name, css, ".css")}
	s.script, err = fs.ReadFile(o.Assets, "assets/"+o.Name+".js")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s pages: %w", o.Name, err)
	}
	if o.Desk {
		s.script = slices.Concat(deskScript, s.script)
	}
	if len(s.script) > 0 {
		sum := sha256.Sum256(s.script)
		s.scriptName, s.scriptDigest = assetName(o.Name, s.script, ".js"), "sha256-"+base64.StdEncoding.EncodeToString(sum[:])
	}
	return s, nil
}

// assetName is a name that holds the digest of the content.
func assetName(name string, content []byte, suffix string) string {
	sum := sha256.Sum256(content)
	return name + "-" + hex.EncodeToString(sum[:6]) + suffix
}

// An Exchange is one request and its answer.
type Exchange struct {
	W http.ResponseWriter
	R *http.Request

	site   *Site
	shown  string // name of the page, for the log
	status int
}

// Context is that of the request, which ends with the site's timeout. That of a POST goes on when the browser has
// gone: a second click ends the first request, and its repeat does nothing.
func (x *Exchange) Context() context.Context { return x.R.Context() }

// Path is that of the request below the site's prefix.
func (x *Exchange) Path() string { return strings.TrimPrefix(x.R.URL.Path, x.site.Prefix) }

// Serve answers one request by the page that answer renders, unless it is for an asset or by a method that no page has.
// The path, which may hold a token, is not logged.
func (s *Site) Serve(w http.ResponseWriter, r *http.Request, answer func(*Exchange)) {
	ctx := r.Context()
	if r.Method == http.MethodPost {
		ctx = context.WithoutCancel(ctx)
	}
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	ctx = telemetry.WithRequestID(ctx, grpcserver.NewRequestID(r.Header.Get("X-Request-Id")))
	r = r.WithContext(ctx)
	r.Body = http.MaxBytesReader(w, r.Body, s.MaxForm)
	start := time.Now()

	head := w.Header()
	head.Set("X-Request-Id", telemetry.RequestID(ctx))
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("Content-Security-Policy", policy)
	head.Set("X-Frame-Options", "DENY") // for browsers that do not know frame-ancestors
	head.Set("Cross-Origin-Opener-Policy", "same-origin")
	head.Set("Cache-Control", "no-store")

	x := &Exchange{W: w, R: r, site: s}
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead
	if name, ok := strings.CutPrefix(x.Path(), "assets/"); ok {
		x.asset(name, reads)
	} else if reads || r.Method == http.MethodPost {
		answer(x)
	} else {
		head.Set("Allow", "GET, HEAD, POST")
		x.Plain("refused", http.StatusMethodNotAllowed)
	}
	s.Log.LogAttrs(ctx, slog.LevelInfo, "page served", slog.String("site", s.Name), slog.String("page", x.shown),
		slog.Int("status", x.status),
		slog.Float64("took_ms", float64(time.Since(start).Microseconds())/1000))
}

func (x *Exchange) asset(name string, reads bool) {
	switch {
	case name == x.site.stylesheetName && reads:
		x.ServeAsset("text/css; charset=utf-8", x.site.stylesheet)
	case name == x.site.scriptName && reads && name != "":
		x.ServeAsset("text/javascript; charset=utf-8", x.site.script)
	default:
		x.Plain("asset", http.StatusNotFound)
	}
}

// ServeAsset answers with a file that caches keep: its name changes with its content.
func (x *Exchange) ServeAsset(contentType string, content []byte) {
	x.shown, x.status = "asset", http.StatusOK
	x.W.Header().Set("Content-Type", contentType)
	x.W.Header().Set("Cache-Control", assetAge)
	_, _ = x.W.Write(content)
}
