package gateway

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/idempotency"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// Answers remembers what calls with an idempotency key were answered; *idempotency.Store does.
type Answers interface {
	Begin(ctx context.Context, r idempotency.Request, now time.Time) (idempotency.Claim, *idempotency.Answer, error)
	Finish(ctx context.Context, c idempotency.Claim, a idempotency.Answer) error
	Abandon(ctx context.Context, c idempotency.Claim) error
}

// Readmit judges whether the caller of a repeated call still has the access that the call itself needs: to the object that the path
// names by the variable `ref`, or to the one of the header On-Behalf-Of. A stored answer may hold what the caller must not see any more.
type Readmit func(ctx context.Context, ref string, onBehalfOf []string) error

// keyRule is what a route makes of the header Idempotency-Key.
type keyRule struct {
	taken, required bool
	retention       time.Duration // of the answer
}

// keyRuleOf reads the idempotency option of a method (any POST takes a key unless the contract says otherwise).
func keyRuleOf(m protoreflect.MethodDescriptor, httpMethod string) keyRule {
	option, _ := proto.GetExtension(m.Options(), optionsv1.E_Idempotency).(*optionsv1.Idempotency)
	rule := keyRule{taken: httpMethod == http.MethodPost, retention: idempotency.Retention}
	switch option.GetKey() {
	case optionsv1.KeyUse_KEY_USE_IGNORED:
		rule.taken = false
	case optionsv1.KeyUse_KEY_USE_REQUIRED:
		rule.taken, rule.required = true, true
	}
	if d := option.GetRetention(); d != nil {
		rule.retention = d.AsDuration()
	}
	return rule
}

// keyOf returns the idempotency key of a request; empty when it has none, or none that counts: internal systems have no holder
// to whom one could belong.
func (g *Gateway) keyOf(r *http.Request, rt *route, p grpcserver.Principal) (string, error) {
	if !rt.key.taken || g.answers == nil || p.Holder == "" {
		return "", nil
	}
	key, err := idempotency.ParseKey(r.Header.Values(idempotency.Header))
	if err == nil && key == "" && rt.key.required {
		return "", fault.New(fault.IdempotencyKeyMissing, "this call needs the header Idempotency-Key, with a value that is new for each new request").
			WithField(idempotency.Header, "required", "send the header")
	}
	return key, err
}

// once carries a call out unless its key says that it was already. The call does not end when the client leaves: a client that
// waits no longer is the one that repeats, and shall get the answer then.
func (g *Gateway) once(w http.ResponseWriter, r *http.Request, rt *route, key string, p grpcserver.Principal) {
	ctx := context.WithoutCancel(r.Context())
	if deadline, ok := r.Context().Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline)
		defer cancel()
	}
	r = r.WithContext(ctx)
	request, err := requestOf(r, rt, key, p)
	if err != nil {
		g.refuse(w, r, err)
		return
	}
	claim, answer, err := g.answers.Begin(ctx, request, time.Now())
	switch {
	case err != nil:
		g.refuse(w, r, err)
		return
	case answer != nil:
		if g.readmit != nil {
			if err := g.readmit(ctx, rt.value(r.URL.Path, ":ref"), r.Header.Values("On-Behalf-Of")); err != nil {
				g.refuse(w, r, err)
				return
			}
		}
		g.replay(w, r, rt, *answer)
		return
	}
	rec := &recorder{ResponseWriter: w, status: http.StatusOK}
	g.mux.ServeHTTP(&noBody204{ResponseWriter: rec}, r)
	g.settle(ctx, rt, claim, rec)
	w.WriteHeader(rec.status)
	_, _ = w.Write(rec.body.Bytes())
}

// requestOf reads what the key stands for: the canonical body, and the parts of the path and the query that the body lacks.
func requestOf(r *http.Request, rt *route, key string, p grpcserver.Principal) (idempotency.Request, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return idempotency.Request{}, fmt.Errorf("read body: %w", err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	scope := idempotency.Scope{
		Holder: p.Holder, Livemode: p.Livemode, Route: rt.fullMethod, OnBehalfOf: strings.Join(r.Header.Values("On-Behalf-Of"), ","),
	}
	upload, _ := grpcserver.UploadOf(r.Context())
	content := append(rt.values(r.URL.Path), r.URL.Query().Encode(), string(body), string(upload.Sum))
	return idempotency.NewRequest(scope, key, rt.key.retention, content...), nil
}

// answerHeader lists what is kept of a response's header; the rest belongs to the one exchange.
var answerHeader = []string{"Content-Type", "Location", "Etag"}

// storeTimeout bounds the storing of an answer, which must not fail because the call used up its own time.
const storeTimeout = 5 * time.Second

// settle stores the answer before the client gets it. Should that fail, the client gets it all the same: the call was carried
// out.
func (g *Gateway) settle(ctx context.Context, rt *route, claim idempotency.Claim, rec *recorder) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
	defer cancel()
	if err := g.keep(ctx, rt, claim, rec); err != nil {
		g.log.LogAttrs(ctx, slog.LevelError, "answer not kept for its idempotency key", slog.String("cause", err.Error()))
	}
}

func (g *Gateway) keep(ctx context.Context, rt *route, claim idempotency.Claim, rec *recorder) error {
	if !idempotency.Final(rec.status) {
		return g.answers.Abandon(ctx, claim)
	}
	body, err := rt.withoutSecrets(rec.body.Bytes())
	if err != nil {
		return err
	}
	answer := idempotency.Answer{Status: rec.status, Header: http.Header{}, Body: body}
	for _, name := range answerHeader {
		if v := rec.Header().Values(name); len(v) > 0 {
			answer.Header[name] = v
		}
	}
	return g.answers.Finish(ctx, claim, answer)
}

// replay gives the answer of the first call again, its request_id included. It takes secrets out once more: answers that were kept
// by a version before may hold some.
func (g *Gateway) replay(w http.ResponseWriter, r *http.Request, rt *route, a idempotency.Answer) {
	body, err := rt.withoutSecrets(a.Body)
	if err != nil {
		g.refuse(w, r, err)
		return
	}
	for name, values := range a.Header {
		w.Header()[name] = values
	}
	w.Header().Set("Idempotency-Replayed", "true")
	w.WriteHeader(a.Status)
	_, _ = w.Write(body)
	g.log.LogAttrs(r.Context(), slog.LevelInfo, "answer replayed", slog.String("method", rt.fullMethod[1:]), slog.Int("status", a.Status))
}

// recorder keeps a response instead of sending it.
type recorder struct {
	http.ResponseWriter
	status  int
	body    bytes.Buffer
	started bool
}

func (r *recorder) WriteHeader(status int) {
	if !r.started {
		r.status, r.started = status, true
	}
}

func (r *recorder) Write(b []byte) (int, error) {
	r.started = true
	return r.body.Write(b)
}
