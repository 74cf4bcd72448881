// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

import (
	"context"
	"iter"
)

// WebhooksResource has the calls of Partner connect that concern webhooks.
type WebhooksResource struct{ core *core }

// CreateEndpoint registers an endpoint. The signing secret is in this response and in no later one.
func (r *WebhooksResource) CreateEndpoint(ctx context.Context, params CreateEndpointParams, opts ...CallOption) (*CreatedEndpoint, error) {
	return callFor[CreatedEndpoint](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/webhooks", body: params, keyed: true}, opts)
}

// ListEndpoints returns all endpoints of the partner and mode, newest first.
func (r *WebhooksResource) ListEndpoints(ctx context.Context, opts ...CallOption) ([]Endpoint, error) {
	out, err := callFor[envelope[[]Endpoint]](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/webhooks"}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// GetEndpoint returns one endpoint.
func (r *WebhooksResource) GetEndpoint(ctx context.Context, id string, opts ...CallOption) (*Endpoint, error) {
	out, err := callFor[envelope[*Endpoint]](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/webhooks/{id}", args: []string{id}}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// UpdateEndpoint changes the fields that are present. `is_active` true on an inactive or deactivated endpoint resets
// `failure_count` and `disabled_at`. Where the operator requires proof of ownership, it is `ownership_unproven` in live
// mode until VerifyEndpoint has proven it, and another `url` makes the endpoint inactive.
//
// Takes IfMatch.
func (r *WebhooksResource) UpdateEndpoint(ctx context.Context, id string, params UpdateEndpointParams, opts ...CallOption) (*Endpoint, error) {
	out, err := callFor[envelope[*Endpoint]](ctx, r.core, request{api: partnerConnect, method: "PATCH", path: "/webhooks/{id}", args: []string{id}, body: params}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// DeleteEndpoint removes an endpoint. No attempt starts later than one second after the answer.
func (r *WebhooksResource) DeleteEndpoint(ctx context.Context, id string, opts ...CallOption) error {
	return r.core.call(ctx, request{api: partnerConnect, method: "DELETE", path: "/webhooks/{id}", args: []string{id}}, opts, nil)
}

// TestEndpoint sends a `webhook.test` event to this endpoint only, through the pipeline that all events take.
// `endpoint_inactive` when it is not active. The delivery and the event that the answer names can be read at once.
func (r *WebhooksResource) TestEndpoint(ctx context.Context, id string, opts ...CallOption) (*TestDelivery, error) {
	out, err := callFor[envelope[*TestDelivery]](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/webhooks/{id}/test", args: []string{id}, keyed: true}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// VerifyEndpoint sends a `webhook.challenge` event to this endpoint only, whether or not it is active, through the
// pipeline that all events take. A receiver that answers 2xx with `data.challenge`, as text or as `{"challenge":
// "..."}`, within an hour proves that the endpoint's owner controls it: `ownership` is `proven` until the URL changes.
// A later challenge replaces an earlier one. `invalid_state` for 5 seconds after a change of the endpoint, and
// `rate_limited` after 60 challenges of the partner and mode in an hour.
func (r *WebhooksResource) VerifyEndpoint(ctx context.Context, id string, opts ...CallOption) (*TestDelivery, error) {
	out, err := callFor[envelope[*TestDelivery]](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/webhooks/{id}/verify", args: []string{id}, keyed: true}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// RotateSecret makes a new signing secret, shown in this response and in no later one. Until the overlap ends, both
// secrets sign every delivery, the newest first. At most three secrets are valid at once: a rotation that would make a
// fourth is `secret_limit_reached` and changes nothing, since ending the oldest early could cut off receivers that know
// no other. A rotation with `overlap_seconds` 0 ends all older secrets at once and is never refused for their number.
func (r *WebhooksResource) RotateSecret(ctx context.Context, id string, params RotateSecretParams, opts ...CallOption) (*RotatedSecret, error) {
	return callFor[RotatedSecret](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/webhooks/{id}/rotate-secret", args: []string{id}, body: params, keyed: true}, opts)
}

// ListSigningKeys returns the public keys of the partner and mode that are published, newest first: those of the
// signatures `ed25519` and `http_message`. There are none before the first endpoint asks for one of these, or
// RotateSigningKey is called.
func (r *WebhooksResource) ListSigningKeys(ctx context.Context, opts ...CallOption) (*SigningKeys, error) {
	out, err := callFor[envelope[*SigningKeys]](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/signing-keys"}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// RotateSigningKey makes a new key of the partner and mode. It is published for `overlap_seconds` before it signs, and
// the key so far is published for as long after it signed last, so that receivers that read the JWKS miss nothing. With
// `overlap_seconds` 0 the new key signs at once and all others are no longer published: for a key that others may have.
// Without a key so far, the first one is made and signs at once. `invalid_state` while the key of an earlier rotation
// does not sign yet, and when five keys are published.
func (r *WebhooksResource) RotateSigningKey(ctx context.Context, params RotateSigningKeyParams, opts ...CallOption) (*SigningKeys, error) {
	out, err := callFor[envelope[*SigningKeys]](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/signing-keys/rotate", body: params, keyed: true}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// PreviewBody shows what requests with a shape would have, of recent events of the partner and mode; nothing is sent
// and nothing changes. The events are those that the partner's newest key may read, as in a portal session. The key
// needs `onboarding:read`, too.
func (r *WebhooksResource) PreviewBody(ctx context.Context, params PreviewBodyParams, opts ...CallOption) ([]BodyPreview, error) {
	out, err := callFor[envelope[[]BodyPreview]](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/body-preview", body: params}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// GetEndpointStatistics counts the deliveries to an endpoint that ended, by the hour or by the day. An interval in
// which none ended is there with zeros. A delivery counts when it ends, and once more for each later run; a cancelled
// one does not count. Hours are kept for 31 days.
func (r *WebhooksResource) GetEndpointStatistics(ctx context.Context, id string, params GetEndpointStatisticsParams, opts ...CallOption) (*EndpointStatistics, error) {
	out, err := callFor[envelope[*EndpointStatistics]](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/webhooks/{id}/statistics", args: []string{id}, query: params}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// GetSourceAddresses returns from which addresses requests to endpoints come, as for a rule of a firewall, and which
// are announced to follow. `source_addresses.changed` announces them, to endpoints that list it. The `ETag` changes
// with what the answer says.
func (r *WebhooksResource) GetSourceAddresses(ctx context.Context, opts ...CallOption) (*SourceAddresses, error) {
	out, err := callFor[envelope[*SourceAddresses]](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/source-addresses"}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// ListDeliveries returns a page of an endpoint's deliveries, newest event first.
// It reads page after page; an error ends it.
func (r *WebhooksResource) ListDeliveries(ctx context.Context, id string, params ListDeliveriesParams, opts ...CallOption) iter.Seq2[Delivery, error] {
	return all(func(token string) (*Page[Delivery], error) {
		if token != "" {
			params.PageToken = token
		}
		return r.ListDeliveriesPage(ctx, id, params, opts...)
	})
}

// ListDeliveriesPage is one page of ListDeliveries.
func (r *WebhooksResource) ListDeliveriesPage(ctx context.Context, id string, params ListDeliveriesParams, opts ...CallOption) (*Page[Delivery], error) {
	return callPage[Delivery](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/webhooks/{id}/deliveries", args: []string{id}, query: params}, opts)
}

// GetDelivery returns one delivery with all its attempts.
func (r *WebhooksResource) GetDelivery(ctx context.Context, id string, opts ...CallOption) (*DeliveryDetail, error) {
	out, err := callFor[envelope[*DeliveryDetail]](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/deliveries/{id}", args: []string{id}}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// ResendDelivery sends a delivery now, under the same id. One that has ended begins one more run of the schedule; a run
// that fails so does not count against the endpoint. One that waits for a retry makes its next attempt now, which keeps
// its number, and goes on by the schedule. `invalid_state` while an attempt is due or under way, `endpoint_inactive`
// when the endpoint is.
func (r *WebhooksResource) ResendDelivery(ctx context.Context, id string, opts ...CallOption) (*Delivery, error) {
	out, err := callFor[envelope[*Delivery]](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/deliveries/{id}/resend", args: []string{id}, keyed: true}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// SkipDelivery lets the other events of a key go on. A delivery that waits, for its retry or behind another one of its
// key, ends as `cancelled` with the reason `skipped`. One that has failed and stops its key stays `failed`.
// `invalid_state` while an attempt is due or under way, and for a delivery that has ended and holds back nothing.
func (r *WebhooksResource) SkipDelivery(ctx context.Context, id string, opts ...CallOption) (*Delivery, error) {
	out, err := callFor[envelope[*Delivery]](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/deliveries/{id}/skip", args: []string{id}, keyed: true}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// RecoverEndpoint starts a job that sends the events of a span of time that did not reach the endpoint: deliveries that
// failed or were cancelled, events for which it had no delivery, as while it was inactive, and deliveries that wait for
// a retry, whose next attempt is made now. With `pending` and no other it makes all retries that wait. The job survives
// restarts and has no ceiling. Five of an endpoint may run at once; one more is `recovery_limit_reached`.
func (r *WebhooksResource) RecoverEndpoint(ctx context.Context, id string, params RecoverEndpointParams, opts ...CallOption) (*Recovery, error) {
	out, err := callFor[envelope[*Recovery]](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/webhooks/{id}/recover", args: []string{id}, body: params, keyed: true}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// GetRecovery shows the progress of a job.
func (r *WebhooksResource) GetRecovery(ctx context.Context, id string, opts ...CallOption) (*Recovery, error) {
	out, err := callFor[envelope[*Recovery]](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/recoveries/{id}", args: []string{id}}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// CancelRecovery stops a job; what it sent on its way stays there. 204 over JSON, also for a job that has ended.
func (r *WebhooksResource) CancelRecovery(ctx context.Context, id string, opts ...CallOption) error {
	return r.core.call(ctx, request{api: partnerConnect, method: "DELETE", path: "/recoveries/{id}", args: []string{id}}, opts, nil)
}

// CreatePortalSession returns a URL that opens a session of the portal once, within 5 minutes: pages where people of
// the partner see and manage its endpoints, in the mode of the key. Send a signed-in person of yours there at once, or
// load it in a frame of a page whose origin the operator has allowed. The session ends an hour after it is opened, or
// as long as the operator has set, and at once when it or the key that made it is revoked. The key needs
// `onboarding:read`, too: the portal shows events.
func (r *WebhooksResource) CreatePortalSession(ctx context.Context, params CreatePortalSessionParams, opts ...CallOption) (*PortalSession, error) {
	out, err := callFor[envelope[*PortalSession]](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/portal-sessions", body: params, keyed: true}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// RevokePortalSession ends a session at once, whether or not it was opened. 204 over JSON, also for one that has ended.
func (r *WebhooksResource) RevokePortalSession(ctx context.Context, id string, opts ...CallOption) error {
	return r.core.call(ctx, request{api: partnerConnect, method: "DELETE", path: "/portal-sessions/{id}", args: []string{id}}, opts, nil)
}
