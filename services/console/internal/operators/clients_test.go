package operators

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/person"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// again makes gRPC attempt a call a second time.
const again = `{"methodConfig":[{"name":[{}],"retryPolicy":{"maxAttempts":2,"initialBackoff":"0.01s",
"maxBackoff":"0.01s","backoffMultiplier":1,"retryableStatusCodes":["UNAVAILABLE"]}}]}`

// plane keeps the ids of the tokens that it is called with, and refuses every other attempt.
type plane struct {
	pcv1.UnimplementedMoneyOperatorServiceServer
	verifier *person.Verifier
	ids      chan string
	attempts atomic.Int64
}

const runSettlement = pcv1.MoneyOperatorService_RunSettlement_FullMethodName

func (p *plane) RunSettlement(ctx context.Context, _ *pcv1.RunSettlementRequest) (*pcv1.RunSettlementResponse, error) {
	md, _ := metadata.FromIncomingContext(ctx)
	token, err := p.verifier.Verify(ctx, strings.TrimPrefix(md.Get("authorization")[0], "Bearer "), runSettlement)
	if err != nil {
		return nil, status.Error(codes.Unauthenticated, err.Error())
	}
	p.ids <- token.ID
	if p.attempts.Add(1)%2 == 1 {
		return nil, status.Error(codes.Unavailable, "once more")
	}
	return &pcv1.RunSettlementResponse{}, nil
}

// The attempts of a call share the id of its token, and calls do not: a repeat of what was sent has the same ids in the
// same order, however many attempts the first one took.
func TestAttemptsOfACallShareItsID(t *testing.T) {
	t.Parallel()
	keys, err := person.ParseKeys(envconfig.Secret(person.NewKey("k1")))
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	issuer := httptest.NewServer(mux)
	t.Cleanup(issuer.Close)
	signer, err := person.NewSigner(issuer.URL, keys)
	if err != nil {
		t.Fatal(err)
	}
	mux.Handle("GET "+person.JWKSPath, signer.JWKS())
	p := &plane{verifier: person.NewVerifier(issuer.URL, partnerconnect, time.Now), ids: make(chan string, 16)}
	ln, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // a test's own
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	pcv1.RegisterMoneyOperatorServiceServer(server, p)
	done := make(chan struct{})
	go func() { defer close(done); _ = server.Serve(ln) }()
	t.Cleanup(func() { server.Stop(); <-done })
	conn, err := dial(ln.Addr().String(), caller{signer, partnerconnect, time.Now}, insecure.NewCredentials(),
		grpc.WithDefaultServiceConfig(again))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	client := pcv1.NewMoneyOperatorServiceClient(conn)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	ctx = As(ctx, person.Person{Subject: "p1", Name: "Person", Roles: person.ParseRoles([]string{"finance"})})
	twice := func(ctx context.Context) (got []string) {
		for range 2 {
			if _, err := client.RunSettlement(ctx, &pcv1.RunSettlementRequest{}); err != nil {
				t.Fatal(err)
			}
			got = append(got, <-p.ids, <-p.ids)
		}
		return got
	}
	want := []string{"snd_name_1", "snd_name_1", "snd_name_2", "snd_name_2"}
	for range 2 {
		if got := twice(Sending(ctx, "name", time.Now().Add(time.Hour))); !slices.Equal(got, want) {
			t.Errorf("what was sent has the ids %q, want %q", got, want)
		}
	}
	if got := twice(ctx); got[0] != got[1] || got[2] != got[3] || got[0] == got[2] {
		t.Errorf("two calls of two attempts have the ids %q", got)
	}
}
