package grpcapi

import (
	"cmp"
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/reseal"
	pagingv1 "github.com/partnerline/partnerline/proto/gen/paging/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/backlog"
	"github.com/partnerline/partnerline/services/webhooks/internal/statistics"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
	"github.com/partnerline/partnerline/services/webhooks/migration"
)

// Operator serves OperatorService.
type Operator struct {
	bulkOperator
	auditOperator
	portalOperator
	importOperator
	sourceOperator
	operator   *usecase.Operator
	tenants    *usecase.Tenants
	recoveries *usecase.Recoveries
	keys       *reseal.Keeper
	tokens     *keyring.Keyring // of page tokens
	backlog    *backlog.Backlog
	statistics *statistics.Statistics
	deliveries *Deliveries
}

// OperatorParts are what the calls of operators work on.
type OperatorParts struct {
	Operator   *usecase.Operator
	Endpoints  *usecase.Endpoints
	Tenants    *usecase.Tenants
	Recoveries *usecase.Recoveries
	Bulk       *usecase.BulkRecoveries
	Trail      *usecase.AuditTrail
	Portal     *usecase.Portal
	Sources    *usecase.Sources
	Sealed     *reseal.Keeper
	Tokens     *keyring.Keyring // of page tokens
	Backlog    *backlog.Backlog
	Statistics *statistics.Statistics
	Deliveries *Deliveries
}

// NewOperator returns the service.
func NewOperator(p OperatorParts) *Operator {
	return &Operator{
		bulkOperator:   bulkOperator{bulk: p.Bulk, tokens: p.Tokens},
		auditOperator:  auditOperator{p.Trail, p.Tokens},
		portalOperator: portalOperator{p.Portal},
		importOperator: importOperator{usecase.NewImports(p.Endpoints)},
		sourceOperator: sourceOperator{p.Sources},
		operator:       p.Operator, tenants: p.Tenants, recoveries: p.Recoveries, keys: p.Sealed, tokens: p.Tokens,
		backlog: p.Backlog, statistics: p.Statistics, deliveries: p.Deliveries,
	}
}

// ResealKeys seals what is stored with the first encryption key.
func (s *Operator) ResealKeys(
	ctx context.Context, _ *webhooksv1.ResealKeysRequest,
) (*webhooksv1.ResealKeysResponse, error) {
	if err := s.operator.BeginReseal(ctx, operatorOf(ctx)); err != nil {
		return nil, err
	}
	done, err := s.keys.Reseal(ctx)
	if err != nil {
		return nil, err
	}
	return &webhooksv1.ResealKeysResponse{Changed: done.Changed, Unreadable: done.Unreadable}, nil
}

// ListEncryptionKeys counts what is sealed with which key.
func (s *Operator) ListEncryptionKeys(
	ctx context.Context, _ *webhooksv1.ListEncryptionKeysRequest,
) (*webhooksv1.ListEncryptionKeysResponse, error) {
	usage, err := s.keys.Usage(ctx)
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ListEncryptionKeysResponse{}
	for _, u := range usage {
		resp.Data = append(resp.Data,
			&webhooksv1.EncryptionKey{Id: u.KeyID, First: u.First, Configured: u.Configured, Values: u.Values})
	}
	return resp, nil
}

// Find returns what an id names, or the URL of an endpoint.
func (s *Operator) Find(ctx context.Context, req *webhooksv1.FindRequest) (*webhooksv1.FindResponse, error) {
	hits, err := s.operator.Find(ctx, req.GetQuery())
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.FindResponse{}
	for _, h := range hits {
		resp.Data = append(resp.Data, &webhooksv1.Hit{
			Kind: h.Kind, Id: h.ID, Title: h.Title, TenantId: string(h.Tenant), EndpointId: string(h.Endpoint),
			Livemode: h.Livemode,
		})
	}
	return resp, nil
}

// CreateTenant makes a tenant, or returns the one that has the id already.
func (s *Operator) CreateTenant(
	ctx context.Context, req *webhooksv1.CreateTenantRequest,
) (*webhooksv1.CreateTenantResponse, error) {
	t, err := s.tenants.CreateTenant(ctx, webhooks.TenantID(req.GetId()), req.GetName(), operatorOf(ctx))
	if err != nil {
		return nil, err
	}
	return &webhooksv1.CreateTenantResponse{Data: tenantProto(t)}, nil
}

func tenantProto(t webhooks.Tenant) *webhooksv1.Tenant {
	return &webhooksv1.Tenant{Id: string(t.ID), Name: t.Name, CreatedAt: timestamppb.New(t.CreatedAt)}
}

// ListTenants returns tenants, in the order of their ids.
func (s *Operator) ListTenants(
	ctx context.Context, req *webhooksv1.ListTenantsRequest,
) (*webhooksv1.ListTenantsResponse, error) {
	list, err := s.tenants.ListTenants(ctx, webhooks.TenantID(req.GetAfter()), pageSize(req.GetPageSize()))
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ListTenantsResponse{}
	for _, t := range list {
		resp.Data = append(resp.Data, tenantProto(t))
	}
	return resp, nil
}

// ListEndpointRecoveries returns the latest recoveries of any tenant's endpoint.
func (s *Operator) ListEndpointRecoveries(
	ctx context.Context, req *webhooksv1.ListEndpointRecoveriesRequest,
) (*webhooksv1.ListEndpointRecoveriesResponse, error) {
	list, err := s.operator.ListEndpointRecoveries(ctx, webhooks.EndpointID(req.GetId()))
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ListEndpointRecoveriesResponse{}
	for _, r := range list {
		resp.Data = append(resp.Data, recoveryProto(r))
	}
	return resp, nil
}

// ListTenantEndpoints returns the endpoints of a tenant, of both modes.
func (s *Operator) ListTenantEndpoints(
	ctx context.Context, req *webhooksv1.ListTenantEndpointsRequest,
) (*webhooksv1.ListTenantEndpointsResponse, error) {
	list, err := s.operator.ListTenantEndpoints(ctx, webhooks.TenantID(req.GetTenantId()))
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ListTenantEndpointsResponse{Waiting: waitingTenants(webhooks.WaitingOf(list), nil)}
	for _, e := range list {
		resp.Data = append(resp.Data, endpointProto(e))
		if e.RecoveryWindow > 0 {
			resp.AutomaticRecoveries = append(resp.AutomaticRecoveries, automaticRecoveryProto(e.ID, e.RecoveryWindow))
		}
	}
	return resp, nil
}

// ListFailingEndpoints returns a page of the endpoints that get nothing.
func (s *Operator) ListFailingEndpoints(
	ctx context.Context, req *webhooksv1.ListFailingEndpointsRequest,
) (*webhooksv1.ListFailingEndpointsResponse, error) {
	page, err := cursor.Fetch(
		cursor.Request{Keys: s.tokens, List: "failing", Size: req.GetPageSize(), Token: req.GetPageToken()},
		func(before *webhooks.Position, limit int) ([]usecase.FailingEndpoint, error) {
			return s.operator.ListFailingEndpoints(ctx, before, limit)
		},
		usecase.FailingPosition)
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ListFailingEndpointsResponse{Meta: &pagingv1.PageMeta{
		NextPageToken: page.Next, PageSize: page.Size,
	}}
	for _, e := range page.Rows {
		resp.Data = append(resp.Data, &webhooksv1.FailingEndpoint{
			Endpoint: endpointProto(e.ObservedEndpoint), TenantId: string(e.Tenant), TenantName: e.TenantName,
		})
	}
	return resp, nil
}

// RedriveEndpoint starts a recovery of any tenant's endpoint.
func (s *Operator) RedriveEndpoint(
	ctx context.Context, req *webhooksv1.RedriveEndpointRequest,
) (*webhooksv1.RedriveEndpointResponse, error) {
	scope := webhooks.Scope{Tenant: webhooks.TenantID(req.GetTenantId()), Livemode: req.GetLivemode()}
	by := operatorOf(ctx)
	r, err := s.recoveries.RecoverEndpoint(ctx, scope, webhooks.EndpointID(req.GetRecovery().GetId()),
		recoveryRequest(req.GetRecovery()), &by)
	if err != nil {
		return nil, err
	}
	return &webhooksv1.RedriveEndpointResponse{Data: recoveryProto(r)}, nil
}

// GetBacklog returns how much waits at each stage, and the tenants of which most waits for capacity.
func (s *Operator) GetBacklog(
	ctx context.Context, _ *webhooksv1.GetBacklogRequest,
) (*webhooksv1.GetBacklogResponse, error) {
	stages, err := s.backlog.Stages(ctx)
	if err != nil {
		return nil, err
	}
	tenants, names, err := s.operator.ListWaitingTenants(ctx)
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.GetBacklogResponse{Tenants: waitingTenants(tenants, names)}
	for _, x := range stages {
		resp.Data = append(resp.Data,
			&webhooksv1.Stage{Name: x.Name, Waiting: x.Waiting, OldestAgeS: x.OldestAge, Late: x.Late})
	}
	return resp, nil
}

// GetStatistics returns what happened within the last day.
func (s *Operator) GetStatistics(
	ctx context.Context, _ *webhooksv1.GetStatisticsRequest,
) (*webhooksv1.GetStatisticsResponse, error) {
	list, err := s.statistics.List(ctx)
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.GetStatisticsResponse{SpanS: int32(webhooks.StatisticsSpan.Seconds())}
	for _, x := range list {
		p := &webhooksv1.Statistics{
			Since: timestamppb.New(x.Since), Accepted: x.Accepted, Delivered: x.Delivered, Failed: x.Failed,
		}
		p.LatencyP50Ms, p.LatencyP99Ms = milliseconds(x.Latencies, 0.5), milliseconds(x.Latencies, 0.99)
		resp.Data = append(resp.Data, p)
	}
	return resp, nil
}

func milliseconds(l webhooks.Latencies, percentile float64) *int32 {
	d, ok := l.Percentile(percentile)
	if !ok {
		return nil
	}
	ms := int32(d.Milliseconds())
	return &ms
}

// defaultPage is how many notices or tenants a page holds by default.
const defaultPage = 100

func pageSize(asked int32) int { return int(cmp.Or(asked, defaultPage)) }

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// importOperator serves the method of OperatorService that imports endpoints.
type importOperator struct{ imports *usecase.Imports }

// ImportEndpoints makes tenants and endpoints of an export.
func (s *importOperator) ImportEndpoints(
	ctx context.Context, req *webhooksv1.ImportEndpointsRequest,
) (*webhooksv1.ImportEndpointsResponse, error) {
	in := usecase.Import{
		Source: req.GetSource(), Export: req.GetExport(), DryRun: req.GetDryRun(),
		Options: migration.Options{
			Livemode: req.GetLivemode(), Inactive: req.GetInactive(), EventTypes: req.GetEventTypes(),
			Tenants: map[string]webhooks.TenantID{},
		},
	}
	for from, to := range req.GetTenants() {
		in.Tenants[from] = webhooks.TenantID(to)
	}
	list, notes, err := s.imports.ImportEndpoints(ctx, in, operatorOf(ctx))
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ImportEndpointsResponse{Notes: noteProtos(notes)}
	for _, e := range list {
		one := &webhooksv1.ImportedEndpoint{
			SourceId: e.SourceID, TenantId: string(e.Tenant), EndpointId: string(e.ID), Url: e.URL, IsActive: e.IsActive,
			Outcome: string(e.Outcome), Notes: noteProtos(e.Notes),
		}
		switch e.Outcome {
		case usecase.ImportCreated:
			resp.Created++
		case usecase.ImportPresent:
			resp.Present++
		case usecase.ImportRefused:
			resp.Refused++
		}
		resp.Data = append(resp.Data, one)
	}
	return resp, nil
}

func noteProtos(notes []migration.Note) (list []*webhooksv1.ImportNote) {
	for _, n := range notes {
		list = append(list, &webhooksv1.ImportNote{What: n.What, Why: n.Why})
	}
	return list
}
