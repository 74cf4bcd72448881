package grpcapi

import (
	"context"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
	"github.com/partnerline/partnerline/services/webhooks/migration"
)

// importOperator serves the method of OperatorService that imports endpoints.
type importOperator struct{ endpoints *usecase.Endpoints }

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
	list, notes, err := s.endpoints.ImportEndpoints(ctx, in, operatorOf(ctx))
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
