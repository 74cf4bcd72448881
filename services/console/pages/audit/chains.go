package audit

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console/internal/operators"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

// A report is what the verification of a chain found.
type report interface {
	GetIntact() bool
	GetEntries() int64
	GetPending() int64
	GetHead() string
	GetFirstBroken() int64
	GetExportKey() string
}

// A chain is the audit trail of a service: each has its own.
type chain struct {
	Service, Program string
	Verify, Export   string // what its forms do
	verify           func(context.Context, *operators.Clients) (report, error)
	export           func(ctx context.Context, s *operators.Clients, after int64) (next func() ([]byte, error), err error)
}

var chains = []chain{
	{
		Service: "partnerconnect", Program: "partnerconnectd", Verify: "verify", Export: "export",
		verify: func(ctx context.Context, s *operators.Clients) (report, error) {
			return s.PartnerConnect.VerifyAudit(ctx, &pcv1.VerifyAuditRequest{})
		},
		export: func(ctx context.Context, s *operators.Clients, after int64) (func() ([]byte, error), error) {
			stream, err := s.PartnerConnect.ExportAudit(ctx, &pcv1.ExportAuditRequest{After: after})
			return func() ([]byte, error) {
				piece, err := stream.Recv()
				return piece.GetChunk(), err
			}, err
		},
	},
	{
		Service: "webhooks", Program: "webhooksd", Verify: "verify_webhooks", Export: "export_webhooks",
		verify: func(ctx context.Context, s *operators.Clients) (report, error) {
			return s.Webhooks.VerifyAudit(ctx, &webhooksv1.VerifyAuditRequest{})
		},
		export: func(ctx context.Context, s *operators.Clients, after int64) (func() ([]byte, error), error) {
			stream, err := s.Webhooks.ExportAudit(ctx, &webhooksv1.ExportAuditRequest{After: after})
			return func() ([]byte, error) {
				piece, err := stream.Recv()
				return piece.GetChunk(), err
			}, err
		},
	},
}

// changes are what the forms of the chains do.
func changes() map[string]screen.Change {
	out := map[string]screen.Change{}
	for _, c := range chains {
		out[c.Verify], out[c.Export] = c.showReport, c.sendExport
	}
	return out
}

// showReport shows what the verification of the chain found.
func (c chain) showReport(ctx context.Context, x *screen.Exchange) error {
	found, err := c.verify(ctx, x.Services)
	if err != nil {
		return err
	}
	show(x, http.StatusOK, map[string]report{c.Service: found})
	return screen.ErrAnswered
}

// sendExport sends a part of the chain, signed, as a file.
func (c chain) sendExport(ctx context.Context, x *screen.Exchange) error {
	after, err := strconv.ParseInt("0"+x.Input("after"), 10, 64)
	if err != nil {
		return errors.New(x.Page.T("audit_after_number"))
	}
	call, cancel := context.WithTimeout(context.WithoutCancel(ctx), screen.FileTimeout)
	defer cancel()
	next, err := c.export(call, x.Services, after)
	if err != nil {
		return err
	}
	return x.SendPieces("audit export", "application/jsonl", fmt.Sprintf("audit-%s-after-%d.jsonl", c.Service, after),
		next)
}
