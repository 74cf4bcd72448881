package kernel

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/metric"
	"google.golang.org/grpc"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/mtls"
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/internal/weaksecret"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcclient"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/publicpage"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
)

// Scope names the service's instruments and spans.
const Scope = "github.com/partnerline/partnerline/services/partnerconnect"

// A Program is shared by the modules of one program: their connections, and the services, pages and background work
// that each of them adds.
type Program struct {
	Log       *slog.Logger
	Now       func() time.Time
	Telemetry *telemetry.Providers
	TLS       mtls.Config
	Server    *grpcserver.Server
	Trail     *usecase.Recorder // of calls
	Links     signedlink.Links
	Visits    *publicpage.Limiter // counts the requests for public pages
	Webhooks  Webhooks

	background []func(context.Context) error
	ends       []func() error
	sweeps     []usecase.SweepTask
	callers    map[provider.Kind]usecase.Caller
	pages      []pages
}

// Webhooks is the webhooks service, which delivers events and verifies identities.
type Webhooks struct {
	Address   string // of its gRPC port; empty: there is none
	Token     string // that calls of it present
	JetStream jetstream.JetStream
}

type pages struct {
	prefix  string
	handler http.Handler
}

// Meter makes the service's instruments.
func (p *Program) Meter() metric.Meter { return p.Telemetry.Meters.Meter(Scope) }

// Go adds functions that run until the program ends.
func (p *Program) Go(run ...func(context.Context) error) { p.background = append(p.background, run...) }

// AtEnd adds what is closed when the program ends, or does not begin.
func (p *Program) AtEnd(end func() error) { p.ends = append(p.ends, end) }

// Close closes what [Program.AtEnd] has added, the last first.
func (p *Program) Close() error {
	var errs []error
	for _, end := range slices.Backward(p.ends) {
		errs = append(errs, end())
	}
	return errors.Join(errs...)
}

// Sweep adds tasks to the retention sweep.
func (p *Program) Sweep(tasks ...usecase.SweepTask) { p.sweeps = append(p.sweeps, tasks...) }

// Call adds callers of providers.
func (p *Program) Call(callers map[provider.Kind]usecase.Caller) {
	if p.callers == nil {
		p.callers = map[provider.Kind]usecase.Caller{}
	}
	maps.Copy(p.callers, callers)
}

// Page adds pages that are served below a prefix, and measures them by name.
func (p *Program) Page(name, prefix string, h http.Handler) error {
	measured, err := p.Telemetry.Pages(name, h)
	p.pages = append(p.pages, pages{prefix, measured})
	return err
}

// Dial connects to a part of live mode that the adopter implements, until the program ends.
func (p *Program) Dial(part provider.Part, c ProviderConfig) (*grpc.ClientConn, error) {
	conn, err := grpcclient.DialProvider(part, c.GRPC, c.Token.Reveal(), p.TLS.Credentials())
	if err != nil {
		return nil, err
	}
	p.AtEnd(conn.Close)
	return conn, nil
}

// Handler serves the pages below their prefixes, and rest everywhere else.
func (p *Program) Handler(rest http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, x := range p.pages {
			if strings.HasPrefix(r.URL.Path, x.prefix) {
				x.handler.ServeHTTP(w, r)
				return
			}
		}
		rest.ServeHTTP(w, r)
	})
}

// ProviderConfig is where a part of live mode answers that an adopter implements.
type ProviderConfig struct {
	GRPC  string
	Token envconfig.Secret
}

const minProviderToken = 16

// Validate reports all faults; prefix is that of the settings' names.
func (c ProviderConfig) Validate(prefix string, development bool) error {
	if c.GRPC == "" {
		if c.Token != "" {
			return errors.New(prefix + "_TOKEN: is set without " + prefix + "_GRPC; set both or none")
		}
		return nil
	}
	var faults []error
	if _, port, err := net.SplitHostPort(c.GRPC[strings.LastIndex(c.GRPC, "/")+1:]); err != nil || port == "" {
		faults = append(faults, errors.New(prefix+"_GRPC: want host:port or dns:///name:port"))
	}
	if len(c.Token) < minProviderToken {
		faults = append(faults, fmt.Errorf("%s_TOKEN: want at least %d characters", prefix, minProviderToken))
	} else if !development {
		faults = append(faults, weaksecret.Tokens(prefix+"_TOKEN", c.Token))
	}
	return errors.Join(faults...)
}
