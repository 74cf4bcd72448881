package usecase

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/partnerline/partnerline/internal/egress"
	"github.com/partnerline/partnerline/internal/etag"
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// Endpoints manages endpoints.
type Endpoints struct {
	store    *postgres.Store
	guard    *egress.Guard
	resolver Resolver
	limit    int
	overdue  time.Duration
	proof    bool
}

// NewEndpoints returns the use cases; guard decides which addresses deliveries may go to, limit is how many endpoints a
// tenant may have in a mode, overdueAfter how long the outcome of a test may stay out before the sweep looks for it,
// proof whether endpoints of live mode are active only if it is proven that their owners control them.
func NewEndpoints(
	s *postgres.Store, guard *egress.Guard, r Resolver, limit int, overdueAfter time.Duration, proof bool,
) *Endpoints {
	return &Endpoints{store: s, guard: guard, resolver: r, limit: limit, overdue: overdueAfter, proof: proof}
}

// CreateEndpoint registers an endpoint with fields, of which URL and Events are required, and returns its first
// secret; ErrEndpointLimitReached when the tenant has as many endpoints as it may.
func (u *Endpoints) CreateEndpoint(
	ctx context.Context, sc webhooks.Scope, fields webhooks.EndpointChanges,
) (webhooks.Endpoint, webhooks.SigningKey, error) {
	key, id := webhooks.NewSigningKey(), webhooks.EndpointID(uuid.Must(uuid.NewV7()).String())
	fields, err := withCertificate(ctx, u.store, sc, id, fields)
	if err != nil {
		return webhooks.Endpoint{}, key, err
	}
	e, err := webhooks.NewEndpoint(id, sc, fields, now())
	if err != nil {
		return e, key, err
	}
	if err := u.checkAddress(ctx, "/url", e.URL); err != nil {
		return e, key, err
	}
	if err := u.checkTokenURL(ctx, e, fields); err != nil {
		return e, key, err
	}
	if err := u.requireProof(&e, nil); err != nil {
		return e, key, err
	}
	err = u.store.InTx(ctx, func(tx *postgres.Store) error {
		return u.insert(ctx, tx, newEndpoint{e, fields, []webhooks.SigningKey{key}}, 0)
	})
	return e, key, err
}

// requireProof applies Endpoint.RequireProof where the operator requires it.
func (u *Endpoints) requireProof(e, before *webhooks.Endpoint) error {
	if !u.proof {
		return nil
	}
	return e.RequireProof(before)
}

// A newEndpoint is one to be stored, with what is sealed of it.
type newEndpoint struct {
	webhooks.Endpoint
	fields webhooks.EndpointChanges
	keys   []webhooks.SigningKey // newest first; none: a random one is made
}

// insert stores an endpoint; ErrEndpointLimitReached when the tenant has as many as it may, besides others that a dry
// run has not stored.
func (u *Endpoints) insert(ctx context.Context, tx *postgres.Store, e newEndpoint, others int) error {
	if err := tx.Tenants.Lock(ctx, e.Tenant); err != nil {
		return err
	}
	have, err := tx.Endpoints.Count(ctx, e.Scope)
	if err != nil {
		return err
	}
	if have+others >= u.limit {
		return webhooks.ErrEndpointLimitReached
	}
	if err := tx.Endpoints.Insert(ctx, e.Endpoint); err != nil {
		return err
	}
	if err := setSealed(ctx, tx, e.Endpoint, e.fields); err != nil {
		return err
	}
	if err := ensureKeyPair(ctx, tx, e.Scope, e.fields, e.CreatedAt); err != nil {
		return err
	}
	if len(e.keys) == 0 {
		e.keys = []webhooks.SigningKey{webhooks.NewSigningKey()}
	}
	for _, key := range slices.Backward(e.keys) { // of those of one time, the last one stored is the newest
		if err := tx.Secrets.Insert(ctx, e.ID, key, e.CreatedAt); err != nil {
			return err
		}
	}
	return nil
}

// FindEndpoint returns an endpoint without what its deliveries show.
func (u *Endpoints) FindEndpoint(
	ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID,
) (webhooks.Endpoint, error) {
	return u.store.Endpoints.Find(ctx, sc, id)
}

// GetEndpoint returns an endpoint.
func (u *Endpoints) GetEndpoint(
	ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID,
) (webhooks.ObservedEndpoint, error) {
	e, err := u.store.Endpoints.Find(ctx, sc, id)
	if err != nil {
		return webhooks.ObservedEndpoint{}, err
	}
	return observe(ctx, u.store, e)
}

// CountActive returns how many endpoints of a scope are active.
func (u *Endpoints) CountActive(ctx context.Context, sc webhooks.Scope) (int, error) {
	return u.store.Endpoints.CountActive(ctx, sc)
}

// ListEndpoints returns all endpoints of a scope, newest first.
func (u *Endpoints) ListEndpoints(ctx context.Context, sc webhooks.Scope) ([]webhooks.ObservedEndpoint, error) {
	list, err := u.store.Endpoints.List(ctx, sc)
	if err != nil {
		return nil, err
	}
	return observeAll(ctx, u.store, list)
}

// ListPlainEndpoints is ListEndpoints without what their deliveries show.
func (u *Endpoints) ListPlainEndpoints(ctx context.Context, sc webhooks.Scope) ([]webhooks.Endpoint, error) {
	return u.store.Endpoints.List(ctx, sc)
}

// UpdateEndpoint changes an endpoint that is at a version that the caller expects; ErrEndpointChanged when it is not.
func (u *Endpoints) UpdateEndpoint(
	ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID, c webhooks.EndpointChanges, match etag.Match,
) (webhooks.ObservedEndpoint, error) {
	at := now()
	c, err := withCertificate(ctx, u.store, sc, id, c)
	if err != nil {
		return webhooks.ObservedEndpoint{}, err
	}
	if err := u.checkNewURLs(ctx, sc, id, c, at); err != nil {
		return webhooks.ObservedEndpoint{}, err
	}
	var e webhooks.Endpoint
	err = u.store.InTx(ctx, func(tx *postgres.Store) error {
		if c.NeedsKeyPair() {
			if err := tx.Tenants.Lock(ctx, sc.Tenant); err != nil { // all lock it before an endpoint
				return err
			}
		}
		before, err := tx.Endpoints.FindLocked(ctx, sc, id, postgres.ForUpdate)
		if err != nil {
			return err
		}
		if !match.Holds(before.Version) {
			return webhooks.ErrEndpointChanged
		}
		e = before
		if err := e.Update(c, at); err != nil {
			return err
		}
		if err := u.requireProof(&e, &before); err != nil {
			return err
		}
		if err := setSealed(ctx, tx, e, c); err != nil {
			return err
		}
		if err := ensureKeyPair(ctx, tx, sc, c, at); err != nil {
			return err
		}
		_, err = storeChange(ctx, tx, before, e)
		return err
	})
	if err != nil {
		return webhooks.ObservedEndpoint{}, err
	}
	return observe(ctx, u.store, e)
}

// setSealed stores what of a change is sealed.
func setSealed(ctx context.Context, tx *postgres.Store, e webhooks.Endpoint, c webhooks.EndpointChanges) error {
	if c.Headers != nil {
		if err := tx.Secrets.SetHeaders(ctx, e.ID, *c.Headers); err != nil {
			return err
		}
	}
	if c.Authentication == nil {
		return nil
	}
	return tx.Secrets.SetAuthentication(ctx, e, *c.Authentication)
}

// checkNewURLs checks the addresses of URLs that change, outside of the transaction. The texts are checked first, so
// that a malformed URL is refused as such.
func (u *Endpoints) checkNewURLs(
	ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID, c webhooks.EndpointChanges, at time.Time,
) error {
	e, err := u.store.Endpoints.Find(ctx, sc, id)
	if err != nil {
		return err
	}
	moves := c.URL != nil && *c.URL != e.URL
	if !moves && c.Authentication == nil {
		return nil
	}
	if err := e.Update(c, at); err != nil {
		return err
	}
	if moves {
		if err := u.checkAddress(ctx, "/url", e.URL); err != nil {
			return err
		}
	}
	return u.checkTokenURL(ctx, e, c)
}

// checkTokenURL checks the address of a URL for tokens that changes.
func (u *Endpoints) checkTokenURL(ctx context.Context, e webhooks.Endpoint, c webhooks.EndpointChanges) error {
	if c.Authentication == nil || e.Authentication == nil || e.Authentication.TokenURL == "" {
		return nil
	}
	return u.checkAddress(ctx, "/authentication/token_url", e.Authentication.TokenURL)
}

// DeleteEndpoint removes an endpoint with its secrets. Its pending deliveries are cancelled in the background.
func (u *Endpoints) DeleteEndpoint(ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID) error {
	return u.store.InTx(ctx, func(tx *postgres.Store) error {
		e, err := tx.Endpoints.FindLocked(ctx, sc, id, postgres.ForUpdate)
		if err != nil {
			return err
		}
		if err := tx.Endpoints.Delete(ctx, sc, id); err != nil {
			return err
		}
		if err := tx.Cancellations.Request(ctx, postgres.Cancellation{Endpoint: id, Activation: e.Activation}); err != nil {
			return err
		}
		return tx.Endpoints.NotifyChanged(ctx, id)
	})
}

// TestDelivery is what TestEndpoint sends.
type TestDelivery struct {
	Delivery webhooks.DeliveryID
	Event    webhooks.Event
}

// TestEndpoint stores a test event for one endpoint, and its delivery, so the caller may read both immediately. The
// relay finds the delivery stored and untried, and sends it. ErrEndpointInactive when it cannot be sent.
func (u *Endpoints) TestEndpoint(ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID) (TestDelivery, error) {
	event, err := u.testEvent(ctx, sc, now())
	if err != nil {
		return TestDelivery{}, err
	}
	return u.sendTo(ctx, sc, id, event)
}

// SendExample is TestEndpoint with the example of a type from the catalogue, in test mode. A type without an example
// is an error of the field `/type`.
func (u *Endpoints) SendExample(
	ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID, kind webhooks.EventType,
) (TestDelivery, error) {
	if sc.Livemode {
		return TestDelivery{}, webhooks.ErrExampleInLiveMode
	}
	envelope, err := u.store.Tenants.Envelope(ctx, sc.Tenant)
	if err != nil {
		return TestDelivery{}, err
	}
	event, err := webhooks.NewExample(sc, envelope, kind)
	if err != nil {
		return TestDelivery{}, err
	}
	return u.sendTo(ctx, sc, id, event)
}

// sendTo stores an event for one endpoint, and its delivery.
func (u *Endpoints) sendTo(
	ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID, event webhooks.Event,
) (TestDelivery, error) {
	at := now()
	event.Endpoint, event.Traceparent = id, telemetry.Traceparent(ctx)
	var sent TestDelivery
	err := u.store.InTx(ctx, func(tx *postgres.Store) error {
		e, err := tx.Endpoints.FindLocked(ctx, sc, id, postgres.ForShare)
		if err != nil {
			return err
		}
		if !e.IsActive {
			return webhooks.ErrEndpointInactive
		}
		sent, err = u.storeFor(ctx, tx, e, event, at)
		return err
	})
	return sent, err
}

// storeFor stores an event for an endpoint, and its delivery.
func (u *Endpoints) storeFor(
	ctx context.Context, tx *postgres.Store, e webhooks.Endpoint, event webhooks.Event, at time.Time,
) (TestDelivery, error) {
	if err := tx.Events.Insert(ctx, event); err != nil {
		return TestDelivery{}, err
	}
	only := webhooks.OutboxEvent{
		Event: event, Endpoints: []webhooks.EndpointID{e.ID}, Activations: []int{e.Activation},
	}.Deliveries()
	return TestDelivery{only[0].ID, event}, tx.Deliveries.Insert(ctx, only, nil, at, at.Add(u.overdue))
}

// VerifyEndpoint sends an endpoint a challenge, whether or not it is active, by the pipeline that all events take. The
// answer of its receiver proves that its owner controls it. ErrChallengeTooEarly when the endpoint has just changed,
// ErrTooManyChallenges when the scope has sent as many as it may.
func (u *Endpoints) VerifyEndpoint(
	ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID,
) (sent TestDelivery, err error) {
	at := now()
	envelope, err := u.store.Tenants.Envelope(ctx, sc.Tenant)
	if err != nil {
		return sent, err
	}
	err = u.store.InTx(ctx, func(tx *postgres.Store) error {
		if err := tx.Tenants.Lock(ctx, sc.Tenant); err != nil { // calls take turns, and are counted
			return err
		}
		e, err := tx.Endpoints.FindLocked(ctx, sc, id, postgres.ForUpdate)
		if err != nil {
			return err
		}
		challenge, err := e.NewChallenge(at)
		if err != nil {
			return err
		}
		n, err := tx.Events.CountSince(ctx, sc, webhooks.WebhookChallenge, at.Add(-webhooks.ChallengesWithin))
		if err != nil {
			return err
		}
		if n >= webhooks.MaxChallenges {
			return webhooks.ErrTooManyChallenges
		}
		event, err := webhooks.NewChallengeEvent(sc, envelope, challenge, at)
		if err != nil {
			return err
		}
		event.Endpoint, event.Traceparent = id, telemetry.Traceparent(ctx)
		if sent, err = u.storeFor(ctx, tx, e, event, at); err != nil {
			return err
		}
		e.Sent(challenge, sent.Delivery)
		return tx.Endpoints.Update(ctx, e)
	})
	return sent, err
}

// GetStatistics returns the deliveries to an endpoint that ended, by the intervals that a request asks for.
func (u *Endpoints) GetStatistics(
	ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID, r webhooks.StatisticsRequest,
) (webhooks.EndpointStatistics, error) {
	out, err := r.Statistics(now())
	if err != nil {
		return out, err
	}
	if _, err := u.store.Endpoints.Find(ctx, sc, id); err != nil {
		return out, err
	}
	hours, err := u.store.Endpoints.Hours(ctx, id, out.From, out.To)
	out.Add(hours)
	return out, err
}

// testEvent is one of the type by which the tenant's endpoints are tried.
func (u *Endpoints) testEvent(ctx context.Context, sc webhooks.Scope, at time.Time) (webhooks.Event, error) {
	if !sc.Tenant.IsPartner() {
		data, err := webhooks.TestData(webhooks.VerificationID(uuid.NewString()), at)
		if err != nil {
			return webhooks.Event{}, err
		}
		return webhooks.NewEvent(sc, webhooks.VerificationTest, data)
	}
	envelope, err := u.store.Tenants.Envelope(ctx, sc.Tenant)
	if err != nil {
		return webhooks.Event{}, err
	}
	return webhooks.NewPartnerTest(sc, envelope, at)
}

// RotateSecret makes a new secret; those before it sign until the overlap ends. When too many are valid it changes
// nothing and returns the error of webhooks.CheckRotation; the lock of the endpoint makes rotations take turns.
// ErrEndpointChanged when the endpoint is not at the version that the caller expects.
func (u *Endpoints) RotateSecret(
	ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID, overlap time.Duration, match etag.Match,
) (webhooks.ObservedEndpoint, webhooks.SigningKey, error) {
	key, at := webhooks.NewSigningKey(), now()
	var e webhooks.Endpoint
	err := u.store.InTx(ctx, func(tx *postgres.Store) error {
		before, err := tx.Endpoints.FindLocked(ctx, sc, id, postgres.ForUpdate)
		if err != nil {
			return err
		}
		if !match.Holds(before.Version) {
			return webhooks.ErrEndpointChanged
		}
		if err := tx.Secrets.Expire(ctx, id, at.Add(overlap)); err != nil {
			return err
		}
		if err := tx.Secrets.DeleteExpired(ctx, id, at); err != nil {
			return err
		}
		valid, freed, err := tx.Secrets.Valid(ctx, id, at)
		if err != nil {
			return err
		}
		if err := webhooks.CheckRotation(valid, freed, at); err != nil {
			return err
		}
		if err := tx.Secrets.Insert(ctx, id, key, at); err != nil {
			return err
		}
		if err := tx.Endpoints.SetRotated(ctx, id, at); err != nil {
			return err
		}
		if e, err = tx.Endpoints.Find(ctx, sc, id); err != nil {
			return err
		}
		return tx.Endpoints.NotifyChanged(ctx, id)
	})
	if err != nil {
		return webhooks.ObservedEndpoint{}, key, err
	}
	o, err := observe(ctx, u.store, e)
	return o, key, err
}

// ResolveEndpoints returns what dispatchers need to deliver to endpoints; those that do not exist are left out.
func (u *Endpoints) ResolveEndpoints(ctx context.Context, ids []string) ([]webhooks.Target, error) {
	return u.store.Secrets.Targets(ctx, ids, time.Now())
}
