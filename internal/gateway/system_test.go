package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/idempotency"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/ratelimit"
	"github.com/partnerline/partnerline/internal/telemetry"
	_ "github.com/partnerline/partnerline/proto/gen/events/v1" // its routes
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	_ "github.com/partnerline/partnerline/proto/gen/verifications/v1" // its routes
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/testkit/pgtest"
	"github.com/partnerline/partnerline/testkit/repository"
)

var schema = pgtest.Template{Name: "gateway", Migrate: func(ctx context.Context, url string) error {
	file, err := repository.Read("services/webhooks/internal/postgres/migrations/0001_schema.sql")
	if err != nil {
		return err
	}
	_, err = pgdb.Schema{Files: fstest.MapFS{"migrations/0001_schema.sql": {Data: file}}}.Migrate(ctx, url)
	return err
}}

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

// endpoints executes calls as the URL in them says, and numbers what it creates.
type endpoints struct {
	webhooksv1.UnimplementedEndpointServiceServer
	executed atomic.Int32
	entered  chan struct{} // one value per call that holds
	release  chan struct{}
}

func (e *endpoints) CreateEndpoint(ctx context.Context,
	r *webhooksv1.CreateEndpointRequest) (*webhooksv1.CreateEndpointResponse, error) {
	n := e.executed.Add(1)
	switch strings.TrimPrefix(r.GetUrl(), "https://") {
	case "broken":
		return nil, errors.New("out of order")
	case "busy":
		return nil, fault.New(fault.Overloaded, "come back later")
	case "forbidden":
		return nil, fault.New(fault.InsufficientScope, "not for this key")
	case "refused":
		return nil, fault.New(fault.InvalidState, "there are too many")
	case "held":
		e.entered <- struct{}{}
		<-e.release
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	SetHTTPStatus(ctx, http.StatusCreated)
	SetHeader(ctx, "ETag", fmt.Sprintf(`"%d"`, n))
	SetHeader(ctx, "Location", fmt.Sprintf("/api/v1/webhooks/%d", n))
	return &webhooksv1.CreateEndpointResponse{
		Data: &webhooksv1.Endpoint{Id: fmt.Sprint(n), Url: r.GetUrl()},
		Meta: &webhooksv1.SecretMeta{Secret: fmt.Sprint("whsec_", n)},
	}, nil
}

func (e *endpoints) TestEndpoint(ctx context.Context,
	_ *webhooksv1.TestEndpointRequest) (*webhooksv1.TestEndpointResponse, error) {
	e.executed.Add(1)
	SetHTTPStatus(ctx, http.StatusNoContent)
	return &webhooksv1.TestEndpointResponse{}, nil
}

func (e *endpoints) DeleteEndpoint(ctx context.Context,
	_ *webhooksv1.DeleteEndpointRequest) (*webhooksv1.DeleteEndpointResponse, error) {
	e.executed.Add(1)
	SetHTTPStatus(ctx, http.StatusNoContent)
	return &webhooksv1.DeleteEndpointResponse{}, nil
}

// documents takes uploads.
type documents struct {
	pcv1.UnimplementedDocumentServiceServer
	executed *atomic.Int32
}

func (d documents) UploadDocument(ctx context.Context,
	_ *pcv1.UploadDocumentRequest) (*pcv1.UploadDocumentResponse, error) {
	SetHTTPStatus(ctx, http.StatusCreated)
	return &pcv1.UploadDocumentResponse{DocumentId: fmt.Sprint("doc_", d.executed.Add(1))}, nil
}

// system is a gateway before the service, with a real store of answers.
type system struct {
	*endpoints
	t       *testing.T
	gateway *Gateway
	pool    *pgxpool.Pool
	keys    *keyring.Keyring
}

func start(t *testing.T, limits ratelimit.Config) *system {
	t.Helper()
	tel, err := telemetry.New(t.Context(), telemetry.Config{}, "test")
	if err != nil {
		t.Fatal(err)
	}
	server, err := grpcserver.New(grpcserver.Options{
		Log: slog.New(slog.DiscardHandler), Telemetry: tel, RateLimit: limits, MapError: pgdb.Fault,
		// A key is its holder and mode: `ten_a test`.
		Authenticate: func(ctx context.Context, _ *optionsv1.Access, bearer string) (context.Context,
			grpcserver.Principal, error) {
			holder, mode, ok := strings.Cut(bearer, " ")
			if !ok {
				return ctx, grpcserver.Principal{}, fault.New(fault.InvalidCredentials, "no such key")
			}
			return ctx, grpcserver.Principal{KeyID: bearer, Holder: holder, Livemode: mode == "live"}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	s := &system{t: t, endpoints: &endpoints{entered: make(chan struct{}), release: make(chan struct{})}}
	webhooksv1.RegisterEndpointServiceServer(server, s.endpoints)
	pcv1.RegisterDocumentServiceServer(server, documents{executed: &s.executed})
	if s.pool, err = pgxpool.New(t.Context(), schema.New(t)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.pool.Close)
	keys, err := keyring.Parse(keyring.NewKey("k1"))
	if err != nil {
		t.Fatal(err)
	}
	s.keys = keys
	o := Options{
		Log: slog.New(slog.DiscardHandler), Answers: idempotency.NewStore(s.pool, keys),
		TakeFile: func(_ context.Context, file io.Reader) (any, error) { return io.Copy(io.Discard, file) },
	}
	s.gateway, err = New(server, o, "webhooks.v1.EndpointService", "partnerconnect.v1.DocumentService")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const collection = "/api/v1/webhooks"

// do sends a request of ten_a in test mode unless the headers say otherwise.
func (s *system) do(ctx context.Context, method, path, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer ten_a test")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.gateway.ServeHTTP(w, r)
	return w
}

func (s *system) post(body string, header ...string) *httptest.ResponseRecorder {
	return s.do(s.t.Context(), "POST", collection, body, header...)
}

// create is the body of a call for a URL.
func create(url string) string { return fmt.Sprintf(`{"url":"https://%s","events":["*"]}`, url) }

func code(w *httptest.ResponseRecorder) string {
	var doc struct{ Code string }
	_ = json.Unmarshal(w.Body.Bytes(), &doc)
	return doc.Code
}

// wantExecuted checks how many calls reached the service.
func (s *system) wantExecuted(n int32) {
	s.t.Helper()
	if got := s.executed.Load(); got != n {
		s.t.Errorf("%d calls were executed, want %d", got, n)
	}
}
