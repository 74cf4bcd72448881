package grpcapi

import (
	"context"
	"strings"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
)

// bodyShapeProto is nil for the event itself.
func bodyShapeProto(b webhooks.BodyShape) *webhooksv1.BodyShape {
	p := &webhooksv1.BodyShape{}
	if b.BodyPreset != "" {
		p.Preset = &b.BodyPreset
	}
	if b.BodyExpression != "" {
		p.Expression = &b.BodyExpression
	}
	if p.Preset == nil && p.Expression == nil {
		return nil
	}
	return p
}

// bodyShapeOf is nil when the message is absent: the event itself.
func bodyShapeOf(p *webhooksv1.BodyShape) *webhooks.BodyShape {
	if p == nil {
		return nil
	}
	return &webhooks.BodyShape{BodyPreset: p.GetPreset(), BodyExpression: p.GetExpression()}
}

// fieldOf is the field of an endpoint that a path of an update mask is of. The gateway names the members of objects,
// which are set as a whole.
func fieldOf(path string) string {
	for _, object := range []string{"body", "authentication"} {
		if strings.HasPrefix(path, object+".") {
			return object
		}
	}
	return path
}

// PreviewBody shows what requests with a shape would have.
func (s *Endpoints) PreviewBody(
	ctx context.Context, req *webhooksv1.PreviewBodyRequest,
) (*webhooksv1.PreviewBodyResponse, error) {
	list, err := s.events.PreviewBody(ctx, scopeOf(ctx), *bodyShapeOf(req.GetBody()), req.GetType(),
		webhooks.EventID(req.GetEventId()))
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.PreviewBodyResponse{}
	for _, p := range list {
		resp.Data = append(resp.Data, bodyPreviewProto(p))
	}
	return resp, nil
}

func bodyPreviewProto(p webhooks.BodyPreview) *webhooksv1.BodyPreview {
	out := &webhooksv1.BodyPreview{Type: string(p.Type), Headers: map[string]string{}}
	if p.Event != "" {
		out.EventId = new(string(p.Event))
	}
	if p.Failed != "" {
		out.Error = &p.Failed
		return out
	}
	out.ContentType, out.Body = &p.Message.ContentType, new(string(p.Message.Body))
	for _, h := range p.Message.Headers {
		out.Headers[h.Name] = h.Value
	}
	return out
}
