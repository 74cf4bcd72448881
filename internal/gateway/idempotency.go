package gateway

import (
	"context"
	"encoding/json"
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

// Readmit checks that the caller of a repeated call still has the access that the call itself needs: to the object that
// the path names by the variable `ref`, or to the one of the header On-Behalf-Of. A stored response may hold what the
// caller may no longer see.
type Readmit func(ctx context.Context, ref string, onBehalfOf []string) error

// keyRule is what a route does with the header Idempotency-Key.
type keyRule struct {
	taken, required bool
	retention       time.Duration // of the response
}

// keyRuleOf reads the idempotency option of a method: any POST takes a key unless the contract says otherwise.
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

// readKey reads the idempotency key. Calls of internal systems have none: a key belongs to a holder.
func (x *exchange) readKey() (err error) {
	if !x.route.key.taken || x.answers == nil || x.caller.Holder == "" {
		return nil
	}
	x.key, err = idempotency.ParseKey(x.r.Header.Values(idempotency.Header))
	if err == nil && x.key == "" && x.route.key.required {
		return fault.New(fault.IdempotencyKeyMissing,
			"this call needs the header Idempotency-Key, with a value that is new for each new request").
			WithField(idempotency.Header, "required", "send the header")
	}
	return err
}

// mayBeKept reports whether the call may be executed at all. One with a body of the wrong type, or a file that was
// refused, is refused whatever its key.
func (x *exchange) mayBeKept() bool {
	upload, _ := grpcserver.UploadOf(x.context())
	return grpcserver.BodyFault(x.context()) == nil && upload.Err == nil
}

// once executes a call unless its key shows that it was executed already. The call does not end when the client
// disconnects: a client that timed out is the one that repeats the call, and gets the response then.
func (x *exchange) once() {
	ctx := context.WithoutCancel(x.context())
	if deadline, ok := x.context().Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline)
		defer cancel()
	}
	x.setContext(ctx)
	request, err := x.identity()
	if err != nil {
		x.refuse(err)
		return
	}
	claim, stored, err := x.answers.Begin(ctx, request, time.Now())
	if err == nil && stored != nil && x.readmit != nil {
		err = x.readmit(ctx, x.vars["ref"], x.r.Header.Values("On-Behalf-Of"))
	}
	switch {
	case err != nil:
		x.refuse(err)
	case stored != nil:
		x.replay(*stored)
	default:
		a := x.call()
		x.store(claim, a)
		write(x.w, a)
	}
}

// identity is what the key is used for: the values of the path, the query, the body without unknown members, and the
// file.
func (x *exchange) identity() (idempotency.Request, error) {
	body := ""
	if x.body != nil {
		canonical, err := json.Marshal(x.body)
		if err != nil {
			return idempotency.Request{}, err
		}
		body = string(canonical)
	}
	scope := idempotency.Scope{
		Holder: x.caller.Holder, Livemode: x.caller.Livemode, Route: x.route.fullMethod,
		OnBehalfOf: strings.Join(x.r.Header.Values("On-Behalf-Of"), ","),
	}
	upload, _ := grpcserver.UploadOf(x.context())
	var content []string
	for _, f := range x.route.variables {
		content = append(content, x.vars[string(f.Name())])
	}
	content = append(content, x.r.URL.Query().Encode(), body, string(upload.Sum))
	return idempotency.NewRequest(scope, x.key, x.route.key.retention, content...), nil
}

// storedHeader lists what is stored of a response's header; the rest belongs to the one exchange.
var storedHeader = []string{"Content-Type", "Location", "Etag"}

// storeTimeout bounds the storing of a response, which must not fail because the call used up its own time.
const storeTimeout = 5 * time.Second

// store stores the response before the client gets it. If that fails, the client gets it all the same: the call was
// executed.
func (x *exchange) store(claim idempotency.Claim, a idempotency.Answer) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(x.context()), storeTimeout)
	defer cancel()
	if err := x.finish(ctx, claim, a); err != nil {
		x.log.LogAttrs(ctx, slog.LevelError, "response not stored for its idempotency key", slog.String("cause", err.Error()))
	}
}

func (x *exchange) finish(ctx context.Context, claim idempotency.Claim, a idempotency.Answer) error {
	if !idempotency.Final(a.Status) {
		return x.answers.Abandon(ctx, claim)
	}
	body, err := x.route.withoutSecrets(a.Body)
	if err != nil {
		return err
	}
	stored := idempotency.Answer{Status: a.Status, Header: http.Header{}, Body: body}
	for _, name := range storedHeader {
		if v := a.Header.Values(name); len(v) > 0 {
			stored.Header[name] = v
		}
	}
	return x.answers.Finish(ctx, claim, stored)
}

// replay sends the response to the first call again, with its request_id.
func (x *exchange) replay(a idempotency.Answer) {
	x.w.Header().Set("Idempotency-Replayed", "true")
	write(x.w, a)
	x.log.LogAttrs(x.context(), slog.LevelInfo, "response replayed", slog.String("method", x.route.fullMethod[1:]),
		slog.Int("status", a.Status))
}
