package reference

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/ratelimit"
	"github.com/partnerline/partnerline/internal/telemetry"
)

// Config is what can be set.
type Config struct {
	// requests for the documentation, and for published keys, per client address and minute (IPv6: per /64); 0: no
	// limit
	Limit int `env:"RATE_LIMIT_DOCS" default:"600"`
}

// Validate reports what is out of range.
func (c Config) Validate() error {
	if c.Limit < 0 {
		return errors.New("RATE_LIMIT_DOCS: must not be negative; 0 switches the limit off")
	}
	return nil
}

// Options are what a Site serves.
type Options struct {
	JSON, YAML []byte   // the OpenAPI document
	Events     []byte   // the AsyncAPI document, as JSON
	Samples    []byte   // examples in the languages of the client libraries: JSON by operation and language
	Guides     fs.FS    // a Markdown file for each name
	GuideNames []string // in the order in which they are read
	Problems   []fault.Entry
	BaseURL    string // name of the shell variable that examples take the address of the API from
	Key        string // and the key
	Config     Config
	Log        *slog.Logger
}

// A Site serves the documentation of one API.
type Site struct {
	Options
	limits *ratelimit.Limiter
	pages  func() (pages, error)
}

const policyName = "docs"

// New returns a site. Its pages are made when they are first asked for.
func New(o Options) *Site {
	var policies []ratelimit.Policy
	if o.Config.Limit > 0 {
		policies = []ratelimit.Policy{{Name: policyName, Limit: o.Config.Limit, Window: time.Minute}}
	}
	return &Site{o, ratelimit.New(policies), sync.OnceValues(func() (pages, error) { return build(o) })}
}

// Front serves the paths of the documentation by docs, and all others by api.
func Front(docs, api http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch first, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/"); first {
		case "docs", "problems":
			docs.ServeHTTP(w, r)
		case "", "openapi.json", "openapi.yaml", "asyncapi.json", "favicon.ico":
			if len(r.URL.Path) == len("/"+first) {
				docs.ServeHTTP(w, r)
				return
			}
			api.ServeHTTP(w, r)
		default:
			api.ServeHTTP(w, r)
		}
	})
}

const contentPolicy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// ServeHTTP answers one request.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	ctx := telemetry.WithRequestID(r.Context(), grpcserver.NewRequestID(r.Header.Get("X-Request-Id")))
	r = r.WithContext(ctx)
	head := w.Header()
	head.Set("X-Request-Id", telemetry.RequestID(ctx))
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("Content-Security-Policy", contentPolicy)
	head.Set("Cross-Origin-Opener-Policy", "same-origin")
	outcome := "served"
	if err := s.serve(w, r); err != nil {
		e := fault.As(err)
		outcome = string(e.Reason)
		if e.Cause != nil {
			s.Log.LogAttrs(ctx, slog.LevelError, "page failed", slog.String("site", "docs"),
				slog.String("cause", e.Cause.Error()))
		}
		head.Set("Cache-Control", "no-store")
		gateway.WriteProblem(w, r, e)
	}
	s.Log.LogAttrs(ctx, slog.LevelInfo, "page served", slog.String("site", "docs"), slog.String("outcome", outcome),
		slog.Float64("took_ms", float64(time.Since(start).Microseconds())/1000))
}

func (s *Site) serve(w http.ResponseWriter, r *http.Request) error {
	if err := s.limited(r.Context()); err != nil {
		return err
	}
	all, err := s.pages()
	if err != nil {
		return err
	}
	p, ok := all[r.URL.EscapedPath()]
	bare, slash := strings.CutSuffix(r.URL.EscapedPath(), "/")
	switch {
	case !ok && slash && all[bare] != nil:
		lead(w, "../"+path.Base(bare))
		return nil
	case !ok && strings.HasPrefix(r.URL.Path, "/problems/"):
		return fault.New(fault.RouteNotFound, "there is no problem of this code; /problems lists them")
	case !ok:
		return fault.New(fault.RouteNotFound, "there is no such page; /docs lists them")
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		return fault.New(fault.MethodNotAllowed, "this path takes GET and HEAD alone")
	}
	return p.serve(w, r)
}

func (s *Site) limited(ctx context.Context) error {
	return ratelimit.Refusal(s.limits.Take(clientaddr.NetworkText(ctx), time.Now(), policyName),
		"too many requests for the documentation came from this address; wait, and keep what you have read")
}
