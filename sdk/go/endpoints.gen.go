// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

import (
	"context"
)

// EndpointsResource has the calls of Webhooks that concern endpoints.
type EndpointsResource struct{ core *core }

// Create registers an endpoint. The signing secret is in this response and in no later one.
func (r *EndpointsResource) Create(ctx context.Context, params CreateEndpointParams, opts ...CallOption) (*CreatedEndpoint, error) {
	return callFor[CreatedEndpoint](ctx, r.core, request{api: webhooks, method: "POST", path: "/api/v1/webhooks", body: params, keyed: true}, opts)
}

// List returns all endpoints of the tenant and mode, newest first.
func (r *EndpointsResource) List(ctx context.Context, opts ...CallOption) ([]Endpoint, error) {
	out, err := callFor[envelope[[]Endpoint]](ctx, r.core, request{api: webhooks, method: "GET", path: "/api/v1/webhooks"}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// Get returns one endpoint.
func (r *EndpointsResource) Get(ctx context.Context, id string, opts ...CallOption) (*Endpoint, error) {
	out, err := callFor[envelope[*Endpoint]](ctx, r.core, request{api: webhooks, method: "GET", path: "/api/v1/webhooks/{id}", args: []string{id}}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// Update changes the fields that are present. `is_active` true on an inactive or deactivated endpoint resets
// `failure_count` and `disabled_at`. Where the operator requires proof of ownership, it is `ownership_unproven` in live
// mode until VerifyEndpoint has proven it, and another `url` makes the endpoint inactive.
//
// Takes IfMatch.
func (r *EndpointsResource) Update(ctx context.Context, id string, params UpdateEndpointParams, opts ...CallOption) (*Endpoint, error) {
	out, err := callFor[envelope[*Endpoint]](ctx, r.core, request{api: webhooks, method: "PATCH", path: "/api/v1/webhooks/{id}", args: []string{id}, body: params}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// Delete removes an endpoint. No attempt starts later than one second after the answer.
func (r *EndpointsResource) Delete(ctx context.Context, id string, opts ...CallOption) error {
	return r.core.call(ctx, request{api: webhooks, method: "DELETE", path: "/api/v1/webhooks/{id}", args: []string{id}}, opts, nil)
}

// Test sends a `verification.test` event to this endpoint only, through the pipeline that all events take.
// `endpoint_inactive` when it is not active. The delivery and the event that the answer names can be read at once.
func (r *EndpointsResource) Test(ctx context.Context, id string, opts ...CallOption) (*TestDelivery, error) {
	out, err := callFor[envelope[*TestDelivery]](ctx, r.core, request{api: webhooks, method: "POST", path: "/api/v1/webhooks/{id}/test", args: []string{id}, keyed: true}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// Verify sends a `webhook.challenge` event to this endpoint only, whether or not it is active, through the pipeline
// that all events take. A receiver that answers 2xx with `data.challenge`, as text or as `{"challenge": "..."}`, within
// an hour proves that the endpoint's owner controls it: `ownership` is `proven` until the URL changes. A later
// challenge replaces an earlier one. `invalid_state` for 5 seconds after a change of the endpoint, and `rate_limited`
// after 60 challenges of the tenant and mode in an hour.
func (r *EndpointsResource) Verify(ctx context.Context, id string, opts ...CallOption) (*TestDelivery, error) {
	out, err := callFor[envelope[*TestDelivery]](ctx, r.core, request{api: webhooks, method: "POST", path: "/api/v1/webhooks/{id}/verify", args: []string{id}, keyed: true}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// RotateSecret makes a new signing secret, shown in this response and in no later one. Until the overlap ends, both
// secrets sign every delivery, the newest first. At most three secrets are valid at once: a rotation that would make a
// fourth is `secret_limit_reached` and changes nothing, since ending the oldest early could cut off receivers that know
// no other. A rotation with `overlap_seconds` 0 ends all older secrets at once and is never refused for their number.
func (r *EndpointsResource) RotateSecret(ctx context.Context, id string, params RotateSecretParams, opts ...CallOption) (*RotatedSecret, error) {
	return callFor[RotatedSecret](ctx, r.core, request{api: webhooks, method: "POST", path: "/api/v1/webhooks/{id}/rotate-secret", args: []string{id}, body: params, keyed: true}, opts)
}

// ListSigningKeys returns the public keys of the tenant and mode that are published, newest first: those of the
// signatures `ed25519` and `http_message`. There are none before the first endpoint asks for one of these, or
// RotateSigningKey is called.
func (r *EndpointsResource) ListSigningKeys(ctx context.Context, opts ...CallOption) (*SigningKeys, error) {
	out, err := callFor[envelope[*SigningKeys]](ctx, r.core, request{api: webhooks, method: "GET", path: "/api/v1/signing-keys"}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// RotateSigningKey makes a new key of the tenant and mode. It is published for `overlap_seconds` before it signs, and
// the key so far is published for as long after it signed last, so that receivers that read the JWKS miss nothing. With
// `overlap_seconds` 0 the new key signs at once and all others are no longer published: for a key that others may have.
// Without a key so far, the first one is made and signs at once. `invalid_state` while the key of an earlier rotation
// does not sign yet, and when five keys are published.
func (r *EndpointsResource) RotateSigningKey(ctx context.Context, params RotateSigningKeyParams, opts ...CallOption) (*SigningKeys, error) {
	out, err := callFor[envelope[*SigningKeys]](ctx, r.core, request{api: webhooks, method: "POST", path: "/api/v1/signing-keys/rotate", body: params, keyed: true}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// PreviewBody shows what requests with a shape would have, of recent events of the tenant and mode; nothing is sent and
// nothing changes.
func (r *EndpointsResource) PreviewBody(ctx context.Context, params PreviewBodyParams, opts ...CallOption) ([]BodyPreview, error) {
	out, err := callFor[envelope[[]BodyPreview]](ctx, r.core, request{api: webhooks, method: "POST", path: "/api/v1/body-preview", body: params}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// GetStatistics counts the deliveries to an endpoint that ended, by the hour or by the day. An interval in which none
// ended is there with zeros. A delivery counts when it ends, and once more for each later run; a cancelled one does not
// count. Hours are kept for 31 days.
func (r *EndpointsResource) GetStatistics(ctx context.Context, id string, params GetEndpointStatisticsParams, opts ...CallOption) (*EndpointStatistics, error) {
	out, err := callFor[envelope[*EndpointStatistics]](ctx, r.core, request{api: webhooks, method: "GET", path: "/api/v1/webhooks/{id}/statistics", args: []string{id}, query: params}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// GetSourceAddresses returns from which addresses requests to endpoints come, as for a rule of a firewall, and which
// are announced to follow. `source_addresses.changed` announces them, to endpoints that list it. The `ETag` changes
// with what the answer says.
func (r *EndpointsResource) GetSourceAddresses(ctx context.Context, opts ...CallOption) (*SourceAddresses, error) {
	out, err := callFor[envelope[*SourceAddresses]](ctx, r.core, request{api: webhooks, method: "GET", path: "/api/v1/source-addresses"}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// Recover starts a job that sends the events of a span of time that did not reach the endpoint: deliveries that failed
// or were cancelled, events for which it had no delivery, as while it was inactive, and deliveries that wait for a
// retry, whose next attempt is made now. With `pending` and no other it makes all retries that wait. The job survives
// restarts and has no ceiling. Five of an endpoint may run at once; one more is `recovery_limit_reached`.
func (r *EndpointsResource) Recover(ctx context.Context, id string, params RecoverEndpointParams, opts ...CallOption) (*Recovery, error) {
	out, err := callFor[envelope[*Recovery]](ctx, r.core, request{api: webhooks, method: "POST", path: "/api/v1/webhooks/{id}/recover", args: []string{id}, body: params, keyed: true}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}
